//! For a class: short codes to join a table, the QR pictures that hold them, and all tables where
//! somebody plays now.

use std::fmt::Write as _;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use qrcode::{Color, QrCode};
use serde::{Deserialize, Serialize};
use store::Store;
use utoipa::ToSchema;

use crate::Hub;
use crate::api::Body;
use crate::failure::{Failure, Trouble};
use crate::limits::Limit;
use crate::live::Command;
use crate::secret::{Alias, Key, Secret};
use crate::visitor::{Asker, Visitor};
use crate::wire::Description;

/// Digits and capitals that nobody takes for one another: reading, I and L are 1, and O is 0.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH: usize = 6;
/// How long a code leads to its table; whoever asks for it in the second half has as long again.
const LIFE: Duration = Duration::from_hours(24);
/// How many codes are tried where others lead elsewhere: with a million of them, all of these do once
/// in 10^24 times.
const DRAWS: u32 = 8;
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

impl Lead {
    /// Its code, always the same, or the next one where that leads elsewhere.
    fn code(&self, key: &Key, draw: u32) -> String {
        let invitation = self.invitation.as_deref().unwrap_or_default();
        let drawn = key.alias("draw", &format!("{draw} {} {invitation}", self.table));
        let letters = drawn.0.to_be_bytes().into_iter().take(CODE_LENGTH);
        letters
            .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
            .collect()
    }

    /// As the store keeps it: an invitation is read by whoever has the code and the key.
    fn sealed(&self, key: &Key, code: &str) -> store::Lead {
        let invitation = self.invitation.as_deref();
        let sealed = invitation.and_then(|text| turned(key, code, &self.table, text));
        store::Lead {
            game: self.table.clone(),
            invitation: sealed.unwrap_or_default(),
        }
    }

    fn opened(kept: store::Lead, key: &Key, code: &str) -> Self {
        Self {
            invitation: turned(key, code, &kept.game, &kept.invitation),
            table: kept.game,
        }
    }
}

/// Seals an invitation, or opens a sealed one: both are of 128 bits, and so is what is between them.
fn turned(key: &Key, code: &str, table: &str, invitation: &str) -> Option<String> {
    let Alias(bits) = invitation.parse().ok()?;
    let Alias(between) = key.alias("seal", &format!("{code} {table}"));
    Some(Alias(bits ^ between).to_string())
}

/// What a code is called in the store.
fn name_of(key: &Key, code: &str) -> String {
    key.alias("code", code).to_string()
}

/// Gives the code of a lead. It is written where it would not last.
async fn give(store: &Store, key: &Key, lead: &Lead) -> Result<String, Failure> {
    for draw in 0..DRAWS {
        let code = lead.code(key, draw);
        let (name, sealed) = (name_of(key, &code), lead.sealed(key, &code));
        let lasts = match store.code(&name).await? {
            Some((known, _)) if known != sealed => continue,
            Some((_, left)) => left > LIFE / 2,
            None => false,
        };
        if lasts || store.keep_code(&name, &sealed, LIFE).await? {
            return Ok(code);
        }
    }
    Err(Failure::Busy)
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
    responses((status = 200, body = CodeSeen), (status = 403, body = Trouble), (status = 404, body = Trouble)))]
pub(crate) async fn code(
    State(hub): State<Hub>,
    Path(table): Path<String>,
    Body(wanted): Body<CodeWanted>,
) -> Result<Json<CodeSeen>, Failure> {
    let standing = hub.store().standing(&table).await?;
    let seats = standing.ok_or(Failure::NotFound)?.seats;
    // A table has two seats to open, so that nobody is given more codes than tables.
    let opens = |invitation: &String| {
        let digest = Secret::read(invitation).map(|secret| secret.digest().0);
        digest.is_some() && seats.iter().any(|seat| seat.invitation == digest)
    };
    let invitation = wanted.invitation;
    if !invitation.iter().all(opens) {
        return Err(Failure::BadInvitation);
    }
    let code = give(hub.store(), hub.key(), &Lead { table, invitation }).await?;
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
    if !hub.limits().may(Limit::Code, from) {
        return Err(Failure::TooFast);
    }
    let (key, code) = (hub.key(), read_code(&code));
    let known = hub.store().code(&name_of(key, &code)).await?;
    let (kept, _) = known.ok_or(Failure::NotFound)?;
    Ok(Json(Lead::opened(kept, key, &code)))
}

async fn describe(hub: &Hub, by: &Asker, id: &str) -> Result<Description, Failure> {
    hub.ask(by, id, |reply| Command::Describe { reply }).await
}

/// The tables where somebody plays now, at whichever node, the latest first.
#[utoipa::path(get, path = "/api/running", responses((status = 200, body = Vec<Description>)))]
pub(crate) async fn running(State(hub): State<Hub>, from: Visitor) -> Json<Vec<Description>> {
    // As anybody sees them, whoever asks.
    let by = Asker { from, who: None };
    let mut tables = Vec::new();
    for id in hub.running() {
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

    fn key() -> Key {
        Key::new(b"a house")
    }

    fn seat() -> Lead {
        Lead {
            table: "a".to_owned(),
            invitation: Some("0123456789abcdef0123456789abcdef".to_owned()),
        }
    }

    #[test]
    fn a_code_is_read_however_it_was_written_down() {
        for text in ["01ab2c", "oLaB2C", " O I-A B 2 c "] {
            assert_eq!(read_code(text), "01AB2C", "{text}");
        }
        assert_ne!(read_code("01AB2C0"), "01AB2C");
    }

    #[test]
    fn a_seat_has_another_code_than_its_table_and_both_stay_the_same() {
        let table = Lead {
            invitation: None,
            ..seat()
        };
        let codes = [&table, &seat(), &table, &seat()].map(|lead| lead.code(&key(), 0));
        assert_ne!(codes[0], codes[1]);
        assert_eq!(codes[..2], codes[2..]);
        assert_eq!(codes[0].len(), CODE_LENGTH);
        assert_ne!(seat().code(&key(), 1), codes[1]);
    }

    #[test]
    fn an_invitation_is_opened_by_the_code_and_the_key_together() {
        let sealed = seat().sealed(&key(), "ABC123");
        let opened = |key: &Key, code| Lead::opened(sealed.clone(), key, code);
        assert_eq!(opened(&key(), "ABC123"), seat());
        assert_ne!(opened(&key(), "ABC124"), seat());
        assert_ne!(opened(&Key::new(b"another"), "ABC123"), seat());
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
