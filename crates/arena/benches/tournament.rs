//! What a game of a tournament costs: `cargo bench -p brelan-arena --bench tournament -- [GAMES]`.
//!
//! `naif` against `naif` at the 13 matches, with every record kept in the store and written to the
//! folder, in processor time of all threads together.

use std::env;
use std::io::{self, Write};

use arena::tournament::{Folder, Format, Keeper, Openings, Plan, run};
use arena::{Admission, Launcher, Strictness};
use cpu_time::ProcessTime;
use house::{Language, Options};
use table::Limits;

const GAMES: u32 = 200_000;
const ROUNDS: usize = 3;

fn plan(games: u32) -> Plan {
    let game = house::find("allumettes").expect("a game of the house");
    let seat = |text| house::seat(text, game).expect("a player");
    Plan {
        game,
        options: Options::default(),
        players: ["A@naif", "B@naif"].map(seat).into(),
        format: Format::Series,
        games,
        rounds: None,
        limits: Limits::default(),
        seed: 1,
        openings: Openings::Start,
        sprt: None,
        concurrency: 1,
        admission: Admission {
            strictness: Strictness::Best,
            allowed: Vec::new(),
            restarts: 0,
            language: Language::English,
            launcher: Launcher::this_program(),
        },
        cage: None,
    }
}

/// Games a second of processor time.
fn speed(games: u32) -> f64 {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let mut plan = plan(games);
    let begun = ProcessTime::now();
    let mut keeper = Keeper::open(folder.path(), "bench", "bench", &mut plan, true, false)
        .expect("nobody else plays it");
    let mut output = Folder::begin(&folder.path().join("out"), &plan).expect("room");
    let outcome = run(&plan, &mut keeper, Some(&mut output), &mut |_| ()).expect("it is kept");
    output
        .stand(&outcome.standings, "bench", Language::English)
        .expect("room");
    assert_eq!(outcome.standings.rows[0].games, u64::from(games));
    f64::from(games) / begun.elapsed().as_secs_f64()
}

fn main() {
    let games = env::args().skip(1).find_map(|word| word.parse().ok());
    let games = games.unwrap_or(GAMES);
    let best = (0..ROUNDS).map(|_| speed(games)).fold(0.0, f64::max);
    let line = format!("{best:.0} games a second of one core, the best of {ROUNDS} runs\n");
    let _ = io::stdout().write_all(line.as_bytes());
}
