//! Pictures as text: a flat row of named parts, each a group of shapes with classes and no colours.

use std::fmt::{self, Write as _};

/// A picture in the making. Coordinates are whole units of its own.
#[derive(Debug)]
pub struct Svg {
    text: String,
}

/// How a part comes onto the board, and what it answers to.
#[derive(Clone, Copy, Default, Debug)]
pub struct Group<'a> {
    /// What a screen reader says; parts without are decoration.
    pub label: &'a str,
    /// Names of styles.
    pub class: &'a str,
    /// Keys that touch it, separated by spaces.
    pub keys: &'a str,
    /// The part it comes from when it is new.
    pub from: &'a str,
}

/// A small count as a coordinate.
pub fn units(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// Text that may stand in an attribute or between tags.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| match char {
            '<' => f.write_str("&lt;"),
            '&' => f.write_str("&amp;"),
            '"' => f.write_str("&quot;"),
            _ => f.write_char(char),
        })
    }
}

impl Svg {
    /// An empty picture of that size, in the class of its game, that a screen reader calls `label`.
    pub fn new(class: &str, (width, height): (i32, i32), label: &str) -> Self {
        let mut text = String::with_capacity(8 * 1024);
        let label = Escaped(label);
        let _ = write!(
            text,
            r#"<svg class="drawing {class}" viewBox="0 0 {width} {height}" role="group" aria-label="{label}">"#
        );
        Self { text }
    }

    /// A part of the board. Parts stand beside one another, never in one another.
    pub fn part(&mut self, name: &str, about: Group<'_>, shapes: impl FnOnce(&mut Self)) {
        let _ = write!(self.text, r#"<g data-part="{name}""#);
        let attributes = [
            ("class", about.class),
            ("aria-label", about.label),
            ("data-keys", about.keys),
            ("data-from", about.from),
        ];
        for (attribute, value) in attributes {
            if !value.is_empty() {
                let _ = write!(self.text, r#" {attribute}="{}""#, Escaped(value));
            }
        }
        self.text.push_str(if about.label.is_empty() {
            r#" aria-hidden="true">"#
        } else {
            r#" role="img">"#
        });
        shapes(self);
        self.text.push_str("</g>");
    }

    /// Shapes moved and perhaps turned.
    pub fn at(&mut self, (x, y): (i32, i32), turn: i32, shapes: impl FnOnce(&mut Self)) {
        let _ = match turn {
            0 => write!(self.text, r#"<g transform="translate({x} {y})">"#),
            _ => write!(
                self.text,
                r#"<g transform="translate({x} {y}) rotate({turn})">"#
            ),
        };
        shapes(self);
        self.text.push_str("</g>");
    }

    /// A rectangle with round corners, by its centre.
    pub fn slab(&mut self, class: &str, (x, y): (i32, i32), (w, h): (i32, i32), round: i32) {
        let (left, top) = (x - w / 2, y - h / 2);
        let _ = write!(
            self.text,
            r#"<rect class="{class}" x="{left}" y="{top}" width="{w}" height="{h}" rx="{round}"/>"#
        );
    }

    /// A disc.
    pub fn disc(&mut self, class: &str, (x, y): (i32, i32), r: i32) {
        let _ = write!(
            self.text,
            r#"<circle class="{class}" cx="{x}" cy="{y}" r="{r}"/>"#
        );
    }

    /// A straight line.
    pub fn line(&mut self, class: &str, (x1, y1): (i32, i32), (x2, y2): (i32, i32)) {
        let _ = write!(
            self.text,
            r#"<path class="{class}" d="M{x1} {y1}L{x2} {y2}"/>"#
        );
    }

    /// Any outline, in the language of paths.
    pub fn path(&mut self, class: &str, outline: &str) {
        let _ = write!(self.text, r#"<path class="{class}" d="{outline}"/>"#);
    }

    /// Words or a number, centred.
    pub fn words(&mut self, class: &str, (x, y): (i32, i32), words: &str) {
        let words = Escaped(words);
        let _ = write!(
            self.text,
            r#"<text class="{class}" x="{x}" y="{y}">{words}</text>"#
        );
    }

    /// A button with words on it: what is not on the board is a part too.
    pub fn button(
        &mut self,
        name: &str,
        keys: &str,
        at: (i32, i32),
        (w, h): (i32, i32),
        words: &str,
    ) {
        let about = Group {
            label: words,
            class: "button",
            keys,
            ..Group::default()
        };
        self.part(name, about, |svg| {
            svg.slab("key", at, (w, h), h / 3);
            svg.words("word", (at.0, at.1), words);
        });
    }

    /// The pips of a die or of half a tile around a centre, `step` apart.
    pub fn pips(&mut self, (x, y): (i32, i32), step: i32, r: i32, count: u8) {
        // The cells of a square of nine, as on a telephone.
        const PIPS: [&[u8]; 7] = [
            &[],
            &[5],
            &[3, 7],
            &[3, 5, 7],
            &[1, 3, 7, 9],
            &[1, 3, 5, 7, 9],
            &[1, 3, 4, 6, 7, 9],
        ];
        for cell in PIPS[usize::from(count.min(6))] {
            let cell = i32::from(cell - 1);
            self.disc(
                "pip",
                (x + (cell % 3 - 1) * step, y + (cell / 3 - 1) * step),
                r,
            );
        }
    }

    /// The whole picture.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }
}
