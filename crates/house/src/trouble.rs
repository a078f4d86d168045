//! What the system refuses, said in the reader's language.

use std::io;

use table::Message;

/// Why the system refused; what has no words of ours is said in the system's.
pub fn io_reason(error: &io::Error) -> Message {
    let key = match error.kind() {
        io::ErrorKind::NotFound => "io-not-found",
        io::ErrorKind::PermissionDenied => "io-denied",
        io::ErrorKind::AlreadyExists => "io-exists",
        io::ErrorKind::IsADirectory => "io-is-a-folder",
        io::ErrorKind::NotADirectory => "io-not-a-folder",
        io::ErrorKind::StorageFull => "io-full",
        io::ErrorKind::ReadOnlyFilesystem => "io-read-only",
        io::ErrorKind::InvalidData => "io-not-text",
        io::ErrorKind::AddrInUse => "io-address-in-use",
        io::ErrorKind::AddrNotAvailable => "io-address-elsewhere",
        _ => return Message::new("io-other").with("reason", error.to_string()),
    };
    Message::new(key)
}
