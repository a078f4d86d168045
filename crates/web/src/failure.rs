//! The one error of the server: a code for programs, a sentence for people in their language.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use house::Language;
use serde::Serialize;
use store::StoreError;
use table::{Explain, Message};

use crate::Hub;

/// Why a request was not done.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("there is nothing here")]
    NotFound,
    #[error("the host is not one of this server's")]
    ForeignHost,
    #[error("the request comes from another site")]
    ForeignOrigin,
    #[error("the request is malformed: {0}")]
    Malformed(String),
    #[error("{2}")]
    Setup(&'static str, Message, String),
    #[error("only a player may do that")]
    Spectator,
    #[error("another player has the hand")]
    NotYourTurn,
    #[error("the game has moved on")]
    Stale,
    #[error("the game is over")]
    Over,
    #[error("the game is not over")]
    NotOver,
    #[error("the answer was refused")]
    Refused(&'static str, Message),
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    #[error("the invitation is not good, or was used")]
    BadInvitation,
    #[error("too many requests")]
    TooFast,
    #[error("too many wait for an engine")]
    Busy,
    #[error("the request is too large")]
    TooLarge,
    #[error("the request did not come in time")]
    TooSlow,
    #[error("too many people watch")]
    Crowded,
    #[error("the game has too many lines")]
    TooLong,
    #[error("nobody waits for the answer")]
    Stopped,
    #[error("the disk is full")]
    DiskFull,
    #[error("the games cannot be written")]
    ReadOnly,
    #[error("{0}")]
    Store(Arc<StoreError>),
    #[error("the table is broken: {0}")]
    Broken(String),
}

/// What a failed request is answered with.
#[derive(Clone, Serialize, utoipa::ToSchema)]
pub(crate) struct Trouble {
    /// For programs.
    pub(crate) code: &'static str,
    /// For people.
    pub(crate) message: String,
}

impl Failure {
    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::ForeignHost => StatusCode::MISDIRECTED_REQUEST,
            Self::ForeignOrigin | Self::Spectator | Self::BadInvitation => StatusCode::FORBIDDEN,
            Self::Malformed(_) | Self::Setup(..) => StatusCode::BAD_REQUEST,
            Self::NotYourTurn
            | Self::Stale
            | Self::Over
            | Self::NotOver
            | Self::NothingToTakeBack
            | Self::TooLong => StatusCode::CONFLICT,
            Self::Refused(..) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Busy | Self::Crowded | Self::Stopped => StatusCode::SERVICE_UNAVAILABLE,
            Self::DiskFull | Self::ReadOnly => StatusCode::INSUFFICIENT_STORAGE,
            Self::Store(_) | Self::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not-found",
            Self::ForeignHost => "foreign-host",
            Self::ForeignOrigin => "foreign-origin",
            Self::Malformed(_) => "malformed",
            Self::Setup(code, ..) | Self::Refused(code, _) => code,
            Self::Spectator => "spectator",
            Self::NotYourTurn => "not-your-turn",
            Self::Stale => "stale",
            Self::Over => "over",
            Self::NotOver => "not-over",
            Self::NothingToTakeBack => "nothing-to-take-back",
            Self::BadInvitation => "bad-invitation",
            Self::TooFast => "too-fast",
            Self::Busy => "busy",
            Self::TooLarge => "too-large",
            Self::TooSlow => "too-slow",
            Self::Crowded => "crowded",
            Self::TooLong => "too-long",
            Self::Stopped => "stopped",
            Self::DiskFull => "disk-full",
            Self::ReadOnly => "read-only",
            Self::Store(_) | Self::Broken(_) => "internal",
        }
    }

    /// Codes and keys share their words; internals stay in the server's log.
    fn message(&self) -> Message {
        match self {
            Self::Setup(_, message, _) | Self::Refused(_, message) => message.clone(),
            Self::Malformed(reason) => {
                Message::new("web-malformed").with("reason", reason.as_str())
            }
            Self::NotFound => Message::new("web-not-found"),
            Self::ForeignHost => Message::new("web-foreign-host"),
            Self::ForeignOrigin => Message::new("web-foreign-origin"),
            Self::Spectator => Message::new("web-spectator"),
            Self::NotYourTurn => Message::new("web-not-your-turn"),
            Self::Stale => Message::new("web-stale"),
            Self::Over => Message::new("game-over"),
            Self::NotOver => Message::new("web-not-over"),
            Self::NothingToTakeBack => Message::new("web-nothing-to-take-back"),
            Self::BadInvitation => Message::new("web-bad-invitation"),
            Self::TooFast => Message::new("web-too-fast"),
            Self::Busy => Message::new("web-busy"),
            Self::TooLarge => Message::new("web-too-large"),
            Self::TooSlow => Message::new("web-too-slow"),
            Self::Crowded => Message::new("web-crowded"),
            Self::TooLong => Message::new("web-too-long"),
            Self::Stopped => Message::new("analysis-stopped"),
            Self::DiskFull => Message::new("web-disk-full"),
            Self::ReadOnly => Message::new("web-read-only"),
            Self::Store(_) | Self::Broken(_) => Message::new("web-internal"),
        }
    }

    pub(crate) fn told(&self, language: Language) -> Trouble {
        Trouble {
            code: self.code(),
            message: language.say(&self.message()),
        }
    }

    /// What a game says about its options or a position.
    pub(crate) fn setup(code: &'static str, error: &(impl std::error::Error + Explain)) -> Self {
        Self::Setup(code, error.explain(), error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full => Self::DiskFull,
            StoreError::ReadOnly => Self::ReadOnly,
            StoreError::Conflict
            | StoreError::Damaged { .. }
            | StoreError::Closed
            | StoreError::CannotOpen { .. }
            | StoreError::Database(_) => Self::Store(Arc::new(error)),
        }
    }
}

impl Failure {
    /// Whether memory and store may differ after it.
    pub(crate) fn ends_table(&self) -> bool {
        matches!(
            self,
            Self::DiskFull | Self::ReadOnly | Self::Store(_) | Self::Broken(_)
        )
    }
}

/// A failure on its way out, before its language is known.
#[derive(Clone)]
struct Untold([Trouble; 2]);

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = self.status();
        if self.ends_table() {
            tracing::error!(error = %self, "a request failed");
        }
        let untold = Untold(Language::ALL.map(|language| self.told(language)));
        let mut response = status.into_response();
        response.extensions_mut().insert(untold);
        response
    }
}

/// The language a request asks for.
pub(crate) fn language(headers: &HeaderMap) -> Language {
    let asked = headers
        .get(ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok());
    Language::of_locale(asked.unwrap_or_default())
}

/// Tells failures in the language of the request, and counts them.
pub(crate) async fn tell(State(hub): State<Hub>, request: Request, next: Next) -> Response {
    let language = language(request.headers());
    let response = next.run(request).await;
    match response.extensions().get::<Untold>() {
        None => response,
        Some(Untold(troubles)) => {
            hub.counters().count(troubles[0].code);
            let trouble = troubles[language as usize].clone();
            (response.status(), Json(trouble)).into_response()
        }
    }
}
