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

/// Number of discs of a position, and the time to score its columns.
type Timing = (u32, Duration);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse().ok();
    let games: u64 = arguments.iter().find_map(number).unwrap_or(GAMES);
    let mut words = arguments.iter();
    let threads = words.find_map(|word| word.strip_prefix("threads="));
    let limits = Limits {
        threads: threads.map_or(THREADS, |threads| {
            threads.parse().expect("the argument is threads=N")
        }),
        ..Limits::default()
    };
    println!(
        "book of {} discs, {} threads, {games} games of each kind",
        Book::shipped().plies(),
        limits.threads
    );
    print_summary("random games", &play(games, &limits, |_, _| true));
    let perfect = play(games, &limits, |score, best| score == best);
    print_summary("perfect play", &perfect);
    print_by_discs(&perfect);
}

/// Plays random columns of those that `allows` by their score and the best score, and times every
/// position.
fn play(games: u64, limits: &Limits, allows: fn(i32, i32) -> bool) -> Vec<Timing> {
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
            timings.push((board.discs(), start.elapsed()));
            let columns = Column::all().zip(scores);
            let columns = columns.filter_map(|(column, bounds)| Some((column, bounds?.exact()?)));
            let mut columns: Vec<(Column, i32)> = columns.collect();
            let scores = columns.iter().map(|&(_, score)| score);
            let best = scores.max().expect("a game in progress has a move");
            assert_eq!(best, promised.unwrap_or(best), "seed {seed}: {board:?}");
            columns.retain(|&(_, score)| allows(score, best));
            let (column, score) = columns[luck.below(columns.len() as u32) as usize];
            promised = Some(-score);
            board = board
                .after(column)
                .expect("a column with a score is not full");
        }
    }
    timings
}

/// Prints average, 99th percentile and maximum of the times.
fn print_summary(name: &str, timings: &[Timing]) {
    let mut times: Vec<Duration> = timings.iter().map(|&(_, time)| time).collect();
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
        let timings = timings.iter().filter(|timing| timing.0 == discs);
        let times = || timings.clone().map(|&(_, time)| time);
        let Some(most) = times().max().filter(|most| most.as_millis() > 0) else {
            continue;
        };
        let average = times().sum::<Duration>() / times().count() as u32;
        println!("  {discs:2} discs: {average:9.1?} on average, most {most:9.1?}");
    }
}
