//! The cost of complete games between programs: `cargo bench -p brelan-sandbox --bench games`.
//!
//! Two trivial programs in C play the 13 matches and keep running from game to game. Measured are the
//! processor time of the host and of the programs for a move, and the number of games a second on all
//! cores, with two programs for each core.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

mod answers;

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use host::{Options, Setup};
use sandbox::{Launcher, ProgramProcess, SandboxConfig, SeatedPrograms, drive};
use table::{Ending, Limits, Outcome, Player, Side, Trust};

const GAMES: u32 = 2000;
const ROUNDS: u32 = 5;
/// Both programs take one match at a time, so the first player takes the last match.
const PLIES: u32 = 13;

/// Two programs that play each other.
struct Pair {
    players: [Player; 2],
    programs: SeatedPrograms,
}

impl Pair {
    fn new(file: &Path) -> Self {
        let player = |name: &str| format!("{name}@{}", file.display()).parse();
        let players = ["A", "B"].map(|name| player(name).expect("the player is valid"));
        let config = SandboxConfig {
            launcher: Launcher::at(env!("CARGO_BIN_EXE_brelan-cage")),
            ..SandboxConfig::default()
        };
        let programs = SeatedPrograms::new(&players, &config).expect("a cage can be built");
        let mut pair = Self { players, programs };
        pair.play(1);
        pair
    }

    fn play(&mut self, games: u32) {
        let game = games::find("allumettes").expect("the game is registered");
        for number in 0..games {
            let setup = Setup {
                options: Options::default(),
                players: self.players.clone(),
                trust: Trust::Guarded,
                seed: number.into(),
            };
            let mut table = game.open(&setup).expect("default options are valid");
            self.programs.start_game(&*table, setup.seed);
            let limits = Limits::default();
            let ending = drive(&mut *table, &limits, &mut self.programs, &mut |_| ());
            assert_eq!(ending, Ok(Some(Ending::Played(Outcome::Win(Side::Second)))));
        }
    }

    fn processor(&mut self) -> Duration {
        let times = Side::BOTH.map(|side| {
            let program = self
                .programs
                .program(side)
                .expect("both seats hold programs");
            let process = program.process().expect("the program runs");
            ProgramProcess::processor(process).unwrap_or_default()
        });
        times.into_iter().sum()
    }
}

/// Microseconds of processor time for a move, of the host and of the programs.
fn plies(pair: &mut Pair) -> [f64; 2] {
    let (host, theirs) = (ProcessTime::now(), pair.processor());
    pair.play(GAMES);
    let used = [host.elapsed(), pair.processor().saturating_sub(theirs)];
    used.map(|time| time.as_secs_f64() * 1e6 / f64::from(GAMES * PLIES))
}

/// Games a second of `cores` pairs that play at the same time.
fn speed(file: &Path, cores: usize) -> f64 {
    let mut pairs: Vec<Pair> = (0..cores).map(|_| Pair::new(file)).collect();
    let begun = Instant::now();
    thread::scope(|scope| {
        for pair in &mut pairs {
            scope.spawn(|| pair.play(GAMES));
        }
    });
    f64::from(GAMES) * cores as f64 / begun.elapsed().as_secs_f64()
}

fn main() {
    let folder = tempfile::tempdir().expect("temporary folders can be made");
    let Some(file) = answers::compile(folder.path()) else {
        return;
    };
    let mut pair = Pair::new(&file);
    let rounds = (0..ROUNDS).map(|_| plies(&mut pair));
    let cheapest = rounds.min_by(|one, other| one[0].total_cmp(&other[0]));
    let [host, theirs] = cheapest.expect("there were rounds");
    println!(
        "a move of a complete game: host {host:.1} µs, programs {theirs:.1} µs of processor time"
    );
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let fastest = (0..ROUNDS).map(|_| speed(&file, cores)).fold(0.0, f64::max);
    println!("the 13 matches: {fastest:.0} games a second on {cores} cores");
}
