//! Games kept: a file of `SQLite` in WAL mode with full synchronisation, or a database of
//! `PostgreSQL` that several machines share; one writer that commits in groups.
//!
//! A write is answered after its commit, so what was acknowledged survives a crash. The store knows
//! texts only: what a line means is the affair of whoever wrote it. Statements and types are those
//! that both databases have.

mod address;
mod claim;
mod codes;
mod copy;
mod error;
mod kept;
mod lease;
mod read;
mod reviews;
mod secret;
mod tournaments;
mod watched;
mod write;

use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, SqlSafeStr};

pub use address::Address;
pub use claim::Claim;
pub use codes::Lead;
pub use copy::{Holds, TABLES, Table, copy};
pub use error::StoreError;
pub use kept::{Kept, NewGame, Seat, Standing, Summary};
pub use lease::Lease;
pub use reviews::NewReview;
pub use secret::HouseSecret;
pub use tournaments::{NewTournament, TournamentGame, Tournaments};
pub use watched::{Running, Watched};
use write::Writer;

/// How many connections read at the same time.
const READERS: u32 = 4;
/// How long a reader waits for one of them, or for a server that does not answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// What made the tables what they are, in order.
const MIGRATIONS: [(i64, &str, &str); 7] = [
    (1, "games", include_str!("../migrations/1_games.sql")),
    (2, "seed", include_str!("../migrations/2_seed.sql")),
    (3, "sums", include_str!("../migrations/3_sums.sql")),
    (
        4,
        "tournaments",
        include_str!("../migrations/4_tournaments.sql"),
    ),
    (5, "reviews", include_str!("../migrations/5_reviews.sql")),
    (6, "leases", include_str!("../migrations/6_leases.sql")),
    (7, "codes", include_str!("../migrations/7_codes.sql")),
];

/// The games of one file or database. Clones share it.
#[derive(Clone, Debug)]
pub struct Store {
    address: Address,
    reads: AnyPool,
    writer: Writer,
    secret: HouseSecret,
}

impl Store {
    /// Opens the file, which is created where there is none, or the database, and brings its tables
    /// up to date.
    ///
    /// # Errors
    /// When it cannot be written.
    pub async fn open(address: impl Into<Address>) -> Result<Self, StoreError> {
        let address = address.into();
        let mut connection = connection(&address).await?;
        let secret = HouseSecret::of(&mut connection).await?;
        let options = address.options(false)?;
        let reads = AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .connect_lazy_with(options);
        let writer = Writer::spawn(connection, &address);
        Ok(Self {
            address,
            reads,
            writer,
            secret,
        })
    }

    /// Where it is.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// What all who open this store know.
    pub const fn secret(&self) -> &HouseSecret {
        &self.secret
    }

    /// Ends after everything that was asked for is written, and all of it stands in the one file: the
    /// writer goes last, since the last to leave brings the write-ahead log in.
    pub async fn close(&self) {
        self.reads.close().await;
        self.writer.close().await;
    }
}

/// A connection that may write, to tables that are up to date.
async fn connection(address: &Address) -> Result<AnyConnection, StoreError> {
    let cannot = |reason| StoreError::CannotOpen {
        address: address.clone(),
        reason,
    };
    let mut connection = address.connect().await.map_err(cannot)?;
    migrate(&mut connection).await.map_err(cannot)?;
    Ok(connection)
}

async fn migrate(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let step = |(number, name, sql): (i64, &'static str, &'static str)| {
        let sql = sql.into_sql_str();
        Migration::new(number, name.into(), MigrationType::Simple, sql, false)
    };
    let migrated = Migrator::with_migrations(MIGRATIONS.map(step).into())
        .run_direct(None, connection, false)
        .await;
    migrated.map_err(|error| sqlx::Error::Migrate(Box::new(error)))
}
