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

/// Conversion to a message argument.
pub trait ToArg {
    /// The value as an argument; numbers above `i64::MAX` become `i64::MAX`.
    fn to_arg(&self) -> Arg;
}

impl<T: ToArg + ?Sized> ToArg for &T {
    fn to_arg(&self) -> Arg {
        (**self).to_arg()
    }
}

impl ToArg for Arg {
    fn to_arg(&self) -> Arg {
        self.clone()
    }
}

impl ToArg for Message {
    fn to_arg(&self) -> Arg {
        Arg::Message(Box::new(self.clone()))
    }
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl ToArg for $text {
            fn to_arg(&self) -> Arg {
                Arg::Text(self.to_string())
            }
        }
    )*};
}
texts!(str, String, std::path::Display<'_>);

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl ToArg for $number {
            fn to_arg(&self) -> Arg {
                Arg::Number(i64::from(*self))
            }
        }
    )*};
}
numbers!(u8, u16, u32, i8, i16, i32, i64);

impl ToArg for u64 {
    fn to_arg(&self) -> Arg {
        Arg::Number(i64::try_from(*self).unwrap_or(i64::MAX))
    }
}

impl ToArg for usize {
    fn to_arg(&self) -> Arg {
        (*self as u64).to_arg()
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

    /// Adds an argument to the message.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToArg) -> Self {
        self.args.push((Cow::Borrowed(name), value.to_arg()));
        self
    }
}

/// Writes the key and the arguments, for programmers: `unknown-game (text: go)`.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key)?;
        for (name, arg) in &self.args {
            let shown: &dyn fmt::Display = match arg {
                Arg::Number(number) => number,
                Arg::Text(text) => text,
                Arg::Message(message) => message,
            };
            write!(f, " ({name}: {shown})")?;
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
