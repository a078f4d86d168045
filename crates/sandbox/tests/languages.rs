//! Interpreters and runtimes work in the cage, wherever they are installed.

#![cfg(target_os = "linux")]

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use sandbox::{Cage, Launcher, Misdeed, Program, Said, Strictness, Unstarted};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/zoo/programs");

fn cage() -> Cage {
    let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
    Cage::build(launcher, Strictness::Best).expect("the launcher works")
}

/// Whether a program is there; when it is not, what needs it is skipped by name.
#[expect(clippy::print_stderr, reason = "a test tells what it skips")]
fn there_is(program: &str, needed_by: &str) -> bool {
    let there = Command::new(program).arg("--version").output();
    let there = there.is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("skipped: {needed_by}: {program} is missing");
    }
    there
}

/// What a program answers to two questions.
#[track_caller]
fn answers(program: &Program) -> [String; 2] {
    let mut process = cage().start(program).expect("it starts");
    [(); 2].map(|()| match process.ask("play", Duration::from_secs(20)) {
        Ok(answer) => match answer.said {
            Said::Line(line) => line,
            unreadable @ Said::Unreadable { .. } => panic!("{unreadable:?}"),
        },
        Err(misdeed) => panic!("{misdeed:?}: {}", process.errors()),
    })
}

fn script(folder: &Path, text: &str) -> Program {
    let file = folder.join("script");
    fs::write(&file, text).expect("the folder is ours");
    fs::set_permissions(&file, Permissions::from_mode(0o755)).expect("the file is ours");
    Program::at(&file).expect("it was written")
}

#[test]
fn javascript_answers() {
    if there_is("node", "speaks_javascript.js") {
        let file = Path::new(PROGRAMS).join("speaks_javascript.js");
        let words = vec![OsString::from("node"), file.into()];
        assert_eq!(
            answers(&Program::command(words, PROGRAMS.into())),
            ["1", "1"]
        );
    }
}

#[test]
fn java_answers() {
    if there_is("java", "SpeaksJava.java") {
        let words = ["java", "SpeaksJava.java"].map(OsString::from).to_vec();
        assert_eq!(
            answers(&Program::command(words, PROGRAMS.into())),
            ["1", "1"]
        );
    }
}

#[test]
fn python_of_a_virtual_environment_knows_its_modules() {
    if !there_is("python3", "a virtual environment") {
        return;
    }
    let (own, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let environment = elsewhere.path().join("venv");
    let made = Command::new("python3")
        .args(["-m", "venv", "--without-pip"])
        .arg(&environment)
        .output();
    if !made.is_ok_and(|output| output.status.success()) {
        return;
    }
    let python = environment.join("bin/python");
    let say = "import sys\nfor line in sys.stdin: print(sys.prefix)\n";
    let program = script(own.path(), &format!("#!{}\n{say}", python.display()));
    let environment = environment.to_str().unwrap();
    assert_eq!(answers(&program), [environment, environment]);
}

#[test]
fn allowed_folder_can_be_read() {
    let (own, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let book = other.path().join("book");
    fs::write(&book, "opening\n").unwrap();
    let text = format!(
        "#!/bin/sh\nwhile read x; do cat {0} || echo none; done",
        book.display()
    );
    let mut program = script(own.path(), &text);
    assert_eq!(answers(&program), ["none", "none"]);
    program.allowed = vec![other.path().to_owned()];
    assert_eq!(answers(&program), ["opening", "opening"]);
}

#[test]
fn folder_with_a_home_in_it_is_refused() {
    let words = ["/bin/sh"].map(OsString::from).to_vec();
    let program = Program::command(words, "/".into());
    let refused = cage().start(&program).map(drop);
    let root = Unstarted::Folder("/".into());
    assert_eq!(refused, Err(Misdeed::Start(root)));
}
