//! Checks of every request (rate, host, origin), and the security headers of every response.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, ORIGIN, REFERRER_POLICY, SET_COOKIE,
    UPGRADE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::error::RequestError;
use crate::server::limits::RateLimit;
use crate::server::visitor::Visitor;
use crate::{Hub, Site};

/// Smallest response in bytes that is compressed: a shorter one fits into a packet as it is.
const SMALLEST_COMPRESSED: u64 = 1024;

/// Content security policy: the page loads files from this server alone, and runs no inline script.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const SECURITY_HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Middleware that passes requests within the rate limit whose `Host` names this server; requests that
/// change something or open a socket need an `Origin` that names it as well. Whole texts are compared,
/// so that no look-alike passes.
pub(crate) async fn admit(
    State(hub): State<Hub>,
    from: Visitor,
    request: Request,
    next: Next,
) -> Response {
    match check(&hub, from, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

fn check(hub: &Hub, from: Visitor, request: &Request) -> Result<(), RequestError> {
    hub.limits().check(RateLimit::Request, from)?;
    let headers = request.headers();
    let host = only(headers, &HOST).filter(|host| hub.site().has_host(host));
    let host = host.ok_or(RequestError::ForeignHost)?;
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads && !headers.contains_key(UPGRADE) {
        return Ok(());
    }
    only(headers, &ORIGIN)
        .filter(|origin| hub.site().has_origin(origin, host))
        .map(drop)
        .ok_or(RequestError::ForeignOrigin)
}

/// The value of a header that occurs exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() {
        return None;
    }
    value.to_str().ok()
}

/// Middleware that compresses responses of a kibibyte and more. Lines that are streamed while an engine
/// works stay as they are: a compressor would hold them back.
pub(crate) fn compression() -> CompressionLayer<impl Predicate> {
    let worth = SizeAbove::new(SMALLEST_COMPRESSED)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("application/x-ndjson"));
    CompressionLayer::new().compress_when(worth)
}

/// Middleware of the operator's address: refuses requests whose `Host` is none of its names, as a page
/// of another site would send them through a name of its own.
pub(crate) async fn admit_operator(
    State(site): State<Site>,
    request: Request,
    next: Next,
) -> Response {
    match only(request.headers(), &HOST) {
        Some(host) if site.has_host(host) => next.run(request).await,
        _ => StatusCode::MISDIRECTED_REQUEST.into_response(),
    }
}

/// Middleware that adds the security headers, and `no-store` where nothing else is said. A response
/// with a cookie is for one browser: no cache on the way keeps it.
pub(crate) async fn harden(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in SECURITY_HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let uncached = HeaderValue::from_static("no-store");
    headers.entry(CACHE_CONTROL).or_insert(uncached);
    if headers.contains_key(SET_COOKIE) {
        let private = HeaderValue::from_static("private, no-cache");
        headers.insert(CACHE_CONTROL, private);
    }
    response
}
