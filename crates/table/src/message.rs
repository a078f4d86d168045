//! A thing to say, before any language: the key of a message and the values that go into it.

use std::borrow::Cow;
use std::io;

use serde::{Deserialize, Serialize};

/// A value inside a [`Message`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Arg {
    /// A whole number, shown as such.
    Number(i64),
    /// Text shown as it is.
    Text(String),
    /// Something to say within something else, in the same language.
    Message(Box<Message>),
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Self::Number(i64::from(number))
            }
        }
    )*};
}
numbers!(u8, u16, u32, i8, i16, i32, i64);

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// The key of a catalogue message with its values; the texts live with whoever shows them.
///
/// ```
/// use table::{Arg, Message};
/// let message = Message::new("too-many").with("taken", 5u8);
/// assert_eq!(message.key, "too-many");
/// assert_eq!(message.args, [("taken".into(), Arg::Number(5))]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// Which message.
    pub key: Cow<'static, str>,
    /// What goes into it.
    pub args: Vec<(Cow<'static, str>, Arg)>,
}

impl Message {
    /// A message without values.
    pub const fn new(key: &'static str) -> Self {
        Self {
            key: Cow::Borrowed(key),
            args: Vec::new(),
        }
    }

    /// The same with one more value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((Cow::Borrowed(name), value.into()));
        self
    }
}

/// Errors that a person may read in their own language.
pub trait Explain {
    /// What to say; the `Display` text of the error stays for programmers.
    fn explain(&self) -> Message;
}

/// What the system refuses; what has no words of ours is said in the system's.
impl Explain for io::Error {
    fn explain(&self) -> Message {
        let key = match self.kind() {
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
            _ => return Message::new("io-other").with("reason", self.to_string()),
        };
        Message::new(key)
    }
}
