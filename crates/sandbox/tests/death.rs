//! When the house or a launcher dies, so does everything in the cage.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use sandbox::{Cage, Ended, Launcher, Misdeed, Program, Rung, Strictness};
use rustix::process::{Pid, Signal, getpgid, kill_process};

/// A shell with a child in a session of its own.
const FAMILY: &str = "setsid sleep 1000 & read line; echo 1; read line";

fn family(folder: &Path) -> Program {
    let words = ["/bin/sh", "-c", FAMILY].map(Into::into).to_vec();
    Program::command(words, folder.to_owned())
}

fn cage(rungs: &[Rung]) -> Cage {
    let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
    let cage = Cage::build(launcher, Strictness::Best).expect("the launcher works");
    cage.only(rungs)
}

/// The processes that run in a folder.
fn running(folder: &Path) -> Vec<PathBuf> {
    let processes = fs::read_dir("/proc").expect("there is /proc").flatten();
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
            begun.elapsed() < Duration::from_secs(2),
            "{:?} are left",
            running(folder)
        );
        std::thread::yield_now();
    }
}

/// The temporary files of a house go with it.
#[track_caller]
fn check_no_files_soon(house: u32) {
    let prefix = format!("brelan-{house}-");
    let begun = Instant::now();
    loop {
        let entries = fs::read_dir(env::temp_dir())
            .expect("there is one")
            .flatten();
        let mut names = entries.map(|entry| entry.file_name());
        let Some(left) = names.find(|name| name.to_string_lossy().starts_with(&prefix)) else {
            return;
        };
        assert!(
            begun.elapsed() < Duration::from_secs(2),
            "{} is left",
            left.display()
        );
        std::thread::yield_now();
    }
}

/// Not a test: what [`nothing_outlives_the_house`] kills.
#[test]
#[ignore = "it is a house that waits to be killed"]
fn house() {
    let folder = PathBuf::from(env::var_os("ZOO_FOLDER").unwrap());
    let rungs = if env::var_os("ZOO_BARE").is_some() {
        &[][..]
    } else {
        &Rung::ALL[..]
    };
    let mut process = cage(rungs).start(&family(&folder)).unwrap();
    process.ask("play", Duration::from_secs(5)).unwrap();
    std::io::stderr().write_all(b"ready\n").unwrap();
    std::thread::sleep(Duration::from_secs(1000));
}

#[test]
fn nothing_outlives_the_house() {
    for bare in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["house", "--exact", "--ignored", "--nocapture"]);
        command.env("ZOO_FOLDER", folder.path()).current_dir("/");
        if bare {
            command.env("ZOO_BARE", "yes");
        }
        let mut house = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(house.stderr.take().unwrap()).lines();
        assert!(lines.map_while(Result::ok).any(|line| line == "ready"));
        assert_eq!(running(folder.path()).len(), 2);
        house.kill().unwrap();
        house.wait().unwrap();
        check_soon_gone(folder.path());
        check_no_files_soon(house.id());
    }
}

#[test]
fn nothing_outlives_the_launcher_of_a_namespace() {
    let cage = cage(&Rung::ALL);
    if !cage.rungs().contains(&Rung::Namespaces) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut process = cage.start(&family(folder.path())).unwrap();
    process.ask("play", Duration::from_secs(5)).unwrap();
    assert_eq!(running(folder.path()).len(), 2);
    kill_process(launcher(), Signal::KILL).unwrap();
    check_soon_gone(folder.path());
    let misdeed = process.ask("play", Duration::from_secs(5));
    assert_eq!(misdeed, Err(Misdeed::Crash(Ended::Lost)));
}

#[test]
fn terminal_does_not_interrupt_the_cage() {
    let folder = tempfile::tempdir().unwrap();
    let _process = cage(&[]).start(&family(folder.path())).unwrap();
    let group = getpgid(Some(launcher())).unwrap();
    assert_ne!(group, getpgid(None).unwrap());
}

/// The child of this thread.
fn launcher() -> Pid {
    let children =
        fs::read_to_string("/proc/thread-self/children").expect("this kernel lists them");
    let child = children.split_whitespace().next().expect("there is one");
    Pid::from_raw(child.parse().expect("it is a number")).expect("it is not 0")
}
