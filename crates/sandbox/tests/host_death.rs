//! The death of the host or of a launcher ends every process in the cage.

mod host_groups;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use rustix::process::{Pid, Signal, getpgid, kill_process};
use sandbox::{
    Cage, Launcher, ProgramCommand, ProgramExit, ProgramFailure, Protection, Strictness,
};

/// A shell script with a child in another session.
const FAMILY: &str = "setsid sleep 1000 & read line; echo 1; read line";

fn family(folder: &Path) -> ProgramCommand {
    let words = ["/bin/sh", "-c", FAMILY].map(Into::into).to_vec();
    ProgramCommand::new(words, folder.to_owned())
}

fn cage(protections: &[Protection]) -> Cage {
    let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
    let cage = Cage::build(launcher, Strictness::Best).expect("the launcher works");
    cage.only(protections)
}

/// The `/proc` folders of the processes that run in a folder.
fn running(folder: &Path) -> Vec<PathBuf> {
    let processes = fs::read_dir("/proc").expect("/proc is mounted").flatten();
    let inside = |process: &PathBuf| {
        fs::read_link(process.join("cwd")).is_ok_and(|at| at.starts_with(folder))
    };
    processes
        .map(|process| process.path())
        .filter(inside)
        .collect()
}

#[track_caller]
fn check_soon_gone(folder: &Path) {
    let begun = Instant::now();
    while !running(folder).is_empty() {
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "{:?} are left",
            running(folder)
        );
        std::thread::yield_now();
    }
}

/// Waits until the temporary files of a dead host are removed.
#[track_caller]
fn check_no_files_soon(host: u32) {
    let prefix = format!("brelan-{host}-");
    let begun = Instant::now();
    loop {
        let entries = fs::read_dir(env::temp_dir())
            .expect("the temporary folder exists")
            .flatten();
        let mut names = entries.map(|entry| entry.file_name());
        let Some(left) = names.find(|name| name.to_string_lossy().starts_with(&prefix)) else {
            return;
        };
        assert!(
            begun.elapsed() < Duration::from_mins(1),
            "{} is left",
            left.display()
        );
        std::thread::yield_now();
    }
}

/// Waits until the control groups of a dead host are removed.
#[track_caller]
fn check_no_groups_soon(host: u32) {
    let begun = Instant::now();
    while host_groups::count(host) > 0 {
        assert!(begun.elapsed() < Duration::from_mins(1), "groups are left");
        std::thread::yield_now();
    }
}

/// Not a test: the process that [`nothing_outlives_the_host`] kills.
#[test]
#[ignore = "the host process of another test"]
fn host() {
    let folder = PathBuf::from(env::var_os("HOST_FOLDER").unwrap());
    let protections = if env::var_os("HOST_BARE").is_some() {
        &[][..]
    } else {
        &Protection::ALL[..]
    };
    let mut process = cage(protections).start(&family(&folder)).unwrap();
    process.ask("play", Duration::from_secs(5)).unwrap();
    std::io::stderr().write_all(b"ready\n").unwrap();
    std::thread::sleep(Duration::from_secs(1000));
}

#[test]
fn nothing_outlives_the_host() {
    for bare in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["host", "--exact", "--ignored", "--nocapture"]);
        command.env("HOST_FOLDER", folder.path()).current_dir("/");
        if bare {
            command.env("HOST_BARE", "yes");
        }
        let mut host = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(host.stderr.take().unwrap()).lines();
        assert!(lines.map_while(Result::ok).any(|line| line == "ready"));
        assert_eq!(running(folder.path()).len(), 2);
        host.kill().unwrap();
        host.wait().unwrap();
        check_soon_gone(folder.path());
        check_no_files_soon(host.id());
        check_no_groups_soon(host.id());
    }
}

/// Not a test: a host that dies together with its launcher.
#[test]
#[ignore = "the host process of another test"]
fn host_with_a_dead_launcher() {
    let folder = PathBuf::from(env::var_os("HOST_FOLDER").unwrap());
    let mut process = cage(&Protection::ALL).start(&family(&folder)).unwrap();
    process.ask("play", Duration::from_secs(5)).unwrap();
    kill_process(launcher(), Signal::KILL).unwrap();
    kill_process(rustix::process::getpid(), Signal::KILL).unwrap();
}

#[test]
fn the_next_host_removes_the_groups_of_a_dead_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["host_with_a_dead_launcher", "--exact", "--ignored"]);
    command.env("HOST_FOLDER", folder.path()).current_dir("/");
    let mut host = command.stdout(Stdio::null()).spawn().unwrap();
    host.wait().unwrap();
    check_soon_gone(folder.path());
    let begun = Instant::now();
    loop {
        drop(cage(&Protection::ALL));
        // A process of the group may still be dying.
        if host_groups::count(host.id()) == 0 {
            return;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "groups are left");
    }
}

#[test]
fn nothing_outlives_the_launcher_of_a_namespace() {
    let cage = cage(&Protection::ALL);
    if !cage.protections().contains(&Protection::Namespaces) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut process = cage.start(&family(folder.path())).unwrap();
    process.ask("play", Duration::from_secs(5)).unwrap();
    assert_eq!(running(folder.path()).len(), 2);
    kill_process(launcher(), Signal::KILL).unwrap();
    check_soon_gone(folder.path());
    let failure = process.ask("play", Duration::from_secs(5));
    assert_eq!(failure, Err(ProgramFailure::Crash(ProgramExit::Lost)));
}

#[test]
fn the_cage_is_not_in_the_process_group_of_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let _process = cage(&[]).start(&family(folder.path())).unwrap();
    let group = getpgid(Some(launcher())).unwrap();
    assert_ne!(group, getpgid(None).unwrap());
}

/// The launcher, which is the only child of this thread.
fn launcher() -> Pid {
    let children =
        fs::read_to_string("/proc/thread-self/children").expect("the kernel lists children");
    let child = children
        .split_whitespace()
        .next()
        .expect("the launcher was started");
    Pid::from_raw(child.parse().expect("children are listed by number"))
        .expect("process numbers begin at 1")
}
