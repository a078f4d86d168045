//! Many starts, one in five of which goes wrong, leave no process, descriptor, file or thread, and no memory.

#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use sandbox::{Cage, Launcher, Program, Rung, Strictness};

/// How many of each kind.
const ROUNDS: usize = 20;

/// Four that play well, then one that does not.
const SCRIPTS: [&str; 10] = [
    "while read line; do echo 1; done",
    "while read line; do echo 1; done",
    "while read line; do echo '# hm'; echo 1; done",
    "while read line; do echo 1; done; sleep 1000",
    "read line; exit 3",
    "while read line; do echo 1; done",
    "while read line; do echo 1; echo x >&2; done",
    "while read line; do echo x > $TMPDIR/x; echo 1; done",
    "read line; mkdir -p $TMPDIR/a/b; chmod 0 $TMPDIR/a; echo 1; read line",
    "setsid sleep 1000 & setsid sleep 1000 & while read line; do sleep 1000; done",
];

#[derive(Debug, PartialEq, Eq)]
struct Left {
    descriptors: usize,
    threads: usize,
    temporary: usize,
    children: String,
}

impl Left {
    fn now() -> Self {
        let count = |folder: &str| fs::read_dir(folder).map_or(0, Iterator::count);
        let temporary = fs::read_dir(std::env::temp_dir())
            .into_iter()
            .flatten()
            .flatten();
        let prefix = format!("brelan-{}-", std::process::id());
        let ours = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(&prefix);
        Self {
            descriptors: count("/proc/self/fd"),
            threads: count("/proc/self/task"),
            temporary: temporary.filter(ours).count(),
            children: fs::read_to_string("/proc/thread-self/children").unwrap_or_default(),
        }
    }
}

fn resident() -> u64 {
    let statm = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse::<u64>().ok());
    pages.expect("the kernel tells it") * 4096
}

fn round(cage: &Cage, folder: &Path) {
    for script in SCRIPTS {
        let words = ["/bin/sh", "-c", script].map(Into::into).to_vec();
        let mut program = Program::command(words, folder.to_owned());
        program.limits.first_answer = Duration::from_millis(100);
        program.limits.unflushed = Duration::from_millis(1);
        program.limits.farewell = Duration::from_millis(1);
        let mut process = cage.start(&program).expect("it starts");
        // What each answers is the zoo's to check.
        let _ = process.ask("play", Duration::ZERO);
        let _ = process.ask("play", Duration::from_millis(100));
        process.finish();
    }
}

#[test]
fn many_starts_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for rungs in [&Rung::ALL[..], &[]] {
        let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
        let cage = Cage::build(launcher, Strictness::Best).unwrap().only(rungs);
        round(&cage, folder.path());
        let (before, memory) = (Left::now(), resident());
        for _ in 0..ROUNDS {
            round(&cage, folder.path());
        }
        assert_eq!(Left::now(), before, "on {rungs:?}");
        let more = resident().saturating_sub(memory);
        assert!(more < 1 << 20, "{more} bytes more on {rungs:?}");
        let inside = |entry: &fs::DirEntry| {
            fs::read_link(entry.path().join("cwd")).is_ok_and(|at| at.starts_with(folder.path()))
        };
        let left = fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter(inside)
            .count();
        assert_eq!(left, 0, "processes on {rungs:?}");
    }
}
