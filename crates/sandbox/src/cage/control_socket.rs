//! The socket between the host and a launcher: JSON messages with descriptors beside them.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Maximum length in bytes of a message: a request with a long command line and many folders.
const LONGEST: usize = 160 << 10;
/// Maximum number of descriptors beside a message.
const BESIDE: usize = 6;

#[derive(Debug)]
pub(crate) struct ControlSocket(OwnedFd);

impl ControlSocket {
    /// A connected pair: the host's end and the launcher's. A child process inherits neither.
    pub(super) fn pair() -> io::Result<(Self, OwnedFd)> {
        let (host, launcher) = socketpair(
            AddressFamily::UNIX,
            SocketType::SEQPACKET,
            SocketFlags::CLOEXEC,
            None,
        )?;
        Ok((Self(host), launcher))
    }

    pub(super) fn from(end: OwnedFd) -> Self {
        Self(end)
    }

    pub(super) fn send(
        &self,
        message: &impl Serialize,
        beside: &[BorrowedFd<'_>],
    ) -> io::Result<()> {
        let bytes = serde_json::to_vec(message)?;
        if bytes.len() > LONGEST {
            return Err(io::Error::from(io::ErrorKind::ArgumentListTooLong));
        }
        if beside.is_empty() {
            // A filtered process may not call `sendmsg`.
            rustix::net::send(&self.0, &bytes, SendFlags::NOSIGNAL)?;
            return Ok(());
        }
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(BESIDE))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(beside));
        sendmsg(
            &self.0,
            &[IoSlice::new(&bytes)],
            &mut control,
            SendFlags::NOSIGNAL,
        )?;
        Ok(())
    }

    /// The next message and its descriptors; `None` when the other end is closed. With
    /// [`RecvFlags::DONTWAIT`] the error kind is `WouldBlock` when there is no message.
    pub(crate) fn receive<M: DeserializeOwned>(
        &self,
        flags: RecvFlags,
    ) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
        let mut bytes = vec![0; LONGEST];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(BESIDE))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut into = [IoSliceMut::new(&mut bytes)];
        let received = recvmsg(
            &self.0,
            &mut into,
            &mut control,
            flags | RecvFlags::CMSG_CLOEXEC,
        )?;
        if received.bytes == 0 {
            return Ok(None);
        }
        let mut beside = Vec::new();
        for message in control.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = message {
                beside.extend(descriptors);
            }
        }
        Ok(Some((
            serde_json::from_slice(&bytes[..received.bytes])?,
            beside,
        )))
    }

    /// Closes this end for writing; messages of the other end can still be received.
    pub(crate) fn close_writing(&self) {
        // Fails only when the other end is closed.
        let _ = rustix::net::shutdown(&self.0, rustix::net::Shutdown::Write);
    }

    pub(super) fn receive_within<M: DeserializeOwned>(
        &self,
        most: Duration,
    ) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
        if self.readable(Instant::now() + most) {
            self.receive(RecvFlags::DONTWAIT)
        } else {
            Err(io::ErrorKind::TimedOut.into())
        }
    }

    /// Discards messages until the other end is closed, at most for the time `most`.
    pub(super) fn wait_for_end(&self, most: Duration) {
        let until = Instant::now() + most;
        let mut bytes = [0; 1];
        while self.readable(until) {
            // The kernel discards the rest of each message and its descriptors.
            match rustix::net::recv(&self.0, &mut bytes, RecvFlags::DONTWAIT) {
                Ok((_, 0)) | Err(_) => return,
                Ok(_) => {}
            }
        }
    }

    /// Waits for a message or the closing of the other end; false when `until` passes first.
    fn readable(&self, until: Instant) -> bool {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let left = Timespec::try_from(left).unwrap_or_default();
            let mut events = [PollFd::new(&self.0, PollFlags::IN)];
            match poll(&mut events, Some(&left)) {
                Err(Errno::INTR) => {}
                ready => return ready != Ok(0),
            }
        }
    }
}

impl AsFd for ControlSocket {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
