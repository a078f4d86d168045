//! The files of the page, which are embedded in the program.

use axum::extract::{Path, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::Hub;
use crate::error::RequestError;
use crate::server::secret::browser_token;

#[derive(Embed)]
#[folder = "page"]
struct PageFiles;

/// Responds with the one HTML document; its script shows the part that the address names.
///
/// The response sets the browser's token, so that a lost response to a later request loses no token.
pub(crate) async fn document(State(hub): State<Hub>, headers: HeaderMap) -> Response {
    let (_, cookie) = browser_token(&hub, &headers, None);
    (cookie, answer("index.html", &headers)).into_response()
}

/// Responds to an unknown address: with the document for browsers, with JSON for programs.
pub(crate) async fn missing(method: Method, headers: HeaderMap) -> Response {
    let is_browser = headers
        .get(ACCEPT)
        .and_then(|accepted| accepted.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"));
    if method != Method::GET || !is_browser {
        return RequestError::NotFound.into_response();
    }
    let mut response = answer("index.html", &HeaderMap::new());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    answer(&name, &headers)
}

fn answer(name: &str, headers: &HeaderMap) -> Response {
    match (PageFiles::get(name), content_type(name)) {
        (Some(file), Some(kind)) => deliver(file, kind, headers),
        _ => RequestError::NotFound.into_response(),
    }
}

fn content_type(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    match extension {
        "html" => Some("text/html; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        _ => None,
    }
}

/// Responds with a file of the page. Browsers cache it and ask each time whether it changed, so that a
/// newer program shows a newer page at once.
fn deliver(file: EmbeddedFile, kind: &'static str, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag = format!("\"{}\"", hex::encode(&hash[..8]));
    let known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|seen| seen.as_bytes() == tag.as_bytes());
    let about = [
        (CONTENT_TYPE, kind.to_owned()),
        (CACHE_CONTROL, "no-cache".to_owned()),
        (ETAG, tag),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, file.data.into_owned()).into_response()
}
