//! Short codes that lead to a table, or to a seat there.
//!
//! The store keeps where a code leads, at all nodes, until the code expires.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use store::{CodeRow, Store};
use utoipa::ToSchema;

use crate::Hub;
use crate::error::{ErrorBody, RequestError};
use crate::server::json_body::JsonBody;
use crate::server::limits::RateLimit;
use crate::server::secret::Secret;
use crate::server::visitor::Visitor;

/// Digits and capitals that cannot be confused: I and L are read as 1, and O as 0.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Letters of a code: 30 bits.
const CODE_LENGTH: usize = 6;
/// Lifetime of a code; a request for it in the second half renews it.
const LIFETIME: Duration = Duration::from_hours(24);
/// Codes that are tried for one target. With a million codes in use, all of these are taken once in
/// 10^24 times.
const ATTEMPTS: u32 = 8;

/// The code of a target, always the same; further attempts give further codes. Only a browser that has
/// the table's id, and the invitation, can compute it.
fn code_for(target: &CodeRow, attempt: u32) -> String {
    let invitation = target.invitation.as_deref().unwrap_or_default();
    let digest = Sha256::digest(format!(
        "brelan code {attempt} {} {invitation}",
        target.game
    ));
    let letters = digest.iter().take(CODE_LENGTH);
    letters
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect()
}

/// The code of a target, kept in the store for 12 hours at least.
async fn keep_code(store: &Store, target: &CodeRow) -> Result<String, RequestError> {
    for attempt in 0..ATTEMPTS {
        let code = code_for(target, attempt);
        let lasts = match store.code(&code).await? {
            Some((known, _)) if known != *target => continue,
            Some((_, left)) => left > LIFETIME / 2,
            None => false,
        };
        if lasts || store.keep_code(&code, target, LIFETIME).await? {
            return Ok(code);
        }
    }
    Err(RequestError::Busy)
}

/// A code as a person wrote it: blanks and signs are left out, look-alikes are replaced.
fn parse_code(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric);
    let letters = letters.map(|letter| match letter.to_ascii_uppercase() {
        'I' | 'L' => '1',
        'O' => '0',
        letter => letter,
    });
    letters.take(CODE_LENGTH + 1).collect()
}

/// A request for a short code; its path names the table.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CodeRequest {
    /// The invitation to a seat; without it the code leads to watching.
    invitation: Option<String>,
}

/// A short code of six digits and capitals.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShortCode {
    code: String,
}

/// Responds with the short code of a table, or of a seat there.
#[utoipa::path(post, path = "/api/tables/{id}/code", params(("id" = String, Path)), request_body = CodeRequest,
    responses((status = 200, body = ShortCode), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(crate) async fn code(
    State(hub): State<Hub>,
    Path(table): Path<String>,
    JsonBody(request): JsonBody<CodeRequest>,
) -> Result<Json<ShortCode>, RequestError> {
    let standing = hub.store().progress(&table).await?;
    let seats = standing.ok_or(RequestError::NotFound)?.seats;
    // A table has three targets at most: tables bound the number of codes.
    let is_known = |invitation: &String| {
        let digest = Secret::parse(invitation).map(|secret| secret.digest().0);
        digest.is_some() && seats.iter().any(|seat| seat.invitation == digest)
    };
    let invitation = request.invitation;
    if !invitation.iter().all(is_known) {
        return Err(RequestError::BadInvitation);
    }
    let target = CodeRow {
        game: table,
        invitation,
    };
    let code = keep_code(hub.store(), &target).await?;
    Ok(Json(ShortCode { code }))
}

/// Responds with the target of a short code: the id of a `table`, and the `invitation` to a seat there.
#[utoipa::path(get, path = "/api/codes/{code}", params(("code" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 404, body = ErrorBody)))]
pub(crate) async fn follow(
    State(hub): State<Hub>,
    from: Visitor,
    Path(code): Path<String>,
) -> Result<Json<CodeRow>, RequestError> {
    hub.limits().check(RateLimit::Code, from)?;
    let known = hub.store().code(&parse_code(&code)).await?;
    let (target, _) = known.ok_or(RequestError::NotFound)?;
    Ok(Json(target))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat() -> CodeRow {
        CodeRow {
            game: "a".to_owned(),
            invitation: Some("0123456789abcdef0123456789abcdef".to_owned()),
        }
    }

    #[test]
    fn a_code_is_parsed_in_every_spelling() {
        for text in ["01ab2c", "oLaB2C", " O I-A B 2 c "] {
            assert_eq!(parse_code(text), "01AB2C", "{text}");
        }
        assert_ne!(parse_code("01AB2C0"), "01AB2C");
    }

    #[test]
    fn a_seat_has_another_code_than_its_table_and_both_stay_the_same() {
        let table = CodeRow {
            invitation: None,
            ..seat()
        };
        let codes = [&table, &seat(), &table, &seat()].map(|target| code_for(target, 0));
        assert_ne!(codes[0], codes[1]);
        assert_eq!(codes[..2], codes[2..]);
        assert_eq!(codes[0].len(), CODE_LENGTH);
        assert_ne!(code_for(&seat(), 1), codes[1]);
    }
}
