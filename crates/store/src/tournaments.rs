//! Tournaments as the process that plays them writes them: settings, finished games and standings.
//!
//! That process has a connection of its own, beside the writer of a server: `SQLite` lets them take
//! turns, and many games go into one commit.

use std::fmt::Write as _;

use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use crate::row::{from_row, number};
use crate::schema::open_connection;
use crate::{Address, RunningGame, StoreError, StoreSecret};

/// Maximum number of rows in one statement: with five values each, below `SQLite`'s limit of variables.
const MAX_ROWS: usize = 400;

/// A tournament before its first game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTournament {
    /// Identifier, unique.
    pub id: String,
    /// Title of the tournament.
    pub event: String,
    /// Name of the game.
    pub game: String,
    /// Text of all settings that decide the games, without the seed.
    pub settled: String,
    /// Seed of all chance in the tournament.
    pub seed: i64,
    /// Time of creation, in milliseconds since 1970.
    pub created_ms: i64,
}

from_row!(row => NewTournament { id, event, game, settled, seed, created_ms });

/// A finished game of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentGame {
    /// Number of the game in its tournament, from 1.
    pub number: u64,
    /// The published line, as in `games.jsonl`.
    pub line: String,
    /// Luck of the first side, where the game has a measure of it.
    pub luck: Option<String>,
    /// Notes that the programs left for their owners.
    pub notes: Option<String>,
}

from_row!(row => TournamentGame { line, luck, notes } number: number(row)?);

/// The tournaments of one store, with a connection that writes. Reads fail when the store cannot be
/// read, writes when the disk is full or read-only.
#[derive(Debug)]
pub struct Tournaments {
    connection: AnyConnection,
}

impl Tournaments {
    /// Opens a file, which is created where there is none, or a database, and brings its tables up to
    /// date.
    pub async fn open(address: &Address) -> Result<Self, StoreError> {
        // Two processes that create the tables of a new file at once would fail.
        let lock = address.lock_file("opening").map_err(sqlx::Error::Io)?;
        if let Some(lock) = &lock {
            lock.lock().map_err(sqlx::Error::Io)?;
        }
        let connection = open_connection(address).await?;
        Ok(Self { connection })
    }

    /// The secret that all nodes of this store share.
    pub async fn secret(&mut self) -> Result<StoreSecret, StoreError> {
        Ok(StoreSecret::load_or_create(&mut self.connection).await?)
    }

    /// Reads a tournament; none when there is no tournament of that id.
    pub async fn find(&mut self, id: &str) -> Result<Option<NewTournament>, StoreError> {
        let found = sqlx::query_as("SELECT * FROM tournaments WHERE id = $1").bind(id);
        Ok(found.fetch_optional(&mut self.connection).await?)
    }

    /// Creates a tournament; fails with [`StoreError::Conflict`] when the id exists.
    pub async fn create(&mut self, new: &NewTournament) -> Result<(), StoreError> {
        let insert = sqlx::query(
            "INSERT INTO tournaments (id, event, game, settled, seed, created_ms) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        );
        let insert = insert.bind(&new.id).bind(&new.event).bind(&new.game);
        let insert = insert.bind(&new.settled).bind(new.seed);
        let insert = insert.bind(new.created_ms);
        insert.execute(&mut self.connection).await?;
        Ok(())
    }

    /// Deletes a tournament and its games.
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

    /// Stores finished games, all or none: on a full or read-only disk nothing is written, and the same
    /// call succeeds later. A game that is stored already is not changed.
    pub async fn keep<'a>(
        &mut self,
        id: &str,
        games: impl IntoIterator<Item = &'a TournamentGame>,
    ) -> Result<(), StoreError> {
        let games: Vec<&TournamentGame> = games.into_iter().collect();
        let mut transaction = self.connection.begin().await?;
        for rows in games.chunks(MAX_ROWS) {
            let statement = insert_statement(
                &transaction,
                "tournament_games (tournament_id, number, line, luck, notes)",
                5,
                rows.len(),
                " ON CONFLICT DO NOTHING",
            );
            let mut insert = sqlx::query(statement);
            for game in rows {
                insert = insert.bind(id).bind(to_signed(game.number));
                insert = insert.bind(&game.line).bind(&game.luck);
                insert = insert.bind(&game.notes);
            }
            insert.execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Reads at most `limit` finished games with numbers above `after`, in the order of their numbers.
    pub async fn games(
        &mut self,
        id: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<TournamentGame>, StoreError> {
        let rows = sqlx::query_as(
            "SELECT number, line, luck, notes FROM tournament_games \
             WHERE tournament_id = $1 AND number > $2 ORDER BY number LIMIT $3",
        );
        let rows = rows.bind(id).bind(to_signed(after)).bind(i64::from(limit));
        Ok(rows.fetch_all(&mut self.connection).await?)
    }

    /// Stores the standings, as JSON for the web page.
    pub async fn stand(&mut self, id: &str, standings: &str) -> Result<(), StoreError> {
        let update = sqlx::query("UPDATE tournaments SET standings = $2 WHERE id = $1");
        let update = update.bind(id).bind(standings);
        update.execute(&mut self.connection).await?;
        Ok(())
    }

    /// Replaces the stored games in progress. `seen_ms` is the current time, or none when the tournament
    /// has stopped.
    pub async fn show(
        &mut self,
        id: &str,
        games: &[RunningGame],
        seen_ms: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.connection.begin().await?;
        let seen = sqlx::query("UPDATE tournaments SET seen_ms = $2 WHERE id = $1");
        let seen = seen.bind(id).bind(seen_ms);
        seen.execute(&mut *transaction).await?;
        let clear = sqlx::query("DELETE FROM tournament_running WHERE tournament_id = $1");
        clear.bind(id).execute(&mut *transaction).await?;
        if !games.is_empty() {
            let statement = insert_statement(
                &transaction,
                "tournament_running (tournament_id, number, first, second, view)",
                5,
                games.len(),
                "",
            );
            let mut insert = sqlx::query(statement);
            for game in games {
                insert = insert.bind(id).bind(to_signed(game.number));
                insert = insert.bind(&game.first).bind(&game.second);
                insert = insert.bind(&game.view);
            }
            insert.execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }
}

/// An `INSERT` statement for `rows` rows of `values` values each. `target` is the table with its
/// columns, `suffix` an `ON CONFLICT` clause or empty. `PostgreSQL` needs numbered parameters; in
/// `SQLite` they are names, whose lookup is slow for many rows.
pub(crate) fn insert_statement(
    connection: &AnyConnection,
    target: &str,
    values: usize,
    rows: usize,
    suffix: &str,
) -> AssertSqlSafe<String> {
    let numbered = connection.backend_name() != "SQLite";
    let mut text = format!("INSERT INTO {target} VALUES ");
    for index in 0..rows * values {
        text.push_str(match (index, index % values) {
            (0, _) => "(",
            (_, 0) => "), (",
            _ => ", ",
        });
        if numbered {
            let _ = write!(text, "${}", index + 1);
        } else {
            text.push('?');
        }
    }
    AssertSqlSafe(text + ")" + suffix)
}

/// The number of a game as a signed integer, the only kind that both databases have.
pub(crate) fn to_signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
