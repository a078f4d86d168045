//! The cost of a game of a tournament: `cargo bench -p brelan-tournament --bench tournament -- [GAMES]`.
//!
//! `naif` plays `naif` at the 13 matches, with every record saved in the store and written to the output
//! folder; measured in processor time of all threads. Then games of programs are compared with the same
//! games without a tournament.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

#[path = "../../sandbox/benches/answers/mod.rs"]
mod answers;

use std::env;

use cpu_time::ProcessTime;
use host::Options;
use sandbox::{Launcher, SandboxConfig};
use store::Address;
use table::Limits;
use text::Language;
use tournament::{Openings, OutputFolder, TournamentFormat, TournamentPlan, TournamentStore, run};

const GAMES: u32 = 200_000;
const ROUNDS: usize = 3;

fn plan(players: [&str; 2], games: u32) -> TournamentPlan {
    let game = games::find("allumettes").expect("the game is registered");
    let seat = |text| host::seat(text, game).expect("the player is valid");
    let sandbox = SandboxConfig {
        launcher: Launcher::at(env!("CARGO_BIN_EXE_brelan-tournament-cage")),
        ..SandboxConfig::default()
    };
    let mut plan = TournamentPlan {
        game,
        options: Options::default(),
        players: players.map(seat).into(),
        format: TournamentFormat::Series,
        games,
        rounds: None,
        limits: Limits::default(),
        seed: 1,
        secret: None,
        openings: Openings::Start,
        sprt: None,
        concurrency: 1,
        sandbox,
        cage: None,
    };
    plan.cage = plan
        .sandbox
        .build_cage(&plan.players)
        .expect("a cage can be built");
    plan
}

/// Plays a tournament and writes its files; returns the number of games that count.
fn play_tournament(plan: &mut TournamentPlan) -> u64 {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let store = Address::File(folder.path().join("games.sqlite"));
    let mut saved = TournamentStore::open(&store, "bench", "bench", plan, true, false)
        .expect("no other process plays it");
    let mut output =
        OutputFolder::create(&folder.path().join("out"), plan).expect("the folder can be written");
    let outcome =
        run(plan, &mut saved, Some(&mut output), &mut |_| ()).expect("games can be saved");
    output
        .write_standings(&outcome.standings, "bench", Language::English)
        .expect("the folder can be written");
    outcome.standings.rows[0].games
}

/// Number of games in one second of processor time.
fn speed(games: u32) -> f64 {
    let mut plan = plan(["A@naif", "B@naif"], games);
    let begun = ProcessTime::now();
    assert_eq!(play_tournament(&mut plan), u64::from(games));
    f64::from(games) / begun.elapsed().as_secs_f64()
}

mod programs {
    use std::time::{Duration, Instant};

    use host::Setup;
    use sandbox::{SeatedPrograms, drive};
    use table::{Ending, Outcome, Side, Trust};
    use tournament::TournamentPlan;

    use super::{answers, plan, play_tournament};

    const GAMES: u32 = 100;
    const ROUNDS: usize = 21;

    /// Plays the games of the plan, each with new processes, without a tournament.
    fn play_alone(plan: &TournamentPlan) {
        let [first, second] = &plan.players[..] else {
            unreachable!("a series has two players");
        };
        for number in 0..plan.games {
            let setup = Setup {
                options: plan.options.clone(),
                players: [first.clone(), second.clone()],
                trust: Trust::Guarded,
                seed: number.into(),
            };
            let mut table = plan.game.open(&setup).expect("default options are valid");
            let mut programs =
                SeatedPrograms::in_cage(plan.cage.clone(), &setup.players, &plan.sandbox);
            programs.start_game(&*table, setup.seed);
            let ending = drive(&mut *table, &plan.limits, &mut programs, &mut |_| ());
            let expected = Ending::Played(Outcome::Win(Side::Second));
            assert_eq!(ending, Ok(Some(expected)));
        }
    }

    fn timed(work: impl FnOnce()) -> Duration {
        let begun = Instant::now();
        work();
        begun.elapsed()
    }

    fn median(mut values: Vec<f64>) -> f64 {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    }

    /// Measures a tournament and games without one in turn, and compares them round by round, because
    /// the load of the machine changes more slowly than a round.
    pub(crate) fn measure() {
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        let Some(file) = answers::compile(folder.path()) else {
            return;
        };
        let players = ["A", "B"].map(|name| format!("{name}@{}", file.display()));
        let mut plan = plan([&players[0], &players[1]], GAMES);
        let rounds = (0..ROUNDS).map(|_| {
            // The two players are deterministic, so one pair counts.
            let held = timed(|| assert_eq!(play_tournament(&mut plan), 2));
            [held, timed(|| play_alone(&plan))]
        });
        let rounds: Vec<[f64; 2]> = rounds
            .map(|times| times.map(|time| time.as_secs_f64() * 1e3 / f64::from(GAMES)))
            .collect();
        let typical = |value: fn(&[f64; 2]) -> f64| median(rounds.iter().map(value).collect());
        let [held, alone] = [typical(|[held, _]| *held), typical(|[_, alone]| *alone)];
        let percent = 100.0 * (typical(|[held, alone]| held / alone) - 1.0);
        println!(
            "programs: {held:.2} ms a game, {alone:.2} ms without a tournament: {percent:+.1} %, \
             medians of {ROUNDS} rounds"
        );
    }
}

fn main() {
    let games = env::args().skip(1).find_map(|word| word.parse().ok());
    let games = games.unwrap_or(GAMES);
    let best = (0..ROUNDS).map(|_| speed(games)).fold(0.0, f64::max);
    println!("{best:.0} games a second of one core, the best of {ROUNDS} runs");
    programs::measure();
}
