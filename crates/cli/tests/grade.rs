//! `brelan grade --each`: a class that is killed continues where it stopped.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const STUDENTS: usize = 8;
/// Homework slow enough that the class is not finished before the kill.
const HOMEWORK: &str = "def est_avant(d, e):\n    sum(range(20000))\n    return d > e\n";

fn command(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_brelan"));
    command
        .current_dir(folder)
        .args(["grade", "dominos", "--each", "rendus"]);
    command
        .args(["--output", "rapports", "--html", "notes.html"])
        .args(more);
    command
}

/// Name and inode of each saved report.
fn saved_reports(folder: &Path) -> Vec<(String, u64)> {
    let entries = fs::read_dir(folder.join("rapports"))
        .into_iter()
        .flatten()
        .flatten();
    let entry = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        Some((name, entry.metadata().ok()?.ino()))
    };
    let mut reports: Vec<_> = entries
        .filter_map(entry)
        .filter(|it| !it.0.ends_with("part"))
        .collect();
    reports.sort();
    reports
}

#[test]
fn a_class_that_was_killed_continues_where_it_stopped() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let folder = folder.path();
    fs::create_dir(folder.join("rendus")).expect("the test owns the folder");
    for student in 0..STUDENTS {
        let text = format!("{HOMEWORK}# {student}\n");
        fs::write(folder.join(format!("rendus/{student}.py")), text)
            .expect("the test owns the folder");
    }
    let mut child = command(folder, &[])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    while saved_reports(folder).len() < 2 {
        assert!(
            child
                .try_wait()
                .expect("the process is a child of the test")
                .is_none(),
            "the class ended before the kill"
        );
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("the class is still running");
    child.wait().expect("a killed process ends");
    let before = saved_reports(folder);
    assert!(before.len() < STUDENTS, "killed too late");

    let run = |more: &[&str]| {
        let output = command(folder, more).output().expect("the program runs");
        let page = fs::read_to_string(folder.join("notes.html")).expect("the class wrote the page");
        (output.stdout, page)
    };
    let resumed = run(&[]);
    let after = saved_reports(folder);
    assert_eq!(after.len(), STUDENTS);
    assert!(
        before.iter().all(|it| after.contains(it)),
        "{before:?} {after:?}"
    );
    assert_eq!(run(&[]), resumed);
    assert_eq!(saved_reports(folder), after, "no student is judged again");
    fs::write(folder.join("rendus/0.py"), HOMEWORK).expect("the test owns the folder");
    run(&[]);
    let changed = saved_reports(folder)
        .iter()
        .filter(|it| !after.contains(it))
        .count();
    assert_eq!(changed, 1, "only the changed submission is judged again");
    run(&["--fresh"]);
    assert!(saved_reports(folder).iter().all(|it| !after.contains(it)));
}

#[test]
fn a_report_that_cannot_be_saved_is_printed_all_the_same() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let folder = folder.path();
    fs::create_dir_all(folder.join("rendus")).expect("the test owns the folder");
    fs::write(folder.join("rendus/ana.py"), HOMEWORK).expect("the test owns the folder");
    // A folder in place of the temporary file of the report.
    fs::create_dir_all(folder.join("rapports/ana.py.part")).expect("the test owns the folder");
    let output = command(folder, &["--lang", "en"])
        .output()
        .expect("the program runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("ana: "), "{printed}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("could not be kept"), "{said}");
}
