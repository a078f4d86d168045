//! `ProgramCheck`: the requirements of the subject on the Java program, one per check of the report.

use super::scenario::{ScenarioPlayer, StrategyName};
use super::transcript_line::TranscriptLine;
use crate::SubjectCheck;

/// Defines the enum of checks and, in the same order, the table of their numbers, names and sentences.
macro_rules! program_checks {
    ($($check:ident = $id:literal, $name:literal, $says:literal;)*) => {
        /// One requirement of the subject. Those before `Text` are seen in the source, those from
        /// `LongInteger` on are left open by the subject, the others are seen in games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum ProgramCheck {
            $($check,)*
        }

        /// Number, name and sentence of each [`ProgramCheck`].
        pub(in super::super) const CHECKS: &[SubjectCheck] =
            subject_checks! { $($id, $name, $says;)* };

        impl ProgramCheck {
            const ALL: &[Self] = &[$(Self::$check,)*];
        }
    };
}

program_checks! {
    Compiles = "C2", "compilation", "grade-matches-compilation";
    Accents = "C5", "accents", "grade-matches-accents";
    Package = "C6", "paquetage", "grade-matches-paquetage";
    Diagram = "C7", "diagramme", "grade-matches-diagramme";
    Scanner = "C8", "scanner", "grade-matches-scanner";
    Constant = "2", "constante", "grade-matches-constante";
    Initial = "C9", "nombre-initial", "grade-matches-nombre-initial";
    Split = "C10", "split", "grade-matches-split";
    Random = "C12", "random", "grade-matches-random";
    NewStrategy = "C13", "nouvelle-strategie", "grade-matches-nouvelle-strategie";
    Tests = "C15", "tests", "grade-matches-tests";
    CompleteTests = "C16", "tests-rapide", "grade-matches-tests-rapide";
    Signatures = "C19", "signatures", "grade-matches-signatures";
    Short = "C20", "methodes", "grade-matches-methodes";
    Nested = "C21", "repetitions", "grade-matches-repetitions";
    Exit = "C22", "exit", "grade-matches-exit";
    Proxy = "2", "procuration", "grade-matches-procuration";
    Text = "C18", "presentation", "grade-matches-presentation";
    Count = "1", "compte", "grade-matches-compte";
    Turns = "2", "tours", "grade-matches-tours";
    Plural = "C18", "pluriel", "grade-matches-pluriel";
    Refusal = "1", "refus", "grade-matches-refus";
    Integer = "1", "entier", "grade-matches-entier";
    Ending = "1", "fin", "grade-matches-fin";
    Human = "1", "humain", "grade-matches-humain";
    Fast = "1", "rapide", "grade-matches-rapide";
    Naive = "1", "naif", "grade-matches-naif";
    Expert = "1", "expert", "grade-matches-expert";
    Cheat = "2", "tricheur", "grade-matches-tricheur";
    PersonCheats = "2", "triche", "grade-matches-triche";
    Guard = "2", "abandon", "grade-matches-abandon";
    Arguments = "C11", "arguments", "grade-matches-arguments";
    NoStrategy = "C11", "sans-strategie", "grade-matches-sans-strategie";
    UnknownStrategy = "C11", "strategie-inconnue", "grade-matches-strategie-inconnue";
    MisplacedTrust = "C11", "confiant-deplace", "grade-matches-confiant-deplace";
    LongInteger = "1", "entier-long", "grade-matches-entier-long";
    LastCheat = "2", "triche-derniere", "grade-matches-triche-derniere";
    TwoCheats = "2", "deux-tricheurs", "grade-matches-deux-tricheurs";
    Nameless = "2", "sans-nom", "grade-matches-sans-nom";
    TwoAts = "2", "deux-arobases", "grade-matches-deux-arobases";
}

impl ProgramCheck {
    pub(super) fn all() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied()
    }

    pub(super) fn row(self) -> SubjectCheck {
        CHECKS[self as usize]
    }

    pub(super) fn name(self) -> &'static str {
        self.row().name
    }

    /// The check of a strategy's moves.
    pub(super) fn for_strategy(strategy: StrategyName) -> Self {
        let mut all = StrategyName::ALL.into_iter();
        let found = all.find(|(it, _)| *it == strategy);
        found.expect("every strategy has a check").1
    }

    /// The computer's strategy that the check is about.
    pub(super) fn strategy(self) -> Option<StrategyName> {
        let mut all = StrategyName::ALL.into_iter();
        let (strategy, _) = all.find(|(_, check)| *check == self)?;
        (strategy != StrategyName::Human).then_some(strategy)
    }

    /// The checks for which a line is evidence. A program that never prints such a line fails them.
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
            _ => vec![],
        }
    }

    /// Whether the check is seen in games, not in the source.
    pub(super) fn is_played(self) -> bool {
        self >= Self::Text && !self.is_silent()
    }

    /// Whether the check is about refused command lines.
    pub(super) fn is_about_arguments(self) -> bool {
        (Self::Arguments..=Self::MisplacedTrust).contains(&self)
    }

    /// Whether the subject does not define the right answer.
    pub(super) fn is_silent(self) -> bool {
        self >= Self::LongInteger
    }
}
