//! Interpreters and runtimes work in the cage, in the system's folders and elsewhere.

use std::ffi::OsString;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use sandbox::{
    Cage, Launcher, ProgramCommand, ProgramFailure, ProgramLine, StartFailure, Strictness,
};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/misbehaving/programs");

fn cage() -> Cage {
    let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
    Cage::build(launcher, Strictness::Best).expect("the launcher works")
}

/// Tests whether a command exists; prints the skipped test when it does not.
#[expect(clippy::print_stderr, reason = "a test reports what it skips")]
fn there_is(program: &str, needed_by: &str) -> bool {
    let there = Command::new(program).arg("--version").output();
    let there = there.is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("skipped: {needed_by}: {program} is missing");
    }
    there
}

/// The answers of a program to two questions.
#[track_caller]
fn answers(program: &ProgramCommand) -> [String; 2] {
    let mut process = cage().start(program).expect("the program starts");
    [(); 2].map(|()| match process.ask("play", Duration::from_secs(20)) {
        Ok(answer) => match answer.line {
            ProgramLine::Text(line) => line,
            unreadable @ ProgramLine::Unreadable { .. } => panic!("{unreadable:?}"),
        },
        Err(failure) => panic!("{failure:?}: {}", process.errors()),
    })
}

fn script(folder: &Path, text: &str) -> ProgramCommand {
    let file = folder.join("script");
    fs::write(&file, text).expect("the folder belongs to this user");
    fs::set_permissions(&file, Permissions::from_mode(0o755))
        .expect("the file belongs to this user");
    ProgramCommand::from_file(&file).expect("the file was written")
}

#[test]
fn a_javascript_program_answers() {
    if there_is("node", "speaks_javascript.js") {
        let file = Path::new(PROGRAMS).join("speaks_javascript.js");
        let words = vec![OsString::from("node"), file.into()];
        assert_eq!(
            answers(&ProgramCommand::new(words, PROGRAMS.into())),
            ["1", "1"]
        );
    }
}

#[test]
fn a_java_program_answers() {
    if there_is("java", "SpeaksJava.java") {
        let words = ["java", "SpeaksJava.java"].map(OsString::from).to_vec();
        assert_eq!(
            answers(&ProgramCommand::new(words, PROGRAMS.into())),
            ["1", "1"]
        );
    }
}

#[test]
fn a_script_runs_in_its_virtual_environment() {
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
fn an_allowed_folder_can_be_read() {
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
fn a_folder_that_contains_the_home_is_refused() {
    let words = ["/bin/sh"].map(OsString::from).to_vec();
    let program = ProgramCommand::new(words, "/".into());
    let refused = cage().start(&program).map(drop);
    let root = StartFailure::Folder("/".into());
    assert_eq!(refused, Err(ProgramFailure::Start(root)));
}
