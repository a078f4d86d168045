//! The one error of the server: a code for programs, a sentence for people in their language.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE};
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
    #[error("no values are given at this table while it is played")]
    NoStudy,
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
    #[error("another node was faster")]
    Overtaken,
    #[error("the store does not answer")]
    Away,
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
            Self::ForeignOrigin | Self::Spectator | Self::BadInvitation | Self::NoStudy => {
                StatusCode::FORBIDDEN
            }
            Self::Malformed(_) | Self::Setup(..) => StatusCode::BAD_REQUEST,
            Self::NotYourTurn
            | Self::Stale
            | Self::Overtaken
            | Self::Over
            | Self::NotOver
            | Self::NothingToTakeBack
            | Self::TooLong => StatusCode::CONFLICT,
            Self::Refused(..) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Busy | Self::Crowded | Self::Stopped | Self::Away => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::DiskFull | Self::ReadOnly => StatusCode::INSUFFICIENT_STORAGE,
            Self::Store(_) | Self::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not-found",
            Self::ForeignHost => "foreign-host",
            Self::ForeignOrigin => "foreign-origin",
            Self::Malformed(_) => "malformed",
            Self::Setup(code, ..) | Self::Refused(code, _) => code,
            Self::Spectator => "spectator",
            Self::NotYourTurn => "not-your-turn",
            Self::Stale | Self::Overtaken => "stale",
            Self::Over => "over",
            Self::NotOver => "not-over",
            Self::NoStudy => "no-study",
            Self::NothingToTakeBack => "nothing-to-take-back",
            Self::BadInvitation => "bad-invitation",
            Self::TooFast => "too-fast",
            Self::Busy => "busy",
            Self::TooLarge => "too-large",
            Self::TooSlow => "too-slow",
            Self::Crowded => "crowded",
            Self::TooLong => "too-long",
            Self::Stopped => "stopped",
            Self::Away => "away",
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
            Self::Stale | Self::Overtaken => Message::new("web-stale"),
            Self::Over => Message::new("game-over"),
            Self::NotOver => Message::new("web-not-over"),
            Self::NoStudy => Message::new("web-no-study"),
            Self::NothingToTakeBack => Message::new("web-nothing-to-take-back"),
            Self::BadInvitation => Message::new("web-bad-invitation"),
            Self::TooFast => Message::new("web-too-fast"),
            Self::Busy => Message::new("web-busy"),
            Self::TooLarge => Message::new("web-too-large"),
            Self::TooSlow => Message::new("web-too-slow"),
            Self::Crowded => Message::new("web-crowded"),
            Self::TooLong => Message::new("web-too-long"),
            Self::Stopped => Message::new("analysis-stopped"),
            Self::Away => Message::new("web-away"),
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
            StoreError::Away => Self::Away,
            StoreError::Conflict
            | StoreError::Damaged { .. }
            | StoreError::Closed
            | StoreError::Differs { .. }
            | StoreError::CannotOpen { .. }
            | StoreError::Database(_) => Self::Store(Arc::new(error)),
        }
    }
}

impl Failure {
    /// One line for the keeper of the server.
    pub(crate) fn log(&self) {
        tracing::error!(code = self.code(), cause = %self, "something could not be done");
    }

    /// Whether memory and store may differ after it.
    pub(crate) fn ends_table(&self) -> bool {
        matches!(
            self,
            Self::Away | Self::DiskFull | Self::ReadOnly | Self::Store(_) | Self::Broken(_)
        )
    }
}

/// A failure on its way out, before its language is known.
#[derive(Clone)]
struct Untold([Trouble; 2]);

impl Untold {
    fn of(failure: &Failure) -> Self {
        Self(Language::ALL.map(|language| failure.told(language)))
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = self.status();
        if self.ends_table() {
            self.log();
        }
        let mut response = status.into_response();
        response.extensions_mut().insert(Untold::of(&self));
        response
    }
}

/// The language a request asks for, English where it is none of ours. By hand, since the parser of
/// fluent-langneg takes the order and leaves the weights out.
pub(crate) fn language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(ACCEPT_LANGUAGE);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    let ranges = accepted.unwrap_or_default().split(',').map(weighted);
    let known = |(tag, weight): (&str, f32)| Some((Language::of_tag(tag)?, weight));
    let known = ranges.filter_map(known).filter(|(_, weight)| *weight > 0.0);
    // Of equals the first: a later one must weigh more.
    let best = known.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(Language::English, |(language, _)| language)
}

/// `fr;q=0.8`: a tag and how much it is wanted.
fn weighted(range: &str) -> (&str, f32) {
    let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
    let weight = weight.trim().strip_prefix("q=");
    let weight = weight.and_then(|number| number.parse().ok());
    (tag.trim(), weight.unwrap_or(0.0))
}

/// Tells failures in the language of the request, and counts them. What the framework refused before
/// any of our code saw it is told in the same form.
pub(crate) async fn tell(State(hub): State<Hub>, request: Request, next: Next) -> Response {
    let language = language(request.headers());
    let response = next.run(request).await;
    let told = response.extensions().get::<Untold>().cloned();
    let Some(Untold(troubles)) = told.or_else(|| foreign(&response)) else {
        return response;
    };
    hub.counters().count(troubles[0].code);
    let trouble = troubles[language as usize].clone();
    (response.status(), Json(trouble)).into_response()
}

/// A refusal of the framework's, which is plain text.
fn foreign(response: &Response) -> Option<Untold> {
    let plain = response.headers().get(CONTENT_TYPE);
    let plain = plain.is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    let refused = response.status().is_client_error() && plain;
    refused.then(|| Untold::of(&Failure::Malformed(response.status().to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_one_that_is_wanted_most() {
        let cases = [
            ("fr-FR,fr;q=0.9,en;q=0.8", Language::French),
            ("en;q=0.2, fr;q=0.7", Language::French),
            ("de-DE,de;q=0.9,fr;q=0.4,en;q=0.3", Language::French),
            ("en-GB,fr;q=0.9", Language::English),
            ("fr;q=0,en;q=0.1", Language::English),
            ("fr;q=x,en;q=0.1", Language::English),
            ("frr, de", Language::English),
            ("fr,en", Language::French),
            ("", Language::English),
        ];
        for (accepted, expected) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, accepted.parse().unwrap());
            assert_eq!(language(&headers), expected, "{accepted}");
        }
    }
}
