//! A review as one self-contained HTML page, without scripts or external files.

use std::fmt::Write as _;

use table::{Key, Side, key, message};

use crate::report::{percent, signed};
use crate::{Choice, Name, Ply, PlyKind, Review};
use draw::{escaped, page_style};
use text::Language;

/// Draws a position of the game as SVG; `None` if it cannot be drawn.
pub type Draw<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Width and height of the graph, in SVG units.
const GRAPH: (f64, f64) = (640.0, 160.0);

const STYLE: &str = ":root{color-scheme:light}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .6rem;\
border-bottom:1px solid #ccc;vertical-align:top}td.n{text-align:right;\
font-variant-numeric:tabular-nums}tr.mistake{background:#fff3d6}tr.blunder{background:#fde0dc}\
svg.graph{width:100%;height:auto}.graph path{fill:none;stroke:#0a5;stroke-width:2}\
.graph line{stroke:#999}figure{margin:.3rem 0;max-width:18rem;\
padding:.5rem;border-radius:.5rem;background:var(--cloth)}\n";

impl Review {
    /// The review as HTML. `draw` draws the boards beside the mistakes; a board that it cannot draw
    /// is shown as text.
    pub fn html(&self, language: Language, draw: Draw<'_>) -> String {
        let heading = escaped(&self.heading(language));
        let body = [
            format!("<h1>{heading}</h1>"),
            self.graph(language),
            self.sum_table(language),
            self.moves_table(language, draw),
        ]
        .concat();
        format!(
            "<!DOCTYPE html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{heading}</title>\
             <style>{STYLE}{}</style></head><body>{body}</body></html>\n",
            page_style(),
        )
    }

    /// The graph of the first side's share.
    fn graph(&self, language: Language) -> String {
        let (width, height) = GRAPH;
        let shares = self.shares();
        let step = width / (shares.len().max(2) - 1) as f64;
        let mut path = String::new();
        for (place, share) in shares.iter().enumerate() {
            let letter = if place == 0 { 'M' } else { 'L' };
            let (x, y) = (place as f64 * step, height * (1.0 - share));
            let _ = write!(path, "{letter}{x:.1} {y:.1}");
        }
        let title = message!("review-graph", name = self.name(Side::First));
        format!(
            "<p>{}</p><svg class=\"graph\" viewBox=\"0 -2 {width} {}\" role=\"img\">\
             <line x1=\"0\" y1=\"{half}\" x2=\"{width}\" y2=\"{half}\"/><path d=\"{path}\"/></svg>",
            escaped(&language.say(&title)),
            height + 4.0,
            half = height / 2.0,
        )
    }

    fn sum_table(&self, language: Language) -> String {
        let mut rows = String::new();
        for (term, value) in self.terms(language) {
            let (term, value) = (escaped(&term), signed(value, language));
            let _ = write!(rows, "<tr><td>{term}</td><td class=\"n\">{value}</td></tr>");
        }
        let error = self
            .error_line(language)
            .map_or(String::new(), |error| format!("<p>{}</p>", escaped(&error)));
        let title = escaped(&self.told_sum(language));
        format!("<p>{title}</p><table>{rows}</table>{error}")
    }

    fn moves_table(&self, language: Language, draw: Draw<'_>) -> String {
        const COLUMNS: [Key; 7] = [
            key!("review-column-ply"),
            key!("review-column-player"),
            key!("review-column-move"),
            key!("review-column-value"),
            key!("review-column-best"),
            key!("review-column-loss"),
            key!("review-column-luck"),
        ];
        let head = COLUMNS.map(|key| format!("<th>{}</th>", escaped(&language.word(key))));
        let rows: String = self
            .plies
            .iter()
            .enumerate()
            .map(|(number, ply)| self.row(number + 1, ply, language, draw))
            .collect();
        format!("<table><tr>{}</tr>{rows}</table>", head.concat())
    }

    fn row(&self, number: usize, ply: &Ply, language: Language, draw: Draw<'_>) -> String {
        let (class, played, best, loss, luck) = match &ply.kind {
            PlyKind::Choice(choice) => (
                choice.name.map_or("", Name::word),
                self.words(ply, &ply.text, language),
                escaped(&self.words(ply, &choice.best, language))
                    + &mistake_details(choice, ply, language, draw),
                choice.loss_text(language),
                String::new(),
            ),
            PlyKind::Chance(gain) | PlyKind::Cheat(gain) => (
                "chance",
                ply.text.clone(),
                String::new(),
                String::new(),
                gain.map_or(String::new(), |gain| signed(gain.value, language)),
            ),
        };
        format!(
            "<tr class=\"{class}\"><td class=\"n\">{number}</td><td>{}</td><td>{}</td>\
             <td class=\"n\">{}</td><td>{best}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{luck}</td></tr>",
            escaped(self.name(ply.side)),
            escaped(&played),
            percent(ply.value.value(), language),
            escaped(&loss),
        )
    }
}

/// The board and the reasons of a mistake; empty for other choices.
fn mistake_details(choice: &Choice, ply: &Ply, language: Language, draw: Draw<'_>) -> String {
    if !choice.name.is_some_and(Name::is_mistake) {
        return String::new();
    }
    let board = draw(&ply.position).map_or_else(
        || format!("<br><code>{}</code>", escaped(&ply.position)),
        |svg| format!("<figure>{svg}</figure>"),
    );
    choice.why.iter().fold(board, |html, message| {
        html + "<br>" + &escaped(&language.say(message))
    })
}
