//! The JSON body of a request, read within ten seconds.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use crate::error::RequestError;

/// Longest time that a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A parsed body. A body that is late, too large or malformed is refused.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = RequestError;

    async fn from_request(request: Request, state: &S) -> Result<Self, RequestError> {
        let read = tokio::time::timeout(BODY_TIMEOUT, Json::from_request(request, state));
        let Json(value) = read
            .await
            .map_err(|_| RequestError::TooSlow)?
            .map_err(|error| refused(&error))?;
        Ok(Self(value))
    }
}

fn refused(error: &JsonRejection) -> RequestError {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => RequestError::TooLarge,
        _ => RequestError::Malformed(error.body_text()),
    }
}
