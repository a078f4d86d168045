//! Untranslated messages: a catalogue key and its arguments.

use std::borrow::Cow;
use std::{fmt, io};

use serde::{Deserialize, Serialize};

use crate::{key, message};

/// An argument of a [`Message`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Arg {
    /// A whole number.
    Number(i64),
    /// Text inserted unchanged.
    Text(String),
    /// A nested message, translated to the same language.
    Message(Box<Message>),
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

impl From<u64> for Arg {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl ToArg for u64 {
    fn to_arg(&self) -> Arg {
        Arg::from(*self)
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

        impl ToArg for $number {
            fn to_arg(&self) -> Arg {
                Arg::from(*self)
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

/// A message key that exists in the catalogues of its crate: made by [`key!`](crate::key!).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(&'static str);

impl Key {
    /// Called by the macros after they have found the key in the catalogues.
    #[doc(hidden)]
    pub const fn checked(key: &'static str) -> Self {
        Self(key)
    }
}

/// Conversion to a message argument, for the derived [`Explain`].
pub trait ToArg {
    /// The value as an argument.
    fn to_arg(&self) -> Arg;
}

impl<T: ToArg + ?Sized> ToArg for &T {
    fn to_arg(&self) -> Arg {
        (**self).to_arg()
    }
}

impl ToArg for str {
    fn to_arg(&self) -> Arg {
        Arg::Text(self.to_owned())
    }
}

impl ToArg for String {
    fn to_arg(&self) -> Arg {
        Arg::Text(self.clone())
    }
}

impl ToArg for std::path::Display<'_> {
    fn to_arg(&self) -> Arg {
        Arg::Text(self.to_string())
    }
}

impl ToArg for usize {
    fn to_arg(&self) -> Arg {
        Arg::from(*self)
    }
}

/// A catalogue key with its arguments. `text::Language` translates it.
///
/// ```
/// use table::{Arg, Explain, UnknownSide};
/// let message = UnknownSide("third".to_owned()).explain();
/// assert_eq!(message.key, "unknown-side");
/// assert_eq!(message.args, [("text".into(), Arg::Text("third".to_owned()))]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// Key of the message in the catalogues.
    pub key: Cow<'static, str>,
    /// Names and values of the arguments.
    pub args: Vec<(Cow<'static, str>, Arg)>,
}

impl Message {
    /// A message without arguments. [`message!`](crate::message!) also checks the arguments against
    /// the catalogues.
    pub const fn new(key: Key) -> Self {
        Self {
            key: Cow::Borrowed(key.0),
            args: Vec::new(),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((Cow::Borrowed(name), value.into()));
        self
    }
}

/// Writes the key and the arguments, for programmers: `unknown-game (text: go)`.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key)?;
        for (name, arg) in &self.args {
            match arg {
                Arg::Number(number) => write!(f, " ({name}: {number})")?,
                Arg::Text(text) => write!(f, " ({name}: {text})")?,
                Arg::Message(message) => write!(f, " ({name}: {message})")?,
            }
        }
        Ok(())
    }
}

impl std::error::Error for Message {}

impl Explain for Message {
    fn explain(&self) -> Message {
        self.clone()
    }
}

/// An error with a translatable message.
pub trait Explain {
    /// The message for users; the `Display` text of the error is for programmers.
    fn explain(&self) -> Message;
}

/// Common kinds of errors have a message of their own; the others show the system's text.
impl Explain for io::Error {
    fn explain(&self) -> Message {
        let key = match self.kind() {
            io::ErrorKind::NotFound => key!("io-not-found"),
            io::ErrorKind::PermissionDenied => key!("io-denied"),
            io::ErrorKind::AlreadyExists => key!("io-exists"),
            io::ErrorKind::IsADirectory => key!("io-is-a-folder"),
            io::ErrorKind::NotADirectory => key!("io-not-a-folder"),
            io::ErrorKind::StorageFull => key!("io-full"),
            io::ErrorKind::ReadOnlyFilesystem => key!("io-read-only"),
            io::ErrorKind::InvalidData => key!("io-not-text"),
            io::ErrorKind::AddrInUse => key!("io-address-in-use"),
            io::ErrorKind::AddrNotAvailable => key!("io-address-elsewhere"),
            _ => return message!("io-other", reason = self.to_string()),
        };
        Message::new(key)
    }
}
