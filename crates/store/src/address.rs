//! Where games are kept: in a file, or in a database that several machines share.

use std::fmt::{self, Write as _};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::any::{AnyConnectOptions, install_default_drivers};
use sqlx::{AnyConnection, ConnectOptions};

/// A file of `SQLite`, or the URL of a `PostgreSQL` database.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// Created where there is none.
    File(PathBuf),
    /// `postgres://USER:PASSWORD@HOST/DATABASE`, which is there already.
    Server(String),
}

impl From<&Path> for Address {
    fn from(file: &Path) -> Self {
        Self::File(file.to_owned())
    }
}

impl From<&PathBuf> for Address {
    fn from(file: &PathBuf) -> Self {
        Self::File(file.clone())
    }
}

impl From<&Self> for Address {
    fn from(address: &Self) -> Self {
        address.clone()
    }
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
    /// For people and logs: no name, no password, no option.
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
    /// What a connection is opened with; a file is made where there is none, if it may be.
    pub(crate) fn options(&self, makes_file: bool) -> Result<AnyConnectOptions, sqlx::Error> {
        install_default_drivers();
        match self {
            Self::File(file) => {
                let file = std::path::absolute(file).map_err(sqlx::Error::Io)?;
                let mode = if makes_file { "rwc" } else { "rw" };
                AnyConnectOptions::from_str(&format!("sqlite:{}?mode={mode}", escaped(&file)))
            }
            Self::Server(url) => AnyConnectOptions::from_str(url),
        }
    }

    /// A connection that may write, with everything on the disk before a commit is answered.
    pub(crate) async fn connect(&self) -> Result<AnyConnection, sqlx::Error> {
        let mut connection = self.options(true)?.connect().await?;
        if matches!(self, Self::File(_)) {
            for pragma in ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"] {
                sqlx::query(pragma).execute(&mut connection).await?;
            }
        }
        Ok(connection)
    }

    /// A file to lock beside the games, in a folder that is made where there is none; a server has
    /// locks of its own.
    pub(crate) fn lock(&self, name: &str) -> std::io::Result<Option<File>> {
        let Self::File(file) = self else {
            return Ok(None);
        };
        let folder = file.with_file_name("tournaments");
        std::fs::create_dir_all(&folder)?;
        File::create(folder.join(format!("{name}.lock"))).map(Some)
    }

    /// The database's own clock, in milliseconds since 1970.
    pub(crate) const fn now_ms(&self) -> &'static str {
        match self {
            Self::File(_) => "CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT)",
            Self::Server(_) => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// Begins a transaction that writes.
    pub(crate) const fn begins(&self) -> &'static str {
        match self {
            Self::File(_) => "BEGIN IMMEDIATE",
            Self::Server(_) => "BEGIN",
        }
    }

    /// Begins a transaction that sees one moment.
    pub(crate) const fn begins_looking(&self) -> &'static str {
        match self {
            Self::File(_) => "BEGIN",
            Self::Server(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        }
    }
}

/// A path as a part of a URL.
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
    fn a_server_is_told_from_a_file_and_its_password_from_nobody() {
        let url = "postgres://ana:se@cret@db.example:5433/brelan?sslmode=disable";
        let server = Address::from(url);
        assert_eq!(server, Address::Server(url.to_owned()));
        for told in [server.to_string(), format!("{server:?}")] {
            assert!(told.contains("postgres://db.example:5433/brelan"), "{told}");
            assert!(!told.contains("cret") && !told.contains("ana"), "{told}");
        }
        let file = Address::from("games/postgres.sqlite");
        assert_eq!(file, Address::File("games/postgres.sqlite".into()));
    }

    #[tokio::test]
    async fn a_path_may_have_any_sign() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a b?c%20#é&d=e.sqlite");
        Address::from(&file).connect().await.unwrap();
        assert!(file.exists());
    }
}
