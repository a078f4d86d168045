//! `ProgramCheck`: the requirements of the subject on the Java program, one per check of the report.

use super::scenario::{ScenarioPlayer, StrategyName};
use super::transcript_line::TranscriptLine;
use crate::SubjectCheck;

/// One requirement of the subject. Those before `Text` are seen in the source, those from
/// `LongInteger` on are left open by the subject, the others are seen in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ProgramCheck {
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

/// Number, name and sentence of each [`ProgramCheck`], in the same order.
pub(in super::super) const CHECKS: [SubjectCheck; 34] = [
    SubjectCheck::new("C2", "compilation", "grade-matches-compilation"),
    SubjectCheck::new("C5", "accents", "grade-matches-accents"),
    SubjectCheck::new("C6", "paquetage", "grade-matches-paquetage"),
    SubjectCheck::new("C7", "diagramme", "grade-matches-diagramme"),
    SubjectCheck::new("C8", "scanner", "grade-matches-scanner"),
    SubjectCheck::new("C10", "split", "grade-matches-split"),
    SubjectCheck::new("C12", "random", "grade-matches-random"),
    SubjectCheck::new("C15", "tests", "grade-matches-tests"),
    SubjectCheck::new("C16", "tests-rapide", "grade-matches-tests-rapide"),
    SubjectCheck::new("C19", "signatures", "grade-matches-signatures"),
    SubjectCheck::new("C20", "methodes", "grade-matches-methodes"),
    SubjectCheck::new("C21", "repetitions", "grade-matches-repetitions"),
    SubjectCheck::new("C22", "exit", "grade-matches-exit"),
    SubjectCheck::new("2", "procuration", "grade-matches-procuration"),
    SubjectCheck::new("C18", "presentation", "grade-matches-presentation"),
    SubjectCheck::new("1", "compte", "grade-matches-compte"),
    SubjectCheck::new("2", "tours", "grade-matches-tours"),
    SubjectCheck::new("C18", "pluriel", "grade-matches-pluriel"),
    SubjectCheck::new("1", "refus", "grade-matches-refus"),
    SubjectCheck::new("1", "entier", "grade-matches-entier"),
    SubjectCheck::new("1", "fin", "grade-matches-fin"),
    SubjectCheck::new("1", "humain", "grade-matches-humain"),
    SubjectCheck::new("1", "rapide", "grade-matches-rapide"),
    SubjectCheck::new("1", "naif", "grade-matches-naif"),
    SubjectCheck::new("1", "expert", "grade-matches-expert"),
    SubjectCheck::new("2", "tricheur", "grade-matches-tricheur"),
    SubjectCheck::new("2", "triche", "grade-matches-triche"),
    SubjectCheck::new("2", "abandon", "grade-matches-abandon"),
    SubjectCheck::new("C11", "arguments", "grade-matches-arguments"),
    SubjectCheck::new("1", "entier-long", "grade-matches-entier-long"),
    SubjectCheck::new("2", "triche-derniere", "grade-matches-triche-derniere"),
    SubjectCheck::new("2", "deux-tricheurs", "grade-matches-deux-tricheurs"),
    SubjectCheck::new("2", "sans-nom", "grade-matches-sans-nom"),
    SubjectCheck::new("2", "deux-arobases", "grade-matches-deux-arobases"),
];

impl ProgramCheck {
    /// All checks in the order of the report.
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

    /// The number, name and sentence of the check.
    pub(super) fn row(self) -> SubjectCheck {
        CHECKS[self as usize]
    }

    /// The name of the check, as `--only` uses it.
    pub(super) fn name(self) -> &'static str {
        self.row().name
    }

    /// The check of a strategy's moves.
    pub(super) fn for_strategy(strategy: StrategyName) -> Self {
        match strategy {
            StrategyName::Human => Self::Human,
            StrategyName::Fast => Self::Fast,
            StrategyName::Naive => Self::Naive,
            StrategyName::Expert => Self::Expert,
            StrategyName::Cheat => Self::Cheat,
        }
    }

    /// The computer's strategy that the check is about.
    pub(super) fn strategy(self) -> Option<StrategyName> {
        match self {
            Self::Fast => Some(StrategyName::Fast),
            Self::Naive => Some(StrategyName::Naive),
            Self::Expert => Some(StrategyName::Expert),
            Self::Cheat => Some(StrategyName::Cheat),
            _ => None,
        }
    }

    /// The checks for which a line is evidence: a program that never prints one fails them.
    pub(super) fn shown_by(line: &TranscriptLine, players: &[ScenarioPlayer; 2]) -> Vec<Self> {
        match line {
            TranscriptLine::Left(_) => vec![Self::Text, Self::Count],
            TranscriptLine::Takes(name, ..) => {
                let player = players.iter().find(|it| it.name == *name);
                let strategy = player.map(|it| Self::for_strategy(it.strategy));
                let always = [Self::Text, Self::Turns, Self::Plural];
                always.into_iter().chain(strategy).collect()
            }
            TranscriptLine::Refused(..) => vec![Self::Refusal],
            TranscriptLine::NotInteger => vec![Self::Integer],
            TranscriptLine::Loses(_) | TranscriptLine::Wins(_) => vec![Self::Ending],
            TranscriptLine::OneLess(_) => vec![Self::PersonCheats],
            TranscriptLine::Abandon(_) => vec![Self::Guard],
            TranscriptLine::Cheating => vec![Self::Cheat],
            TranscriptLine::Asks(_)
            | TranscriptLine::Typed(_)
            | TranscriptLine::CheatLeft(_)
            | TranscriptLine::Turn(_)
            | TranscriptLine::Again
            | TranscriptLine::Blank
            | TranscriptLine::Other(_) => vec![],
        }
    }

    /// Whether the check is seen in games, not in the source.
    pub(super) fn is_played(self) -> bool {
        self >= Self::Text && !self.is_silent()
    }

    /// Whether the subject does not define the right answer.
    pub(super) fn is_silent(self) -> bool {
        self >= Self::LongInteger
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_enum_are_in_the_same_order() {
        assert_eq!(ProgramCheck::Compiles.name(), "compilation");
        assert_eq!(ProgramCheck::Text.name(), "presentation");
        assert_eq!(ProgramCheck::Expert.name(), "expert");
        assert_eq!(ProgramCheck::TwoAts.name(), "deux-arobases");
        let in_order = |(index, check): (usize, ProgramCheck)| check as usize == index;
        assert!(ProgramCheck::ALL.into_iter().enumerate().all(in_order));
    }
}
