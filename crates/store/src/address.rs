//! Address of a store: an `SQLite` file, or a `PostgreSQL` database that several machines share.

use std::fmt::{self, Write as _};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::any::{AnyConnectOptions, install_default_drivers};
use sqlx::{AnyConnection, ConnectOptions};

use crate::{SqlError, StoreError, private};

/// Path of an `SQLite` file, or URL of a `PostgreSQL` database.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// A file, which is created where there is none.
    File(PathBuf),
    /// `postgres://USER:PASSWORD@HOST/DATABASE`; the database must exist.
    Server(String),
}

impl From<&str> for Address {
    fn from(text: &str) -> Self {
        let is_server = ["postgres://", "postgresql://"]
            .iter()
            .any(|scheme| text.starts_with(scheme));
        if is_server {
            Self::Server(text.to_owned())
        } else {
            Self::File(text.into())
        }
    }
}

impl fmt::Display for Address {
    /// Writes the address for people and logs, without user, password and options.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => write!(formatter, "{}", file.display()),
            Self::Server(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                let rest = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
                let place = rest.split('?').next().unwrap_or_default();
                write!(formatter, "{scheme}://{place}")
            }
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Address({self})")
    }
}

impl Address {
    /// Options for a connection; `creates_file` is whether a missing file is created.
    pub(crate) fn options(&self, creates_file: bool) -> Result<AnyConnectOptions, sqlx::Error> {
        install_default_drivers();
        match self {
            Self::File(file) => {
                let file = std::path::absolute(file).map_err(sqlx::Error::Io)?;
                let mode = if creates_file { "rwc" } else { "rw" };
                AnyConnectOptions::from_str(&format!("sqlite:{}?mode={mode}", escaped(&file)))
            }
            Self::Server(url) => AnyConnectOptions::from_str(url),
        }
    }

    /// Opens a connection that may write. A commit returns after everything is on the disk.
    pub(crate) async fn connect(&self) -> Result<AnyConnection, sqlx::Error> {
        if let Self::File(file) = self {
            private::own_database(file)?;
        }
        let mut connection = self.options(true)?.connect().await?;
        if matches!(self, Self::File(_)) {
            // Deleted rows are overwritten: a game that was forgotten is in no free page.
            for pragma in [
                "PRAGMA journal_mode = WAL",
                "PRAGMA synchronous = FULL",
                "PRAGMA secure_delete = ON",
            ] {
                sqlx::query(pragma).execute(&mut connection).await?;
            }
        }
        Ok(connection)
    }

    /// Opens the lock file `tournaments/NAME.lock` beside an `SQLite` file; none for a server, which has
    /// locks of its own.
    pub(crate) fn lock_file(&self, name: &str) -> std::io::Result<Option<File>> {
        let Self::File(file) = self else {
            return Ok(None);
        };
        let folder = file.with_file_name("tournaments");
        private::create_folder(&folder)?;
        private::open_file(&folder.join(format!("{name}.lock"))).map(Some)
    }

    /// Makes the folder of an `SQLite` file its owner's alone: creates it, or withdraws the permissions of
    /// others if it is empty or is `own`, a folder that holds nothing but Brelan's files. Does nothing for a server.
    ///
    /// # Errors
    /// [`StoreError::Exposed`] when other users may read a folder that may hold other things: its
    /// permissions are not Brelan's to change.
    pub fn own_folder(&self, own: Option<&Path>) -> Result<(), StoreError> {
        let Self::File(file) = self else {
            return Ok(());
        };
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let failed = |reason| StoreError::CannotOpen {
            address: Self::File(folder.to_owned()),
            reason: SqlError(sqlx::Error::Io(reason)),
        };
        private::create_folder(folder).map_err(failed)?;
        if !private::is_exposed(folder).map_err(failed)? {
            return Ok(());
        }
        let is_empty = || folder.read_dir().is_ok_and(|mut all| all.next().is_none());
        if own != Some(folder) && !is_empty() {
            return Err(StoreError::Exposed(folder.to_owned()));
        }
        private::withdraw(folder).map_err(failed)
    }

    /// Opens the lock file of the server beside an `SQLite` file; none for a database server, which has
    /// locks of its own.
    pub fn server_lock(&self) -> std::io::Result<Option<File>> {
        match self {
            Self::File(file) => private::open_file(&file.with_file_name("server.lock")).map(Some),
            Self::Server(_) => Ok(None),
        }
    }

    /// SQL expression for the time of the database's clock, in milliseconds since 1970.
    pub(crate) const fn now_ms(&self) -> &'static str {
        match self {
            Self::File(_) => "CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT)",
            Self::Server(_) => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// SQL statement that begins a transaction which writes.
    pub(crate) const fn begin_write(&self) -> &'static str {
        match self {
            Self::File(_) => "BEGIN IMMEDIATE",
            Self::Server(_) => "BEGIN",
        }
    }

    /// SQL statement that begins a transaction which reads one snapshot.
    pub(crate) const fn begin_read(&self) -> &'static str {
        match self {
            Self::File(_) => "BEGIN",
            Self::Server(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        }
    }
}

/// A path with percent-encoding, as part of a URL.
fn escaped(path: &Path) -> String {
    let mut text = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:\\".contains(byte) {
            text.push(char::from(*byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_a_server_and_is_shown_without_user_and_password() {
        let url = "postgres://ana:se@cret@db.example:5433/brelan?sslmode=disable";
        let server = Address::from(url);
        assert_eq!(server, Address::Server(url.to_owned()));
        for shown in [server.to_string(), format!("{server:?}")] {
            assert!(
                shown.contains("postgres://db.example:5433/brelan"),
                "{shown}"
            );
            assert!(!shown.contains("cret") && !shown.contains("ana"), "{shown}");
        }
        let file = Address::from("games/postgres.sqlite");
        assert_eq!(file, Address::File("games/postgres.sqlite".into()));
    }

    #[tokio::test]
    async fn a_path_may_have_any_character() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a b?c%20#é&d=e.sqlite");
        Address::File(file.clone()).connect().await.unwrap();
        assert!(file.exists());
    }
}
