//! Tournaments kept: what was settled, every finished game, how it stands.
//!
//! Whoever runs a tournament has a connection of its own, beside the writer of tables: `SQLite` lets
//! them take turns, and many games go into one commit.

use std::fmt::Write as _;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

use crate::write::limit_pages;
use crate::{Address, StoreError, connection};

/// Rows of one statement: five values each, below `SQLite`'s limit of variables.
const ROWS: usize = 400;

/// A tournament about to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTournament {
    /// Unique.
    pub id: String,
    /// What it is called.
    pub event: String,
    /// The game's name.
    pub game: String,
    /// Everything that decides its games but the seed.
    pub settled: String,
    /// Where its luck begins.
    pub seed: u64,
    /// Milliseconds since 1970.
    pub created_ms: i64,
}

/// A finished game of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentGame {
    /// From 1.
    pub number: u64,
    /// What is published of it.
    pub line: String,
    /// How lucky its first side was, where that is known.
    pub luck: Option<String>,
    /// What its programs left for their owners.
    pub notes: Option<String>,
}

/// The tournaments of one file.
#[derive(Debug)]
pub struct Tournaments {
    pub(crate) connection: AnyConnection,
}

impl Tournaments {
    /// Opens the file, which is created where there is none, and brings its tables up to date.
    ///
    /// # Errors
    /// When the file or its folder cannot be written.
    pub async fn open(address: impl Into<Address>) -> Result<Self, StoreError> {
        let address = address.into();
        // Two who make the tables of a new file at once would be in each other's way.
        let alone = address.lock("opening").map_err(sqlx::Error::Io)?;
        if let Some(alone) = &alone {
            alone.lock().map_err(sqlx::Error::Io)?;
        }
        let connection = connection(&address).await?;
        Ok(Self { connection })
    }

    /// The tournament of that id.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn find(&mut self, id: &str) -> Result<Option<NewTournament>, StoreError> {
        let found = sqlx::query("SELECT * FROM tournaments WHERE id = $1").bind(id);
        let Some(row) = found.fetch_optional(&mut self.connection).await? else {
            return Ok(None);
        };
        Ok(Some(NewTournament {
            id: row.try_get("id")?,
            event: row.try_get("event")?,
            game: row.try_get("game")?,
            settled: row.try_get("settled")?,
            seed: row.try_get::<i64, _>("seed")?.cast_unsigned(),
            created_ms: row.try_get("created_ms")?,
        }))
    }

    /// Keeps a new tournament.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] where the id exists already; a full or read-only disk.
    pub async fn create(&mut self, new: &NewTournament) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO tournaments (id, event, game, settled, seed, created_ms) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        );
        let insert = insert.bind(&new.id).bind(&new.event).bind(&new.game);
        let insert = insert.bind(&new.settled).bind(new.seed.cast_signed());
        let insert = insert.bind(new.created_ms);
        insert.execute(&mut self.connection).await?;
        Ok(())
    }

    /// Forgets a tournament and its games.
    ///
    /// # Errors
    /// A full or read-only disk.
    pub async fn forget(&mut self, id: &str) -> Result<(), StoreError> {
        let mut transaction = self.connection.begin().await?;
        for table in [
            "DELETE FROM tournament_running WHERE tournament_id = $1",
            "DELETE FROM tournament_games WHERE tournament_id = $1",
            "DELETE FROM tournaments WHERE id = $1",
        ] {
            sqlx::query(table)
                .bind(id)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Keeps finished games, all or none; one that is kept already stays as it is.
    ///
    /// # Errors
    /// A full or read-only disk: nothing is written, and the same call succeeds later.
    pub async fn keep(&mut self, id: &str, games: &[TournamentGame]) -> Result<(), StoreError> {
        let mut transaction = self.connection.begin().await?;
        for rows in games.chunks(ROWS) {
            let statement = insertion(
                &transaction,
                "tournament_games (tournament_id, number, line, luck, notes)",
                5,
                rows.len(),
                " ON CONFLICT DO NOTHING",
            );
            let mut insert = sqlx::query(statement);
            for game in rows {
                insert = insert.bind(id).bind(number(game.number));
                insert = insert.bind(&game.line).bind(&game.luck);
                insert = insert.bind(&game.notes);
            }
            insert.execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// At most `most` games of a tournament beyond number `after`, in order.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn games(
        &mut self,
        id: &str,
        after: u64,
        most: u32,
    ) -> Result<Vec<TournamentGame>, StoreError> {
        let rows = sqlx::query(
            "SELECT number, line, luck, notes FROM tournament_games \
             WHERE tournament_id = $1 AND number > $2 ORDER BY number LIMIT $3",
        );
        let rows = rows.bind(id).bind(number(after)).bind(i64::from(most));
        let rows = rows.fetch_all(&mut self.connection).await?;
        let game = |row: &AnyRow| {
            Ok(TournamentGame {
                number: row.try_get::<i64, _>("number")?.cast_unsigned(),
                line: row.try_get("line")?,
                luck: row.try_get("luck")?,
                notes: row.try_get("notes")?,
            })
        };
        let games: Result<Vec<_>, sqlx::Error> = rows.iter().map(game).collect();
        Ok(games?)
    }

    /// Keeps how it stands, as JSON for whoever watches.
    ///
    /// # Errors
    /// A full or read-only disk.
    pub async fn stand(&mut self, id: &str, standings: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE tournaments SET standings = $2 WHERE id = $1");
        let update = update.bind(id).bind(standings);
        update.execute(&mut self.connection).await?;
        Ok(())
    }

    /// The most pages the file may grow to: how tests fill the disk and make room again.
    ///
    /// # Errors
    /// When the file cannot be asked.
    pub async fn limit_pages(&mut self, most: u32) -> Result<(), StoreError> {
        limit_pages(&mut self.connection, most).await?;
        Ok(())
    }
}

/// A statement that writes so many rows of so many values into a table of ours. `PostgreSQL` wants
/// what is bound numbered; `SQLite` takes numbers for names, which it looks for among all others.
pub(crate) fn insertion(
    connection: &AnyConnection,
    into: &str,
    values: usize,
    rows: usize,
    then: &str,
) -> AssertSqlSafe<String> {
    let numbered = connection.backend_name() != "SQLite";
    let mut text = format!("INSERT INTO {into} VALUES ");
    for place in 0..rows * values {
        text.push_str(match (place, place % values) {
            (0, _) => "(",
            (_, 0) => "), (",
            _ => ", ",
        });
        if numbered {
            let _ = write!(text, "${}", place + 1);
        } else {
            text.push('?');
        }
    }
    AssertSqlSafe(text + ")" + then)
}

/// Databases count with a sign.
pub(crate) fn number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
