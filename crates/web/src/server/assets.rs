//! The page: every file is part of the program.

use axum::extract::{Path, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::Hub;
use crate::api::with_token;
use crate::failure::Failure;

#[derive(Embed)]
#[folder = "page"]
struct Page;

/// The one document; which part of it is shown depends on the address.
///
/// A browser gets its token with it, so that no answer to a request can take the token along when
/// it is lost.
pub(crate) async fn document(State(hub): State<Hub>, headers: HeaderMap) -> Response {
    let (_, cookie) = with_token(&hub, &headers, None);
    (cookie, answer("index.html", &headers)).into_response()
}

/// Whoever reads gets a page that says so; programs get the error alone.
pub(crate) async fn missing(method: Method, headers: HeaderMap) -> Response {
    let reads = headers
        .get(ACCEPT)
        .and_then(|accepted| accepted.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"));
    if method != Method::GET || !reads {
        return Failure::NotFound.into_response();
    }
    let mut response = answer("index.html", &HeaderMap::new());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// A file the document asks for.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    answer(&name, &headers)
}

fn answer(name: &str, headers: &HeaderMap) -> Response {
    match (Page::get(name), content_type(name)) {
        (Some(file), Some(kind)) => deliver(file, kind, headers),
        _ => Failure::NotFound.into_response(),
    }
}

fn content_type(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    match extension {
        "html" => Some("text/html; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        _ => None,
    }
}

/// A browser keeps files, and asks each time whether they are still the same: a newer program
/// shows a newer page at once.
fn deliver(file: EmbeddedFile, kind: &'static str, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag = hash[..8]
        .iter()
        .fold(String::from("\""), |tag, byte| format!("{tag}{byte:02x}"));
    let tag = tag + "\"";
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
