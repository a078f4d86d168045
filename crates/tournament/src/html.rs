//! `standings.html`: the standings as one page without other files.

use std::fmt::Write as _;

use draw::escaped;
use table::key;
use text::Language;

use super::Standings;

const STYLE: &str = "body{font:16px system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}\
table{border-collapse:collapse;margin:1rem 0}th,td{padding:.3rem .7rem;text-align:right;\
border-bottom:1px solid #8884}th:first-child,td:first-child{text-align:left}\
div{overflow-x:auto}:root{color-scheme:light dark}";

impl Standings {
    /// The page with the standings and the cross table.
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
            self.cross_table()
        )
    }

    fn table(&self, language: Language) -> String {
        let columns = [
            key!("tournament-column-name"),
            key!("tournament-column-games"),
            key!("tournament-column-wins"),
            key!("tournament-column-draws"),
            key!("tournament-column-losses"),
            key!("tournament-column-points"),
            key!("tournament-column-elo"),
            key!("tournament-column-forfeits"),
        ];
        let adjusted = self
            .adjusted
            .is_some()
            .then_some(key!("tournament-column-adjusted"));
        let mut text = "<table>\n<tr>".to_owned();
        for column in columns.into_iter().chain(adjusted) {
            let _ = write!(text, "<th>{}", language.word(column));
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
                rating_text(row.elo, row.error),
                row.forfeits
            );
            if self.adjusted.is_some() {
                let _ = write!(
                    text,
                    "<td>{}",
                    rating_text(row.adjusted, row.adjusted_error)
                );
            }
            text.push('\n');
        }
        text + "</table>"
    }

    fn cross_table(&self) -> String {
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

    /// The points of one player against another and the number of games: `5.5/10`.
    pub fn against(&self, one: usize, other: usize) -> String {
        match self.played[one][other] {
            0 => "·".to_owned(),
            played => format!("{}/{played}", self.cross[one][other] as f64 / 2.0),
        }
    }
}

/// A rating as text: `+35.0 ± 12.1`, or a dash where there is none.
pub fn rating_text(elo: Option<f64>, error: Option<f64>) -> String {
    match (elo, error) {
        (None, _) => "–".to_owned(),
        (Some(elo), None) => format!("{elo:+.1} ± ?"),
        (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1}"),
    }
}
