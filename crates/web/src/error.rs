//! The error of every request: a status and a code for programs, a sentence for people.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use host::OptionError;
use serde::Serialize;
use store::StoreError;
use table::{Explain, Message, RecordError, message};
use text::Language;
use tokio::task::JoinError;

use crate::Hub;
use crate::server::language::accepted_language;

/// The reason why a request failed.
#[derive(Clone, Debug)]
pub(crate) enum RequestError {
    NotFound,
    ForeignHost,
    ForeignOrigin,
    /// A part of the request cannot be read; the text names it.
    Malformed(String),
    /// A game refuses an option or a position: a code, a sentence, and the text for the log.
    Setup(&'static str, Message, String),
    /// Only a player of the table may do that.
    Spectator,
    NotYourTurn,
    /// The question that a move answers has been answered already.
    Stale,
    Over,
    NotOver,
    /// The table gives no values while it is played.
    NoStudy,
    /// The game refuses a move, or an engine has no answer: a code and a sentence.
    Refused(&'static str, Message),
    NothingToTakeBack,
    BadInvitation,
    /// Too many requests; the time to wait.
    TooFast(Duration),
    /// Too many jobs wait for an engine.
    Busy,
    TooLarge,
    /// The body of the request did not arrive in time.
    TooSlow,
    TooManyWatchers,
    /// The game has too many lines.
    TooLong,
    Cancelled,
    /// Another node wrote to the table first.
    LostRace,
    StoreAway,
    DiskFull,
    /// The store has reached its quota.
    QuotaFull,
    ReadOnly,
    Store(Arc<StoreError>),
    Internal(String),
}

/// The text for the server's log.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(_, _, text) | Self::Internal(text) => f.write_str(text),
            Self::Store(error) => error.fmt(f),
            other => f.write_str(&other.body(Language::English).message),
        }
    }
}

/// The body of a response to a request that failed.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ErrorBody {
    /// A code for programs, such as `too-fast`.
    pub(crate) code: String,
    /// A sentence for people.
    pub(crate) message: String,
}

impl RequestError {
    /// The status, and the sentence for people; internals stay in the server's log.
    fn status_and_message(&self) -> (StatusCode, Message) {
        match self {
            Self::Setup(_, message, _) => (StatusCode::BAD_REQUEST, message.clone()),
            Self::Refused(_, message) => (StatusCode::UNPROCESSABLE_ENTITY, message.clone()),
            Self::Malformed(reason) => {
                let reason = reason.as_str();
                (StatusCode::BAD_REQUEST, message!("web-malformed", reason))
            }
            Self::NotFound => (StatusCode::NOT_FOUND, message!("web-not-found")),
            Self::ForeignHost => (
                StatusCode::MISDIRECTED_REQUEST,
                message!("web-foreign-host"),
            ),
            Self::ForeignOrigin => (StatusCode::FORBIDDEN, message!("web-foreign-origin")),
            Self::Spectator => (StatusCode::FORBIDDEN, message!("web-spectator")),
            Self::BadInvitation => (StatusCode::FORBIDDEN, message!("web-bad-invitation")),
            Self::NoStudy => (StatusCode::FORBIDDEN, message!("web-no-study")),
            Self::NotYourTurn => (StatusCode::CONFLICT, message!("web-not-your-turn")),
            Self::Stale | Self::LostRace => (StatusCode::CONFLICT, message!("web-stale")),
            Self::Over => (StatusCode::CONFLICT, message!("web-over")),
            Self::NotOver => (StatusCode::CONFLICT, message!("web-not-over")),
            Self::NothingToTakeBack => (StatusCode::CONFLICT, message!("web-nothing-to-take-back")),
            Self::TooLong => (StatusCode::CONFLICT, message!("web-too-long")),
            Self::TooFast(_) => (StatusCode::TOO_MANY_REQUESTS, message!("web-too-fast")),
            Self::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, message!("web-too-large")),
            Self::TooSlow => (StatusCode::REQUEST_TIMEOUT, message!("web-too-slow")),
            Self::Busy => (StatusCode::SERVICE_UNAVAILABLE, message!("web-busy")),
            Self::TooManyWatchers => (StatusCode::SERVICE_UNAVAILABLE, message!("web-crowded")),
            Self::Cancelled => (StatusCode::SERVICE_UNAVAILABLE, message!("web-stopped")),
            Self::StoreAway => (StatusCode::SERVICE_UNAVAILABLE, message!("web-away")),
            Self::DiskFull => (StatusCode::INSUFFICIENT_STORAGE, message!("web-disk-full")),
            Self::QuotaFull => (StatusCode::INSUFFICIENT_STORAGE, message!("web-quota")),
            Self::ReadOnly => (StatusCode::INSUFFICIENT_STORAGE, message!("web-read-only")),
            Self::Store(_) | Self::Internal(_) => {
                (StatusCode::INTERNAL_SERVER_ERROR, message!("web-internal"))
            }
        }
    }

    /// The body of the response, in a language. Its code is that of the game's refusal, or the key of
    /// the message without `web-`.
    pub(crate) fn body(&self, language: Language) -> ErrorBody {
        let (_, message) = self.status_and_message();
        let code = match self {
            Self::Setup(code, ..) | Self::Refused(code, _) => code,
            _ => message.key.trim_start_matches("web-"),
        };
        ErrorBody {
            code: code.to_owned(),
            message: language.say(&message),
        }
    }

    /// Wraps the error of a game that refuses an option or a position.
    pub(crate) fn setup(code: &'static str, error: &(impl std::error::Error + Explain)) -> Self {
        Self::Setup(code, error.explain(), error.to_string())
    }

    pub(crate) fn log(&self) {
        let code = self.body(Language::English).code;
        tracing::error!(code, cause = %self, "a request failed");
    }

    /// Whether memory and store may differ after this error, so that the table must be loaded again.
    pub(crate) fn ends_table(&self) -> bool {
        matches!(
            self,
            Self::StoreAway | Self::DiskFull | Self::ReadOnly | Self::Store(_) | Self::Internal(_)
        )
    }
}

impl From<StoreError> for RequestError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full => Self::DiskFull,
            StoreError::ReadOnly => Self::ReadOnly,
            StoreError::Away => Self::StoreAway,
            error => Self::Store(Arc::new(error)),
        }
    }
}

impl From<OptionError> for RequestError {
    fn from(error: OptionError) -> Self {
        Self::setup("bad-option", &error)
    }
}

/// A record of the store that does not replay is an internal error.
impl From<RecordError> for RequestError {
    fn from(error: RecordError) -> Self {
        Self::Internal(error.to_string())
    }
}

/// A panic of work on another thread is an internal error.
impl From<JoinError> for RequestError {
    fn from(error: JoinError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl IntoResponse for RequestError {
    /// A response without a body: [`render`] adds it in the language of the request.
    fn into_response(self) -> Response {
        if self.ends_table() {
            self.log();
        }
        let mut response = self.status_and_message().0.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Middleware that writes the bodies of errors in the language of the request, and counts them. Plain
/// text errors of the framework are given the same form.
pub(crate) async fn render(State(hub): State<Hub>, request: Request, next: Next) -> Response {
    let language = accepted_language(request.headers());
    let response = next.run(request).await;
    let own = response.extensions().get::<RequestError>().cloned();
    let Some(error) = own.or_else(|| framework_error(&response)) else {
        return response;
    };
    let body = error.body(language);
    hub.counters().count_error(&body.code);
    let mut rendered = (response.status(), Json(body)).into_response();
    if let RequestError::TooFast(wait) = error {
        let seconds = wait.as_secs() + 1;
        let headers = rendered.headers_mut();
        headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    rendered
}

fn framework_error(response: &Response) -> Option<RequestError> {
    let content = response.headers().get(CONTENT_TYPE);
    let plain = content.is_some_and(|content| content.as_bytes().starts_with(b"text/plain"));
    let refused = response.status().is_client_error() && plain;
    refused.then(|| RequestError::Malformed(response.status().to_string()))
}
