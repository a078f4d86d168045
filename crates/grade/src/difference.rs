//! `FirstDifference`: the part of two answers in which they differ first, as a reader needs it.

/// Number of characters shown on each side of the first difference.
const AROUND: usize = 60;

/// Two answers around their first difference.
pub(crate) struct FirstDifference {
    pub(crate) expected: String,
    pub(crate) got: String,
    /// Number of the line that differs, from 1, where the answers are texts of several lines.
    pub(crate) line: Option<u32>,
    /// Blanks and a sign that stands under the first different character; `None` for several lines.
    pub(crate) mark: Option<String>,
}

impl FirstDifference {
    /// Of texts, the first line that differs. Blanks and line ends become visible signs where only they
    /// differ.
    pub(crate) fn new(expected: &str, got: &str, are_texts: bool) -> Self {
        if !are_texts {
            return Self::in_values(expected, got);
        }
        let pieces =
            |text: &str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
        let (expected, got) = (pieces(expected), pieces(got));
        let same = expected.iter().zip(&got).take_while(|(a, b)| a == b);
        let at = same.count();
        let line = |of: &[String]| of.get(at).cloned().unwrap_or_default();
        let pair = [line(&expected), line(&got)];
        let words = |text: &String| text.split_whitespace().collect::<String>();
        let blanks = words(&pair[0]) == words(&pair[1]);
        let [one, other] = pair.map(|it| if blanks { visible(&it) } else { plain(&it) });
        let several = expected.len().max(got.len()) > 1;
        Self {
            line: several.then_some(at as u32 + 1),
            ..Self::in_values(&one, &other)
        }
    }

    fn in_values(expected: &str, got: &str) -> Self {
        if expected.contains('\n') || got.contains('\n') {
            return Self {
                expected: expected.to_owned(),
                got: got.to_owned(),
                line: None,
                mark: None,
            };
        }
        let [expected, got, mark] = compared(expected, got);
        Self {
            mark: Some(mark).filter(|_| !expected.is_empty() && !got.is_empty()),
            expected,
            got,
            line: None,
        }
    }
}

/// A line with signs for its blanks, tabs and end.
fn visible(line: &str) -> String {
    let sign = |c: char| match c {
        ' ' => '·',
        '\n' => '↵',
        '\t' => '→',
        c => c,
    };
    line.chars().map(sign).collect()
}

/// A line without its end; a line end alone stays visible.
fn plain(line: &str) -> String {
    if line == "\n" {
        return visible(line);
    }
    line.trim_end_matches('\n').to_owned()
}

/// `expected` and `got` from 60 characters before to 60 after their first difference, and a line that
/// marks it.
fn compared(expected: &str, got: &str) -> [String; 3] {
    let (one, other): (Vec<char>, Vec<char>) = (expected.chars().collect(), got.chars().collect());
    let common = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let from = common.saturating_sub(AROUND);
    let part = |text: &[char]| {
        let before = if from > 0 { "…" } else { "" };
        let to = text.len().min(common + AROUND);
        let after = if to < text.len() { "…" } else { "" };
        let shown: String = text[from.min(to)..to].iter().collect();
        format!("{before}{shown}{after}")
    };
    let place = common - from + usize::from(from > 0);
    [part(&one), part(&other), " ".repeat(place) + "^"]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(expected: &str, got: &str) -> (String, String, Option<u32>) {
        let found = FirstDifference::new(expected, got, true);
        (found.expected, found.got, found.line)
    }

    #[test]
    fn the_mark_is_under_the_first_difference() {
        let found = FirstDifference::new("[2,4,0]", "[2,4,1]", false);
        assert_eq!(
            (found.expected.as_str(), found.got.as_str()),
            ("[2,4,0]", "[2,4,1]")
        );
        assert_eq!(found.mark.as_deref(), Some("     ^"));
    }

    #[test]
    fn a_late_difference_is_shown_with_the_text_around_it() {
        let long = "x".repeat(200);
        let [expected, got, mark] = compared(&format!("{long}a"), &format!("{long}b"));
        assert!(expected.starts_with('…') && expected.ends_with("xa"));
        assert_eq!(got.chars().nth(mark.chars().count() - 1), Some('b'));
    }

    #[test]
    fn of_texts_the_first_line_that_differs_is_shown_with_its_number() {
        let own = |a: &str, b: &str, line| (a.to_owned(), b.to_owned(), line);
        assert_eq!(lines("a\nb\nc\n", "a\nB\nc\n"), own("b", "B", Some(2)));
        assert_eq!(lines("a\nb c\n", "a\n"), own("b c", "", Some(2)));
        assert_eq!(lines("a\n", "a\n\n"), own("", "↵", Some(2)));
        assert_eq!(lines("ici", ""), own("ici", "", None));
    }

    #[test]
    fn blanks_and_line_ends_are_visible_where_only_they_differ() {
        let own = |a: &str, b: &str, line| (a.to_owned(), b.to_owned(), line);
        assert_eq!(lines("a b\n", "a  b"), own("a·b↵", "a··b", None));
        assert_eq!(lines("x\na b\n", "x\nab\n"), own("a·b↵", "ab↵", Some(2)));
    }
}
