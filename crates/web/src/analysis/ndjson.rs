//! Answers that come line by line, one JSON object each, as they become known.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::engines::StopOnDrop;
use crate::failure::Failure;

/// One line, or why there is none.
pub(crate) type Line = Result<Bytes, Failure>;

/// An object on a line of its own.
pub(crate) fn line(object: &impl Serialize) -> Bytes {
    let text = serde_json::to_string(object).expect("texts and numbers only");
    Bytes::from(text + "\n")
}

/// Answers with what is told. What fails before the first line is a failure; what fails later ends
/// the answer, and what was told stands. Whoever stops reading pulls the switch, if there is one.
pub(crate) async fn answer(
    mut told: mpsc::Receiver<Line>,
    stop: Option<StopOnDrop>,
) -> Result<Response, Failure> {
    let first = told.recv().await.ok_or(Failure::Stopped)??;
    let rest = Lines {
        first: Some(first),
        told,
        _stop: stop,
    };
    let about = [(CONTENT_TYPE, "application/x-ndjson")];
    Ok((about, Body::new(rest)).into_response())
}

/// Lines on their way.
struct Lines {
    first: Option<Bytes>,
    told: mpsc::Receiver<Line>,
    _stop: Option<StopOnDrop>,
}

impl HttpBody for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(Frame::data(first))));
        }
        let line = self.told.poll_recv(context);
        line.map(|line| Some(Ok(Frame::data(line?.ok()?))))
    }
}
