//! `QueueAccess`: the address of the server, the name and password for it, and the workers' key.

use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use async_nats::{Client, ConnectOptions, ServerAddr};
use percent_encoding::percent_decode_str;

use crate::QueueError;
use crate::seal::WorkerKey;

/// Minimum length of a key, in bytes.
pub(crate) const MIN_KEY_BYTES: usize = 16;
/// Maximum length of a key file, in bytes.
const MAX_KEY_BYTES: u64 = 4096;
/// Permission bits of a key file that let others than its owner at it.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// How a queue is reached. The debug text shows no user, password or key.
#[derive(Clone)]
pub struct QueueAccess {
    /// `nats://USER:PASSWORD@HOST:PORT`, or `nats://TOKEN@HOST:PORT`.
    pub url: String,
    /// Whether a server that asks for no password is accepted.
    pub is_open: bool,
    /// File of the key that results are signed with. Without one, unsigned results count.
    pub key: Option<PathBuf>,
}

impl fmt::Debug for QueueAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueueAccess")
            .field("place", &self.place())
            .field("is_open", &self.is_open)
            .field("key", &self.key)
            .finish_non_exhaustive()
    }
}

impl QueueAccess {
    /// Address of the server without user and password, for messages.
    pub fn place(&self) -> String {
        match self.url.rsplit_once('@') {
            Some((_, host)) => format!("nats://{host}"),
            None => self.url.clone(),
        }
    }

    /// Connects. Refuses a server that lets everyone in, unless `is_open`.
    pub(crate) async fn connect(&self, options: ConnectOptions) -> Result<Client, QueueError> {
        let unreachable = |error: &dyn fmt::Display| QueueError::Unreachable {
            place: self.place(),
            reason: error.to_string(),
        };
        let address = self.url.parse::<ServerAddr>();
        let address = address.map_err(|error| unreachable(&error))?;
        let mut url = address.into_inner();
        let (user, password) = (decoded(url.username()), url.password().map(decoded));
        if user.is_empty() && !self.is_open {
            return Err(QueueError::Open(self.place()));
        }
        // The library sends no user and password of an address, but shows the address in its logs.
        let _ = url.set_username("").and_then(|()| url.set_password(None));
        let options = match (user, password) {
            (user, _) if user.is_empty() => options,
            (user, Some(password)) => options.user_and_password(user, password),
            (token, None) => options.token(token),
        };
        let address = ServerAddr::from_url(url).map_err(|error| unreachable(&error))?;
        let client = options.connect(address).await;
        let client = client.map_err(|error| unreachable(&error))?;
        if !client.server_info().auth_required && !self.is_open {
            return Err(QueueError::Open(self.place()));
        }
        Ok(client)
    }

    /// Reads the key, if there is one.
    pub(crate) fn read_key(&self) -> Result<Option<WorkerKey>, QueueError> {
        self.key.as_deref().map(read_key).transpose()
    }
}

fn decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// The key in a file that only its owner may read or write; white space around it does not count.
fn read_key(file: &Path) -> Result<WorkerKey, QueueError> {
    let path = || file.display().to_string();
    let unreadable = |error: std::io::Error| QueueError::KeyUnreadable {
        path: path(),
        reason: error.to_string(),
    };
    let opened = File::open(file).map_err(unreadable)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = opened.metadata().map_err(unreadable)?.permissions().mode();
        if mode & OTHERS != 0 {
            return Err(QueueError::KeyExposed(path()));
        }
    }
    let mut bytes = Vec::new();
    let read = opened.take(MAX_KEY_BYTES).read_to_end(&mut bytes);
    read.map_err(unreadable)?;
    let key = bytes.trim_ascii();
    if key.len() < MIN_KEY_BYTES {
        return Err(QueueError::KeyShort(path()));
    }
    Ok(WorkerKey::new(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(url: &str) -> QueueAccess {
        QueueAccess {
            url: url.to_owned(),
            is_open: false,
            key: None,
        }
    }

    #[test]
    fn neither_place_nor_debug_text_shows_user_or_password() {
        for url in [
            "nats://ana:se@cret@h:4222",
            "nats://cret@h:4222",
            "nats://h:4222",
        ] {
            let access = access(url);
            assert_eq!(access.place(), "nats://h:4222");
            let shown = format!("{access:?}");
            assert!(!shown.contains("cret") && !shown.contains("ana"), "{shown}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_key_is_read_from_a_long_enough_file_that_others_cannot_read() {
        use std::fs;
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let file = folder.path().join("key");
        let read = |content: &str, mode: u32| {
            fs::write(&file, content).expect("the folder is ours");
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("the file is ours");
            read_key(&file)
        };
        assert!(read("0123456789abcdef\n", 0o600).is_ok());
        assert!(matches!(
            read("0123456789abcde \n", 0o600),
            Err(QueueError::KeyShort(_))
        ));
        assert!(matches!(
            read("0123456789abcdef", 0o640),
            Err(QueueError::KeyExposed(_))
        ));
        let missing = read_key(&folder.path().join("none"));
        assert!(matches!(missing, Err(QueueError::KeyUnreadable { .. })));
    }
}
