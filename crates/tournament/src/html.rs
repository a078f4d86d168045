//! `standings.html`: a page that stands alone.

use std::fmt::Write as _;

use house::Language;
use table::Message;

use super::Standings;

const STYLE: &str = "body{font:16px system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}\
table{border-collapse:collapse;margin:1rem 0}th,td{padding:.3rem .7rem;text-align:right;\
border-bottom:1px solid #8884}th:first-child,td:first-child{text-align:left}\
div{overflow-x:auto}:root{color-scheme:light dark}";

impl Standings {
    /// The table and the cross table under a title.
    pub fn html(&self, title: &str, language: Language) -> String {
        let title = escaped(title);
        let head = format!(
            "<!doctype html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n<h1>{title}</h1>\n"
        );
        format!(
            "{head}<div>{}</div>\n<div>{}</div>\n",
            self.table(language),
            self.crossed()
        )
    }

    fn table(&self, language: Language) -> String {
        let heads = [
            "name", "games", "wins", "draws", "losses", "points", "elo", "forfeits",
        ];
        let mut text = "<table>\n<tr>".to_owned();
        for head in heads.map(column) {
            let _ = write!(text, "<th>{}", language.say(&head));
        }
        if self.adjusted.is_some() {
            let _ = write!(text, "<th>{}", language.say(&column("adjusted")));
        }
        text.push('\n');
        for row in &self.rows {
            let _ = write!(
                text,
                "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}<td>{}",
                escaped(&row.name),
                row.games,
                row.wins,
                row.draws,
                row.losses,
                row.points,
                rating(row.elo, row.error),
                row.forfeits
            );
            if self.adjusted.is_some() {
                let _ = write!(text, "<td>{}", rating(row.adjusted, row.adjusted_error));
            }
            text.push('\n');
        }
        text + "</table>"
    }

    fn crossed(&self) -> String {
        let mut text = "<table>\n<tr><th>".to_owned();
        for place in 1..=self.rows.len() {
            let _ = write!(text, "<th>{place}");
        }
        text.push('\n');
        for (place, row) in (1..).zip(&self.rows) {
            let _ = write!(text, "<tr><td>{place}. {}", escaped(&row.name));
            for other in &self.rows {
                let _ = write!(text, "<td>{}", self.against(row.player, other.player));
            }
            text.push('\n');
        }
        text + "</table>"
    }

    /// What one scored against the other, of how many: `5.5/10`.
    pub fn against(&self, one: usize, other: usize) -> String {
        match self.played[one][other] {
            0 => "·".to_owned(),
            played => format!("{}/{played}", self.cross[one][other] as f64 / 2.0),
        }
    }
}

/// The heading of a column of standings.
pub(crate) fn column(name: &'static str) -> Message {
    Message::new(match name {
        "name" => "tournament-column-name",
        "games" => "tournament-column-games",
        "wins" => "tournament-column-wins",
        "draws" => "tournament-column-draws",
        "losses" => "tournament-column-losses",
        "points" => "tournament-column-points",
        "elo" => "tournament-column-elo",
        "adjusted" => "tournament-column-adjusted",
        _ => "tournament-column-forfeits",
    })
}

/// `+35.0 ± 12.1`, or a dash where there is no number.
pub fn rating(elo: Option<f64>, error: Option<f64>) -> String {
    match (elo, error) {
        (None, _) => "–".to_owned(),
        (Some(elo), None) => format!("{elo:+.1} ± ?"),
        (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1}"),
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            plain => escaped.push(plain),
        }
    }
    escaped
}
