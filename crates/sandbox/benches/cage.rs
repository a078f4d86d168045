//! What a ply and a start cost: `cargo bench -p brelan-sandbox -- [STARTS]`.
//!
//! Plies are between two trivial programs in C that are kept alive, in processor time: of the house,
//! of the two programs, and of their keepers, apart.
//! Starts are in milliseconds until the first answer and then to the end, and in processor time of
//! all processes, for each rung alone and for all, beside the same program without a cage; then what
//! each step of a start takes.
//! With a number, so many programs are started and what they leave is counted.

#[cfg(target_os = "linux")]
mod linux {
    use std::io::{BufRead, BufReader, Write};
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    use std::{env, fs, io};

    use sandbox::{Cage, Launcher, Process, Program, Rung, Said, Strictness};
    use cpu_time::ProcessTime;

    const PLIES: u32 = 20_000;
    const ROUNDS: u32 = 5;
    const STARTS: usize = 100;
    const MOVE: Duration = Duration::from_secs(10);

    fn say(line: &str) {
        let _ = io::stdout().write_all(format!("{line}\n").as_bytes());
    }

    fn cage(rungs: &[Rung]) -> Cage {
        let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
        Cage::build(launcher, Strictness::Best)
            .expect("the launcher works")
            .only(rungs)
    }

    fn ask(process: &mut Process) {
        for line in [
            "seen second plays 1",
            "position 13",
            "left 13",
            "moves 1 2 3",
        ] {
            process.tell(line).expect("it reads");
        }
        let answer = process.ask("play 5000", MOVE).expect("it answers");
        assert_eq!(answer.said, Said::Line("1".to_owned()));
    }

    fn micros(time: Duration, plies: u32) -> f64 {
        time.as_secs_f64() * 1e6 / f64::from(plies)
    }

    /// Processor time of the children that were waited for, with that of theirs.
    fn of_children() -> Duration {
        let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .split(' ')
            .collect();
        let ticks: u64 = [14, 15]
            .iter()
            .filter_map(|at| fields[*at].parse::<u64>().ok())
            .sum();
        Duration::from_millis(ticks * 10)
    }

    fn plies(program: &Program) {
        let cage = cage(&Rung::ALL);
        let mut best: Option<[f64; 4]> = None;
        for _ in 0..ROUNDS {
            let mut players = [0; 2].map(|_| cage.start(program).expect("it starts"));
            players.iter_mut().for_each(ask);
            let used = |players: &[Process; 2]| -> Duration {
                players.iter().filter_map(Process::processor).sum()
            };
            let (house, theirs, wall) = (ProcessTime::now(), used(&players), Instant::now());
            for ply in 0..PLIES {
                ask(&mut players[ply as usize % 2]);
            }
            let (house, wall) = (house.elapsed(), wall.elapsed());
            let all_theirs = used(&players);
            let before = of_children();
            for player in players {
                player.finish();
            }
            let keepers = of_children().saturating_sub(before + all_theirs);
            let theirs = all_theirs.saturating_sub(theirs);
            let round = [house, theirs, keepers, wall].map(|time| micros(time, PLIES));
            if best.is_none_or(|best| round[0] + round[1] < best[0] + best[1]) {
                best = Some(round);
            }
        }
        let [house, theirs, keepers, wall] = best.expect("there were rounds");
        say(&format!(
            "a ply: house {house:.1} µs, programs {theirs:.1} µs of processor time"
        ));
        say(&format!(
            "  (keepers, with their start and end, {keepers:.1} µs; wall {wall:.1} µs)"
        ));
    }

    /// Milliseconds, shortest and median.
    fn summary(mut times: Vec<Duration>) -> (f64, f64) {
        times.sort();
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        (millis(times[0]), millis(times[times.len() / 2]))
    }

    /// The same program without a cage, to its first answer.
    fn bare(file: &Path) -> Duration {
        let begun = Instant::now();
        let mut child = Command::new(file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let (input, output) = (child.stdin.as_mut(), child.stdout.take());
        input
            .expect("it is piped")
            .write_all(b"play\n")
            .expect("it reads");
        let mut line = String::new();
        let mut output = BufReader::new(output.expect("it is piped"));
        output.read_line(&mut line).expect("it answers");
        let answered = begun.elapsed();
        drop(child.stdin.take());
        child.wait().expect("it ends");
        answered
    }

    /// Time to the first answer, and then to be gone.
    fn start(cage: &Cage, program: &Program) -> (Duration, Duration) {
        let begun = Instant::now();
        let mut process = cage.start(program).expect("it starts");
        ask(&mut process);
        let answered = begun.elapsed();
        let leaving = Instant::now();
        process.finish();
        (answered, leaving.elapsed())
    }

    fn show_starts(name: &str, cage: &Cage, program: &Program) {
        let (house, children) = (ProcessTime::now(), of_children());
        let both = (0..STARTS).map(|_| start(cage, program));
        let (answered, gone): (Vec<_>, Vec<_>) = both.unzip();
        let used = house.elapsed() + of_children().saturating_sub(children);
        let used = used.as_secs_f64() * 1e3 / STARTS as f64;
        let ((shortest, median), (_, gone)) = (summary(answered), summary(gone));
        say(&format!(
            "{name:<14}{shortest:>10.2}{median:>10.2}{gone:>10.2}{used:>11.2}"
        ));
    }

    fn starts(file: &Path, program: &Program) {
        say(&format!(
            "{:<14}{:>10}{:>10}{:>10}{:>11}",
            "start, ms", "shortest", "median", "to end", "processor"
        ));
        let (shortest, median) = summary((0..STARTS).map(|_| bare(file)).collect());
        say(&format!("{:<14}{shortest:>10.2}{median:>10.2}", "bare"));
        show_starts("none", &cage(&[]), program);
        for rung in Rung::ALL {
            show_starts(&rung.to_string(), &cage(&[rung]), program);
        }
        show_starts("all", &cage(&Rung::ALL), program);
    }

    fn shares(program: &Program) {
        let cage = cage(&Rung::ALL);
        let measured = |_| {
            let (process, shares) = cage.start_measured(program).expect("it starts");
            process.finish();
            shares
        };
        let all: Vec<Vec<(String, u64)>> = (0..STARTS).map(measured).collect();
        say("steps of a start on all rungs, µs, median:");
        for (step, (name, _)) in all[0].iter().enumerate() {
            let mut taken: Vec<u64> = all.iter().map(|shares| shares[step].1).collect();
            taken.sort_unstable();
            say(&format!("  {name:<12}{:>8}", taken[STARTS / 2]));
        }
    }

    fn resident() -> u64 {
        let statm = fs::read_to_string("/proc/self/statm").unwrap_or_default();
        let pages = statm
            .split(' ')
            .nth(1)
            .and_then(|word| word.parse::<u64>().ok());
        pages.unwrap_or_default() * 4
    }

    fn count(folder: &str) -> usize {
        fs::read_dir(folder).map_or(0, Iterator::count)
    }

    /// Processes of this machine that are launchers or keepers, or run in `folder`.
    fn cages(folder: &Path) -> usize {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ours = |process: &fs::DirEntry| {
            let at = |link| fs::read_link(process.path().join(link)).unwrap_or_default();
            at("exe").ends_with("brelan-cage") || at("cwd").starts_with(folder)
        };
        processes.filter(ours).count()
    }

    fn many(wanted: usize, program: &Program) {
        let cage = cage(&Rung::ALL);
        let left = || {
            let (descriptors, threads) = (count("/proc/self/fd"), count("/proc/self/task"));
            let (processes, memory) = (cages(&program.folder), resident());
            format!(
                "{descriptors} descriptors, {threads} threads, {processes} processes, {memory} KiB"
            )
        };
        start(&cage, program);
        say(&format!("after 1: {}", left()));
        for _ in 0..wanted {
            start(&cage, program);
        }
        say(&format!("after {wanted} more: {}", left()));
    }

    /// What it costs to keep a program that does nothing.
    fn idle(program: &Program) {
        const SECONDS: u32 = 5;
        let mut process = cage(&Rung::ALL).start(program).expect("it starts");
        ask(&mut process);
        let keeper = || -> u64 {
            let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
            let used = |process: fs::DirEntry| {
                let exe = fs::read_link(process.path().join("exe")).ok()?;
                let used = fs::read_to_string(process.path().join("schedstat")).ok()?;
                let nanos = used.split(' ').next()?.parse::<u64>().ok()?;
                exe.ends_with("brelan-cage").then_some(nanos)
            };
            processes.filter_map(used).sum()
        };
        let before = keeper();
        std::thread::sleep(Duration::from_secs(SECONDS.into()));
        let micros = (keeper() - before) as f64 / 1e3 / f64::from(SECONDS);
        say(&format!(
            "an idle program's keeper: {micros:.0} µs of processor time a second"
        ));
    }

    pub(crate) fn main() {
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        let file = folder.path().join("answers");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/answers.c");
        let compiled = Command::new("cc")
            .args(["-O2", "-o"])
            .args([&file, &source])
            .status();
        if !compiled.is_ok_and(|status| status.success()) {
            return say("skipped: cc is missing");
        }
        let program = Program::at(&file).expect("it was compiled");
        if let Some(starts) = env::args().skip(1).find_map(|word| word.parse().ok()) {
            return many(starts, &program);
        }
        plies(&program);
        idle(&program);
        starts(&file, &program);
        shares(&program);
    }
}

fn main() {
    #[cfg(target_os = "linux")]
    linux::main();
}
