//! Time to score all seven columns with the book, in random games and in perfect play.
//!
//! `cargo bench -p brelan-puissance4 --bench columns -- [GAMES [threads=N]]`. Each game begins with an
//! empty table of 64 MiB. The score of a column must be that of the position after it.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::{Duration, Instant};

use puissance4::{Board, Book, Column, MEMORY_BYTES, Solver};
use table::{Budget, Chance, Limits, Monotonic, Seeded};

const GAMES: u64 = 30;
const THREADS: usize = 2;
const CELLS: u32 = 42;

/// The time to score the columns of one position.
struct Timing {
    discs: u32,
    time: Duration,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse().ok();
    let games: u64 = arguments.iter().find_map(number).unwrap_or(GAMES);
    let threads = arguments
        .iter()
        .find_map(|argument| argument.strip_prefix("threads="));
    let limits = Limits {
        threads: threads.map_or(THREADS, |threads| threads.parse().expect("threads=N")),
        ..Limits::default()
    };
    println!(
        "book of {} discs, {} threads, {games} games of each kind",
        Book::shipped().plies(),
        limits.threads
    );
    let random = play(games, &limits, |columns, luck| {
        any(
            &columns
                .iter()
                .map(|&(column, _)| column)
                .collect::<Vec<_>>(),
            luck,
        )
    });
    print_summary("random games", &random);
    let perfect = play(games, &limits, |columns, luck| {
        let best = columns.iter().map(|&(_, score)| score).max();
        let best = columns.iter().filter(|&&(_, score)| Some(score) == best);
        any(&best.map(|&(column, _)| column).collect::<Vec<_>>(), luck)
    });
    print_summary("perfect play", &perfect);
    print_by_discs(&perfect);
}

fn any(columns: &[Column], luck: &mut Seeded) -> Column {
    columns[luck.below(columns.len() as u32) as usize]
}

/// Plays games in which `choose` picks a column from the list with scores, and times every position.
fn play(
    games: u64,
    limits: &Limits,
    choose: impl Fn(&[(Column, i32)], &mut Seeded) -> Column,
) -> Vec<Timing> {
    let mut solver = Solver::new(MEMORY_BYTES).with_book(Book::shipped());
    let clock = Monotonic::start();
    let mut timings = Vec::new();
    for seed in 0..games {
        let mut luck = Seeded::new(seed);
        let (mut board, mut promised) = (Board::EMPTY, None);
        solver.clear();
        while !board.is_full() && !board.is_lost() {
            let start = Instant::now();
            let (scores, _) = solver.columns(board, &Budget::new(limits, &clock));
            timings.push(Timing {
                discs: board.discs(),
                time: start.elapsed(),
            });
            let columns: Vec<(Column, i32)> = Column::all()
                .zip(scores)
                .filter_map(|(column, bounds)| Some((column, bounds?.exact()?)))
                .collect();
            let worth = columns.iter().map(|&(_, score)| score).max();
            assert!(
                promised.is_none() || worth == promised,
                "seed {seed}: {board:?}"
            );
            let column = choose(&columns, &mut luck);
            let chosen = columns.iter().find(|&&(other, _)| other == column);
            promised = chosen.map(|&(_, score)| -score);
            board = board
                .after(column)
                .expect("a column with a score is not full");
        }
    }
    timings
}

/// Prints average, 99th percentile and maximum of the times.
fn print_summary(name: &str, timings: &[Timing]) {
    let mut times: Vec<Duration> = timings.iter().map(|timing| timing.time).collect();
    times.sort_unstable();
    let sum: Duration = times.iter().sum();
    println!(
        "{name}: {} positions, {:.1?} on average, p99 {:.1?}, most {:.1?}",
        times.len(),
        sum / times.len() as u32,
        times[times.len() * 99 / 100],
        times[times.len() - 1]
    );
}

/// Prints average and maximum for each number of discs.
fn print_by_discs(timings: &[Timing]) {
    for discs in 0..CELLS {
        let times = || timings.iter().filter(|t| t.discs == discs).map(|t| t.time);
        let Some(most) = times().max().filter(|most| most.as_millis() > 0) else {
            continue;
        };
        let average = times().sum::<Duration>() / times().count() as u32;
        println!("  {discs:2} discs: {average:9.1?} on average, most {most:9.1?}");
    }
}
