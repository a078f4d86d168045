//! Lines assembled from a program's bytes, which arrive in pieces of any size.

use crate::program_answer::ProgramLine;
use crate::program_failure::UnreadableCause;

/// Number of characters of an unreadable line that are kept for messages.
const SHOWN: usize = 80;

/// The bytes of lines that are not complete yet, bounded by the maximum length of a line.
#[derive(Debug, Default)]
pub(super) struct LineBuffer {
    bytes: Vec<u8>,
    /// Number of leading bytes that were returned already.
    taken: usize,
    /// Number of leading bytes that hold no unreturned end of line.
    searched: usize,
    longest: usize,
    /// The beginning of the current line was dropped because the line is too long.
    overlong: bool,
    /// The `#` lines, without the `#`, since they were last taken.
    notes: Vec<String>,
    notes_bytes: usize,
    most_notes_bytes: usize,
}

impl LineBuffer {
    pub(super) fn new(longest: usize, most_notes_bytes: usize) -> Self {
        Self {
            longest,
            most_notes_bytes,
            ..Self::default()
        }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.taken == self.bytes.len() {
            self.bytes.clear();
            (self.taken, self.searched) = (0, 0);
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next complete line that is neither blank nor a `#` line.
    pub(super) fn next(&mut self) -> Option<ProgramLine> {
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
            let line = line.trim_ascii();
            let note = line.strip_prefix(b"#").map(<[u8]>::trim_ascii);
            let note = note.map(visible);
            let parsed = parse_line(line, overlong);
            (self.taken, self.searched) = (end + 1, end + 1);
            match note {
                Some(note) => self.keep_note(note),
                None if parsed.is_some() => return parsed,
                None => {}
            }
        }
    }

    fn keep_note(&mut self, note: String) {
        if self.notes_bytes + note.len() <= self.most_notes_bytes {
            self.notes_bytes += note.len() + 1;
            self.notes.push(note);
        }
    }

    pub(super) fn take_notes(&mut self) -> Vec<String> {
        self.notes_bytes = 0;
        std::mem::take(&mut self.notes)
    }

    /// Drops all but the beginning of an incomplete line that is too long.
    fn shorten(&mut self) {
        if self.searched - self.taken > self.longest {
            self.overlong = true;
            self.bytes.drain(..self.taken);
            self.bytes.truncate(4 * SHOWN);
            (self.taken, self.searched) = (0, self.bytes.len());
        }
    }

    /// The beginning of the text after the last end of line, unless it is blank.
    pub(super) fn unfinished_line(&self) -> Option<String> {
        let rest = self.bytes[self.taken..].trim_ascii();
        (!rest.is_empty()).then(|| beginning(rest))
    }
}

fn parse_line(line: &[u8], overlong: bool) -> Option<ProgramLine> {
    let unreadable = |cause| {
        let text = beginning(line);
        Some(ProgramLine::Unreadable { cause, text })
    };
    if overlong {
        return unreadable(UnreadableCause::TooLong);
    }
    if line.is_empty() {
        return None;
    }
    if line.contains(&0) {
        return unreadable(UnreadableCause::Nul);
    }
    match str::from_utf8(line) {
        Err(_) => unreadable(UnreadableCause::Encoding),
        Ok(text) if text.contains(|c: char| c.is_control() && c != '\t') => {
            unreadable(UnreadableCause::Control)
        }
        Ok(text) => Some(ProgramLine::Text(text.to_owned())),
    }
}

/// The bytes as text with control codes escaped, so that a terminal can show them.
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

/// The first [`SHOWN`] characters as visible text.
fn beginning(bytes: &[u8]) -> String {
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

    fn buffer(longest: usize) -> LineBuffer {
        LineBuffer::new(longest, 1000)
    }

    /// The lines and the notes of bytes that arrive in these pieces.
    fn all(longest: usize, pieces: &[&[u8]]) -> (Vec<ProgramLine>, Vec<String>) {
        let mut buffer = buffer(longest);
        let mut lines = Vec::new();
        for piece in pieces {
            buffer.push(piece);
            lines.extend(std::iter::from_fn(|| buffer.next()));
        }
        (lines, buffer.take_notes())
    }

    fn line(text: &str) -> ProgramLine {
        ProgramLine::Text(text.to_owned())
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
            assert_eq!(all(64, pieces).0, [line("d4 e5")], "{pieces:?}");
        }
    }

    #[test]
    fn one_piece_can_hold_several_lines_and_notes() {
        let (lines, notes) = all(64, &[b"1\n# why\n2\n3"]);
        assert_eq!(lines, [line("1"), line("2")]);
        assert_eq!(notes, ["why"]);
    }

    #[test]
    fn only_the_first_notes_are_kept() {
        let mut buffer = LineBuffer::new(64, 8);
        buffer.push(b"# one\n# two\n# three\n");
        assert_eq!(buffer.next(), None);
        assert_eq!(buffer.take_notes(), ["one", "two"]);
    }

    #[test]
    fn bytes_that_are_not_text_have_a_cause() {
        let cases: [(&[u8], UnreadableCause, &str); 4] = [
            (b"1\0\n", UnreadableCause::Nul, "1\\u{0}"),
            (b"\xff1\n", UnreadableCause::Encoding, "\u{fffd}1"),
            (b"\x1b[2J1\n", UnreadableCause::Control, "\\u{1b}[2J1"),
            (b"1\r2\n", UnreadableCause::Control, "1\\r2"),
        ];
        for (bytes, cause, shown) in cases {
            let text = shown.to_owned();
            let expected = ProgramLine::Unreadable { cause, text };
            assert_eq!(all(64, &[bytes]).0, [expected]);
        }
    }

    #[test]
    fn a_line_that_is_too_long_takes_little_memory_and_does_not_hide_the_next() {
        let mut buffer = buffer(1000);
        for _ in 0..1000 {
            buffer.push(&[b'x'; 700]);
            assert_eq!(buffer.next(), None);
            assert!(buffer.bytes.len() < 2000);
        }
        buffer.push(b"\n7\n");
        let Some(ProgramLine::Unreadable { cause, text }) = buffer.next() else {
            panic!("a line of 700000 bytes is too long");
        };
        assert_eq!(cause, UnreadableCause::TooLong);
        assert_eq!(text.chars().count(), 81);
        assert_eq!(buffer.next(), Some(line("7")));
    }

    proptest! {
        #[test]
        fn the_pieces_that_bytes_arrive_in_do_not_matter(
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
    fn text_after_the_last_end_of_line_is_returned_apart() {
        let mut buffer = buffer(64);
        buffer.push(b"1\n 2");
        assert_eq!(buffer.next(), Some(line("1")));
        assert_eq!(buffer.next(), None);
        assert_eq!(buffer.unfinished_line().as_deref(), Some("2"));
    }
}
