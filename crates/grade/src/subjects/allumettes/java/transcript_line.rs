//! `TranscriptLine`: the meaning of a printed line in any layout, and its text in the subject's layout.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TranscriptLine {
    Left(i64),
    /// A person is asked for a number; in earlier editions without a name.
    Asks(String),
    Typed(String),
    NotInteger,
    /// A player takes a number of matches; the last value tells whether the noun is a plural.
    Takes(String, i64, bool),
    /// A refused move: the number, `<` or `>`, and the bound.
    Refused(i64, char, i64),
    /// The cheating strategy announces that it cheats.
    Cheating,
    /// Number of matches left after the strategy cheated.
    CheatLeft(i64),
    /// Number of matches left after a person removed one by cheating.
    OneLess(i64),
    /// The referee ends the game because this player cheated.
    Abandon(String),
    Loses(String),
    Wins(String),
    /// The player to move, in earlier editions of the subject.
    Turn(String),
    /// The request to try again after a refused move, in earlier editions.
    Again,
    Blank,
    /// A line that the subject does not print.
    Other(String),
}

impl TranscriptLine {
    pub(super) fn parse(raw: &str) -> Self {
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
            () if has("combien") => {
                let name = raw.split_once(',').map_or("", |(name, _)| name);
                Self::Asks(name.trim().to_owned())
            }
            () if has("un entier") => Self::NotInteger,
            () if has("prend") => or_other(takes(raw, &folded)),
            () if has("impossible") || has("invalide") => or_other(refused(&folded)),
            () if has("abandon") => {
                Self::Abandon(before(after(raw, "car "), &[" a trich", " triche"]))
            }
            () if has(" perd") => Self::Loses(before(raw, &[" a perdu", " perd"])),
            () if has(" gagne") => Self::Wins(before(raw, &[" a gagn", " gagne"])),
            () if has("au tour de") => Self::Turn(before(after(raw, "tour de "), &["."])),
            () if has("recommencez") => Self::Again,
            () => other(),
        }
    }

    /// The player's name in the line, if any.
    pub(super) fn name(&self) -> Option<&str> {
        match self {
            Self::Asks(name)
            | Self::Takes(name, ..)
            | Self::Abandon(name)
            | Self::Loses(name)
            | Self::Wins(name) => Some(name),
            _ => None,
        }
    }
}

/// The line as the subject prints it, which is in French for every reader.
impl fmt::Display for TranscriptLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Left(left) => write!(f, "Allumettes restantes : {left}"),
            Self::CheatLeft(left) => write!(f, "[Allumettes restantes : {left}]"),
            Self::OneLess(left) => write!(f, "[Une allumette en moins, plus que {left}. Chut !]"),
            Self::Asks(name) => write!(f, "{name}, combien d'allumettes ? "),
            Self::Abandon(name) => write!(f, "Abandon de la partie car {name} triche !"),
            Self::Loses(name) => write!(f, "{name} perd !"),
            Self::Wins(name) => write!(f, "{name} gagne !"),
            Self::NotInteger => f.write_str("Vous devez donner un entier."),
            Self::Cheating => f.write_str("[Je triche...]"),
            Self::Takes(name, count, plural) => {
                let noun = if *plural { "allumettes" } else { "allumette" };
                write!(f, "{name} prend {count} {noun}.")
            }
            Self::Refused(count, sign, bound) => {
                write!(f, "Impossible ! Nombre invalide : {count} ({sign} {bound})")
            }
            Self::Typed(text) | Self::Other(text) => f.write_str(text),
            Self::Turn(_) | Self::Again | Self::Blank => Ok(()),
        }
    }
}

/// A text in lower case, without accents and repeated blanks.
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

/// The numbers of a text that Java's `int` holds, so that sums of them are numbers too.
fn numbers(text: &str) -> impl Iterator<Item = i64> {
    let pieces = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    pieces.filter_map(|piece| piece.parse::<i32>().ok().map(i64::from))
}

/// The text before the first of the marks that occurs.
fn before(raw: &str, marks: &[&str]) -> String {
    let mut found = marks.iter().filter_map(|mark| raw.split_once(mark));
    found.next().map_or(raw, |(name, _)| name).trim().to_owned()
}

fn after<'a>(raw: &'a str, mark: &str) -> &'a str {
    raw.split_once(mark).map_or(raw, |(_, after)| after)
}

fn takes(raw: &str, folded: &str) -> Option<TranscriptLine> {
    let (_, what) = folded.split_once("prend")?;
    // The blanks around the number are layout.
    if !what
        .trim_start()
        .starts_with(|c: char| c.is_ascii_digit() || c == '-')
    {
        return None;
    }
    let count = numbers(what).next()?;
    // `allumette(s)` is wrong in both numbers.
    let plural = if what.contains("(s)") {
        count < 2
    } else {
        what.contains("allumettes")
    };
    let name = before(raw, &["prend"]);
    Some(TranscriptLine::Takes(name, count, plural))
}

fn refused(folded: &str) -> Option<TranscriptLine> {
    let sign = folded.chars().find(|c| "<>".contains(*c))?;
    let (number, bound) = folded.split_once(sign)?;
    let (number, bound) = (numbers(number).last()?, numbers(bound).next()?);
    Some(TranscriptLine::Refused(number, sign, bound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_subject_is_parsed_and_printed_back() {
        let x = || "Xavier".to_owned();
        let lines = [
            ("Allumettes restantes : 13", TranscriptLine::Left(13)),
            ("Xavier, combien d'allumettes ? ", TranscriptLine::Asks(x())),
            (
                "Xavier prend 2 allumettes.",
                TranscriptLine::Takes(x(), 2, true),
            ),
            (
                "Xavier prend 0 allumette.",
                TranscriptLine::Takes(x(), 0, false),
            ),
            ("Vous devez donner un entier.", TranscriptLine::NotInteger),
            (
                "Impossible ! Nombre invalide : 5 (> 3)",
                TranscriptLine::Refused(5, '>', 3),
            ),
            (
                "Impossible ! Nombre invalide : 0 (< 1)",
                TranscriptLine::Refused(0, '<', 1),
            ),
            ("[Je triche...]", TranscriptLine::Cheating),
            ("[Allumettes restantes : 2]", TranscriptLine::CheatLeft(2)),
            (
                "[Une allumette en moins, plus que 4. Chut !]",
                TranscriptLine::OneLess(4),
            ),
            (
                "Abandon de la partie car Xavier triche !",
                TranscriptLine::Abandon(x()),
            ),
            ("Xavier perd !", TranscriptLine::Loses(x())),
            ("Xavier gagne !", TranscriptLine::Wins(x())),
        ];
        for (text, line) in lines {
            assert_eq!(TranscriptLine::parse(text), line, "{text}");
            assert_eq!(line.to_string(), text);
        }
    }

    #[test]
    fn lines_of_earlier_editions_are_parsed() {
        let x = || "Xavier".to_owned();
        let lines = [
            (
                "Nombre d'allumettes restantes : 13",
                TranscriptLine::Left(13),
            ),
            ("Au tour de Xavier.", TranscriptLine::Turn(x())),
            (
                "Combien prenez-vous d'allumettes ? ",
                TranscriptLine::Asks(String::new()),
            ),
            (
                "Erreur ! Prise invalide : 5 (> 3)",
                TranscriptLine::Refused(5, '>', 3),
            ),
            ("Recommencez !", TranscriptLine::Again),
            (
                "Partie abandonnée car Xavier a triché !",
                TranscriptLine::Abandon(x()),
            ),
            ("Xavier a perdu !", TranscriptLine::Loses(x())),
            ("Xavier a gagné !", TranscriptLine::Wins(x())),
        ];
        for (text, line) in lines {
            assert_eq!(TranscriptLine::parse(text), line, "{text}");
        }
    }
}
