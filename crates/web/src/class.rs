//! For a class: short codes to join a table, the QR pictures that hold them, and all tables where
//! somebody plays now.

use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use qrcode::{Color, QrCode};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use crate::Hub;
use crate::api::Body;
use crate::failure::{Failure, Trouble};
use crate::live::Command;
use crate::pace::{Paces, Rate, rate};
use crate::secret::Secret;
use crate::visitor::{Asker, Visitor};
use crate::wire::Description;

/// Digits and capitals that nobody takes for one another: reading, I and L are 1, and O is 0.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH: usize = 6;
/// Codes that are remembered; the oldest go first, and a page that shows one asks for it again.
const MOST_CODES: usize = 10_000;
/// How many codes one visitor may try at once, and each second: a class shares its address.
const TRIED: Rate = rate(100, 2);
const MOST_RUNNING: usize = 48;
const LONGEST_QR: usize = 300;
/// White around a QR picture, in modules, as its standard asks.
const QUIET: usize = 4;

/// Where a short code leads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Lead {
    /// The table.
    table: String,
    /// The invitation to a seat there.
    #[serde(skip_serializing_if = "Option::is_none")]
    invitation: Option<String>,
}

/// The short codes of a server, in memory alone.
#[derive(Debug)]
pub(crate) struct Codes {
    leads: HashMap<String, Lead>,
    order: VecDeque<String>,
    tried: Paces,
}

impl Default for Codes {
    fn default() -> Self {
        Self {
            leads: HashMap::new(),
            order: VecDeque::new(),
            tried: Paces::new(TRIED),
        }
    }
}

impl Codes {
    /// The code of a lead: always the same, whenever it is asked for.
    fn give(&mut self, lead: Lead) -> String {
        let code = code_of(&lead);
        if self.leads.insert(code.clone(), lead).is_none() {
            self.order.push_back(code.clone());
        }
        if self.order.len() > MOST_CODES
            && let Some(oldest) = self.order.pop_front()
        {
            self.leads.remove(&oldest);
        }
        code
    }

    fn follow(&self, code: &str, from: Visitor) -> Result<Lead, Failure> {
        if !self.tried.take(from) {
            return Err(Failure::TooFast);
        }
        let lead = self.leads.get(&read_code(code)).cloned();
        lead.ok_or(Failure::NotFound)
    }
}

fn code_of(lead: &Lead) -> String {
    let invitation = lead.invitation.as_deref().unwrap_or_default();
    let digest = Sha256::digest(format!("{} {invitation}", lead.table));
    let letters = digest.iter().take(CODE_LENGTH);
    letters
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect()
}

/// A code as somebody wrote it down.
fn read_code(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    let letters = letters.map(|letter| match letter.to_ascii_uppercase() {
        'I' | 'L' => '1',
        'O' => '0',
        letter => letter,
    });
    letters.take(CODE_LENGTH + 1).collect()
}

/// What a code shall lead to.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CodeWanted {
    /// To sit down; without one, to watch.
    invitation: Option<String>,
}

/// A short code.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CodeSeen {
    code: String,
}

/// Gives the short code of a table, or of a seat there.
#[utoipa::path(post, path = "/api/tables/{id}/code", params(("id" = String, Path)), request_body = CodeWanted,
    responses((status = 200, body = CodeSeen), (status = 404, body = Trouble)))]
pub(crate) async fn code(
    State(hub): State<Hub>,
    Path(table): Path<String>,
    by: Asker,
    Body(wanted): Body<CodeWanted>,
) -> Result<Json<CodeSeen>, Failure> {
    let read = |text: String| match Secret::read(&text) {
        Some(_) => Ok(text),
        None => Err(Failure::BadInvitation),
    };
    let invitation = wanted.invitation.map(read).transpose()?;
    describe(&hub, &by, &table).await?;
    let code = hub.codes().give(Lead { table, invitation });
    Ok(Json(CodeSeen { code }))
}

/// Where a short code leads.
#[utoipa::path(get, path = "/api/codes/{code}", params(("code" = String, Path)),
    responses((status = 200, body = Lead), (status = 404, body = Trouble)))]
pub(crate) async fn follow(
    State(hub): State<Hub>,
    from: Visitor,
    Path(code): Path<String>,
) -> Result<Json<Lead>, Failure> {
    hub.codes().follow(&code, from).map(Json)
}

async fn describe(hub: &Hub, by: &Asker, id: &str) -> Result<Description, Failure> {
    hub.ask(by, id, |reply| Command::Describe { reply }).await
}

/// The tables where somebody plays now, the latest first.
#[utoipa::path(get, path = "/api/running", responses((status = 200, body = Vec<Description>)))]
pub(crate) async fn running(State(hub): State<Hub>, from: Visitor) -> Json<Vec<Description>> {
    // As anybody sees them, whoever asks.
    let by = Asker { from, who: None };
    let mut tables = Vec::new();
    for id in hub.names(MOST_RUNNING) {
        // One that is gone by now does not run.
        if let Ok(table) = describe(&hub, &by, &id).await
            && table.ending.is_none()
        {
            tables.push(table);
        }
    }
    tables.sort_by_key(|table| std::cmp::Reverse(table.created_ms));
    Json(tables)
}

/// A text as a picture.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct QrWanted {
    /// At most 300 bytes.
    text: String,
}

/// A text as a QR picture.
#[utoipa::path(get, path = "/api/qr", params(QrWanted),
    responses((status = 200, content_type = "image/svg+xml"), (status = 400, body = Trouble)))]
pub(crate) async fn qr(Query(wanted): Query<QrWanted>) -> Result<Response, Failure> {
    let too_long = || Failure::Malformed("text".to_owned());
    if wanted.text.len() > LONGEST_QR {
        return Err(too_long());
    }
    let code = QrCode::new(&wanted.text).map_err(|_| too_long())?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture(&code)).into_response())
}

/// Black on white in every theme: telephones read nothing else reliably.
fn picture(code: &QrCode) -> String {
    let width = code.width();
    let mut squares = String::new();
    for (place, colour) in code.to_colors().into_iter().enumerate() {
        let (x, y) = (place % width + QUIET, place / width + QUIET);
        if colour == Color::Dark {
            let _ = write!(squares, "M{x} {y}h1v1h-1z");
        }
    }
    let size = width + 2 * QUIET;
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/><path d="{squares}"/></svg>"##
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lead(table: &str) -> Lead {
        Lead {
            table: table.to_owned(),
            invitation: None,
        }
    }

    fn home() -> Visitor {
        Visitor::at([127, 0, 0, 1].into())
    }

    #[test]
    fn a_code_is_found_however_it_was_written_down() {
        let mut codes = Codes::default();
        let code = codes.give(lead("a"));
        assert_eq!(code.len(), 6);
        let sloppy = code
            .to_lowercase()
            .replace('0', "o")
            .replace('1', "l")
            .chars()
            .flat_map(|letter| [letter, ' '])
            .collect::<String>();
        for text in [&code, &sloppy] {
            assert_eq!(codes.follow(text, home()).unwrap(), lead("a"));
        }
        assert!(codes.follow("ZZZZZZZ", home()).is_err());
    }

    #[test]
    fn a_seat_has_another_code_than_its_table_and_both_stay_the_same() {
        let mut codes = Codes::default();
        let seat = Lead {
            invitation: Some("b".to_owned()),
            ..lead("a")
        };
        let [table, other] = [lead("a"), seat.clone()].map(|lead| codes.give(lead));
        assert_ne!(table, other);
        assert_eq!(codes.give(seat), other);
        assert_eq!(codes.order.len(), 2);
    }

    #[test]
    fn codes_are_bounded_in_number_and_in_tries() {
        let mut codes = Codes::default();
        let first = codes.give(lead("first"));
        for table in 0..MOST_CODES + 10 {
            codes.give(lead(&table.to_string()));
        }
        assert!(codes.leads.len() <= MOST_CODES && codes.order.len() <= MOST_CODES);
        assert!(matches!(
            codes.follow(&first, home()),
            Err(Failure::NotFound)
        ));
        let refused = (0..200).filter(|_| {
            let tried = codes.follow("000000", home());
            matches!(tried, Err(Failure::TooFast))
        });
        assert!(refused.count() > 50);
    }

    #[test]
    fn a_picture_has_the_three_corners_of_every_qr_code() {
        let svg = picture(&QrCode::new("http://127.0.0.1:4210/j/ABC123").unwrap());
        // The middles of the finder patterns of a code of 29 modules, white around it.
        for at in ["M7 7h", "M29 7h", "M7 29h"] {
            assert!(svg.contains(at), "{at} in {svg}");
        }
        assert!(svg.contains(r#"viewBox="0 0 37 37""#));
    }
}
