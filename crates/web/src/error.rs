//! The error of every request: a status and a code for programs, a sentence for people.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use store::StoreError;
use table::{Explain, Message, message};
use text::Language;

use crate::Hub;
use crate::server::language::accepted_language;

/// The reason why a request failed. The texts here go to the server's log.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum RequestError {
    #[error("no such page, table or game")]
    NotFound,
    #[error("the Host header does not name this server")]
    ForeignHost,
    #[error("the Origin header does not name this server")]
    ForeignOrigin,
    #[error("the request is malformed: {0}")]
    Malformed(String),
    /// A game refuses an option or a position: a code, a sentence, and the text for the log.
    #[error("{2}")]
    Setup(&'static str, Message, String),
    #[error("only a player of the table may do that")]
    Spectator,
    #[error("the other side is to move")]
    NotYourTurn,
    #[error("the question was answered already")]
    Stale,
    #[error("the game is over")]
    Over,
    #[error("the game is not over")]
    NotOver,
    #[error("this table gives no values while it is played")]
    NoStudy,
    /// The game refuses a move, or an engine has no answer: a code and a sentence.
    #[error("the game refused: {0}")]
    Refused(&'static str, Message),
    #[error("no move can be taken back")]
    NothingToTakeBack,
    #[error("the invitation is unknown or was used")]
    BadInvitation,
    #[error("too many requests, retry in {0:?}")]
    TooFast(Duration),
    #[error("too many jobs wait for an engine")]
    Busy,
    #[error("the request is too large")]
    TooLarge,
    #[error("the body of the request did not arrive in time")]
    TooSlow,
    #[error("too many sockets watch the table")]
    TooManyWatchers,
    #[error("the game has too many lines")]
    TooLong,
    #[error("the work was stopped")]
    Cancelled,
    #[error("another node wrote to the table first")]
    LostRace,
    #[error("the store does not answer")]
    StoreAway,
    #[error("the disk is full")]
    DiskFull,
    #[error("the store is read-only")]
    ReadOnly,
    #[error(transparent)]
    Store(Arc<StoreError>),
    #[error("internal error: {0}")]
    Internal(String),
}

/// The body of a response to a request that failed.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ErrorBody {
    /// A word for programs.
    pub(crate) code: &'static str,
    /// A sentence for people.
    pub(crate) message: String,
}

impl RequestError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::ForeignHost => StatusCode::MISDIRECTED_REQUEST,
            Self::ForeignOrigin | Self::Spectator | Self::BadInvitation | Self::NoStudy => {
                StatusCode::FORBIDDEN
            }
            Self::Malformed(_) | Self::Setup(..) => StatusCode::BAD_REQUEST,
            Self::NotYourTurn
            | Self::Stale
            | Self::LostRace
            | Self::Over
            | Self::NotOver
            | Self::NothingToTakeBack
            | Self::TooLong => StatusCode::CONFLICT,
            Self::Refused(..) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooFast(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Busy | Self::TooManyWatchers | Self::Cancelled | Self::StoreAway => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::DiskFull | Self::ReadOnly => StatusCode::INSUFFICIENT_STORAGE,
            Self::Store(_) | Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The word for programs.
    pub(crate) fn code(&self) -> &'static str {
        self.code_and_message().0
    }

    /// The word for programs, and the sentence for people; internals stay in the server's log.
    fn code_and_message(&self) -> (&'static str, Message) {
        match self {
            Self::Setup(code, message, _) | Self::Refused(code, message) => (code, message.clone()),
            Self::NotFound => ("not-found", message!("web-not-found")),
            Self::ForeignHost => ("foreign-host", message!("web-foreign-host")),
            Self::ForeignOrigin => ("foreign-origin", message!("web-foreign-origin")),
            Self::Malformed(reason) => {
                let reason = reason.as_str();
                ("malformed", message!("web-malformed", reason))
            }
            Self::Spectator => ("spectator", message!("web-spectator")),
            Self::NotYourTurn => ("not-your-turn", message!("web-not-your-turn")),
            Self::Stale | Self::LostRace => ("stale", message!("web-stale")),
            Self::Over => ("over", message!("web-over")),
            Self::NotOver => ("not-over", message!("web-not-over")),
            Self::NoStudy => ("no-study", message!("web-no-study")),
            Self::NothingToTakeBack => {
                ("nothing-to-take-back", message!("web-nothing-to-take-back"))
            }
            Self::BadInvitation => ("bad-invitation", message!("web-bad-invitation")),
            Self::TooFast(_) => ("too-fast", message!("web-too-fast")),
            Self::Busy => ("busy", message!("web-busy")),
            Self::TooLarge => ("too-large", message!("web-too-large")),
            Self::TooSlow => ("too-slow", message!("web-too-slow")),
            Self::TooManyWatchers => ("crowded", message!("web-crowded")),
            Self::TooLong => ("too-long", message!("web-too-long")),
            Self::Cancelled => ("stopped", message!("web-stopped")),
            Self::StoreAway => ("away", message!("web-away")),
            Self::DiskFull => ("disk-full", message!("web-disk-full")),
            Self::ReadOnly => ("read-only", message!("web-read-only")),
            Self::Store(_) | Self::Internal(_) => ("internal", message!("web-internal")),
        }
    }

    /// The body of the response, in a language.
    pub(crate) fn body(&self, language: Language) -> ErrorBody {
        let (code, message) = self.code_and_message();
        let message = language.say(&message);
        ErrorBody { code, message }
    }

    /// The error of a game about its options or a position.
    pub(crate) fn setup(code: &'static str, error: &(impl std::error::Error + Explain)) -> Self {
        Self::Setup(code, error.explain(), error.to_string())
    }

    /// Writes one line to the server's log.
    pub(crate) fn log(&self) {
        tracing::error!(code = self.code(), cause = %self, "a request failed");
    }

    /// Whether memory and store may differ after it, so that the table must be loaded again.
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
            StoreError::Conflict
            | StoreError::Damaged { .. }
            | StoreError::Closed
            | StoreError::Differs { .. }
            | StoreError::CannotOpen { .. }
            | StoreError::Database(_) => Self::Store(Arc::new(error)),
        }
    }
}

impl IntoResponse for RequestError {
    /// A response without a body: [`render`] adds it in the language of the request.
    fn into_response(self) -> Response {
        if self.ends_table() {
            self.log();
        }
        let mut response = self.status().into_response();
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
    hub.counters().count_error(body.code);
    let mut rendered = (response.status(), Json(body)).into_response();
    if let RequestError::TooFast(wait) = error {
        let seconds = wait.as_secs() + 1;
        let headers = rendered.headers_mut();
        headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    rendered
}

/// An error of the framework, which is plain text.
fn framework_error(response: &Response) -> Option<RequestError> {
    let content = response.headers().get(CONTENT_TYPE);
    let plain = content.is_some_and(|content| content.as_bytes().starts_with(b"text/plain"));
    let refused = response.status().is_client_error() && plain;
    refused.then(|| RequestError::Malformed(response.status().to_string()))
}
