//! Responses that are streamed line by line, one JSON object each.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
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
    let rest = LineStream {
        first: Some(first),
        lines,
        _stop: stop,
    };
    let about = [(CONTENT_TYPE, "application/x-ndjson")];
    Ok((about, Body::new(rest)).into_response())
}

struct LineStream {
    first: Option<Bytes>,
    lines: mpsc::Receiver<StreamLine>,
    _stop: Option<StopOnDrop>,
}

impl HttpBody for LineStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(Frame::data(first))));
        }
        let line = self.lines.poll_recv(context);
        line.map(|line| Some(Ok(Frame::data(line?.ok()?))))
    }
}
