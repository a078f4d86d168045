//! How fast values are computed, looked up and searched for:
//! `cargo bench -p brelan-awale-database --bench values -- [FOLDER]`.
//!
//! Without the folder of a database, one of few seeds is built for the occasion. Figures are per
//! second of processor time on one core, the best of several rounds. Values looked up are compared
//! with those of the table in memory where it has them.

use std::io::Write as _;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use awale::{
    Awale, Board, Engine, MAX_TURNS, Oracle, Oracles, PITS, Packed, Sweep, Values, small_values,
};
use awale_database::{Database, build};
use table::{Budget, Chance, Expert, Limits, Monotonic, Seeded};

const ROUNDS: u32 = 3;
const PROBES: usize = 200_000;
const NODES: u64 = 2_000_000;

/// Processor time of this thread where the system tells it, so that a busy machine does not count;
/// wall time elsewhere.
fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Units a second, the best of several rounds.
fn speed(units: u64, mut round: impl FnMut()) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let start = processor_time();
        round();
        units as f64 / processor_time().saturating_sub(start).as_secs_f64()
    });
    rounds.fold(0.0, f64::max)
}

fn say(what: &str, speed: f64, unit: &str) {
    let line = format!("{what:<28}{speed:>12.0} {unit} a second\n");
    let _ = std::io::stdout().write_all(line.as_bytes());
}

/// Boards drawn evenly from all of at most so many seeds, most of them near the most; any turns.
fn queries(seeds: u8, luck: &mut dyn Chance) -> Vec<(Packed, u8)> {
    let query = |_| {
        let mut board = None;
        while board.is_none() {
            board = random_board(seeds, luck);
        }
        let turns = luck.below(u32::from(MAX_TURNS) + 1) as u8;
        (board.expect("drawn until there is one"), turns)
    };
    (0..PROBES).map(query).collect()
}

/// Twelve bars among `seeds + 12` places: a board, and the seeds that are not on it.
fn random_board(seeds: u8, luck: &mut dyn Chance) -> Option<Packed> {
    let places = u32::from(seeds) + PITS as u32;
    let mut bars: Vec<u32> = (0..PITS).map(|_| luck.below(places)).collect();
    bars.sort_unstable();
    let mut pits = [0; PITS];
    let mut last = None;
    for (pit, &bar) in pits.iter_mut().zip(&bars) {
        *pit = match last {
            None => bar as u8,
            Some(last) => bar.checked_sub(last + 1)? as u8,
        };
        last = Some(bar);
    }
    Board::new(pits).ok().map(|board| Packed::from(&board))
}

fn lookups(oracle: &dyn Oracle, queries: &[(Packed, u8)]) -> f64 {
    let value = |&(board, turns): &(Packed, u8)| oracle.value(board, turns).map_or(0, i64::from);
    let mut sums = Vec::new();
    let speed = speed(queries.len() as u64, || {
        sums.push(queries.iter().map(value).sum::<i64>());
    });
    assert!(sums.windows(2).all(|pair| pair[0] == pair[1]));
    speed
}

fn sweep() -> f64 {
    let mut sweep = Sweep::new(14);
    let boards = sweep.stairs().boards() as u64;
    speed(5 * boards, || (0..5).for_each(|_| sweep.step()))
}

fn search() -> f64 {
    let limits = Limits {
        effort: Some(NODES),
        ..Limits::default()
    };
    let clock = Monotonic::start();
    let mut nodes = 0;
    let start = processor_time();
    for _ in 0..ROUNDS {
        let mut engine = Engine::new(Oracles::with(None));
        let budget = Budget::new(&limits, &clock);
        let found = engine.evaluate(&Awale::default(), &mut Seeded::new(0), &budget);
        nodes += found.ok().and_then(|found| found.nodes).unwrap_or(0);
    }
    nodes as f64 / processor_time().saturating_sub(start).as_secs_f64()
}

fn check(database: &Database, known: &Values, luck: &mut dyn Chance) {
    for (board, turns) in queries(known.seeds().min(database.seeds()), luck) {
        let found = database.probe(board, turns).expect("an intact database");
        assert_eq!(found, known.value(board, turns), "{board:?} {turns}");
    }
}

fn main() {
    let mut luck = Seeded::new(1);
    let own = tempfile::tempdir().expect("a folder");
    let given = std::env::args().skip(1).find(|word| word != "--bench");
    let folder = given.as_deref().map_or(own.path(), Path::new);
    if given.is_none() {
        build(folder, 12, &mut |_| ()).expect("a folder of our own");
    }
    let database = Database::open(folder).expect("a database");
    let known = small_values();
    check(&database, known, &mut luck);

    say("sweep of 14 seeds", sweep(), "board-turns");
    let memory = lookups(known, &queries(known.seeds(), &mut luck));
    say("12 seeds from memory", memory, "values");
    let files = lookups(&database, &queries(database.seeds(), &mut luck));
    say(
        &format!("{} seeds from files", database.seeds()),
        files,
        "values",
    );
    say("search from the start", search(), "nodes");
    assert!(memory >= 2e6 && files >= 1e5, "slower than promised");
}
