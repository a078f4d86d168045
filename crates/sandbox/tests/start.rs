//! A program starts, answers and exits with each protection, with all, and with none.

use std::time::Duration;

use std::env;
use std::io::Write;

use sandbox::{
    Cage, CageError, Launcher, ProgramAnswer, ProgramCommand, ProgramExit, ProgramLine, Protection,
    Strictness,
};

fn launcher() -> Launcher {
    Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"))
}

/// A shell script that echoes each line.
fn echo() -> ProgramCommand {
    let words = [
        "/bin/sh",
        "-c",
        "while read line; do echo $line; done; exit 3",
    ];
    ProgramCommand::new(words.map(Into::into).to_vec(), "/usr".into())
}

#[track_caller]
fn check_answers(cage: &Cage) {
    let mut process = cage.start(&echo()).expect("a shell starts");
    for line in ["one", "two"] {
        let ProgramAnswer { line: answer, .. } = process
            .ask(line, Duration::from_secs(5))
            .expect("a shell answers");
        assert_eq!(answer, ProgramLine::Text(line.to_owned()));
    }
    let finished = process.finish();
    assert_eq!(
        finished.exit,
        Some(ProgramExit::Exited(3)),
        "{}",
        finished.errors
    );
}

#[test]
fn a_program_answers_with_all_protections_of_the_machine() {
    let cage = Cage::build(launcher(), Strictness::Best).unwrap();
    for missing in cage.missing() {
        eprintln!("skipped: {missing}");
    }
    check_answers(&cage);
}

#[test]
fn a_program_answers_with_each_protection_alone_and_with_none() {
    check_answers(&Cage::build(launcher(), Strictness::None).unwrap());
    for protection in Protection::ALL {
        let cage = Cage::build(launcher(), Strictness::Best).unwrap();
        check_answers(&cage.only(&[protection]));
    }
}

/// Not a test: the host that [`a_cage_in_a_cage_reports_missing_protections`] runs in a cage.
#[test]
#[ignore = "the host process of another test"]
fn inner_host() {
    let cage = Cage::build(launcher(), Strictness::Best).unwrap();
    check_answers(&cage);
    let required = Cage::build(launcher(), Strictness::Required).map(drop);
    let first = cage.missing()[0].clone();
    assert_eq!(required, Err(CageError::Required(first)));
    let missing: Vec<String> = cage.missing().iter().map(ToString::to_string).collect();
    let line = format!("missing: {missing:?}\n");
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}

#[test]
fn a_cage_in_a_cage_reports_missing_protections() {
    let outer = Cage::build(launcher(), Strictness::Best).unwrap();
    // Landlock forbids mounting.
    let outer = outer.only(&[Protection::Landlock]);
    if outer.protections().is_empty() {
        return;
    }
    let test = env::current_exe().unwrap();
    let words = [
        test.to_str().unwrap(),
        "inner_host",
        "--exact",
        "--ignored",
        "--nocapture",
    ];
    let mut program = ProgramCommand::new(words.map(Into::into).to_vec(), "/usr".into());
    program.allowed = vec![test, env!("CARGO_BIN_EXE_brelan-cage").into()];
    program.limits.exit = Duration::from_secs(20);
    let errors = outer.start(&program).unwrap().finish().errors;
    assert!(errors.contains("namespaces is missing: "), "{errors}");
}

#[test]
fn an_executable_that_builds_no_cage_is_an_error() {
    for launcher in ["/no/such/launcher", "/bin/true"] {
        let error = Cage::build(Launcher::at(launcher), Strictness::Best).map(drop);
        assert!(
            matches!(error, Err(CageError::Launcher { .. })),
            "{error:?} with {launcher}"
        );
    }
}
