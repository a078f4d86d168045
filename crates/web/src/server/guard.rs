//! Who may speak to the server: exact hosts and origins, and what every answer forbids a browser.

use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, ORIGIN, REFERRER_POLICY, UPGRADE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Hub;
use crate::failure::Failure;
use crate::limits::Limit;
use crate::visitor::Visitor;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ALWAYS: [(HeaderName, &str); 6] = [
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

/// Lets a request in when its visitor is not in too much of a hurry, its host is ours and, if it
/// changes something or opens a socket, when it says that it comes from the page itself. Comparing
/// whole texts leaves no look-alike.
pub(crate) async fn admit(
    State(hub): State<Hub>,
    from: Visitor,
    request: Request,
    next: Next,
) -> Response {
    match check(&hub, from, &request) {
        Ok(()) => next.run(request).await,
        Err(failure) => failure.into_response(),
    }
}

fn check(hub: &Hub, from: Visitor, request: &Request) -> Result<(), Failure> {
    if !hub.limits().may(Limit::Ask, from) {
        return Err(Failure::TooFast);
    }
    let headers = request.headers();
    let host = only(headers, &HOST).filter(|host| hub.site().has_host(host));
    let host = host.ok_or(Failure::ForeignHost)?;
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads && !headers.contains_key(UPGRADE) {
        return Ok(());
    }
    only(headers, &ORIGIN)
        .filter(|origin| hub.site().has_origin(origin, host))
        .map(drop)
        .ok_or(Failure::ForeignOrigin)
}

/// A header that stands there exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() {
        return None;
    }
    value.to_str().ok()
}

/// Puts the headers on that keep a browser from doing more than the page needs.
pub(crate) async fn harden(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let uncached = HeaderValue::from_static("no-store");
    headers.entry(CACHE_CONTROL).or_insert(uncached);
    response
}
