//! What the HTTP library refuses before it is a request: the library answers without a word, and
//! gets those of every other refusal here.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use house::Language;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::Hub;
use crate::failure::Failure;

/// A stream on which no refusal leaves without a reason.
#[derive(Debug)]
pub(crate) struct Worded<S> {
    stream: S,
    hub: Hub,
    /// What is left to write in place of the library's own head.
    instead: Option<Vec<u8>>,
    /// How much more is read after a refusal: closing on unread bytes would take the answer back.
    lingers: usize,
}

/// More than a head may have and less than anybody minds.
const LINGERS: usize = 64 * 1024;

impl<S> Worded<S> {
    pub(crate) fn new(stream: S, hub: Hub) -> Self {
        Self {
            stream,
            hub,
            instead: None,
            lingers: 0,
        }
    }
}

impl<S: AsyncRead + Unpin> Worded<S> {
    /// Reads on until the other side has seen the end, or has said too much.
    fn poll_linger(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut scratch = [0; 1024];
        while self.lingers > 0 {
            let mut read = ReadBuf::new(&mut scratch);
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                break;
            }
            self.lingers = self.lingers.saturating_sub(read.filled().len());
        }
        Poll::Ready(Ok(()))
    }
}

/// A head without a body that tells of a failure of the other side, which no answer of ours has.
fn bare_refusal(head: &[u8]) -> Option<Failure> {
    let head = std::str::from_utf8(head).ok()?;
    let status = head.strip_prefix("HTTP/1.1 ")?.split("\r\n").next()?;
    if !status.starts_with('4') || !head.contains("\r\ncontent-length: 0\r\n") {
        return None;
    }
    match status.get(..3)? {
        "414" | "431" => Some(Failure::TooLarge),
        _ => Some(Failure::Malformed(status.to_owned())),
    }
}

/// The same refusal with a body. Nobody knows the language of what could not be read.
fn worded(head: &[u8], failure: &Failure) -> Option<Vec<u8>> {
    let body = serde_json::to_string(&failure.told(Language::English)).ok()?;
    let about = format!(
        "content-type: application/json\r\ncontent-length: {}\r\n",
        body.len()
    );
    let head = std::str::from_utf8(head).ok()?;
    Some((head.replace("content-length: 0\r\n", &about) + &body).into_bytes())
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Worded<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        if this.instead.is_none()
            && let Some(failure) = bare_refusal(bytes)
        {
            this.hub.counters().count(failure.code());
            this.instead = worded(bytes, &failure);
            this.lingers = LINGERS;
        }
        let Some(rest) = &mut this.instead else {
            return Pin::new(&mut this.stream).poll_write(context, bytes);
        };
        while !rest.is_empty() {
            let written = ready!(Pin::new(&mut this.stream).poll_write(context, rest))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            rest.drain(..written);
        }
        this.instead = None;
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let head = pieces.first().map_or(&[][..], |piece| piece);
        if self.instead.is_some() || bare_refusal(head).is_some() {
            return self.poll_write(context, head);
        }
        Pin::new(&mut self.get_mut().stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
        this.poll_linger(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Worded<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, into)
    }
}
