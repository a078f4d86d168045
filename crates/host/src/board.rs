//! Boards in characters, for terminals: what a game draws from a viewer's view, before colours.

/// The kind of thing that a piece of a board shows; a terminal has a colour for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Text.
    Plain,
    /// Less important text.
    Faint,
    /// The frame of a board.
    Frame,
    /// A thing of the first side.
    First,
    /// A thing of the second side.
    Second,
    /// Wood: the stick of a match, a pit.
    Wood,
    /// Fire: the head of a match.
    Fire,
    /// Bone: a die, a tile.
    Bone,
}

/// A piece of a line of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextPiece {
    /// The characters, each one column wide.
    pub text: String,
    /// The kind of thing that they show.
    pub ink: Ink,
    /// The part of the drawing that they are, as [`Touch::parts`](crate::Touch::parts) names it; empty
    /// for none.
    pub part: String,
}

/// A board as lines of pieces.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TextBoard {
    /// The lines from the top.
    pub lines: Vec<Vec<TextPiece>>,
}

impl TextBoard {
    /// The lines of `text`, each broken at `width` columns.
    pub fn plain(text: &str, width: u16) -> Self {
        let mut board = Self::default();
        for line in text.lines() {
            let letters: Vec<char> = line.chars().collect();
            for piece in letters.chunks(usize::from(width.max(1))) {
                board.line();
                board.put(Ink::Plain, piece.iter().collect::<String>());
            }
        }
        board
    }

    /// Begins a line.
    pub fn line(&mut self) {
        self.lines.push(Vec::new());
    }

    /// Adds text to the last line.
    pub fn put(&mut self, ink: Ink, text: impl Into<String>) {
        self.part(ink, text, String::new());
    }

    /// Adds text that is a part of the drawing to the last line.
    pub fn part(&mut self, ink: Ink, text: impl Into<String>, part: impl Into<String>) {
        let piece = TextPiece {
            text: text.into(),
            ink,
            part: part.into(),
        };
        match self.lines.last_mut() {
            Some(line) => line.push(piece),
            None => self.lines.push(vec![piece]),
        }
    }

    /// Number of columns of the longest line.
    pub fn width(&self) -> usize {
        let width = |line: &Vec<TextPiece>| {
            let widths = line.iter().map(|piece| piece.text.chars().count());
            widths.sum()
        };
        self.lines.iter().map(width).max().unwrap_or(0)
    }
}
