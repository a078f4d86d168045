//! The cost of a move and of a start: `cargo bench -p brelan-sandbox -- [STARTS]`.
//!
//! Moves are exchanged with two trivial programs in C that keep running. Their processor time is
//! measured for the host, the two programs and their supervisors.
//! Starts are measured in milliseconds to the first answer and from there to the end, and in processor
//! time of all processes: for each protection alone, for all, and for the same program without a cage.
//! With a number, that many programs are started, and the descriptors, threads, processes and memory
//! left over are counted.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

mod answers;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use cpu_time::ProcessTime;
use sandbox::{
    Cage, Launcher, ProgramCommand, ProgramLine, ProgramProcess, Protection, Strictness,
};

const PLIES: u32 = 20_000;
const ROUNDS: u32 = 5;
const STARTS: usize = 100;
const MOVE: Duration = Duration::from_secs(10);

fn cage(protections: &[Protection]) -> Cage {
    let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
    Cage::build(launcher, Strictness::Best)
        .expect("the launcher works")
        .only(protections)
}

fn ask(process: &mut ProgramProcess) {
    for line in [
        "seen second plays 1",
        "position 13",
        "left 13",
        "moves 1 2 3",
    ] {
        process.send(line).expect("the program reads its input");
    }
    let answer = process.ask("play 5000", MOVE).expect("the program answers");
    assert_eq!(answer.line, ProgramLine::Text("1".to_owned()));
}

fn micros(time: Duration, plies: u32) -> f64 {
    time.as_secs_f64() * 1e6 / f64::from(plies)
}

/// Processor time of the children that were reaped and of their reaped children.
fn children_time() -> Duration {
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

fn plies(program: &ProgramCommand) {
    let cage = cage(&Protection::ALL);
    let mut best: Option<[f64; 4]> = None;
    for _ in 0..ROUNDS {
        let mut players = [0; 2].map(|_| cage.start(program).expect("the program starts"));
        players.iter_mut().for_each(ask);
        let used = |players: &[ProgramProcess; 2]| -> Duration {
            players.iter().filter_map(ProgramProcess::processor).sum()
        };
        let (host, theirs, wall) = (ProcessTime::now(), used(&players), Instant::now());
        for ply in 0..PLIES {
            ask(&mut players[ply as usize % 2]);
        }
        let (host, wall) = (host.elapsed(), wall.elapsed());
        let all_theirs = used(&players);
        let before = children_time();
        for player in players {
            player.finish();
        }
        let supervisors = children_time().saturating_sub(before + all_theirs);
        let theirs = all_theirs.saturating_sub(theirs);
        let round = [host, theirs, supervisors, wall].map(|time| micros(time, PLIES));
        if best.is_none_or(|best| round[0] + round[1] < best[0] + best[1]) {
            best = Some(round);
        }
    }
    let [host, theirs, supervisors, wall] = best.expect("there were rounds");
    println!("a move: host {host:.1} µs, programs {theirs:.1} µs of processor time");
    println!("  (supervisors, with their start and end, {supervisors:.1} µs; wall {wall:.1} µs)");
}

/// The shortest and the median time in milliseconds.
fn summary(mut times: Vec<Duration>) -> (f64, f64) {
    times.sort();
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    (millis(times[0]), millis(times[times.len() / 2]))
}

/// Time to the first answer of the same program without a cage.
fn bare(file: &Path) -> Duration {
    let begun = Instant::now();
    let mut child = Command::new(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (input, output) = (child.stdin.as_mut(), child.stdout.take());
    input
        .expect("the stream is piped")
        .write_all(b"play\n")
        .expect("the program reads its input");
    let mut line = String::new();
    let mut output = BufReader::new(output.expect("the stream is piped"));
    output.read_line(&mut line).expect("the program answers");
    let answered = begun.elapsed();
    drop(child.stdin.take());
    child.wait().expect("the program ends");
    answered
}

/// Time to the first answer, and from there to the end of the cage.
fn start(cage: &Cage, program: &ProgramCommand) -> (Duration, Duration) {
    let begun = Instant::now();
    let mut process = cage.start(program).expect("the program starts");
    ask(&mut process);
    let answered = begun.elapsed();
    let ending = Instant::now();
    process.finish();
    (answered, ending.elapsed())
}

fn show_starts(name: &str, cage: &Cage, program: &ProgramCommand) {
    let (host, children) = (ProcessTime::now(), children_time());
    let both = (0..STARTS).map(|_| start(cage, program));
    let (answered, gone): (Vec<_>, Vec<_>) = both.unzip();
    let used = host.elapsed() + children_time().saturating_sub(children);
    let used = used.as_secs_f64() * 1e3 / STARTS as f64;
    let ((shortest, median), (_, gone)) = (summary(answered), summary(gone));
    println!("{name:<14}{shortest:>10.2}{median:>10.2}{gone:>10.2}{used:>11.2}");
}

fn starts(file: &Path, program: &ProgramCommand) {
    println!(
        "{:<14}{:>10}{:>10}{:>10}{:>11}",
        "start, ms", "shortest", "median", "to end", "processor"
    );
    let (shortest, median) = summary((0..STARTS).map(|_| bare(file)).collect());
    println!("{:<14}{shortest:>10.2}{median:>10.2}", "bare");
    show_starts("none", &cage(&[]), program);
    for protection in Protection::ALL {
        show_starts(&protection.to_string(), &cage(&[protection]), program);
    }
    show_starts("all", &cage(&Protection::ALL), program);
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

/// Number of processes of this machine that are launchers or supervisors, or run in `folder`.
fn cages(folder: &Path) -> usize {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ours = |process: &fs::DirEntry| {
        let at = |link| fs::read_link(process.path().join(link)).unwrap_or_default();
        at("exe").ends_with("brelan-cage") || at("cwd").starts_with(folder)
    };
    processes.filter(ours).count()
}

fn many(wanted: usize, program: &ProgramCommand) {
    let cage = cage(&Protection::ALL);
    let left = || {
        let (descriptors, threads) = (count("/proc/self/fd"), count("/proc/self/task"));
        let (processes, memory) = (cages(&program.folder), resident());
        format!("{descriptors} descriptors, {threads} threads, {processes} processes, {memory} KiB")
    };
    start(&cage, program);
    println!("after 1: {}", left());
    for _ in 0..wanted {
        start(&cage, program);
    }
    println!("after {wanted} more: {}", left());
}

/// Processor time of the supervisor of a program that waits.
fn idle(program: &ProgramCommand) {
    const SECONDS: u32 = 5;
    let mut process = cage(&Protection::ALL)
        .start(program)
        .expect("the program starts");
    ask(&mut process);
    let supervisor = || -> u64 {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        let used = |process: fs::DirEntry| {
            let exe = fs::read_link(process.path().join("exe")).ok()?;
            let used = fs::read_to_string(process.path().join("schedstat")).ok()?;
            let nanos = used.split(' ').next()?.parse::<u64>().ok()?;
            exe.ends_with("brelan-cage").then_some(nanos)
        };
        processes.filter_map(used).sum()
    };
    let before = supervisor();
    std::thread::sleep(Duration::from_secs(SECONDS.into()));
    let micros = (supervisor() - before) as f64 / 1e3 / f64::from(SECONDS);
    println!("an idle program's supervisor: {micros:.0} µs of processor time a second");
}

fn main() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let Some(file) = answers::compile(folder.path()) else {
        return;
    };
    let program = ProgramCommand::from_file(&file).expect("the program was compiled");
    if let Some(starts) = env::args().skip(1).find_map(|word| word.parse().ok()) {
        return many(starts, &program);
    }
    plies(&program);
    idle(&program);
    starts(&file, &program);
}
