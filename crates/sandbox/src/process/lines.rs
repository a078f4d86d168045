//! Bytes as they come, in pieces of any size, made into lines; whatever is wrong with one is named.

use crate::misdeed::Unreadable;

/// Characters of a line that are shown to people.
const SHOWN: usize = 80;

/// What a program said in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// An answer.
    Line(String),
    /// A remark of its own, without the `#`.
    Note(String),
    /// Something that is no answer.
    Unreadable(Unreadable, String),
}

/// The bytes of lines that are not whole yet, of which there are never more than a line may have.
#[derive(Debug)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// How many of them were handed out.
    taken: usize,
    /// How many of them hold no end of line.
    searched: usize,
    longest: usize,
    /// Whether the line that is coming was too long already.
    overlong: bool,
}

impl Lines {
    pub(super) fn new(longest: usize) -> Self {
        Self {
            bytes: Vec::new(),
            taken: 0,
            searched: 0,
            longest,
            overlong: false,
        }
    }

    /// Takes what came.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.taken == self.bytes.len() {
            self.forget();
        }
        self.bytes.extend_from_slice(bytes);
    }

    fn forget(&mut self) {
        self.bytes.clear();
        (self.taken, self.searched) = (0, 0);
    }

    /// The next line that says something; blank ones say nothing.
    pub(super) fn next(&mut self) -> Option<Heard> {
        loop {
            let Some(end) = self.bytes[self.searched..]
                .iter()
                .position(|byte| *byte == b'\n')
            else {
                self.searched = self.bytes.len();
                self.shorten();
                return None;
            };
            let end = self.searched + end;
            let line = &self.bytes[self.taken..end];
            let overlong = std::mem::take(&mut self.overlong) || line.len() > self.longest;
            let heard = heard(line, overlong);
            (self.taken, self.searched) = (end + 1, end + 1);
            if heard.is_some() {
                return heard;
            }
        }
    }

    /// Of a line that is too long and has not ended, keeps the beginning.
    fn shorten(&mut self) {
        if self.searched - self.taken > self.longest {
            self.overlong = true;
            self.bytes.drain(..self.taken);
            self.bytes.truncate(4 * SHOWN);
            (self.taken, self.searched) = (0, self.bytes.len());
        }
    }

    /// What came after the last end of line, if that is anything.
    pub(super) fn unended(&self) -> Option<String> {
        let rest = self.bytes[self.taken..].trim_ascii();
        (!rest.is_empty()).then(|| shown(rest))
    }
}

fn heard(line: &[u8], overlong: bool) -> Option<Heard> {
    let line = line.trim_ascii();
    if let Some(note) = line.strip_prefix(b"#") {
        return Some(Heard::Note(visible(note.trim_ascii())));
    }
    let unreadable = |why| Some(Heard::Unreadable(why, shown(line)));
    if overlong {
        return unreadable(Unreadable::TooLong);
    }
    if line.is_empty() {
        return None;
    }
    if line.contains(&0) {
        return unreadable(Unreadable::Nul);
    }
    match str::from_utf8(line) {
        Err(_) => unreadable(Unreadable::Encoding),
        Ok(text) if text.contains(|c: char| c.is_control() && c != '\t') => {
            unreadable(Unreadable::Control)
        }
        Ok(text) => Some(Heard::Line(text.to_owned())),
    }
}

/// Bytes of a stranger, harmless on a terminal and on a page that escapes its text.
pub(super) fn visible(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' | '\n' => shown.push(c),
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

/// The beginning of it.
pub(super) fn shown(bytes: &[u8]) -> String {
    let text = visible(&bytes[..bytes.len().min(4 * SHOWN)]);
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(longest: usize, pieces: &[&[u8]]) -> Vec<Heard> {
        let mut lines = Lines::new(longest);
        let mut heard = Vec::new();
        for piece in pieces {
            lines.push(piece);
            heard.extend(std::iter::from_fn(|| lines.next()));
        }
        heard
    }

    fn line(text: &str) -> Heard {
        Heard::Line(text.to_owned())
    }

    #[test]
    fn pieces_and_ends_of_line_of_any_kind_make_the_same_line() {
        let same: [&[&[u8]]; 5] = [
            &[b"d4 e5\n"],
            &[b"d4 e5\r\n"],
            &[b"d4", b" ", b"e5", b"\n"],
            &[b"\n\n  d4 e5 \t \r\n\n"],
            &[b"d", b"4", b" ", b"e", b"5", b"\r", b"\n"],
        ];
        for pieces in same {
            assert_eq!(all(64, pieces), [line("d4 e5")], "{pieces:?}");
        }
    }

    #[test]
    fn each_line_of_a_piece_is_heard() {
        assert_eq!(
            all(64, &[b"1\n# why\n2\n3"]),
            [line("1"), Heard::Note("why".into()), line("2")]
        );
    }

    #[test]
    fn what_is_no_text_is_named() {
        let cases: [(&[u8], Unreadable, &str); 4] = [
            (b"1\0\n", Unreadable::Nul, "1\\u{0}"),
            (b"\xff1\n", Unreadable::Encoding, "\u{fffd}1"),
            (b"\x1b[2J1\n", Unreadable::Control, "\\u{1b}[2J1"),
            (b"1\r2\n", Unreadable::Control, "1\\r2"),
        ];
        for (bytes, why, shown) in cases {
            assert_eq!(
                all(64, &[bytes]),
                [Heard::Unreadable(why, shown.to_owned())]
            );
        }
    }

    #[test]
    fn long_line_is_not_kept_and_the_next_one_is_heard() {
        let mut lines = Lines::new(1000);
        for _ in 0..1000 {
            lines.push(&[b'x'; 700]);
            assert_eq!(lines.next(), None);
            assert!(lines.bytes.len() < 2000);
        }
        lines.push(b"\n7\n");
        let Some(Heard::Unreadable(Unreadable::TooLong, shown)) = lines.next() else {
            panic!("a line of 700000 bytes is too long");
        };
        assert_eq!(shown.chars().count(), 81);
        assert_eq!(lines.next(), Some(line("7")));
    }

    proptest! {
        #[test]
        fn how_bytes_are_cut_changes_nothing(
            bytes in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'#'), any::<u8>()], 0..200),
            cuts in prop::collection::vec(0..200usize, 0..8),
        ) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces: Vec<&[u8]> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
            prop_assert_eq!(all(40, &pieces), all(40, &[&bytes]));
        }
    }

    #[test]
    fn rest_without_end_of_line_is_known() {
        let mut lines = Lines::new(64);
        lines.push(b"1\n 2");
        assert_eq!(lines.next(), Some(line("1")));
        assert_eq!(lines.next(), None);
        assert_eq!(lines.unended().as_deref(), Some("2"));
    }
}
