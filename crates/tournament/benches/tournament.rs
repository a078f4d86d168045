//! What a game of a tournament costs: `cargo bench -p brelan-tournament --bench tournament -- [GAMES]`.
//!
//! `naif` against `naif` at the 13 matches, with every record kept in the store and written to the
//! folder, in processor time of all threads together; and games of programs beside the same games
//! without a tournament.

use std::env;
use std::io::{self, Write};

use tournament::{Folder, Format, Keeper, Openings, Plan, run};
use sandbox::{Admission, Launcher, Strictness};
use cpu_time::ProcessTime;
use house::{Language, Options};
use store::Address;
use table::Limits;

const GAMES: u32 = 200_000;
const ROUNDS: usize = 3;

fn say(line: &str) {
    let _ = io::stdout().write_all(format!("{line}\n").as_bytes());
}

fn plan(players: [&str; 2], games: u32) -> Plan {
    let game = house::find("allumettes").expect("a game of the house");
    let seat = |text| house::seat(text, game).expect("a player");
    let admission = Admission {
        strictness: Strictness::Best,
        allowed: Vec::new(),
        restarts: 0,
        language: Language::English,
        launcher: Launcher::at(env!("CARGO_BIN_EXE_brelan-tournament-cage")),
    };
    let mut plan = Plan {
        game,
        options: Options::default(),
        players: players.map(seat).into(),
        format: Format::Series,
        games,
        rounds: None,
        limits: Limits::default(),
        seed: 1,
        openings: Openings::Start,
        sprt: None,
        concurrency: 1,
        admission,
        cage: None,
    };
    plan.cage = plan.admission.cage(&plan.players).expect("there is a cage");
    plan
}

/// Holds a tournament from its plan to its files; says how many games counted.
fn hold(plan: &mut Plan) -> u64 {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let store = Address::File(folder.path().join("games.sqlite"));
    let mut keeper =
        Keeper::open(&store, "bench", "bench", plan, true, false).expect("nobody else plays it");
    let mut output = Folder::begin(&folder.path().join("out"), plan).expect("room");
    let outcome = run(plan, &mut keeper, Some(&mut output), &mut |_| ()).expect("it is kept");
    output
        .stand(&outcome.standings, "bench", Language::English)
        .expect("room");
    outcome.standings.rows[0].games
}

/// Games a second of processor time.
fn speed(games: u32) -> f64 {
    let mut plan = plan(["A@naif", "B@naif"], games);
    let begun = ProcessTime::now();
    assert_eq!(hold(&mut plan), u64::from(games));
    f64::from(games) / begun.elapsed().as_secs_f64()
}

#[cfg(target_os = "linux")]
mod programs {
    use std::path::Path;
    use std::process::Command;
    use std::time::{Duration, Instant};

    use sandbox::Party;
    use tournament::Plan;
    use house::Setup;
    use table::{Ending, Outcome, Side, Trust};

    use super::{hold, plan, say};

    const GAMES: u32 = 100;
    const ROUNDS: usize = 21;

    /// The games of the plan with processes of their own, and nothing else.
    fn bare(plan: &Plan) {
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
            let mut table = plan.game.open(&setup).expect("the usual options");
            let mut party = Party::within(plan.cage.clone(), &setup.players, &plan.admission);
            party.sit(&*table, setup.seed);
            let ending = party.play(&mut *table, &plan.limits, &mut |_| ());
            assert_eq!(ending, Ok(Ending::Played(Outcome::Win(Side::Second))));
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

    /// Both in turn, and compared round by round: what else the machine does comes and goes slower
    /// than a round.
    pub(crate) fn measure() {
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        let file = folder.path().join("answers");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sandbox/benches/answers.c");
        let mut compiler = Command::new("cc");
        let compiled = compiler.args(["-O2", "-o"]).args([&file, &source]).status();
        if !compiled.is_ok_and(|status| status.success()) {
            return say("skipped: cc is missing");
        }
        let players = ["A", "B"].map(|name| format!("{name}@{}", file.display()));
        let mut plan = plan([&players[0], &players[1]], GAMES);
        let rounds = (0..ROUNDS).map(|_| {
            // The two players always choose alike: one pair counts.
            let held = timed(|| assert_eq!(hold(&mut plan), 2));
            [held, timed(|| bare(&plan))]
        });
        let rounds: Vec<[f64; 2]> = rounds
            .map(|times| times.map(|time| time.as_secs_f64() * 1e3 / f64::from(GAMES)))
            .collect();
        let of = |value: fn(&[f64; 2]) -> f64| median(rounds.iter().map(value).collect());
        let [held, alone] = [of(|[held, _]| *held), of(|[_, alone]| *alone)];
        let percent = 100.0 * (of(|[held, alone]| held / alone) - 1.0);
        say(&format!(
            "programs: {held:.2} ms a game, {alone:.2} ms without a tournament: {percent:+.1} %, \
             medians of {ROUNDS} rounds"
        ));
    }
}

fn main() {
    let games = env::args().skip(1).find_map(|word| word.parse().ok());
    let games = games.unwrap_or(GAMES);
    let best = (0..ROUNDS).map(|_| speed(games)).fold(0.0, f64::max);
    say(&format!(
        "{best:.0} games a second of one core, the best of {ROUNDS} runs"
    ));
    #[cfg(target_os = "linux")]
    programs::measure();
}
