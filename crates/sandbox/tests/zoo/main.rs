//! The zoo: small programs that misbehave, each with the verdict it deserves, in time, and nothing left behind.

#![cfg(target_os = "linux")]

mod animal;
mod escapes;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use animal::Outcome::{self, Fails, Says};
use animal::{Animal, MOVE, best_cage, skip};
use sandbox::Misdeed::{Crash, Flood, Limit, Start, Time};
use sandbox::{Ended, Excess, Late, Rung, Stream, Unreadable, Unstarted};

/// Programs of which nothing need be said but what each question leads to.
macro_rules! zoo {
    ($($name:ident: $file:literal => [$($outcome:expr),+];)+) => {$(
        #[test]
        fn $name() {
            if let Some(animal) = Animal::new($file) {
                animal.check(&[$($outcome),+]);
            }
        }
    )+};
}

fn unreadable(why: Unreadable) -> Outcome {
    Outcome::Unreadable(why)
}

const OUTPUT: Outcome = Fails(Flood {
    stream: Stream::Output,
    limit: 1 << 20,
});
const ERRORS: Outcome = Fails(Flood {
    stream: Stream::Errors,
    limit: 16 << 20,
});

zoo! {
    exits_before_the_first_word: "exits_before_the_first_word.c" => [Fails(Crash(Ended::Exited(0)))];
    exits_in_mid_game: "exits_in_mid_game.c" => [Says("1"), Fails(Crash(Ended::Exited(3)))];
    dies_by_signal: "dies_by_signal.c" => [Fails(Crash(Ended::Killed(libc::SIGTERM)))];
    aborts: "aborts.c" => [Fails(Crash(Ended::Killed(libc::SIGABRT)))];
    reads_nowhere: "reads_nowhere.c" => [Fails(Crash(Ended::Killed(libc::SIGSEGV)))];
    double_fork_and_exit: "double_fork_and_exit.c" => [Fails(Crash(Ended::Exited(4)))];
    closes_output: "closes_output.c" => [Fails(Crash(Ended::ClosedOutput))];
    closes_input: "closes_input.c" => [Says("1"), Fails(Crash(Ended::ClosedInput))];

    never_answers: "never_answers.c" => [Says("1"), Fails(Time(Late::Silent))];
    answers_late: "answers_late.c" => [Says("1"), Fails(Time(Late::Silent))];
    does_not_flush: "does_not_flush.c" => [Says("1"), Fails(Time(Late::Unflushed("2".to_owned())))];
    does_not_flush_python:
        "does_not_flush.py" => [Says("1"), Fails(Time(Late::Unflushed("2".to_owned())))];
    stops_itself: "stops_itself.c" => [Says("1"), Fails(Time(Late::Silent))];
    spins: "spins.c" => [Says("1"), Fails(Time(Late::Silent))];

    answers_twice: "answers_twice.c" => [Says("1"), unreadable(Unreadable::Early), Says("1")];
    nul: "says_nul.c" => [unreadable(Unreadable::Nul)];
    bad_utf8: "bad_utf8.c" => [unreadable(Unreadable::Encoding)];
    escape_codes: "escape_codes.c" => [unreadable(Unreadable::Control)];
    long_line: "long_line.c" => [unreadable(Unreadable::TooLong), Says("1")];
    gigabyte_line: "gigabyte_line.c" => [OUTPUT];
    floods_notes: "floods_notes.c" => [OUTPUT];
    floods_errors: "floods_errors.c" => [ERRORS];

    crlf: "crlf.c" => [Says("1"), Says("1")];
    in_pieces: "in_pieces.c" => [Says("left right"), Says("left right")];
    a_byte_at_a_time: "a_byte_at_a_time.c" => [Says("left right"), Says("left right")];
    trailing_spaces: "trailing_spaces.c" => [Says("1"), Says("1")];
    trusts_print: "trusts_print.py" => [Says("1"), Says("1")];
    writes_temporary_files: "writes_temporary_files.c" => [Says("1")];
    socket_pairs: "socket_pairs.c" => [Says("1")];
    sees_the_cage: "sees_the_cage.py" => [Says("1"), Says("1")];

    fork_bomb: "fork_bomb.c" => [Fails(Limit(Excess::Processes(64)))];
    thread_bomb: "thread_bomb.c" => [Fails(Limit(Excess::Processes(64)))];
    huge_file: "huge_file.c" => [Fails(Limit(Excess::FileSize(64 << 20)))];
}

#[test]
fn raises() {
    let Some(animal) = Animal::new("raises.py") else {
        return;
    };
    let farewell = animal.check(&[Says("1"), Fails(Crash(Ended::Exited(1)))]);
    let errors = farewell.expect("it started").errors;
    assert!(errors.contains("ZeroDivisionError"), "{errors}");
}

#[test]
fn leaves_after_over() {
    let Some(mut animal) = Animal::new("leaves_after_over.sh") else {
        return;
    };
    animal.told = vec!["game allumettes first".to_owned()];
    let farewell = animal.check(&[Says("1"), Says("1")]);
    assert_eq!(farewell.expect("it started").ended, Some(Ended::Exited(0)));
    animal.word = "5000\nover win".to_owned();
    let farewell = animal.check(&[Says("1")]).expect("it started");
    assert_eq!(farewell.ended, Some(Ended::Exited(0)));
}

#[test]
fn never_says_a_word() {
    for name in ["never_says_a_word.c", "sleeps_through_the_end_of_input.c"] {
        if let Some(mut animal) = Animal::new(name) {
            animal.limits.first_answer = Duration::from_millis(100);
            animal.check(&[Fails(Start(Unstarted::Silent))]);
        }
    }
}

#[test]
fn first_answer_has_more_time_off_the_clock() {
    let Some(mut animal) = Animal::new("in_pieces.c") else {
        return;
    };
    animal.limits.first_answer = Duration::from_secs(5);
    let program = animal.program();
    let mut process = best_cage().start(&program).expect("it starts");
    let answer = process
        .ask("play", Duration::ZERO)
        .expect("five seconds are enough");
    assert_eq!(answer.thought, Duration::ZERO);
    let misdeed = process.ask("play", Duration::ZERO);
    assert_eq!(
        misdeed.map_err(|misdeed| misdeed.to_string()),
        Err("time".to_owned())
    );
}

#[test]
fn without_end_of_line() {
    if let Some(mut animal) = Animal::new("without_end_of_line.c") {
        animal.limits.first_answer = Duration::from_millis(100);
        animal.check(&[Fails(Time(Late::Unended("1".to_owned())))]);
    }
}

#[test]
fn trusts_printf() {
    let coreutils = [
        "/usr/libexec/coreutils/libstdbuf.so",
        "/usr/lib/coreutils/libstdbuf.so",
    ];
    if !coreutils
        .iter()
        .any(|library| fs::exists(library).unwrap_or_default())
    {
        skip("trusts_printf.c", "libstdbuf of coreutils is missing");
        return;
    }
    if let Some(animal) = Animal::new("trusts_printf.c") {
        animal.check(&[Says("1"), Says("1")]);
    }
}

#[test]
fn never_reads() {
    if let Some(mut animal) = Animal::new("never_reads.c") {
        animal.limits.first_answer = Duration::from_millis(100);
        animal.other_thinks = Duration::from_millis(100);
        animal.check(&[
            unreadable(Unreadable::Early),
            Fails(Start(Unstarted::Silent)),
        ]);
        animal.told = vec!["seen".repeat(50_000)];
        animal.check(&[unreadable(Unreadable::Early), Fails(Time(Late::Unread))]);
    }
}

#[test]
fn answers_before_being_asked() {
    if let Some(mut animal) = Animal::new("answers_before_being_asked.c") {
        animal.other_thinks = Duration::from_millis(100);
        animal.check(&[unreadable(Unreadable::Early), Says("2"), Says("2")]);
    }
}

#[test]
fn floods_answers() {
    if let Some(mut animal) = Animal::new("floods_answers.c") {
        animal.other_thinks = Duration::from_millis(50);
        animal.check(&[Says("1"), unreadable(Unreadable::Early)]);
    }
}

#[test]
fn complains_and_answers() {
    let Some(animal) = Animal::new("complains_and_answers.py") else {
        return;
    };
    let farewell = animal.check(&[Says("1"), Says("1")]).expect("it started");
    assert_eq!(farewell.errors.len(), animal.limits.errors_kept);
    assert!(farewell.errors.ends_with("this is not fair\n"));
}

#[test]
fn makes_notes() {
    let Some(mut animal) = Animal::new("makes_notes.sh") else {
        return;
    };
    animal.word = "5000".to_owned();
    let farewell = animal.check(&[Says("1"), Says("1")]).expect("it started");
    let heard = ["I heard play 5000", "and I am glad"];
    assert_eq!(farewell.notes, [heard, heard].concat());
    assert_eq!(farewell.unasked, 0);
}

#[test]
fn says_more_after_the_end() {
    if let Some(animal) = Animal::new("says_more_after_the_end.c") {
        let farewell = animal.check(&[Says("1")]).expect("it started");
        assert_eq!(
            (farewell.unasked, farewell.ended),
            (1, Some(Ended::Exited(0)))
        );
    }
}

#[test]
fn ignores_the_end_of_input() {
    if let Some(animal) = Animal::new("ignores_the_end_of_input.c") {
        let farewell = animal.check(&[Says("1")]).expect("it started");
        assert_eq!(farewell.ended, None);
    }
}

#[test]
fn double_fork() {
    if let Some(animal) = Animal::new("double_fork.c") {
        let farewell = animal.check(&[Says("1")]).expect("it started");
        assert_eq!(farewell.ended, Some(Ended::Exited(0)));
        // Where there is no namespace, orphans are found one by one.
        animal.check_on(&best_cage().only(&[]), &[Says("1")]);
    }
}

#[test]
fn memory() {
    for name in ["memory.c", "memory.py", "memory_of_children.c"] {
        if let Some(mut animal) = Animal::new(name) {
            animal.limits.memory = 128 << 20;
            animal.check(&[Fails(Limit(Excess::Memory(128 << 20)))]);
            animal.check_on(
                &best_cage().only(&[Rung::Limits]),
                &[Fails(Limit(Excess::Memory(128 << 20)))],
            );
        }
    }
}

#[test]
fn forks_with_much_memory() {
    if let Some(mut animal) = Animal::new("forks_with_much_memory.c") {
        animal.limits.memory = 128 << 20;
        animal.check(&[Says("1"), Says("1")]);
    }
}

/// Four seconds of the other's time, of which a fifth is free, and what a runtime may use for itself.
#[test]
fn spins_off_turn() {
    for name in ["spins_off_turn.c", "child_spins_off_turn.c"] {
        let Some(animal) = Animal::new(name) else {
            continue;
        };
        let mut process = best_cage().start(&animal.program()).expect("it starts");
        process.ask("play", MOVE).expect("it answers");
        std::thread::sleep(Duration::from_secs(4));
        let used = animal.used();
        let second = process.ask("play", MOVE);
        if used < 400 / 5 + 25 + 25 {
            skip(name, "the machine is too busy to spin on");
        } else {
            let spun = matches!(second, Err(Limit(Excess::OffTurn { .. })));
            assert!(spun, "{name}: {second:?} after {used} hundredths");
        }
    }
}

#[test]
fn uses_up_its_processor() {
    if let Some(mut animal) = Animal::new("uses_up_its_processor.c") {
        animal.limits.processor = Duration::from_secs(1);
        animal.limits.first_answer = Duration::from_mins(1);
        animal.check(&[Fails(Limit(Excess::Processor(1)))]);
    }
}

#[test]
fn files_that_cannot_be_run() {
    let Some(animal) = Animal::new("no_run_bit.sh") else {
        return;
    };
    let file = animal.file();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    animal.check(&[Fails(Start(Unstarted::NoRunBit(file.clone())))]);
    fs::remove_file(&file).unwrap();
    animal.check(&[Fails(Start(Unstarted::Missing(file)))]);
    let animal = Animal::new("no_first_line.sh").expect("a copy can be made");
    animal.check(&[Fails(Start(Unstarted::NoFormat(animal.file())))]);
}

#[test]
fn interpreters_that_are_missing() {
    let cases = [
        ("missing_interpreter.sh", "/no/such/interpreter"),
        ("interpreter_not_on_the_path.sh", "no-such-interpreter"),
    ];
    for (name, interpreter) in cases {
        let animal = Animal::new(name).expect("a copy can be made");
        let (script, interpreter) = (animal.file(), interpreter.to_owned());
        animal.check(&[Fails(Start(Unstarted::NoInterpreter {
            script,
            interpreter,
        }))]);
    }
}
