//! With a time allowance a program is late because of its own work, not because the machine is busy.

use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use sandbox::{
    Cage, LateAnswer, Launcher, ProgramAnswer, ProgramCommand, ProgramFailure, ProgramProcess,
    Strictness, TimeAllowance,
};

const ALLOWANCE: TimeAllowance = TimeAllowance {
    processor: Duration::from_secs(1),
    asleep: Duration::from_secs(1),
};

/// A Python program that answers once, reads a line, and then runs `text`.
fn python_process(text: &str) -> ProgramProcess {
    let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
    let cage = Cage::build(launcher, Strictness::Best).expect("the launcher works");
    let text = format!("import time, os\ninput()\nprint(0, flush=True)\ninput()\n{text}");
    let words = ["python3", "-c", &text];
    let program = ProgramCommand::new(words.map(Into::into).to_vec(), "/usr".into());
    let mut process = cage.start(&program).expect("python3 starts");
    let started = process.ask("begin", Duration::from_mins(1));
    started.expect("the program answers");
    process
}

#[test]
fn a_program_that_computes_or_sleeps_for_ever_is_late() {
    let child = "if os.fork():\n    os.wait()\nelse:\n    while True: pass";
    for text in ["while True: pass", "time.sleep(1000)", child] {
        let answer = python_process(text).ask_with_allowance("go", ALLOWANCE);
        assert_eq!(
            answer,
            Err(ProgramFailure::Time(LateAnswer::Silent)),
            "{text}"
        );
    }
}

/// Processes that keep every core busy. Each has its own session, because some kernels divide the
/// processor among sessions.
struct BusyMachine(Vec<Child>);

impl BusyMachine {
    fn start() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let words = ["timeout", "60", "sh", "-c", "while :; do :; done"];
        let one = |_| Command::new("setsid").args(words).spawn();
        let all: Result<Vec<_>, _> = (0..8 * cores).map(one).collect();
        Self(all.expect("a shell starts"))
    }
}

impl Drop for BusyMachine {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // `timeout` passes the signal on to the shell that it started.
            let pid = rustix::process::Pid::from_child(child);
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
            let _ = child.wait();
        }
    }
}

#[test]
fn a_program_that_gets_no_processor_is_not_late() {
    // Four seconds by the clock exceed the allowance; on an idle machine the program would use them all.
    let text = "late = time.monotonic() + 4\nwhile time.monotonic() < late: pass\nprint(1)";
    let mut process = python_process(text);
    let busy = BusyMachine::start();
    let begun = Instant::now();
    let answer = process.ask_with_allowance("go", ALLOWANCE);
    let lasted = begun.elapsed();
    drop(busy);
    let ProgramAnswer { processor, .. } = answer.expect("the program answers");
    assert!(
        lasted > ALLOWANCE.processor + ALLOWANCE.asleep,
        "{lasted:?}"
    );
    assert!(processor < ALLOWANCE.processor, "{processor:?}");
}
