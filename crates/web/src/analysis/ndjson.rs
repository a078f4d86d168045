//! Responses that are streamed line by line, one JSON object each.

use std::convert::Infallible;
use std::future::ready;

use axum::body::{Body, Bytes};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt as _;
use futures_util::stream::{once, unfold};
use serde::Serialize;
use tokio::sync::mpsc;

use super::engines::StopOnDrop;
use crate::error::RequestError;

/// One line, or the error that ends the stream.
pub(crate) type StreamLine = Result<Bytes, RequestError>;

pub(crate) fn json_line(object: &impl Serialize) -> Bytes {
    let text = serde_json::to_string(object).expect("texts and numbers are JSON");
    Bytes::from(text + "\n")
}

/// Streams the lines of a channel. An error before the first line is the response; a later one ends
/// the stream. `stop` stops an engine when the client stops reading.
pub(crate) async fn stream_lines(
    mut lines: mpsc::Receiver<StreamLine>,
    stop: Option<StopOnDrop>,
) -> Result<Response, RequestError> {
    let first = lines.recv().await.ok_or(RequestError::Cancelled)??;
    let rest = unfold((lines, stop), async |(mut lines, stop)| {
        let line = lines.recv().await?.ok()?;
        Some((line, (lines, stop)))
    });
    let all = once(ready(first)).chain(rest).map(Ok::<_, Infallible>);
    let about = [(CONTENT_TYPE, "application/x-ndjson")];
    Ok((about, Body::from_stream(all)).into_response())
}
