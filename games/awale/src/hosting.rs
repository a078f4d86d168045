//! Awalé at a table: its options, transcript, dialogue and database, in the words of its subject.

mod board;
mod drawing;
mod edits;
mod judge;
mod space;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Once, OnceLock};

use crate::database::{AwaleDatabase as Files, build, check};
use crate::rules::MAJORITY;
use crate::{
    Awale, Engine, FEW_SEEDS, Oracle, Oracles, SIDE, STRATEGIES, Sown, small_values,
    small_values_are_there,
};
use table::{
    Ending, Event, Explain as _, Key, Message, Named, Outcome, Seeded, Side, key, message,
};

use host::{
    Analyst, Database, Hosted, LevelScale, Margin, OptionError, OptionSpec, Options, Positions,
    Progress, Scene, Space, Voice, common_lines, data_folder, spaced,
};
use review::{Judge, Reviewed};
use text::counted;

const DIR: OptionSpec = OptionSpec::new("dir", "DIR", key!("awale-option-dir"));

/// Default number of seeds of a built database.
const SEEDS: u8 = 20;

/// Number of boards that `check` recomputes by search.
const RECOMPUTED: u64 = 20_000;

impl Hosted for Awale {
    const NAME: &'static str = "awale";
    const ALIASES: &'static [&'static str] = &["oware"];
    const HIDES: bool = false;
    const STRATEGIES: &'static [Named<Self>] = STRATEGIES;
    const LEVELS: LevelScale = LevelScale {
        effort: 20_000,
        carelessness: [9.0, 3.6, 2.3, 1.6, 1.25, 0.9, 0.4],
    };
    const SPACE: Option<Space<Self>> = Some(space::SPACE);
    const ANALYSIS_OPTIONS: &'static [OptionSpec] = &[DIR];
    const DATABASE: Option<Database> = Some(Database {
        build_options: &[
            OptionSpec::new("seeds", "N", key!("awale-option-seeds")),
            DIR,
        ],
        build: build_files,
        check_options: &[DIR],
        check: check_files,
    });

    fn open(_options: &Options) -> Result<Self, OptionError> {
        Ok(Self::default())
    }

    fn ready() -> bool {
        static BEGUN: Once = Once::new();
        // Detached, because it takes about a second and the caller does not wait.
        BEGUN.call_once(|| drop(std::thread::spawn(small_values)));
        small_values_are_there()
    }

    fn analyst(options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        Ok(Box::new(Positions::new(
            engine(options)?,
            str::parse::<Self>,
        )))
    }

    fn rules(&self) -> String {
        format!("turns={}", self.turns_left())
    }

    fn plain(&self, side: Side) -> Vec<String> {
        let mut board = *self.board();
        if side != self.to_move() {
            board.turn();
        }
        vec![
            format!("pits {}", spaced(board.pits())),
            format!("scores {} {}", self.score(side), self.score(side.other())),
            format!("turns {}", self.turns_left()),
        ]
    }
}

impl Reviewed for Awale {
    fn judge(options: &Options) -> Result<Box<dyn Judge<Self>>, OptionError> {
        Ok(Box::new(judge::Searched(engine(options)?)))
    }
}

impl Voice for Awale {
    const ABOUT: Key = key!("awale-about");
    const STRATEGY_WORDS: &'static [(&'static str, Key)] = &[
        ("naif", key!("awale-strategy-naif")),
        ("glouton", key!("awale-strategy-glouton")),
        ("expert", key!("awale-strategy-expert")),
        ("tricheur", key!("awale-strategy-tricheur")),
    ];

    fn margin(&self, score: i32) -> Option<Margin> {
        let number = score.unsigned_abs();
        let message = Message::new(key!("awale-by-seeds", count, form));
        let words = counted(message, "count", number);
        Some(Margin { words, number })
    }

    fn transcript(scene: &Scene<'_, Self>, event: &Event<Self>) -> String {
        match event {
            Event::Asked { .. } => drawing(scene),
            Event::Played { side, effect, .. } => {
                let (name, pit) = (scene.name(*side), effect.pit.index());
                let plays = scene.line(&message!("awale-plays", name, pit));
                let captures = match effect.captured {
                    0 => String::new(),
                    count => scene.line(&message!("awale-captures", name, count)),
                };
                let captured = scores(scene, |side| scene.game.score(side));
                plays + &captures + &scene.line(&captured) + "\n"
            }
            // The subject's sentence first, the reason on a line of its own (R23b).
            Event::Refused { .. } => {
                scene.line(&message!("awale-unacceptable")) + &common_lines(scene, event)
            }
            // A pit that does not exist is as unacceptable as an empty one (R23).
            Event::Unreadable { text, .. } if is_integer(text) => {
                scene.line(&message!("awale-unacceptable"))
            }
            Event::Unreadable { .. } => scene.line(&message!("awale-unreadable")),
            Event::Cheated { cheat, .. } => scene.line(&message!("awale-robbed", count = cheat.0)),
            Event::Over {
                ending: Ending::Played(outcome),
            } => final_lines(scene, *outcome),
            _ => common_lines(scene, event),
        }
    }

    fn sentence(
        scene: &Scene<'_, Self>,
        event: &Event<Self>,
        you: Option<Side>,
    ) -> Option<Message> {
        let Event::Played { side, effect, .. } = event else {
            return None;
        };
        let about = |key| scene.about(key, *side, you).with("pit", effect.pit.index());
        Some(match effect.captured {
            0 => about(key!("awale-did", who, name, pit)),
            count => about(key!("awale-did-capture", who, name, pit, count)).with("count", count),
        })
    }

    fn briefly(_scene: &Scene<'_, Self>, effect: &Sown) -> Option<Message> {
        let pit = effect.pit.index();
        Some(match effect.captured {
            0 => message!("awale-sow", pit),
            seeds => message!("awale-sow-capture", pit, seeds),
        })
    }

    fn why(scene: &Scene<'_, Self>, _you: Option<Side>) -> Option<Message> {
        let game = scene.game;
        let reason = match () {
            () if game.turns_left() == 0 => "turns",
            () if game.scores().iter().any(|score| *score >= MAJORITY) => "majority",
            () if game.board().seeds() <= FEW_SEEDS => "few",
            () => "stuck",
        };
        let [first, second] = Side::BOTH.map(|side| scene.name(side));
        let [one, two] = Side::BOTH.map(|side| final_score(game, side));
        Some(message!("awale-why", reason, first, one, second, two))
    }

    fn question(scene: &Scene<'_, Self>) -> String {
        let name = scene.name(scene.game.to_move());
        scene.say(&message!("awale-ask", name))
    }
}

/// The board as the subject's figures have it: the side to move below, its pits 0 to 5 from the
/// left, the opponent's 11 down to 6 above.
fn drawing(scene: &Scene<'_, Awale>) -> String {
    let pits = scene.game.board().pits();
    let side = scene.game.to_move();
    let above: Vec<usize> = (SIDE..2 * SIDE).rev().collect();
    let below: Vec<usize> = (0..SIDE).collect();
    let numbers = |row: &[usize]| cells(row.iter().copied(), " ");
    let seeds = |row: &[usize]| cells(row.iter().map(|&pit| pits[pit].into()), "|");
    let rule = format!("+{}", "---+".repeat(SIDE));
    let name = |side| format!("{:^25}", format!("— {} —", scene.name(side)));
    let lines = [
        name(side.other()),
        numbers(&above),
        rule.clone(),
        seeds(&above),
        rule.clone(),
        seeds(&below),
        rule,
        numbers(&below),
        name(side),
    ];
    let lines = lines.map(|line| line.trim_end().to_owned() + "\n");
    lines.concat()
}

/// Whether an answer is a whole number, of any size.
fn is_integer(answer: &str) -> bool {
    let digits = answer.strip_prefix(['-', '+']).unwrap_or(answer);
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Numbers three columns wide between separators.
fn cells(numbers: impl Iterator<Item = usize>, separator: &str) -> String {
    numbers.fold(separator.to_owned(), |line, number| {
        line + &format!("{number:>2} ") + separator
    })
}

/// The final scores, then the subject's last line: the winner's name, or *égalité*.
fn final_lines(scene: &Scene<'_, Awale>, outcome: Outcome) -> String {
    let message = scores(scene, |side| final_score(scene.game, side));
    let last = match outcome.winner() {
        Some(side) => scene.name(side).to_owned(),
        None => scene.say(&message!("awale-draw")),
    };
    scene.line(&message) + &last + "\n"
}

fn scores(scene: &Scene<'_, Awale>, of: impl Fn(Side) -> u8) -> Message {
    let [first, second] = Side::BOTH.map(|side| scene.name(side));
    let [one, two] = Side::BOTH.map(of);
    message!("awale-score", first, one, second, two)
}

/// The score of a side with the seeds in its own pits.
fn final_score(game: &Awale, side: Side) -> u8 {
    let [own, other] = game.board().halves();
    game.score(side) + if side == game.to_move() { own } else { other }
}

/// An engine with the database of the option `dir`, or else of the data folder.
fn engine(options: &Options) -> Result<Engine, OptionError> {
    let Some(folder) = options.get("dir") else {
        return Ok(Engine::new(Oracles::with(default_database())));
    };
    let files = Files::open(Path::new(folder)).map_err(|error| OptionError::new("dir", &error))?;
    Ok(Engine::new(Oracles::with(Some(Arc::new(files)))))
}

/// The database of the data folder, opened once. `None` if it is missing or damaged: play goes on
/// without it, and `database check` reports the damage.
pub(crate) fn default_database() -> Option<Arc<dyn Oracle>> {
    static DATABASE: OnceLock<Option<Arc<dyn Oracle>>> = OnceLock::new();
    let open = || Some(Arc::new(Files::open(&default_folder()?).ok()?) as Arc<dyn Oracle>);
    DATABASE.get_or_init(open).clone()
}

fn default_folder() -> Option<PathBuf> {
    data_folder().map(|folder| folder.join("awale"))
}

fn folder(options: &Options) -> Result<PathBuf, Message> {
    let chosen = options.get("dir").map(PathBuf::from);
    chosen
        .or_else(default_folder)
        .ok_or_else(|| message!("awale-database-nowhere"))
}

fn build_files(options: &Options, progress: &mut dyn FnMut(Progress)) -> Result<Message, Message> {
    let folder = folder(options)?;
    let seeds = options.number("seeds").map_err(|error| error.explain())?;
    let seeds = seeds.unwrap_or(SEEDS);
    let report = &mut |done, total| progress(Progress { done, total });
    build(&folder, seeds, report).map_err(|error| error.explain())?;
    let folder = folder.display().to_string();
    Ok(message!("awale-database-built", seeds, folder))
}

fn check_files(options: &Options, progress: &mut dyn FnMut(Progress)) -> Result<Message, Message> {
    let folder = folder(options)?;
    let files = Files::open(&folder).map_err(|error| error.explain())?;
    let report = &mut |done, total| progress(Progress { done, total });
    let blocks = check(&files, RECOMPUTED, &mut Seeded::new(0), report);
    let blocks = blocks.map_err(|error| error.explain())?;
    let (seeds, boards) = (files.seeds(), RECOMPUTED);
    Ok(message!("awale-database-checked", seeds, blocks, boards))
}
