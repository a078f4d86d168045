//! Speed of the solver on sets of positions with known scores, compared with `BitBully` in the same
//! run.
//!
//! `cargo bench -p brelan-puissance4 --bench solver -- FOLDER [empty] [threads=N]`: the folder holds
//! `begin-hard.txt` and so on; each line is the columns played and the score. Each position begins
//! with an empty table of 64 MiB and no book. `BitBully` runs in the Python named by
//! `BITBULLY_PYTHON`, or in that of `./check`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use puissance4::{Board, Column, Solver};
use table::{Budget, Limits, Monotonic};

/// Files of positions, and the number of positions taken from each.
const SETS: [(&str, usize); 6] = [
    ("begin-hard", 10),
    ("begin-medium", 20),
    ("middle-medium", 50),
    ("begin-easy", 50),
    ("middle-easy", 100),
    ("end-easy", 100),
];

/// Python program that solves the positions of standard input with `BitBully`, each with an empty
/// table, and prints the seconds it took.
const BITBULLY: &str = "
import sys, time
from bitbully import bitbully_core
solver, seconds = bitbully_core.BitBullyCore(), 0.0
for line in sys.stdin:
    columns, score = line.split()
    board = bitbully_core.BoardCore()
    for column in columns:
        board.play(int(column) - 1)
    solver.resetTranspositionTable()
    start = time.perf_counter()
    found = solver.mtdf(board, 0)
    seconds += time.perf_counter() - start
    assert found == int(score), line
print(seconds)
";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.iter().find(|word| Path::new(word).is_dir());
    let mut words = arguments.iter();
    let threads = words.find_map(|word| word.strip_prefix("threads="));
    let limits = Limits {
        threads: threads.map_or(1, |threads| {
            threads.parse().expect("the argument is threads=N")
        }),
        ..Limits::default()
    };
    let mut solver = Solver::new(puissance4::MEMORY_BYTES);
    let warm_up = Limits {
        effort: Some(100_000),
        ..Limits::default()
    };
    solver.solve(board("4444"), &budget(&warm_up));
    if let Some(folder) = folder {
        for (name, count) in SETS {
            bench_set(&mut solver, folder, name, count, &limits);
        }
    } else {
        println!("no folder of positions given: only the empty board can be solved");
    }
    if arguments.iter().any(|argument| argument == "empty") {
        bench_empty(&mut solver, &limits);
    }
}

fn budget(limits: &Limits) -> Budget<'_> {
    static CLOCK: std::sync::LazyLock<Monotonic> = std::sync::LazyLock::new(Monotonic::start);
    Budget::new(limits, &*CLOCK)
}

fn board(columns: &str) -> Board {
    columns.bytes().fold(Board::EMPTY, |board, digit| {
        let column = Column::new(digit - b'0').expect("the digit is a column");
        board.after(column).expect("the column is not full")
    })
}

fn bench_set(solver: &mut Solver, folder: &str, name: &str, count: usize, limits: &Limits) {
    let text = fs::read_to_string(Path::new(folder).join(name).with_extension("txt"));
    let text = text.expect("the folder holds the file of positions");
    let lines: Vec<&str> = text.lines().take(count).collect();
    let (mut time, mut nodes) = (Duration::ZERO, 0);
    for line in &lines {
        let (columns, score) = line
            .split_once(' ')
            .expect("the line is columns and a score");
        let board = board(columns);
        solver.clear();
        let start = Instant::now();
        let solved = solver.solve(board, &budget(limits));
        time += start.elapsed();
        nodes += solved.nodes;
        assert_eq!(solved.bounds.exact(), score.parse().ok(), "{columns}");
    }
    let seconds = time.as_secs_f64();
    let each = 1000.0 / lines.len() as f64;
    print!(
        "{name:14} {:10.3} ms {:>10} nodes a position, {:5.2} M nodes/s",
        seconds * each,
        nodes / lines.len() as u64,
        nodes as f64 / seconds / 1e6
    );
    match bitbully(&lines) {
        Some(peer) => println!(
            ", BitBully {:10.3} ms, {:.2} times",
            peer * each,
            peer / seconds
        ),
        None => println!(", BitBully not installed"),
    }
}

fn bench_empty(solver: &mut Solver, limits: &Limits) {
    solver.clear();
    let start = Instant::now();
    let solved = solver.solve(Board::EMPTY, &budget(limits));
    assert_eq!(solved.bounds.exact(), Some(1));
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "empty board    {seconds:10.2} s  {:>10} nodes",
        solved.nodes
    );
}

/// Seconds that `BitBully` takes for the same lines, if it is installed.
fn bitbully(lines: &[&str]) -> Option<f64> {
    let root = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/check/venv/bin/python"
    );
    let python = std::env::var("BITBULLY_PYTHON").unwrap_or_else(|_| root.to_owned());
    let mut child = Command::new(python)
        .args(["-c", BITBULLY])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take()?;
    input.write_all(lines.join("\n").as_bytes()).ok()?;
    drop(input);
    let output = child.wait_with_output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
