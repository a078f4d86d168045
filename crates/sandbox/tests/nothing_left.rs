//! No process, descriptor, file, thread or memory is left after many starts; one start in five fails.

mod host_groups;

use std::fs;
use std::path::Path;
use std::time::Duration;

use sandbox::{Cage, Launcher, ProgramCommand, Protection, Strictness};

/// Number of times each script runs.
const ROUNDS: usize = 20;

/// Programs; every fifth misbehaves.
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

/// The resources that this process holds.
#[derive(Debug, PartialEq, Eq)]
struct Left {
    descriptors: usize,
    threads: usize,
    temporary: usize,
    groups: usize,
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
            groups: host_groups::count(std::process::id()),
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
    pages.expect("statm holds the resident pages") * 4096
}

fn round(cage: &Cage, folder: &Path) {
    for script in SCRIPTS {
        let words = ["/bin/sh", "-c", script].map(Into::into).to_vec();
        let mut program = ProgramCommand::new(words, folder.to_owned());
        program.limits.first_answer = Duration::from_millis(100);
        program.limits.unflushed = Duration::from_millis(1);
        program.limits.exit = Duration::from_millis(1);
        let mut process = cage.start(&program).expect("the program starts");
        // The answers are checked in tests/misbehaving.
        let _ = process.ask("play", Duration::ZERO);
        let _ = process.ask("play", Duration::from_millis(100));
        process.finish();
    }
}

#[test]
fn many_starts_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for protections in [&Protection::ALL[..], &[]] {
        let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
        let cage = Cage::build(launcher, Strictness::Best)
            .unwrap()
            .only(protections);
        let running = cage.start(&ProgramCommand::new(
            vec!["/bin/cat".into()],
            folder.path().into(),
        ));
        let grouped = cage.protections().contains(&Protection::Cgroups);
        assert_eq!(host_groups::count(std::process::id()) > 0, grouped);
        drop(running);
        round(&cage, folder.path());
        let (before, memory) = (Left::now(), resident());
        for _ in 0..ROUNDS {
            round(&cage, folder.path());
        }
        assert_eq!(Left::now(), before, "on {protections:?}");
        let more = resident().saturating_sub(memory);
        assert!(more < 1 << 20, "{more} bytes more on {protections:?}");
        let inside = |entry: &fs::DirEntry| {
            fs::read_link(entry.path().join("cwd")).is_ok_and(|at| at.starts_with(folder.path()))
        };
        let left = fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter(inside)
            .count();
        assert_eq!(left, 0, "processes on {protections:?}");
    }
}
