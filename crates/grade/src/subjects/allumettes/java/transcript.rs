//! `GameTranscript`: the lines and answers of one game, and their differences from the subject's text.

use std::collections::BTreeSet;

use super::transcript_line::{TranscriptLine, folded};

/// Marks that the driver puts before and after a typed answer.
const TYPED: char = '\u{1}';
const TYPED_END: char = '\u{2}';

/// The output as a terminal shows it, where a typed answer ends its line.
pub(super) fn at_terminal(shown: &str) -> String {
    shown.replace(TYPED, "").replace(TYPED_END, "\n")
}

/// The output without the typed answers.
pub(super) fn unmarked(shown: &str) -> String {
    let mut pieces = shown.split(TYPED);
    let first = pieces.next().unwrap_or_default().to_owned();
    let after = pieces.map(|piece| piece.split_once(TYPED_END).map_or("", |(_, after)| after));
    first + &after.collect::<String>()
}

#[derive(Clone, Debug, Default)]
pub(super) struct GameTranscript {
    /// Text and meaning of each line, blank lines included.
    pub(super) lines: Vec<(String, TranscriptLine)>,
    /// Indices of the lines that were printed without an end of line before them.
    joined: BTreeSet<usize>,
}

/// Beginnings of sentences that have a line of their own in the subject.
const SENTENCES: [&str; 7] = [
    "Allumettes restantes",
    "Impossible !",
    "Vous devez donner",
    "Abandon de la partie",
    "[Je triche",
    "[Une allumette",
    "[Allumettes restantes",
];

/// A difference between a printed text and the subject's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordingDifference {
    pub(super) expected: String,
    pub(super) got: String,
    /// Whether only blanks, case and punctuation differ.
    pub(super) layout: bool,
    /// Number of answers typed before the difference.
    pub(super) typed: usize,
}

impl GameTranscript {
    /// Parses the output that the driver recorded.
    pub(super) fn parse(shown: &str) -> Self {
        let mut transcript = Self::default();
        let shown = shown.replace("\r\n", "\n");
        let mut rest = shown.as_str();
        while !rest.is_empty() {
            let (raw, tail) = rest.split_at(rest.find(['\n', TYPED]).unwrap_or(rest.len()));
            let typed = tail.strip_prefix(TYPED);
            if typed.is_none() || !raw.is_empty() {
                transcript.add_sentences(raw);
            }
            rest = tail.strip_prefix('\n').unwrap_or_default();
            if let Some(typed) = typed {
                let (answer, after) = typed.split_once(TYPED_END).unwrap_or((typed, ""));
                let line = TranscriptLine::Typed(answer.trim().to_owned());
                transcript.lines.push((answer.to_owned(), line));
                rest = after;
            }
        }
        transcript.add_names_to_questions();
        transcript
    }

    /// Adds a printed line, or each sentence of it where the ends of lines are missing.
    fn add_sentences(&mut self, raw: &str) {
        let mut from = 0;
        for at in further_sentences(raw) {
            self.add(&raw[from..at]);
            self.joined.insert(self.lines.len());
            from = at;
        }
        self.add(&raw[from..]);
    }

    fn add(&mut self, sentence: &str) {
        let line = TranscriptLine::parse(sentence);
        self.lines.push((sentence.to_owned(), line));
    }

    /// Whether the typed answers are the first of those that were typed. A program could print what
    /// looks like an answer.
    pub(super) fn types_only<'a>(&self, mut answers: impl Iterator<Item = &'a str>) -> bool {
        let mut typed = self.lines.iter().filter_map(|(_, line)| match line {
            TranscriptLine::Typed(answer) => Some(answer.as_str()),
            _ => None,
        });
        typed.all(|it| answers.next() == Some(it))
    }

    /// Gives questions without a name, as in earlier editions, the name of the player to move.
    fn add_names_to_questions(&mut self) {
        let mut turn = String::new();
        for (_, line) in &mut self.lines {
            match line {
                TranscriptLine::Turn(name) => turn.clone_from(name),
                TranscriptLine::Asks(name) if name.is_empty() => name.clone_from(&turn),
                _ => {}
            }
        }
    }

    /// Whether a game began.
    pub(super) fn has_game(&self) -> bool {
        let left = |(_, line): &(String, TranscriptLine)| matches!(line, TranscriptLine::Left(_));
        self.lines.iter().any(left)
    }

    /// Whether a line has the wording of an earlier edition of the subject.
    pub(super) fn is_earlier_edition(&self) -> bool {
        self.lines.iter().any(|(raw, line)| match line {
            TranscriptLine::Turn(_) => true,
            TranscriptLine::Left(_) => folded(raw).starts_with("nombre d"),
            _ => false,
        })
    }

    /// The first difference from the subject's wording, if there is one.
    pub(super) fn wording_difference(&self) -> Option<WordingDifference> {
        let mut typed = 0;
        let mut blank_due = false;
        let mut abandoned = 0;
        for (index, (raw, line)) in self.lines.iter().enumerate() {
            if index < abandoned {
                continue;
            }
            if *line == TranscriptLine::Typed("triche".to_owned()) {
                abandoned = abandon_after(&self.lines, index + 1).unwrap_or_default();
            }
            let next = self.lines.get(index + 1).map(|(_, line)| line);
            typed += usize::from(matches!(line, TranscriptLine::Typed(_)));
            if *line == TranscriptLine::Blank {
                if !blank_due && next.is_some_and(|line| *line != TranscriptLine::Blank) {
                    return Some(self.blank_difference(index, typed, false));
                }
                blank_due = false;
                continue;
            }
            if blank_due {
                return Some(self.blank_difference(index, typed, true));
            }
            if self.joined.contains(&index) {
                return Some(self.blank_difference(index, typed, true));
            }
            // The reaction to a wrong answer belongs to another check.
            let before = index.checked_sub(1).map(|it| &self.lines[it].1);
            let both = (before, line);
            if let (Some(TranscriptLine::Typed(_)), TranscriptLine::Other(_)) = both {
                continue;
            }
            if let Some(question) = self.question_after_answer(index) {
                return Some(WordingDifference {
                    expected: format!("{raw}{question}"),
                    got: raw.clone(),
                    layout: true,
                    typed,
                });
            }
            if let Some(wording) = line_difference(raw, line, next, typed) {
                return Some(wording);
            }
            let refused = matches!(next, Some(TranscriptLine::Refused(..)));
            blank_due = match line {
                TranscriptLine::Takes(..) => !refused,
                TranscriptLine::Refused(..) => true,
                _ => false,
            } && index + 1 < self.lines.len();
        }
        None
    }

    /// The rest of a question whose beginning is the line with this index and which is printed after
    /// its answer.
    fn question_after_answer(&self, index: usize) -> Option<&str> {
        match self.lines.get(index..index + 3)? {
            [
                (_, TranscriptLine::Other(_)),
                (_, TranscriptLine::Typed(_)),
                (rest, TranscriptLine::Asks(_)),
            ] => Some(rest),
            _ => None,
        }
    }

    /// The difference for a missing or superfluous blank line.
    fn blank_difference(&self, index: usize, typed: usize, missing: bool) -> WordingDifference {
        let before = index.checked_sub(1).map_or("", |it| &self.lines[it].0);
        let at = if missing { index } else { index + 1 };
        let after = self.lines.get(at).map_or("", |(raw, _)| raw);
        let end = if self.joined.contains(&index) {
            ""
        } else {
            "\n"
        };
        let mut texts = [
            format!("{before}\n{end}{after}"),
            format!("{before}{end}{after}"),
        ];
        if !missing {
            texts.reverse();
        }
        let [expected, got] = texts;
        WordingDifference {
            expected,
            got,
            layout: true,
            typed,
        }
    }
}

/// Words of the question that a typed answer follows.
const QUESTION: &str = "combien d'allumettes ?";
/// Number of characters by which a sentence is recognised, more than any of the subject has. A line may
/// hold thousands of sentences, and each is read once.
const LONGEST_SENTENCE: usize = 200;

/// The places in a line where further sentences begin that should have their own lines.
fn further_sentences(raw: &str) -> Vec<usize> {
    let known = |at: &usize| {
        let sentence = raw[*at..].char_indices().nth(LONGEST_SENTENCE);
        let end = sentence.map_or(raw.len(), |(end, _)| at + end);
        let line = TranscriptLine::parse(&raw[*at..end]);
        !matches!(line, TranscriptLine::Other(_) | TranscriptLine::Blank)
    };
    let after_question = |(at, _): (usize, &str)| {
        let after = &raw[at + QUESTION.len()..];
        raw.len() - after.trim_start().len()
    };
    let starts = SENTENCES
        .iter()
        .flat_map(|sentence| raw.match_indices(sentence));
    let starts = starts.map(|(at, _)| at);
    let own = |at: &usize| *at > 0 && !raw[..*at].ends_with('[');
    let mut all: Vec<usize> = starts
        .chain(raw.match_indices(QUESTION).map(after_question))
        .filter(own)
        .filter(known)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The index of the line that ends the game because a player cheated, when it comes before the next
/// move. The subject does not say what a program prints before that line when a person's cheat is refused.
pub(super) fn abandon_after(lines: &[(String, TranscriptLine)], from: usize) -> Option<usize> {
    use TranscriptLine::{Abandon, Blank, CheatLeft, Cheating, OneLess, Other};
    let mut rest = lines.iter().enumerate().skip(from);
    let (index, (_, line)) = rest.find(|(_, (_, line))| {
        !matches!(
            line,
            Blank | CheatLeft(_) | Cheating | OneLess(_) | Other(_)
        )
    })?;
    matches!(line, Abandon(_)).then_some(index)
}

/// The difference between a line and the subject's text, if any.
fn line_difference(
    raw: &str,
    line: &TranscriptLine,
    next: Option<&TranscriptLine>,
    typed: usize,
) -> Option<WordingDifference> {
    let expected = match line {
        TranscriptLine::Typed(_) => return None,
        // The subject writes it with a capital and without.
        TranscriptLine::Cheating if raw == "[je triche...]" => return None,
        TranscriptLine::Other(_) => next.map(ToString::to_string).unwrap_or_default(),
        line => line.to_string(),
    };
    // Plurals belong to another check.
    let is_plural = expected.contains("allumettes.");
    let raw = raw.replace("(s).", if is_plural { "s." } else { "." });
    let shown = match line {
        TranscriptLine::Asks(_) => &raw,
        _ => raw.trim_end(),
    };
    (shown != expected).then(|| WordingDifference {
        layout: !matches!(line, TranscriptLine::Other(_)) && letters(&raw) == letters(&expected),
        expected,
        got: raw,
        typed,
    })
}

/// The letters and digits of a text, without case and accents.
fn letters(text: &str) -> String {
    folded(text)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "Allumettes restantes : 13\nX, combien d'allumettes ? \u{1}5\u{2}X prend 5 \
                          allumettes.\nImpossible ! Nombre invalide : 5 (> 3)\n\nAllumettes \
                          restantes : 13\nX, combien d'allumettes ? \u{1}2\u{2}X prend 2 \
                          allumettes.\n\nAllumettes restantes : 11\n";

    #[test]
    fn the_driver_marks_are_not_shown_at_a_terminal() {
        let seen = at_terminal(SAMPLE);
        assert!(
            seen.contains("allumettes ? 5\nX prend 5 allumettes.\n"),
            "{seen}"
        );
        assert!(!seen.contains([TYPED, TYPED_END]));
    }

    #[test]
    fn the_text_of_the_subject_has_no_difference() {
        let transcript = GameTranscript::parse(SAMPLE);
        assert_eq!(transcript.wording_difference(), None);
        assert_eq!(transcript.lines[2].1, TranscriptLine::Typed("5".into()));
    }

    #[test]
    fn a_sentence_without_its_line_end_or_blank_is_a_layout_difference() {
        for (old, new) in [
            ("allumettes.\nImpossible", "allumettes. Impossible"),
            ("prend 5 ", "prend5 "),
            (
                "combien d'allumettes ? \u{1}5\u{2}",
                "\u{1}5\u{2}combien d'allumettes ? ",
            ),
        ] {
            let changed = SAMPLE.replacen(old, new, 1);
            assert_ne!(changed, SAMPLE, "{old}");
            let transcript = GameTranscript::parse(&changed);
            let has = |line: &TranscriptLine| transcript.lines.iter().any(|(_, it)| it == line);
            assert!(
                has(&TranscriptLine::Takes("X".to_owned(), 5, true)),
                "{transcript:?}"
            );
            assert!(has(&TranscriptLine::Refused(5, '>', 3)), "{transcript:?}");
            let wording = transcript.wording_difference();
            assert!(wording.is_some_and(|it| it.layout), "{old}");
        }
    }

    /// Takes minutes when the rest of the line is read again for each sentence.
    #[test]
    fn a_line_of_thousands_of_sentences_is_read_once() {
        let line =
            "Allumettes restantes : 1 Combien d'allumettes ? combien d'allumettes ? ".repeat(1500);
        let transcript = GameTranscript::parse(&line);
        assert!(transcript.lines.len() >= 1500, "{}", transcript.lines.len());
    }

    #[test]
    fn printed_marks_are_not_typed_answers() {
        let transcript = GameTranscript::parse(SAMPLE);
        assert!(transcript.types_only(["5", "2", "1"].into_iter()));
        assert!(!transcript.types_only(["5", "3"].into_iter()));
        assert!(!transcript.types_only(["5"].into_iter()));
    }

    #[test]
    fn a_missing_blank_line_is_a_layout_difference_and_another_word_is_not() {
        let joined = SAMPLE.replace("3)\n\n", "3)\n");
        let wording = GameTranscript::parse(&joined).wording_difference();
        assert!(wording.is_some_and(|it| it.layout && it.typed == 1));
        let spaced = SAMPLE.replace("restantes :", "restantes:");
        let wording = GameTranscript::parse(&spaced).wording_difference();
        assert!(wording.is_some_and(|it| it.layout && it.typed == 0));
        let reworded = SAMPLE.replace("Nombre invalide", "Coup invalide");
        let wording = GameTranscript::parse(&reworded).wording_difference();
        assert!(wording.is_some_and(|it| !it.layout));
    }
}
