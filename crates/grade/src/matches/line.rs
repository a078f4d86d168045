//! A line of a transcript: read whatever its layout, and written as the subject has it.

use std::fmt;

/// What one line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// How many matches are left.
    Left(i64),
    /// A person is asked.
    Asks(String),
    /// What the person typed.
    Typed(String),
    /// It was not an integer.
    NotInteger,
    /// A player takes so many; whether the noun is a plural.
    Takes(String, i64, bool),
    /// A refusal: the count, `<` or `>`, and the bound.
    Refused(i64, char, i64),
    /// A cheat says so.
    Cheating,
    /// How many matches a cheat has left.
    CheatLeft(i64),
    /// How many are left after a person took one away.
    OneLess(i64),
    /// The referee stops because of this player.
    Abandon(String),
    /// Who loses.
    Loses(String),
    /// Who wins.
    Wins(String),
    /// Whose turn it is, in earlier editions of the subject.
    Turn,
    Blank,
    /// Nothing that the subject prints.
    Other(String),
}

impl Line {
    /// What a line of output says.
    pub(super) fn read(raw: &str) -> Self {
        let folded = folded(raw);
        let bracketed = folded.starts_with('[');
        let has = |word: &str| folded.contains(word);
        let number = || numbers(&folded).next();
        let other = || Self::Other(raw.trim().to_owned());
        let or_other = |line: Option<Self>| line.unwrap_or_else(other);
        match () {
            () if folded.is_empty() => Self::Blank,
            () if bracketed && has("je triche") => Self::Cheating,
            () if bracketed && has("restante") => or_other(number().map(Self::CheatLeft)),
            () if bracketed && has("en moins") => or_other(number().map(Self::OneLess)),
            () if bracketed => other(),
            () if has("restante") => or_other(number().map(Self::Left)),
            () if has("combien") => Self::Asks(before(raw, ",")),
            () if has("un entier") => Self::NotInteger,
            () if has(" prend ") => or_other(takes(raw, &folded)),
            () if has("impossible") || has("invalide") => or_other(refused(&folded)),
            () if has("abandon") => Self::Abandon(between(raw, "car ", " triche")),
            () if has(" perd") => Self::Loses(before(raw, " perd")),
            () if has(" gagne") => Self::Wins(before(raw, " gagne")),
            () if has("au tour de") => Self::Turn,
            () => other(),
        }
    }

    /// The name in it.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Asks(name)
            | Self::Takes(name, ..)
            | Self::Abandon(name)
            | Self::Loses(name)
            | Self::Wins(name) => Some(name),
            Self::Left(_)
            | Self::Typed(_)
            | Self::NotInteger
            | Self::Refused(..)
            | Self::Cheating
            | Self::CheatLeft(_)
            | Self::OneLess(_)
            | Self::Turn
            | Self::Blank
            | Self::Other(_) => None,
        }
    }
}

/// As the subject prints it.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left(left) => write!(f, "Allumettes restantes : {left}"),
            Self::Asks(name) => write!(f, "{name}, combien d'allumettes ? "),
            Self::Typed(text) | Self::Other(text) => f.write_str(text),
            Self::NotInteger => f.write_str("Vous devez donner un entier."),
            Self::Takes(name, count, plural) => {
                let noun = if *plural { "allumettes" } else { "allumette" };
                write!(f, "{name} prend {count} {noun}.")
            }
            Self::Refused(count, sign, bound) => {
                write!(f, "Impossible ! Nombre invalide : {count} ({sign} {bound})")
            }
            Self::Cheating => f.write_str("[Je triche...]"),
            Self::CheatLeft(left) => write!(f, "[Allumettes restantes : {left}]"),
            Self::OneLess(left) => {
                write!(f, "[Une allumette en moins, plus que {left}. Chut !]")
            }
            Self::Abandon(name) => write!(f, "Abandon de la partie car {name} triche !"),
            Self::Loses(name) => write!(f, "{name} perd !"),
            Self::Wins(name) => write!(f, "{name} gagne !"),
            Self::Turn | Self::Blank => Ok(()),
        }
    }
}

impl From<Line> for String {
    fn from(line: Line) -> Self {
        line.to_string()
    }
}

/// A text without case, accents and repeated blanks.
pub(super) fn folded(text: &str) -> String {
    let letter = |c: char| match c {
        'é' | 'è' | 'ê' => 'e',
        'à' | 'â' => 'a',
        'î' | 'ï' => 'i',
        '\u{2019}' => '\'',
        '\u{a0}' | '\u{202f}' => ' ',
        other => other,
    };
    let letters: String = text.to_lowercase().chars().map(letter).collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn numbers(text: &str) -> impl Iterator<Item = i64> {
    let pieces = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    pieces.filter_map(|piece| piece.parse().ok())
}

fn before(raw: &str, mark: &str) -> String {
    raw.split(mark).next().unwrap_or_default().trim().to_owned()
}

fn between(raw: &str, from: &str, to: &str) -> String {
    let after = raw.split_once(from).map_or(raw, |(_, after)| after);
    before(after, to)
}

fn takes(raw: &str, folded: &str) -> Option<Line> {
    let (_, what) = folded.split_once(" prend ")?;
    let count = numbers(what).next()?;
    // An ending in brackets is never the right one.
    let plural = if what.contains("(s)") {
        count < 2
    } else {
        what.contains("allumettes")
    };
    Some(Line::Takes(before(raw, " prend "), count, plural))
}

fn refused(folded: &str) -> Option<Line> {
    let sign = folded.chars().find(|c| "<>".contains(*c))?;
    let (number, bound) = folded.split_once(sign)?;
    Some(Line::Refused(
        numbers(number).last()?,
        sign,
        numbers(bound).next()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_subject_reads_back() {
        let x = || "Xavier".to_owned();
        let lines = [
            ("Allumettes restantes : 13", Line::Left(13)),
            ("Xavier, combien d'allumettes ? ", Line::Asks(x())),
            ("Xavier prend 2 allumettes.", Line::Takes(x(), 2, true)),
            ("Xavier prend 0 allumette.", Line::Takes(x(), 0, false)),
            ("Vous devez donner un entier.", Line::NotInteger),
            (
                "Impossible ! Nombre invalide : 5 (> 3)",
                Line::Refused(5, '>', 3),
            ),
            (
                "Impossible ! Nombre invalide : 0 (< 1)",
                Line::Refused(0, '<', 1),
            ),
            ("[Je triche...]", Line::Cheating),
            ("[Allumettes restantes : 2]", Line::CheatLeft(2)),
            (
                "[Une allumette en moins, plus que 4. Chut !]",
                Line::OneLess(4),
            ),
            (
                "Abandon de la partie car Xavier triche !",
                Line::Abandon(x()),
            ),
            ("Xavier perd !", Line::Loses(x())),
            ("Xavier gagne !", Line::Wins(x())),
        ];
        for (text, line) in lines {
            assert_eq!(Line::read(text), line, "{text}");
            assert_eq!(line.to_string(), text);
        }
    }

    #[test]
    fn earlier_editions_are_read_too() {
        let old = Line::read("Nombre d'allumettes restantes : 13");
        assert_eq!(old, Line::Left(13));
        assert_eq!(Line::read("Au tour de Xavier."), Line::Turn);
    }
}
