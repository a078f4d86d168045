//! The files of the page, which are embedded in the program.
//!
//! The document names them below `/page/VERSION/`, where the version is a digest of all of them: they
//! refer to one another by relative names, and browsers cache them for ever.

use std::borrow::Cow;

use axum::extract::{Path, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use draw::page_style;
use rust_embed::Embed;
use sha2::{Digest as _, Sha256};

use crate::Hub;
use crate::error::RequestError;
use crate::server::secret::browser_token;

/// The style sheet of the drawings, which is no file.
const DRAWING_STYLE: &str = "drawing.css";
/// A file whose address holds its version.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// A file that browsers ask for each time, so that a newer program shows a newer page at once.
const ASK_AGAIN: &str = "no-cache";

#[derive(Embed)]
#[folder = "page"]
struct PageFiles;

/// Responds with the one HTML document; its script shows the part that the address names.
///
/// The response sets the browser's token, so that a lost response to a later request loses no token.
pub(crate) async fn document(State(hub): State<Hub>, headers: HeaderMap) -> Response {
    let (_, cookie) = browser_token(&hub, &headers, None);
    (cookie, index(&headers)).into_response()
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
    let mut response = index(&HeaderMap::new());
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// Responds with a file of the page, whose name may have the version before it. Another version than
/// the present one is that of a page that is still open: it gets the present file, which is not cached.
pub(crate) async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let (given, name) = match path.split_once('/') {
        Some(versioned) if content(&path).is_none() => versioned,
        _ => ("", &*path),
    };
    let (Some(bytes), Some(kind)) = (content(name), content_type(name)) else {
        return RequestError::NotFound.into_response();
    };
    let caching = if given == version() {
        FOR_EVER
    } else {
        ASK_AGAIN
    };
    deliver(bytes, kind, caching, &headers)
}

/// The document, with the present version in the addresses of its files.
fn index(headers: &HeaderMap) -> Response {
    let file = PageFiles::get("index.html").expect("the page has a document");
    let text = String::from_utf8_lossy(&file.data);
    let text = text.replace("\"/page/", &format!("\"{}", page_path("")));
    let kind = "text/html; charset=utf-8";
    deliver(text.into_bytes().into(), kind, ASK_AGAIN, headers)
}

/// The address of a file of the page, with the present version.
pub(crate) fn page_path(name: &str) -> String {
    format!("/page/{}/{name}", version())
}

/// A digest of all files, in hexadecimal digits.
fn version() -> String {
    let mut names: Vec<_> = PageFiles::iter().collect();
    names.sort();
    let mut digest = Sha256::new_with_prefix(page_style());
    for name in names {
        let hash = PageFiles::get(&name).map(|file| file.metadata.sha256_hash());
        digest.update(name.as_bytes());
        digest.update(hash.unwrap_or_default());
    }
    hex::encode(&digest.finalize()[..8])
}

fn content(name: &str) -> Option<Cow<'static, [u8]>> {
    if name == DRAWING_STYLE {
        return Some(Cow::Owned(page_style().into()));
    }
    PageFiles::get(name).map(|file| file.data)
}

fn content_type(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    match extension {
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        _ => None,
    }
}

fn deliver(
    bytes: Cow<'static, [u8]>,
    kind: &'static str,
    caching: &'static str,
    headers: &HeaderMap,
) -> Response {
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&bytes)[..8]));
    let known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|seen| seen.as_bytes() == tag.as_bytes());
    let about = [
        (CONTENT_TYPE, kind.to_owned()),
        (CACHE_CONTROL, caching.to_owned()),
        (ETAG, tag),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, bytes.into_owned()).into_response()
}
