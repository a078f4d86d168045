//! The games that a student's program is asked to play.

use house::subject::Case;
use serde_json::Value as Json;

use super::aspect::Aspect;
use super::transcript::at_terminal;

/// A command line and what is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scenario {
    pub(super) args: Vec<String>,
    pub(super) typed: Vec<String>,
}

/// A player of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) name: String,
    pub(super) strategy: Strategy,
}

/// The strategies that the subject names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    Human,
    Naive,
    Fast,
    Expert,
    Cheat,
}

impl Strategy {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "humain" => Self::Human,
            "naif" => Self::Naive,
            "rapide" => Self::Fast,
            "expert" => Self::Expert,
            "tricheur" => Self::Cheat,
            _ => return None,
        })
    }
}

pub(super) const TRUSTING: &str = "-confiant";
/// Played when what was to be typed is used up, so that every game comes to its end.
const FILLER: &str = "1";
const FILLERS: usize = 40;
/// Games between two naive players: some ten draws each.
const NAIVE_GAMES: usize = 60;
const ALL: [&str; 4] = ["rapide", "naif", "expert", "humain"];

impl Scenario {
    fn new(args: &[&str], typed: &str) -> Self {
        Self {
            args: args.iter().copied().map(str::to_owned).collect(),
            typed: typed.split_whitespace().map(str::to_owned).collect(),
        }
    }

    pub(super) fn of(case: &Case) -> Self {
        let word = |arg: &Json| arg.as_str().map_or_else(|| arg.to_string(), str::to_owned);
        Self {
            args: case.args.iter().map(word).collect(),
            typed: case.input.lines().map(str::to_owned).collect(),
        }
    }

    /// The line that follows the last answer typed; without answers, all that was shown.
    pub(super) fn answered(&self, shown: &str) -> String {
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

    /// With the first `count` answers alone.
    pub(super) fn case(&self, count: usize) -> Case {
        let args = self.args.iter().cloned().map(Json::from).collect();
        Case::answered(args, self.typed.iter().take(count).map(String::as_str))
    }

    /// What is typed, and enough to go on.
    pub(super) fn answers(&self) -> impl Iterator<Item = &str> {
        let typed = self.typed.iter().map(String::as_str);
        typed.chain(std::iter::repeat_n(FILLER, FILLERS))
    }

    /// Whether the referee trusts, and who plays; none for a command line that the subject does not
    /// allow.
    pub(super) fn players(&self) -> Option<(bool, [Player; 2])> {
        let trusting = self.args.first().is_some_and(|arg| arg == TRUSTING);
        let players = &self.args[usize::from(trusting)..];
        let player = |arg: &String| {
            let (name, strategy) = arg.split_once('@')?;
            let strategy = Strategy::named(strategy)?;
            let name = name.to_owned();
            Some(Player { name, strategy })
        };
        let players: Option<Vec<_>> = players.iter().map(player).collect();
        Some((trusting, players?.try_into().ok()?))
    }
}

/// Every game, those with the least to read first.
pub(super) fn scenarios() -> Vec<Scenario> {
    let mut all = Vec::new();
    strategies(&mut all);
    people(&mut all);
    experts(&mut all);
    cheats(&mut all);
    let naive = Scenario::new(&["Xavier@naif", "Ordinateur@naif"], "");
    all.extend(vec![naive; NAIVE_GAMES]);
    all.extend(wrong_arguments());
    all.sort_by_key(|scenario| (scenario.typed.len(), scenario.args.len()));
    all
}

fn strategies(all: &mut Vec<Scenario>) {
    for first in &ALL[..3] {
        for second in &ALL[..3] {
            let players = [format!("Xavier@{first}"), format!("Ordinateur@{second}")];
            all.push(Scenario::new(&players.each_ref().map(String::as_str), ""));
        }
    }
    let trusting = [TRUSTING, "Xavier@rapide", "Ordinateur@expert"];
    all.push(Scenario::new(&trusting, ""));
}

/// A person who types what can and cannot be taken, at both seats.
fn people(all: &mut Vec<Scenario>) {
    // The subject's first listing, then each kind of answer alone.
    let typed = [
        "2 X 5 0 3 2 1",
        "1",
        "2",
        "3",
        "0",
        "-1",
        "4",
        "5",
        "X",
        "deux",
        "1.5",
        "2 0 1 4 2 X 3",
    ];
    for typed in typed {
        for opponent in ALL {
            let opponent = format!("Ordinateur@{opponent}");
            all.push(Scenario::new(&["Xavier@humain", &opponent], typed));
            all.push(Scenario::new(&[&opponent, "Xavier@humain"], typed));
        }
    }
    let two = ["Xavier@humain", "Ordinateur@humain"];
    // More than is left: 2, then 1.
    for typed in ["3 3 3 2 3 1 2 1", "3 3 3 1 3 4 3", "3 3 3 3 2 3 1"] {
        all.push(Scenario::new(&two, typed));
    }
}

/// Every beginning of three answers against an expert, at both seats.
fn experts(all: &mut Vec<Scenario>) {
    for number in 0..27 {
        let digits = [number / 9, number / 3 % 3, number % 3].map(|digit| digit + 1);
        let typed = digits.map(|digit| digit.to_string()).join(" ");
        for tail in ["", " 2 2 2", " 3 3 3"] {
            let typed = typed.clone() + tail;
            let expert = "Ordinateur@expert";
            all.push(Scenario::new(&["Xavier@humain", expert], &typed));
            all.push(Scenario::new(&[expert, "Xavier@humain"], &typed));
        }
    }
}

/// Cheats of the machine and of a person, at both seats, with and without trust.
fn cheats(all: &mut Vec<Scenario>) {
    for opponent in ALL {
        let opponent = format!("Ordinateur@{opponent}");
        for players in [
            ["Xavier@tricheur", &opponent],
            [opponent.as_str(), "Xavier@tricheur"],
        ] {
            all.push(Scenario::new(&players, ""));
            all.push(Scenario::new(&[TRUSTING, players[0], players[1]], ""));
        }
        for typed in [
            "triche",
            "1 triche",
            "triche 3",
            "triche triche 2",
            "1 3 triche 3",
        ] {
            for players in [
                ["Xavier@humain", &opponent],
                [opponent.as_str(), "Xavier@humain"],
            ] {
                all.push(Scenario::new(&players, typed));
                all.push(Scenario::new(&[TRUSTING, players[0], players[1]], typed));
            }
        }
    }
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

/// What the subject is silent about: played to be seen, never judged.
pub(super) fn silent() -> [(Aspect, Scenario); 5] {
    let against = |typed| Scenario::new(&["Xavier@humain", "Ordinateur@rapide"], typed);
    let people = [TRUSTING, "Xavier@humain", "Ordinateur@humain"];
    [
        (Aspect::LongInteger, against("99999999999")),
        (Aspect::LastCheat, Scenario::new(&people, "3 3 3 3 triche")),
        (
            Aspect::TwoCheats,
            Scenario::new(&[TRUSTING, "Xavier@tricheur", "Ordinateur@tricheur"], ""),
        ),
        (
            Aspect::Nameless,
            Scenario::new(&["@humain", "Ordinateur@rapide"], ""),
        ),
        (
            Aspect::TwoAts,
            Scenario::new(&["Xavier@rapide@naif", "Ordinateur@rapide"], ""),
        ),
    ]
}
