//! Tables of the store, created and brought up to date by numbered migrations.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, SqlSafeStr};

use crate::{Address, SqlError, StoreError};

/// Migrations in order: number, name and SQL text. The text of a migration never changes, not even its
/// comments: every database holds a checksum of those that it has run.
const MIGRATIONS: [(i64, &str, &str); 8] = [
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
    (
        8,
        "retention",
        include_str!("../migrations/8_retention.sql"),
    ),
];

/// Opens a connection that may write, and brings the tables up to date. A missing file is created.
pub(crate) async fn open_connection(address: &Address) -> Result<AnyConnection, StoreError> {
    let cannot_open = |error| StoreError::CannotOpen {
        address: address.clone(),
        reason: SqlError(error),
    };
    let mut connection = address.connect().await.map_err(cannot_open)?;
    migrate(&mut connection).await.map_err(cannot_open)?;
    Ok(connection)
}

async fn migrate(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let migration = |(number, name, sql): (i64, &'static str, &'static str)| {
        let sql = sql.into_sql_str();
        Migration::new(number, name.into(), MigrationType::Simple, sql, false)
    };
    let migrated = Migrator::with_migrations(MIGRATIONS.map(migration).into())
        .run_direct(None, connection, false)
        .await;
    migrated.map_err(|error| sqlx::Error::Migrate(Box::new(error)))
}
