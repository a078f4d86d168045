//! Speed of computing, looking up and searching for values:
//! `cargo bench -p brelan-awale --features database --bench values -- [FOLDER]`.
//!
//! Without the folder of a database, one of 12 seeds is built in a temporary folder. Figures are per
//! second of processor time on one core, the best of three rounds. Values from the files are compared
//! with the table in memory.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::path::Path;

use awale::database::{AwaleDatabase, build};
use awale::{
    Awale, Board, Engine, MAX_TURNS, Oracle, Oracles, PITS, Packed, Sweep, Values, small_values,
};
use cpu_time::ThreadTime;
use table::{Budget, Chance, Expert, Limits, Monotonic, Seeded};

const ROUNDS: u32 = 3;
const PROBES: usize = 200_000;
const NODES: u64 = 2_000_000;

/// Units per second in the fastest round, where one round takes `units` units.
fn speed(units: u64, mut round: impl FnMut()) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let start = ThreadTime::now();
        round();
        units as f64 / start.elapsed().as_secs_f64()
    });
    rounds.fold(0.0, f64::max)
}

fn print_speed(label: &str, speed: f64, unit: &str) {
    println!("{label:<28}{speed:>12.0} {unit} a second");
}

/// Random boards, each board of at most `seeds` seeds as likely, with random numbers of turns left.
fn queries(seeds: u8, luck: &mut dyn Chance) -> Vec<(Packed, u8)> {
    let query = |_| {
        let board = loop {
            if let Some(board) = random_board(seeds, luck) {
                break board;
            }
        };
        (board, luck.below(u32::from(MAX_TURNS) + 1) as u8)
    };
    (0..PROBES).map(query).collect()
}

/// A random board by stars and bars: the gaps between 12 random bars among `seeds + 12` places are
/// the pits; `None` when two bars fall on the same place.
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

/// Values per second computed by a sweep.
fn sweep() -> f64 {
    let mut sweep = Sweep::new(14);
    let boards = sweep.stairs().boards() as u64;
    speed(5 * boards, || (0..5).for_each(|_| sweep.step()))
}

/// Nodes per second of a search from the start.
fn search() -> f64 {
    let limits = Limits {
        effort: Some(NODES),
        ..Limits::default()
    };
    let clock = Monotonic::start();
    let mut nodes = 0;
    let start = ThreadTime::now();
    for _ in 0..ROUNDS {
        let mut engine = Engine::new(Oracles::with(None));
        let budget = Budget::new(&limits, &clock);
        let found = engine.evaluate(&Awale::default(), &mut Seeded::new(0), &budget);
        nodes += found.ok().and_then(|found| found.nodes).unwrap_or(0);
    }
    nodes as f64 / start.elapsed().as_secs_f64()
}

/// Compares the database with the table in memory.
fn check(database: &AwaleDatabase, known: &Values, luck: &mut dyn Chance) {
    for (board, turns) in queries(known.seeds().min(database.seeds()), luck) {
        let found = database
            .probe(board, turns)
            .expect("the database is intact");
        assert_eq!(found, known.value(board, turns), "{board:?} {turns}");
    }
}

fn main() {
    let mut luck = Seeded::new(1);
    let own = tempfile::tempdir().expect("a temporary folder can be made");
    let given = std::env::args().skip(1).find(|word| word != "--bench");
    let folder = given.as_deref().map_or(own.path(), Path::new);
    if given.is_none() {
        build(folder, 12, &mut |_, _| ()).expect("the folder is writable");
    }
    let database = AwaleDatabase::open(folder).expect("the folder holds a database");
    let known = small_values();
    check(&database, &known, &mut luck);

    print_speed("sweep of 14 seeds", sweep(), "board-turns");
    let memory = lookups(&*known, &queries(known.seeds(), &mut luck));
    print_speed("12 seeds from memory", memory, "values");
    let files = lookups(&database, &queries(database.seeds(), &mut luck));
    let label = format!("{} seeds from files", database.seeds());
    print_speed(&label, files, "values");
    print_speed("search from the start", search(), "nodes");
    assert!(
        memory >= 2e6 && files >= 1e5,
        "slower than the documented minimum"
    );
}
