//! Games kept: `SQLite` in WAL mode with full synchronisation, one writer that commits in groups.
//!
//! A write is answered after its commit, so what was acknowledged survives a crash. The store knows
//! texts only: what a line means is the affair of whoever wrote it. Statements and types are those
//! that `PostgreSQL` has too.

mod error;
mod kept;
mod read;
mod tournaments;
mod watched;
mod write;

use std::path::Path;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, SqlSafeStr, SqliteConnection};

pub use error::StoreError;
pub use kept::{Kept, NewGame, Seat, Summary};
pub use tournaments::{NewTournament, TournamentGame, Tournaments};
pub use watched::{Running, Watched};
use write::Writer;

/// How many connections read at the same time.
const READERS: u32 = 4;

/// What made the tables what they are, in order.
const MIGRATIONS: [(i64, &str, &str); 4] = [
    (1, "games", include_str!("../migrations/1_games.sql")),
    (2, "seed", include_str!("../migrations/2_seed.sql")),
    (3, "sums", include_str!("../migrations/3_sums.sql")),
    (
        4,
        "tournaments",
        include_str!("../migrations/4_tournaments.sql"),
    ),
];

/// The games of one file. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    reads: SqlitePool,
    writer: Writer,
}

impl Store {
    /// Opens the file, which is created where there is none, and brings its tables up to date.
    ///
    /// # Errors
    /// When the file or its folder cannot be written.
    pub async fn open(file: &Path) -> Result<Self, StoreError> {
        let (options, connection) = connection(file).await?;
        let reads = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_lazy_with(options.create_if_missing(false));
        Ok(Self {
            reads,
            writer: Writer::spawn(connection),
        })
    }

    /// Ends after everything that was asked for is written, and all of it stands in the one file: the
    /// writer goes last, since the last to leave brings the write-ahead log in.
    pub async fn close(&self) {
        self.reads.close().await;
        self.writer.close().await;
    }
}

/// A connection that may write, to a file whose tables are up to date, and what it was opened with.
async fn connection(file: &Path) -> Result<(SqliteConnectOptions, SqliteConnection), StoreError> {
    let cannot = |reason| StoreError::CannotOpen {
        file: file.to_owned(),
        reason,
    };
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true);
    let mut connection = options.connect().await.map_err(cannot)?;
    migrate(&mut connection).await.map_err(cannot)?;
    Ok((options, connection))
}

async fn migrate(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let step = |(number, name, sql): (i64, &'static str, &'static str)| {
        let sql = sql.into_sql_str();
        Migration::new(number, name.into(), MigrationType::Simple, sql, false)
    };
    let migrated = Migrator::with_migrations(MIGRATIONS.map(step).into())
        .run_direct(None, connection, false)
        .await;
    migrated.map_err(|error| sqlx::Error::Migrate(Box::new(error)))
}
