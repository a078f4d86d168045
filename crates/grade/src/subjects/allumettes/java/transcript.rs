//! What a game showed, typed answers in their places, and whether it is laid out as the subject says.

use super::line::{Line, folded};

/// Marks of the driver around what was typed.
const TYPED: char = '\u{1}';
const TYPED_END: char = '\u{2}';

/// What a game showed as a terminal has it: what was typed ends its line.
pub(super) fn at_terminal(shown: &str) -> String {
    shown.replace(TYPED, "").replace(TYPED_END, "\n")
}

/// The lines of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    /// As they came, and what they say; blank ones too.
    pub(super) lines: Vec<(String, Line)>,
}

/// How a text differs from the subject's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wording {
    pub(super) expected: String,
    pub(super) got: String,
    /// In blanks, case and punctuation alone.
    pub(super) layout: bool,
    /// How many answers were typed before it.
    pub(super) typed: usize,
}

impl Transcript {
    /// Reads what the driver heard.
    pub(super) fn read(shown: &str) -> Self {
        let mut transcript = Self::default();
        let shown = shown.replace("\r\n", "\n");
        let mut rest = shown.as_str();
        while !rest.is_empty() {
            let (raw, tail) = rest.split_at(rest.find(['\n', TYPED]).unwrap_or(rest.len()));
            let typed = tail.strip_prefix(TYPED);
            if typed.is_none() || !raw.is_empty() {
                transcript.lines.push((raw.to_owned(), Line::read(raw)));
            }
            rest = tail.strip_prefix('\n').unwrap_or_default();
            if let Some(typed) = typed {
                let (answer, after) = typed.split_once(TYPED_END).unwrap_or((typed, ""));
                let line = Line::Typed(answer.trim().to_owned());
                transcript.lines.push((answer.to_owned(), line));
                rest = after;
            }
        }
        transcript.name_who_is_asked();
        transcript
    }

    /// Earlier editions say whose turn it is and ask without a name.
    fn name_who_is_asked(&mut self) {
        let mut turn = String::new();
        for (_, line) in &mut self.lines {
            match line {
                Line::Turn(name) => turn.clone_from(name),
                Line::Asks(name) if name.is_empty() => name.clone_from(&turn),
                _ => {}
            }
        }
    }

    /// Whether a game was begun.
    pub(super) fn plays(&self) -> bool {
        let left = |(_, line): &(String, Line)| matches!(line, Line::Left(_));
        self.lines.iter().any(left)
    }

    /// Whether it has the words of an earlier edition of the subject.
    pub(super) fn is_of_an_earlier_edition(&self) -> bool {
        self.lines.iter().any(|(raw, line)| match line {
            Line::Turn(_) => true,
            Line::Left(_) => folded(raw).starts_with("nombre d"),
            _ => false,
        })
    }

    /// The first place where the text is not the subject's, if there is one.
    pub(super) fn wording(&self) -> Option<Wording> {
        let mut typed = 0;
        let mut blank_due = false;
        for (index, (raw, line)) in self.lines.iter().enumerate() {
            let next = self.lines.get(index + 1).map(|(_, line)| line);
            typed += usize::from(matches!(line, Line::Typed(_)));
            if *line == Line::Blank {
                if !blank_due && next.is_some_and(|line| *line != Line::Blank) {
                    return Some(self.blank(index, typed, false));
                }
                blank_due = false;
                continue;
            }
            if blank_due {
                return Some(self.blank(index, typed, true));
            }
            // What is said of a wrong answer is another check's.
            let before = index.checked_sub(1).map(|it| &self.lines[it].1);
            let answered = matches!(before, Some(Line::Typed(_)));
            if answered && matches!(line, Line::Other(_)) {
                continue;
            }
            if let Some(wording) = worded(raw, line, next, typed) {
                return Some(wording);
            }
            let refused = matches!(next, Some(Line::Refused(..)));
            blank_due = match line {
                Line::Takes(..) => !refused,
                Line::Refused(..) => true,
                _ => false,
            } && index + 1 < self.lines.len();
        }
        None
    }

    /// A blank line too few or too many.
    fn blank(&self, index: usize, typed: usize, missing: bool) -> Wording {
        let before = index.checked_sub(1).map_or("", |it| &self.lines[it].0);
        let at = if missing { index } else { index + 1 };
        let after = self.lines.get(at).map_or("", |(raw, _)| raw);
        let texts = [format!("{before}\n\n{after}"), format!("{before}\n{after}")];
        let [with, without] = texts;
        let (expected, got) = if missing {
            (with, without)
        } else {
            (without, with)
        };
        Wording {
            expected,
            got,
            layout: true,
            typed,
        }
    }
}

/// Whether a line is spelt as the subject has it.
fn worded(raw: &str, line: &Line, next: Option<&Line>, typed: usize) -> Option<Wording> {
    let expected = match line {
        Line::Typed(_) => return None,
        // The subject spells it in both ways.
        Line::Cheating if raw == "[je triche...]" => return None,
        Line::Other(_) => next.map(ToString::to_string).unwrap_or_default(),
        line => line.to_string(),
    };
    let asks = matches!(line, Line::Asks(_));
    // Plurals are another check's.
    let noun = if expected.contains("allumettes.") {
        "s."
    } else {
        "."
    };
    let raw = raw.replace("(s).", noun);
    let same = if asks {
        raw == expected
    } else {
        raw.trim_end() == expected
    };
    (!same).then(|| Wording {
        layout: !matches!(line, Line::Other(_)) && letters(&raw) == letters(&expected),
        expected,
        got: raw,
        typed,
    })
}

/// What is left of a text without case, accents, blanks and punctuation.
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
    fn a_terminal_shows_no_marks() {
        let seen = at_terminal(SAMPLE);
        assert!(
            seen.contains("allumettes ? 5\nX prend 5 allumettes.\n"),
            "{seen}"
        );
        assert!(!seen.contains([TYPED, TYPED_END]));
    }

    #[test]
    fn the_subjects_text_is_as_it_should_be() {
        let transcript = Transcript::read(SAMPLE);
        assert_eq!(transcript.wording(), None);
        assert_eq!(transcript.lines[2].1, Line::Typed("5".into()));
    }

    #[test]
    fn a_missing_blank_line_is_layout_and_another_word_is_not() {
        let joined = SAMPLE.replace("3)\n\n", "3)\n");
        let wording = Transcript::read(&joined).wording();
        assert!(wording.is_some_and(|it| it.layout && it.typed == 1));
        let spaced = SAMPLE.replace("restantes :", "restantes:");
        let wording = Transcript::read(&spaced).wording();
        assert!(wording.is_some_and(|it| it.layout && it.typed == 0));
        let worded = SAMPLE.replace("Nombre invalide", "Coup invalide");
        let wording = Transcript::read(&worded).wording();
        assert!(wording.is_some_and(|it| !it.layout));
    }
}
