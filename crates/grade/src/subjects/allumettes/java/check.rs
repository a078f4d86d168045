//! What is judged of the 13 matches: each a sentence of the subject.

use super::line::Line;
use super::scenario::{Player, Strategy};

/// One check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Aspect {
    Compiles,
    Accents,
    Package,
    Diagram,
    Scanner,
    Split,
    Random,
    Tests,
    CompleteTests,
    Signatures,
    Short,
    Nested,
    Exit,
    Proxy,
    Text,
    Count,
    Turns,
    Plural,
    Refusal,
    Integer,
    Ending,
    Human,
    Fast,
    Naive,
    Expert,
    Cheat,
    PersonCheats,
    Guard,
    Arguments,
    LongInteger,
    LastCheat,
    TwoCheats,
    Nameless,
    TwoAts,
}

impl Aspect {
    pub(super) const ALL: [Self; 34] = [
        Self::Compiles,
        Self::Accents,
        Self::Package,
        Self::Diagram,
        Self::Scanner,
        Self::Split,
        Self::Random,
        Self::Tests,
        Self::CompleteTests,
        Self::Signatures,
        Self::Short,
        Self::Nested,
        Self::Exit,
        Self::Proxy,
        Self::Text,
        Self::Count,
        Self::Turns,
        Self::Plural,
        Self::Refusal,
        Self::Integer,
        Self::Ending,
        Self::Human,
        Self::Fast,
        Self::Naive,
        Self::Expert,
        Self::Cheat,
        Self::PersonCheats,
        Self::Guard,
        Self::Arguments,
        Self::LongInteger,
        Self::LastCheat,
        Self::TwoCheats,
        Self::Nameless,
        Self::TwoAts,
    ];

    /// Where the subject says it, and what `--only` calls it.
    pub(super) fn place(self) -> (&'static str, &'static str) {
        match self {
            Self::Compiles => ("C2", "compilation"),
            Self::Accents => ("C5", "accents"),
            Self::Package => ("C6", "paquetage"),
            Self::Diagram => ("C7", "diagramme"),
            Self::Scanner => ("C8", "scanner"),
            Self::Split => ("C10", "split"),
            Self::Random => ("C12", "random"),
            Self::Tests => ("C15", "tests"),
            Self::CompleteTests => ("C16", "tests-rapide"),
            Self::Signatures => ("C19", "signatures"),
            Self::Short => ("C20", "methodes"),
            Self::Nested => ("C21", "repetitions"),
            Self::Exit => ("C22", "exit"),
            Self::Proxy => ("2", "procuration"),
            Self::Text => ("C18", "presentation"),
            Self::Count => ("1", "compte"),
            Self::Turns => ("2", "tours"),
            Self::Plural => ("C18", "pluriel"),
            Self::Refusal => ("1", "refus"),
            Self::Integer => ("1", "entier"),
            Self::Ending => ("1", "fin"),
            Self::Human => ("1", "humain"),
            Self::Fast => ("1", "rapide"),
            Self::Naive => ("1", "naif"),
            Self::Expert => ("1", "expert"),
            Self::Cheat => ("2", "tricheur"),
            Self::PersonCheats => ("2", "triche"),
            Self::Guard => ("2", "abandon"),
            Self::Arguments => ("C11", "arguments"),
            Self::LongInteger => ("1", "entier-long"),
            Self::LastCheat => ("2", "triche-derniere"),
            Self::TwoCheats => ("2", "deux-tricheurs"),
            Self::Nameless => ("2", "sans-nom"),
            Self::TwoAts => ("2", "deux-arobases"),
        }
    }

    pub(super) fn name(self) -> &'static str {
        self.place().1
    }

    /// The strategy of the machine that it is about.
    pub(super) fn strategy(self) -> Option<Strategy> {
        match self {
            Self::Fast => Some(Strategy::Fast),
            Self::Naive => Some(Strategy::Naive),
            Self::Expert => Some(Strategy::Expert),
            Self::Cheat => Some(Strategy::Cheat),
            _ => None,
        }
    }

    /// What a line of a game is about.
    pub(super) fn shown_by(line: &Line, players: &[Player; 2]) -> Vec<Self> {
        match line {
            Line::Left(_) => vec![Self::Text, Self::Count],
            Line::Takes(name, ..) => {
                let player = players.iter().find(|it| it.name == *name);
                let strategy = player.map(|it| Self::of(it.strategy));
                let always = [Self::Text, Self::Turns, Self::Plural];
                always.into_iter().chain(strategy).collect()
            }
            Line::Refused(..) => vec![Self::Refusal],
            Line::NotInteger => vec![Self::Integer],
            Line::Loses(_) | Line::Wins(_) => vec![Self::Ending],
            Line::OneLess(_) => vec![Self::PersonCheats],
            Line::Abandon(_) => vec![Self::Guard],
            Line::Cheating => vec![Self::Cheat],
            Line::Asks(_)
            | Line::Typed(_)
            | Line::CheatLeft(_)
            | Line::Turn(_)
            | Line::Again
            | Line::Blank
            | Line::Other(_) => vec![],
        }
    }

    fn of(strategy: Strategy) -> Self {
        match strategy {
            Strategy::Human => Self::Human,
            Strategy::Fast => Self::Fast,
            Strategy::Naive => Self::Naive,
            Strategy::Expert => Self::Expert,
            Strategy::Cheat => Self::Cheat,
        }
    }

    /// Whether it is seen in games, not in the source.
    pub(super) fn is_played(self) -> bool {
        self >= Self::Text && !self.is_silent()
    }

    /// Whether the subject does not say what is right.
    pub(super) fn is_silent(self) -> bool {
        self >= Self::LongInteger
    }

    /// The key of the sentence in the catalogues.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Compiles => "grade-matches-compilation",
            Self::Accents => "grade-matches-accents",
            Self::Package => "grade-matches-paquetage",
            Self::Diagram => "grade-matches-diagramme",
            Self::Scanner => "grade-matches-scanner",
            Self::Split => "grade-matches-split",
            Self::Random => "grade-matches-random",
            Self::Tests => "grade-matches-tests",
            Self::CompleteTests => "grade-matches-tests-rapide",
            Self::Signatures => "grade-matches-signatures",
            Self::Short => "grade-matches-methodes",
            Self::Nested => "grade-matches-repetitions",
            Self::Exit => "grade-matches-exit",
            Self::Proxy => "grade-matches-procuration",
            Self::Text => "grade-matches-presentation",
            Self::Count => "grade-matches-compte",
            Self::Turns => "grade-matches-tours",
            Self::Plural => "grade-matches-pluriel",
            Self::Refusal => "grade-matches-refus",
            Self::Integer => "grade-matches-entier",
            Self::Ending => "grade-matches-fin",
            Self::Human => "grade-matches-humain",
            Self::Fast => "grade-matches-rapide",
            Self::Naive => "grade-matches-naif",
            Self::Expert => "grade-matches-expert",
            Self::Cheat => "grade-matches-tricheur",
            Self::PersonCheats => "grade-matches-triche",
            Self::Guard => "grade-matches-abandon",
            Self::Arguments => "grade-matches-arguments",
            Self::LongInteger => "grade-matches-entier-long",
            Self::LastCheat => "grade-matches-triche-derniere",
            Self::TwoCheats => "grade-matches-deux-tricheurs",
            Self::Nameless => "grade-matches-sans-nom",
            Self::TwoAts => "grade-matches-deux-arobases",
        }
    }
}
