//! A program starts, answers and leaves, on every rung of the ladder and on none.

#![cfg(target_os = "linux")]

use std::time::Duration;

use std::env;
use std::io::Write;

use sandbox::{Answer, Cage, CageError, Ended, Launcher, Program, Rung, Said, Strictness};

fn launcher() -> Launcher {
    Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"))
}

/// A shell that echoes each line.
fn echo() -> Program {
    let words = [
        "/bin/sh",
        "-c",
        "while read line; do echo $line; done; exit 3",
    ];
    Program::command(words.map(Into::into).to_vec(), "/usr".into())
}

#[track_caller]
fn check_answers(cage: &Cage) {
    let mut process = cage.start(&echo()).expect("a shell starts");
    for line in ["one", "two"] {
        let Answer { said, .. } = process
            .ask(line, Duration::from_secs(5))
            .expect("a shell answers");
        assert_eq!(said, Said::Line(line.to_owned()));
    }
    let farewell = process.finish();
    assert_eq!(
        farewell.ended,
        Some(Ended::Exited(3)),
        "{}",
        farewell.errors
    );
}

#[test]
fn program_answers_with_all_rungs_that_there_are() {
    let cage = Cage::build(launcher(), Strictness::Best).unwrap();
    for missing in cage.missing() {
        eprintln!("skipped: {missing}");
    }
    check_answers(&cage);
}

#[test]
fn program_answers_on_each_rung_alone_and_on_none() {
    check_answers(&Cage::build(launcher(), Strictness::None).unwrap());
    for rung in Rung::ALL {
        let cage = Cage::build(launcher(), Strictness::Best).unwrap();
        check_answers(&cage.only(&[rung]));
    }
}

/// Not a test: what [`cage_in_a_cage_says_what_is_missing`] runs in a cage.
#[test]
#[ignore = "it is a house that runs in a cage"]
fn inner_house() {
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
fn cage_in_a_cage_says_what_is_missing() {
    let outer = Cage::build(launcher(), Strictness::Best).unwrap();
    // Whoever is behind Landlock may not mount.
    let outer = outer.only(&[Rung::Landlock]);
    if outer.rungs().is_empty() {
        return;
    }
    let test = env::current_exe().unwrap();
    let words = [
        test.to_str().unwrap(),
        "inner_house",
        "--exact",
        "--ignored",
        "--nocapture",
    ];
    let mut program = Program::command(words.map(Into::into).to_vec(), "/usr".into());
    program.allowed = vec![test, env!("CARGO_BIN_EXE_brelan-cage").into()];
    program.limits.farewell = Duration::from_secs(20);
    let errors = outer.start(&program).unwrap().finish().errors;
    assert!(errors.contains("namespaces is missing: "), "{errors}");
}

#[test]
fn launcher_that_is_no_launcher_is_an_error() {
    for launcher in ["/no/such/launcher", "/bin/true"] {
        let error = Cage::build(Launcher::at(launcher), Strictness::Best).map(drop);
        assert!(
            matches!(error, Err(CageError::Launcher { .. })),
            "{error:?} with {launcher}"
        );
    }
}
