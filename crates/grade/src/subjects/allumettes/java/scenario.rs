//! `Scenario`: a command line and typed answers, and the list of games that the program plays.

use serde_json::Value as Json;
use subject::Case;

use super::check::ProgramCheck;
use super::transcript::at_terminal;

/// The command-line arguments and typed answers of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scenario {
    pub(super) args: Vec<String>,
    pub(super) typed: Vec<String>,
    /// Seed of the program's chance.
    pub(super) seed: u64,
    /// Whether all answers come at once, as through a pipe, instead of one line at a time.
    pub(super) piped: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScenarioPlayer {
    pub(super) name: String,
    pub(super) strategy: StrategyName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StrategyName {
    Human,
    Naive,
    Fast,
    Expert,
    Cheat,
}

impl StrategyName {
    /// The strategies with the checks of their moves, whose names are those on the command line.
    pub(super) const ALL: [(Self, ProgramCheck); 5] = [
        (Self::Human, ProgramCheck::Human),
        (Self::Naive, ProgramCheck::Naive),
        (Self::Fast, ProgramCheck::Fast),
        (Self::Expert, ProgramCheck::Expert),
        (Self::Cheat, ProgramCheck::Cheat),
    ];

    fn parse(name: &str) -> Option<Self> {
        let found = Self::ALL
            .into_iter()
            .find(|(_, check)| check.name() == name);
        found.map(|(strategy, _)| strategy)
    }
}

/// Option that makes the referee trust the players.
pub(super) const TRUSTING: &str = "-confiant";
/// Answer that is typed after the scenario's own, so that every game ends.
const FILLER: &str = "1";
const FILLERS: usize = 40;
/// Number of games between two naive players, which draw about ten numbers each.
const NAIVE_GAMES: u64 = 60;
const NAIVE_PLAYERS: [&str; 2] = ["Xavier@naif", "Ordinateur@naif"];
/// Strategies that do not cheat.
const ALL: [&str; 4] = ["rapide", "naif", "expert", "humain"];

impl Scenario {
    fn new(args: &[&str], typed: &str) -> Self {
        Self {
            args: args.iter().copied().map(str::to_owned).collect(),
            typed: typed.split_whitespace().map(str::to_owned).collect(),
            ..Self::default()
        }
    }

    pub(super) fn from_case(case: &Case) -> Self {
        let word = |arg: &Json| arg.as_str().map_or_else(|| arg.to_string(), str::to_owned);
        Self {
            args: case.args.iter().map(word).collect(),
            typed: case.input.lines().map(str::to_owned).collect(),
            ..Self::default()
        }
    }

    /// The games that repeat this one: two naive players play all of theirs, each with another chance.
    pub(super) fn with_every_chance(self) -> Vec<Self> {
        let games = if self.args == NAIVE_PLAYERS {
            NAIVE_GAMES
        } else {
            1
        };
        // The program counts the generators that it makes from the seed on.
        let seeded = |game| Self {
            seed: game << 32,
            ..self.clone()
        };
        (0..games).map(seeded).collect()
    }

    /// The check of a command line that the subject forbids, by what is wrong with it.
    pub(super) fn argument_check(&self) -> ProgramCheck {
        let trusting = self.args.first().is_some_and(|arg| arg == TRUSTING);
        let players = &self.args[usize::from(trusting)..];
        if players.iter().any(|arg| arg == TRUSTING) {
            ProgramCheck::MisplacedTrust
        } else if players.len() != 2 {
            ProgramCheck::Arguments
        } else if players.iter().all(|arg| arg.contains('@')) {
            ProgramCheck::UnknownStrategy
        } else {
            ProgramCheck::NoStrategy
        }
    }

    /// The line printed after the last typed answer; without answers, the whole output.
    pub(super) fn reaction(&self, shown: &str) -> String {
        let last = self.typed.last().filter(|it| !it.is_empty());
        let after = last.and_then(|last| shown.split_once(last.as_str()));
        match after {
            Some((_, after)) => {
                let after = after.trim_start_matches(char::is_control);
                after.lines().next().unwrap_or_default().to_owned()
            }
            None => at_terminal(shown),
        }
    }

    /// The scenario as a case, with the first `count` answers only.
    pub(super) fn case(&self, count: usize) -> Case {
        let args = self.args.iter().cloned().map(Json::from).collect();
        Case::answered(args, self.typed.iter().take(count).map(String::as_str))
    }

    /// The typed answers, followed by enough fillers to end the game.
    pub(super) fn answers(&self) -> impl Iterator<Item = &str> {
        let typed = self.typed.iter().map(String::as_str);
        typed.chain(std::iter::repeat_n(FILLER, FILLERS))
    }

    /// Trust of the referee, and the players; `None` for a command line that the subject forbids.
    pub(super) fn players(&self) -> Option<(bool, [ScenarioPlayer; 2])> {
        let trusting = self.args.first().is_some_and(|arg| arg == TRUSTING);
        let players = &self.args[usize::from(trusting)..];
        let player = |arg: &String| {
            let (name, strategy) = arg.split_once('@')?;
            let strategy = StrategyName::parse(strategy)?;
            let name = name.to_owned();
            Some(ScenarioPlayer { name, strategy })
        };
        let players: Option<Vec<_>> = players.iter().map(player).collect();
        Some((trusting, players?.try_into().ok()?))
    }
}

/// All games that are played, those with the fewest typed answers first.
pub(super) fn scenarios() -> Vec<Scenario> {
    let mut all = Vec::new();
    strategies(&mut all);
    people(&mut all);
    experts(&mut all);
    cheats(&mut all);
    all.extend(Scenario::new(&NAIVE_PLAYERS, "").with_every_chance());
    all.extend(wrong_arguments());
    all.sort_by_key(|scenario| (scenario.typed.len(), scenario.args.len()));
    all
}

/// Every pair of strategies of the computer that do not cheat.
fn strategies(all: &mut Vec<Scenario>) {
    for first in &ALL[..3] {
        for second in &ALL[..3] {
            let (first, second) = (format!("Xavier@{first}"), format!("Ordinateur@{second}"));
            all.push(Scenario::new(&[&first, &second], ""));
        }
    }
    let trusting = [TRUSTING, "Xavier@rapide", "Ordinateur@expert"];
    all.push(Scenario::new(&trusting, ""));
}

/// Games of a person who types valid and invalid numbers, as first and as second player.
fn people(all: &mut Vec<Scenario>) {
    // The answers of the subject's first listing, a like game, then each kind of answer alone.
    let whole = ["2 X 5 0 3 2 1", "2 0 1 4 2 X 3"];
    let alone = "1 2 3 0 -1 4 5 X deux 1.5".split(' ');
    for typed in whole.into_iter().chain(alone) {
        for opponent in ALL {
            all.extend(as_first_and_second("humain", opponent, typed));
        }
    }
    let two = ["Xavier@humain", "Ordinateur@humain"];
    // More matches than are left.
    for typed in ["3 3 3 2 3 1 2 1", "3 3 3 1 3 4 3", "3 3 3 3 2 3 1"] {
        all.push(Scenario::new(&two, typed));
    }
}

/// A game of two people who type numbers and other words.
pub(super) fn two_people() -> Scenario {
    Scenario::new(&["Xavier@humain", "Ordinateur@humain"], "2 X 3 1 2 3 1")
}

/// Every beginning of three answers against `expert`, as first and as second player.
fn experts(all: &mut Vec<Scenario>) {
    for number in 0..27 {
        let digits = [number / 9, number / 3 % 3, number % 3].map(|digit| digit + 1);
        let typed = digits.map(|digit| digit.to_string()).join(" ");
        for tail in ["", " 2 2 2", " 3 3 3"] {
            all.extend(as_first_and_second(
                "humain",
                "expert",
                &(typed.clone() + tail),
            ));
        }
    }
}

/// Games with a cheating strategy or person, as first and as second player, with and without trust.
fn cheats(all: &mut Vec<Scenario>) {
    let people = [
        "triche",
        "1 triche",
        "triche 3",
        "triche triche 2",
        "1 3 triche 3",
    ];
    let people = people.map(|typed| ("humain", typed));
    for opponent in ALL {
        for (cheat, typed) in [("tricheur", "")].into_iter().chain(people) {
            for guarded in as_first_and_second(cheat, opponent, typed) {
                let mut trusting = guarded.clone();
                trusting.args.insert(0, TRUSTING.to_owned());
                all.extend([guarded, trusting]);
            }
        }
    }
}

/// A game of `Xavier` against `Ordinateur`, and the same game when `Ordinateur` begins.
fn as_first_and_second(strategy: &str, opponent: &str, typed: &str) -> [Scenario; 2] {
    let (xavier, opponent) = (
        format!("Xavier@{strategy}"),
        format!("Ordinateur@{opponent}"),
    );
    [[&xavier, &opponent], [&opponent, &xavier]]
        .map(|players| Scenario::new(&players.map(String::as_str), typed))
}

/// Command lines that the subject does not allow.
fn wrong_arguments() -> Vec<Scenario> {
    let lines: [&[&str]; 8] = [
        &[],
        &["Xavier@rapide"],
        &["Xavier@rapide", "Ordinateur@naif", "Eve@rapide"],
        &["Xavier@rapide", "Ordinateur"],
        &["Xavier@rapide", "Ordinateur@inconnu"],
        &[TRUSTING],
        &[TRUSTING, "Xavier@rapide"],
        &["Xavier@rapide", TRUSTING, "Ordinateur@rapide"],
    ];
    let scenario = |args: &[&str]| Scenario::new(args, "");
    lines.into_iter().map(scenario).collect()
}

/// Games about which the subject says nothing: their result is shown and never counts.
pub(super) fn silent_scenarios() -> [(ProgramCheck, Scenario); 5] {
    let fast = "Ordinateur@rapide";
    let people = [TRUSTING, "Xavier@humain", "Ordinateur@humain"];
    let cheats = [TRUSTING, "Xavier@tricheur", "Ordinateur@tricheur"];
    let games: [(ProgramCheck, &[&str], &str); 5] = [
        (
            ProgramCheck::LongInteger,
            &["Xavier@humain", fast],
            "99999999999",
        ),
        (ProgramCheck::LastCheat, &people, "3 3 3 3 triche"),
        (ProgramCheck::TwoCheats, &cheats, ""),
        (ProgramCheck::Nameless, &["@humain", fast], ""),
        (ProgramCheck::TwoAts, &["Xavier@rapide@naif", fast], ""),
    ];
    games.map(|(check, args, typed)| (check, Scenario::new(args, typed)))
}
