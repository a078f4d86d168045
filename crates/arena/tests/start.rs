//! A program starts, answers and leaves, on every rung of the ladder and on none.

#![cfg(target_os = "linux")]

use std::time::Duration;

use arena::{Answer, Cage, Ended, Launcher, Program, Rung, Said, Strictness};

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
