//! Small programs that misbehave: each gets the right failure, in time, and leaves no process behind.

mod escapes;
mod test_program;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use sandbox::ProgramFailure::{Crash, Flood, Limit, Start, Time};
use sandbox::{
    Cage, ExceededLimit, LateAnswer, Launcher, OutputFlood, ProgramExit, ProgramLine, Protection,
    StartFailure, Strictness, UnreadableCause,
};
use test_program::Outcome::{self, Fails, Says};
use test_program::{MOVE, TestProgram, best_cage, skip};

/// Tests of programs: file, and the expected result of each question.
macro_rules! misbehaving {
    ($($name:ident: $file:literal => [$($outcome:expr),+];)+) => {$(
        #[test]
        fn $name() {
            if let Some(program) = TestProgram::new($file) {
                program.check(&[$($outcome),+]);
            }
        }
    )+};
}

fn unreadable(cause: UnreadableCause) -> Outcome {
    Outcome::Unreadable(cause)
}

const OUTPUT: Outcome = Fails(Flood(OutputFlood::Output(1 << 20)));
const ERRORS: Outcome = Fails(Flood(OutputFlood::Errors(16 << 20)));

misbehaving! {
    exits_at_once: "exits_at_once.c" => [Fails(Crash(ProgramExit::Exited(0)))];
    exits_in_mid_game: "exits_in_mid_game.c" => [Says("1"), Fails(Crash(ProgramExit::Exited(3)))];
    dies_by_signal: "dies_by_signal.c" => [Fails(Crash(ProgramExit::Killed(libc::SIGTERM)))];
    aborts: "aborts.c" => [Fails(Crash(ProgramExit::Killed(libc::SIGABRT)))];
    reads_address_zero: "reads_address_zero.c" => [Fails(Crash(ProgramExit::Killed(libc::SIGSEGV)))];
    double_fork_and_exit: "double_fork_and_exit.c" => [Fails(Crash(ProgramExit::Exited(4)))];
    closes_output: "closes_output.c" => [Fails(Crash(ProgramExit::ClosedOutput))];
    closes_input: "closes_input.c" => [Says("1"), Fails(Crash(ProgramExit::ClosedInput))];

    never_answers: "never_answers.c" => [Says("1"), Fails(Time(LateAnswer::Silent))];
    answers_late: "answers_late.c" => [Says("1"), Fails(Time(LateAnswer::Silent))];
    does_not_flush: "does_not_flush.c" => [Says("1"), Fails(Time(LateAnswer::Unflushed("2".to_owned())))];
    does_not_flush_python:
        "does_not_flush.py" => [Says("1"), Fails(Time(LateAnswer::Unflushed("2".to_owned())))];
    stops_itself: "stops_itself.c" => [Says("1"), Fails(Time(LateAnswer::Silent))];
    spins: "spins.c" => [Says("1"), Fails(Time(LateAnswer::Silent))];

    answers_twice: "answers_twice.c" => [Says("1"), unreadable(UnreadableCause::Early), Says("1")];
    nul: "says_nul.c" => [unreadable(UnreadableCause::Nul)];
    bad_utf8: "bad_utf8.c" => [unreadable(UnreadableCause::Encoding)];
    escape_codes: "escape_codes.c" => [unreadable(UnreadableCause::Control)];
    long_line: "long_line.c" => [unreadable(UnreadableCause::TooLong), Says("1")];
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

    fork_bomb: "fork_bomb.c" => [Fails(Limit(ExceededLimit::Processes(64)))];
    thread_bomb: "thread_bomb.c" => [Fails(Limit(ExceededLimit::Processes(64)))];
    huge_file: "huge_file.c" => [Fails(Limit(ExceededLimit::FileSize(64 << 20)))];
}

#[test]
fn raises() {
    let Some(program) = TestProgram::new("raises.py") else {
        return;
    };
    let finished = program.check(&[Says("1"), Fails(Crash(ProgramExit::Exited(1)))]);
    let errors = finished.expect("the program started").errors;
    assert!(errors.contains("ZeroDivisionError"), "{errors}");
}

#[test]
fn exits_after_over() {
    let Some(mut program) = TestProgram::new("leaves_after_over.sh") else {
        return;
    };
    program.before = vec!["game allumettes first".to_owned()];
    let finished = program.check(&[Says("1"), Says("1")]);
    assert_eq!(
        finished.expect("the program started").exit,
        Some(ProgramExit::Exited(0))
    );
    program.word = "5000\nover win".to_owned();
    let finished = program.check(&[Says("1")]).expect("the program started");
    assert_eq!(finished.exit, Some(ProgramExit::Exited(0)));
}

#[test]
fn writes_nothing() {
    for name in ["writes_nothing.c", "sleeps_through_the_end_of_input.c"] {
        if let Some(mut program) = TestProgram::new(name) {
            program.limits.first_answer = Duration::from_millis(100);
            program.check(&[Fails(Start(StartFailure::Silent))]);
        }
    }
}

#[test]
fn first_answer_has_extra_time_that_is_not_counted() {
    let Some(mut program) = TestProgram::new("in_pieces.c") else {
        return;
    };
    program.limits.first_answer = Duration::from_secs(5);
    let mut process = best_cage()
        .start(&program.command())
        .expect("the program starts");
    let answer = process
        .ask("play", Duration::ZERO)
        .expect("five seconds are enough");
    assert_eq!(answer.thought, Duration::ZERO);
    let failure = process.ask("play", Duration::ZERO);
    let forfeit = failure.map_err(|failure| failure.forfeit());
    assert_eq!(forfeit, Err(table::Forfeit::Time));
}

#[test]
fn without_end_of_line() {
    if let Some(mut program) = TestProgram::new("without_end_of_line.c") {
        program.limits.first_answer = Duration::from_millis(100);
        program.check(&[Fails(Time(LateAnswer::Unended("1".to_owned())))]);
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
    if let Some(program) = TestProgram::new("trusts_printf.c") {
        program.check(&[Says("1"), Says("1")]);
    }
}

#[test]
fn never_reads() {
    if let Some(mut program) = TestProgram::new("never_reads.c") {
        program.limits.first_answer = Duration::from_millis(100);
        program.asked_asleep = true;
        program.check(&[
            unreadable(UnreadableCause::Early),
            Fails(Start(StartFailure::Silent)),
        ]);
        program.before = vec!["seen".repeat(50_000)];
        program.check(&[
            unreadable(UnreadableCause::Early),
            Fails(Time(LateAnswer::Unread)),
        ]);
    }
}

#[test]
fn answers_before_being_asked() {
    if let Some(mut program) = TestProgram::new("answers_before_being_asked.c") {
        program.asked_asleep = true;
        program.check(&[unreadable(UnreadableCause::Early), Says("2"), Says("2")]);
    }
}

#[test]
fn floods_answers() {
    if let Some(mut program) = TestProgram::new("floods_answers.c") {
        program.asked_asleep = true;
        program.check(&[Says("1"), unreadable(UnreadableCause::Early)]);
    }
}

#[test]
fn complains_and_answers() {
    let Some(program) = TestProgram::new("complains_and_answers.py") else {
        return;
    };
    let finished = program
        .check(&[Says("1"), Says("1")])
        .expect("the program started");
    assert_eq!(finished.errors.len(), program.limits.errors_kept);
    assert!(finished.errors.ends_with("this is not fair\n"));
}

#[test]
fn makes_notes() {
    let Some(mut program) = TestProgram::new("makes_notes.sh") else {
        return;
    };
    program.word = "5000".to_owned();
    let finished = program
        .check(&[Says("1"), Says("1")])
        .expect("the program started");
    let notes = ["I heard play 5000", "and I am glad"];
    assert_eq!(finished.notes, [notes, notes].concat());
    assert_eq!(finished.unasked, 0);
}

#[test]
fn says_more_after_the_end() {
    if let Some(program) = TestProgram::new("says_more_after_the_end.c") {
        let finished = program.check(&[Says("1")]).expect("the program started");
        assert_eq!(
            (finished.unasked, finished.exit),
            (1, Some(ProgramExit::Exited(0)))
        );
    }
}

#[test]
fn ignores_the_end_of_input() {
    if let Some(program) = TestProgram::new("ignores_the_end_of_input.c") {
        let finished = program.check(&[Says("1")]).expect("the program started");
        assert_eq!(finished.exit, None);
    }
}

#[test]
fn double_fork() {
    if let Some(program) = TestProgram::new("double_fork.c") {
        let finished = program.check(&[Says("1")]).expect("the program started");
        assert_eq!(finished.exit, Some(ProgramExit::Exited(0)));
        // Without a namespace the supervisor kills orphans one by one.
        program.check_on(&best_cage().only(&[]), &[Says("1")]);
    }
}

#[test]
fn memory() {
    for name in ["memory.c", "memory.py", "memory_of_children.c"] {
        if let Some(mut program) = TestProgram::new(name) {
            program.limits.memory = 128 << 20;
            program.check(&[Fails(Limit(ExceededLimit::Memory(128 << 20)))]);
            program.check_on(
                &best_cage().only(&[Protection::Limits]),
                &[Fails(Limit(ExceededLimit::Memory(128 << 20)))],
            );
        }
    }
}

/// The protections but those in `missing`.
fn without(missing: &[Protection]) -> Vec<Protection> {
    let mut left = Protection::ALL.to_vec();
    left.retain(|protection| !missing.contains(protection));
    left
}

/// The cages of machines with control groups, without, and without namespaces either.
fn rungs() -> [Vec<Protection>; 3] {
    let lacks = [
        &[][..],
        &[Protection::Cgroups],
        &[Protection::Cgroups, Protection::Namespaces],
    ];
    lacks.map(without)
}

#[test]
fn memory_that_no_process_shows() {
    for name in ["drops_shared_memory.c", "page_tables.c"] {
        if let Some(mut program) = TestProgram::new(name) {
            program.limits.memory = 128 << 20;
            let exceeded = Fails(Limit(ExceededLimit::Memory(128 << 20)));
            for rung in rungs() {
                program.check_on(&best_cage().only(&rung), std::slice::from_ref(&exceeded));
            }
        }
    }
}

#[test]
fn descriptions_of_mappings_are_memory() {
    if let Some(mut program) = TestProgram::new("many_mappings.c") {
        program.limits.memory = 16 << 20;
        let exceeded = Fails(Limit(ExceededLimit::Memory(16 << 20)));
        for rung in rungs() {
            program.check_on(&best_cage().only(&rung), std::slice::from_ref(&exceeded));
        }
    }
}

/// In a namespace temporary files are in memory of a fixed size.
#[test]
fn deleted_files_take_space() {
    if let Some(program) = TestProgram::new("deleted_files.c") {
        for rung in rungs() {
            let cage = best_cage().only(&rung);
            let expected = if cage.protections().contains(&Protection::Namespaces) {
                Says("caged")
            } else {
                Fails(Limit(ExceededLimit::Files(64 << 20)))
            };
            program.check_on(&cage, &[expected]);
        }
    }
}

/// The C library writes zeros where space cannot be reserved.
#[test]
fn space_is_not_reserved_unseen() {
    if let Some(program) = TestProgram::new("reserves_files.c") {
        for rung in rungs() {
            program.check_on(&best_cage().only(&rung), &[Says("caged")]);
        }
    }
}

/// The kernel fails a write to a socket when a control group is full; otherwise the program is killed.
#[test]
fn socket_buffers_are_memory() {
    if let Some(mut program) = TestProgram::new("fills_sockets.c") {
        program.limits.memory = 128 << 20;
        for rung in rungs() {
            let mut process = best_cage()
                .only(&rung)
                .start(&program.command())
                .expect("the program starts");
            let answer = process.ask("play", Duration::from_mins(1));
            let escaped = ProgramLine::Text("escaped".to_owned());
            assert!(
                !answer.is_ok_and(|answer| answer.line == escaped),
                "{rung:?}"
            );
        }
    }
}

/// With a control group they count among all memory.
#[test]
fn pipe_buffers_are_memory() {
    if let Some(mut program) = TestProgram::new("fills_pipes.c") {
        program.limits.memory = 32 << 20;
        let exceeded = Fails(Limit(ExceededLimit::Memory(32 << 20)));
        for rung in &rungs()[1..] {
            program.check_on(&best_cage().only(rung), std::slice::from_ref(&exceeded));
        }
    }
}

#[test]
fn forks_with_much_memory() {
    if let Some(mut program) = TestProgram::new("forks_with_much_memory.c") {
        program.limits.memory = 128 << 20;
        program.check(&[Says("1"), Says("1")]);
    }
}

/// The opponent's turn lasts 4 s. The program may compute for a fifth of it and 0.25 s more.
#[test]
fn spins_off_turn() {
    for name in ["spins_off_turn.c", "child_spins_off_turn.c"] {
        let Some(program) = TestProgram::new(name) else {
            continue;
        };
        let mut process = best_cage()
            .start(&program.command())
            .expect("the program starts");
        process.ask("play", MOVE).expect("the program answers");
        std::thread::sleep(Duration::from_secs(4));
        let used = program.used();
        let second = process.ask("play", MOVE);
        if used < 400 / 5 + 25 + 25 {
            skip(name, "the machine is too busy to spin on");
        } else {
            let spun = matches!(second, Err(Limit(ExceededLimit::OffTurn { .. })));
            assert!(spun, "{name}: {second:?} after {used} hundredths");
        }
    }
}

#[test]
fn children_that_the_kernel_reaps_count() {
    for rung in rungs() {
        let Some(program) = TestProgram::new("ignores_its_children.c") else {
            return;
        };
        let cage = best_cage().only(&rung);
        let mut process = cage.start(&program.command()).expect("the program starts");
        let answer = process.ask("play 3", Duration::from_mins(10));
        let used = answer.expect("the program answers").processor;
        assert!(used > Duration::from_millis(500), "{used:?} on {rung:?}");
    }
}

#[test]
fn exceeds_its_processor_time() {
    if let Some(mut program) = TestProgram::new("uses_up_its_processor.c") {
        program.limits.processor = Duration::from_secs(1);
        program.limits.first_answer = Duration::from_mins(1);
        program.check(&[Fails(Limit(ExceededLimit::Processor(1)))]);
    }
}

/// A host that was started by Python, for example, ignores the signal of files that are too large.
#[test]
fn signals_that_the_host_ignores_have_their_usual_effect() {
    if let Some(program) = TestProgram::new("huge_file.c") {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("launcher");
        let launcher = env!("CARGO_BIN_EXE_brelan-cage");
        let text = format!("#!/bin/sh\ntrap '' XFSZ CHLD\nexec {launcher} \"$@\"\n");
        fs::write(&script, text).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let cage = Cage::build(Launcher::at(&script), Strictness::Best).unwrap();
        let exceeded = Fails(Limit(ExceededLimit::FileSize(64 << 20)));
        program.check_on(&cage, &[exceeded]);
    }
}

#[test]
fn files_that_are_not_executable() {
    let Some(program) = TestProgram::new("no_run_bit.sh") else {
        return;
    };
    let file = program.file();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    program.check(&[Fails(Start(StartFailure::NoRunBit(file.clone())))]);
    fs::remove_file(&file).unwrap();
    program.check(&[Fails(Start(StartFailure::Missing(file)))]);
    let program = TestProgram::new("no_first_line.sh").expect("a copy can be made");
    program.check(&[Fails(Start(StartFailure::NoFormat(program.file())))]);
}

#[test]
fn interpreters_that_are_missing() {
    let cases = [
        ("missing_interpreter.sh", "/no/such/interpreter"),
        ("interpreter_not_on_the_path.sh", "no-such-interpreter"),
    ];
    for (name, interpreter) in cases {
        let program = TestProgram::new(name).expect("a copy can be made");
        let (script, interpreter) = (program.file(), interpreter.to_owned());
        program.check(&[Fails(Start(StartFailure::NoInterpreter {
            script,
            interpreter,
        }))]);
    }
}
