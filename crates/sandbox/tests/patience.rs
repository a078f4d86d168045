//! Who is asked patiently is late by what it does, not by what others do on the same machine.

#![cfg(target_os = "linux")]

use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use sandbox::{Answer, Cage, Late, Launcher, Misdeed, Patience, Process, Program, Strictness};

const PATIENCE: Patience = Patience {
    processor: Duration::from_secs(1),
    asleep: Duration::from_secs(1),
};

/// A program that says a word, reads a line, and then does what the Python text says.
fn doing(text: &str) -> Process {
    let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
    let cage = Cage::build(launcher, Strictness::Best).expect("the launcher works");
    let text = format!("import time, os\ninput()\nprint(0, flush=True)\ninput()\n{text}");
    let words = ["python3", "-c", &text];
    let program = Program::command(words.map(Into::into).to_vec(), "/usr".into());
    let mut process = cage.start(&program).expect("python3 starts");
    let started = process.ask("begin", Duration::from_mins(1));
    started.expect("it answers");
    process
}

#[test]
fn whoever_computes_or_sleeps_for_ever_is_late() {
    let child = "if os.fork():\n    os.wait()\nelse:\n    while True: pass";
    for text in ["while True: pass", "time.sleep(1000)", child] {
        let answer = doing(text).ask_patiently("go", PATIENCE);
        assert_eq!(answer, Err(Misdeed::Time(Late::Silent)), "{text}");
    }
}

/// Others that keep every core busy, each in a session of its own, to which a kernel may give equal
/// shares.
struct Crowd(Vec<Child>);

impl Crowd {
    fn come() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let words = ["timeout", "60", "sh", "-c", "while :; do :; done"];
        let one = |_| Command::new("setsid").args(words).spawn();
        let all: Result<Vec<_>, _> = (0..8 * cores).map(one).collect();
        Self(all.expect("a shell starts"))
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // `timeout` ends what it started when it is asked to go itself.
            let pid = rustix::process::Pid::from_child(child);
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
            let _ = child.wait();
        }
    }
}

#[test]
fn whoever_is_kept_from_running_is_not_late() {
    // By the clock longer than both together; on a machine of its own it would use it all.
    let text = "late = time.monotonic() + 4\nwhile time.monotonic() < late: pass\nprint(1)";
    let mut process = doing(text);
    let crowd = Crowd::come();
    let begun = Instant::now();
    let answer = process.ask_patiently("go", PATIENCE);
    let lasted = begun.elapsed();
    drop(crowd);
    let Answer { processor, .. } = answer.expect("it answers");
    assert!(lasted > PATIENCE.processor + PATIENCE.asleep, "{lasted:?}");
    assert!(processor < PATIENCE.processor, "{processor:?}");
}
