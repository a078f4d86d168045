//! What whole games between programs cost: `cargo bench -p brelan-sandbox --bench games`.
//!
//! The 13 matches between two trivial programs in C that are kept from game to game: processor time
//! of the house and of the programs for a ply, and games a second on every core, each with two
//! programs of its own.

#[cfg(target_os = "linux")]
mod linux {
    use std::io::{self, Write};
    use std::path::Path;
    use std::process::Command;
    use std::thread;
    use std::time::{Duration, Instant};

    use sandbox::{Admission, Launcher, Party, Process, Strictness};
    use cpu_time::ProcessTime;
    use house::{Language, Options, Setup};
    use table::{Ending, Limits, Outcome, Player, Side, Trust};

    const GAMES: u32 = 2000;
    const ROUNDS: u32 = 5;
    /// Both take one match after the other, so that the first is left with the last.
    const PLIES: u32 = 13;

    fn say(line: &str) {
        let _ = io::stdout().write_all(format!("{line}\n").as_bytes());
    }

    /// Two programs at a table.
    struct Pair {
        players: [Player; 2],
        party: Party,
    }

    impl Pair {
        fn new(file: &Path) -> Self {
            let player = |name: &str| format!("{name}@{}", file.display()).parse();
            let players = ["A", "B"].map(|name| player(name).expect("a player"));
            let admission = Admission {
                strictness: Strictness::Best,
                allowed: Vec::new(),
                restarts: 0,
                language: Language::English,
                launcher: Launcher::at(env!("CARGO_BIN_EXE_brelan-cage")),
            };
            let party = Party::admit(&players, &admission).expect("there is a cage");
            let mut pair = Self { players, party };
            pair.play(1);
            pair
        }

        fn play(&mut self, games: u32) {
            let game = house::find("allumettes").expect("a game of the house");
            for number in 0..games {
                let setup = Setup {
                    options: Options::default(),
                    players: self.players.clone(),
                    trust: Trust::Guarded,
                    seed: number.into(),
                };
                let mut table = game.open(&setup).expect("the usual options");
                self.party.sit(&*table, setup.seed);
                let ending = self
                    .party
                    .play(&mut *table, &Limits::default(), &mut |_| ());
                assert_eq!(ending, Ok(Ending::Played(Outcome::Win(Side::Second))));
            }
        }

        fn processor(&mut self) -> Duration {
            let guests = Side::BOTH.map(|side| {
                let guest = self.party.guest(side).expect("it was let in");
                let process = guest.process().expect("it runs");
                Process::processor(process).unwrap_or_default()
            });
            guests.into_iter().sum()
        }
    }

    /// Microseconds of processor time for a ply: of the house, and of the programs.
    fn plies(pair: &mut Pair) -> [f64; 2] {
        let (house, theirs) = (ProcessTime::now(), pair.processor());
        pair.play(GAMES);
        let used = [house.elapsed(), pair.processor().saturating_sub(theirs)];
        used.map(|time| time.as_secs_f64() * 1e6 / f64::from(GAMES * PLIES))
    }

    /// Games a second of `cores` pairs together.
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

    pub(crate) fn main() {
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        let file = folder.path().join("answers");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/answers.c");
        let mut compiler = Command::new("cc");
        let compiled = compiler.args(["-O2", "-o"]).args([&file, &source]).status();
        if !compiled.is_ok_and(|status| status.success()) {
            return say("skipped: cc is missing");
        }
        let mut pair = Pair::new(&file);
        let rounds = (0..ROUNDS).map(|_| plies(&mut pair));
        let cheapest = rounds.min_by(|one, other| one[0].total_cmp(&other[0]));
        let [house, theirs] = cheapest.expect("there were rounds");
        say(&format!(
            "a ply of a whole game: house {house:.1} µs, programs {theirs:.1} µs of processor time"
        ));
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let fastest = (0..ROUNDS).map(|_| speed(&file, cores)).fold(0.0, f64::max);
        say(&format!(
            "the 13 matches: {fastest:.0} games a second on {cores} cores"
        ));
    }
}

fn main() {
    #[cfg(target_os = "linux")]
    linux::main();
}
