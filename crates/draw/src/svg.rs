//! SVG pictures: a flat list of named parts, each a group of shapes with CSS classes, no colours.

use std::fmt::{self, Write as _};

/// The light from above that [`Svg::gloss`] lays on discs.
const LIGHT: &str = concat!(
    r#"<g data-part="light" aria-hidden="true"><defs>"#,
    r#"<radialGradient id="gloss" cx=".4" cy=".28" r=".75">"#,
    r#"<stop class="gloss-in" offset="0"/><stop class="gloss-mid" offset=".6"/>"#,
    r#"<stop class="gloss-out" offset="1"/>"#,
    "</radialGradient></defs></g>"
);

/// Builder of a picture. Coordinates are whole units of its view box.
#[derive(Debug)]
pub struct Svg {
    text: String,
}

/// Attributes of a part; an empty text leaves the attribute out.
#[derive(Clone, Copy, Default, Debug)]
pub struct Group<'a> {
    /// Text for screen readers; parts without it are decoration.
    pub label: &'a str,
    /// CSS classes, separated by spaces.
    pub class: &'a str,
    /// Keyboard keys that activate the part, separated by spaces.
    pub keys: &'a str,
    /// Name of the part from which this part moves when it first appears.
    pub from: &'a str,
}

impl<'a> Group<'a> {
    /// Attributes of a part with a label and CSS classes, without keys and without an origin.
    pub const fn new(label: &'a str, class: &'a str) -> Self {
        Self {
            label,
            class,
            keys: "",
            from: "",
        }
    }
}

/// A count as a coordinate, limited to `i32::MAX`.
pub fn units(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The text escaped for an attribute or between tags of SVG, HTML or XML. Control characters, which
/// XML cannot contain, become U+FFFD.
pub fn escaped(text: &str) -> String {
    Escaped(text).to_string()
}

/// Writes text escaped for markup.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let special = |c: char| "<>&\"".contains(c) || c.is_control() && c != '\n' && c != '\t';
        let mut rest = self.0;
        while let Some((at, found)) = rest.char_indices().find(|&(_, c)| special(c)) {
            f.write_str(&rest[..at])?;
            f.write_str(match found {
                '<' => "&lt;",
                '>' => "&gt;",
                '&' => "&amp;",
                '"' => "&quot;",
                _ => "\u{fffd}",
            })?;
            rest = &rest[at + found.len_utf8()..];
        }
        f.write_str(rest)
    }
}

impl Svg {
    /// An empty picture with the CSS class of its game, a size, and a label for screen readers.
    pub fn new(class: &str, (width, height): (i32, i32), label: &str) -> Self {
        let mut text = String::with_capacity(8 * 1024);
        let label = Escaped(label);
        let _ = write!(
            text,
            r#"<svg class="drawing {class}" viewBox="0 0 {width} {height}" role="group" aria-label="{label}">"#
        );
        text.push_str(LIGHT);
        Self { text }
    }

    /// Adds a sheen to a disc by its centre and radius: light from above.
    pub fn gloss(&mut self, at: (i32, i32), r: i32) {
        self.disc("gloss", at, r);
    }

    /// Adds a named part. Parts must not be nested.
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

    /// Adds shapes moved by `(x, y)` and rotated by `turn` degrees.
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

    /// Adds a rectangle by its centre and size, with corners of radius `round`.
    pub fn slab(&mut self, class: &str, (x, y): (i32, i32), (w, h): (i32, i32), round: i32) {
        let (left, top) = (x - w / 2, y - h / 2);
        let _ = write!(
            self.text,
            r#"<rect class="{class}" x="{left}" y="{top}" width="{w}" height="{h}" rx="{round}"/>"#
        );
    }

    /// Adds a disc by its centre and radius.
    pub fn disc(&mut self, class: &str, (x, y): (i32, i32), r: i32) {
        let _ = write!(
            self.text,
            r#"<circle class="{class}" cx="{x}" cy="{y}" r="{r}"/>"#
        );
    }

    /// Adds a line segment.
    pub fn line(&mut self, class: &str, (x1, y1): (i32, i32), (x2, y2): (i32, i32)) {
        let _ = write!(
            self.text,
            r#"<path class="{class}" d="M{x1} {y1}L{x2} {y2}"/>"#
        );
    }

    /// Adds an outline in SVG path syntax.
    pub fn path(&mut self, class: &str, outline: &str) {
        let _ = write!(self.text, r#"<path class="{class}" d="{outline}"/>"#);
    }

    /// Adds text centred at `(x, y)`.
    pub fn words(&mut self, class: &str, (x, y): (i32, i32), words: &str) {
        let words = Escaped(words);
        let _ = write!(
            self.text,
            r#"<text class="{class}" x="{x}" y="{y}">{words}</text>"#
        );
    }

    /// Adds a part that is a button with a text.
    pub fn button(
        &mut self,
        name: &str,
        keys: &str,
        at: (i32, i32),
        (w, h): (i32, i32),
        words: &str,
    ) {
        let about = Group {
            keys,
            ..Group::new(words, "button")
        };
        self.part(name, about, |svg| {
            svg.slab("key", at, (w, h), h / 3);
            svg.words("word", (at.0, at.1), words);
        });
    }

    /// Adds the pips of a die or half tile around a centre, `step` apart; `count` above 6 draws 6.
    pub fn pips(&mut self, (x, y): (i32, i32), step: i32, r: i32, count: u8) {
        // Cells of a 3 × 3 square, numbered row by row from 1.
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

    /// The text of the picture.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_of_a_text_are_escaped() {
        assert_eq!(escaped("<b>&\"\u{7}\n"), "&lt;b&gt;&amp;&quot;\u{fffd}\n");
    }
}
