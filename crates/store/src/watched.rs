//! Tournaments as they are watched: which there are, how they stand, what is being played.

use sqlx::any::AnyRow;
use sqlx::{Connection, Row};

use crate::tournaments::{insertion, number};
use crate::{Store, StoreError, Tournaments};

/// A tournament in a list, or by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watched {
    /// As in [`NewTournament`](crate::NewTournament).
    pub id: String,
    /// What it is called.
    pub event: String,
    /// The game's name.
    pub game: String,
    /// When it was begun.
    pub created_ms: i64,
    /// When somebody was last seen to play it; none once they have left.
    pub seen_ms: Option<i64>,
    /// How it stands, as JSON; none before anything was counted.
    pub standings: Option<String>,
}

/// A game in progress that takes long enough to be seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Running {
    /// From 1.
    pub number: u64,
    /// Who moves first.
    pub first: String,
    /// Who moves second.
    pub second: String,
    /// The position, as a spectator sees it.
    pub view: String,
}

impl Store {
    /// The tournaments that were begun last, the latest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn tournaments(&self, most: u32) -> Result<Vec<Watched>, StoreError> {
        let rows = sqlx::query("SELECT * FROM tournaments ORDER BY created_ms DESC, id LIMIT $1");
        let rows = rows.bind(i64::from(most)).fetch_all(&self.reads).await?;
        Ok(rows.iter().map(watched).collect::<Result<_, _>>()?)
    }

    /// A tournament and its games in progress.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn tournament(
        &self,
        id: &str,
    ) -> Result<Option<(Watched, Vec<Running>)>, StoreError> {
        let mut moment = self.reads.begin_with(self.address.begins_looking()).await?;
        let found = sqlx::query("SELECT * FROM tournaments WHERE id = $1").bind(id);
        let Some(row) = found.fetch_optional(&mut *moment).await? else {
            return Ok(None);
        };
        let games = sqlx::query(
            "SELECT number, first, second, view FROM tournament_running \
             WHERE tournament_id = $1 ORDER BY number",
        );
        let games = games.bind(id).fetch_all(&mut *moment).await?;
        let games = games.iter().map(running).collect::<Result<_, _>>()?;
        Ok(Some((watched(&row)?, games)))
    }

    /// The lines of at most `most` published games before number `before`, the latest first. A game
    /// is published once both of its pair are over.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn published(
        &self,
        id: &str,
        before: u64,
        most: u32,
    ) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query(
            "SELECT line FROM tournament_games AS game WHERE tournament_id = $1 AND number < $2 \
             AND EXISTS (SELECT 1 FROM tournament_games AS other \
                 WHERE other.tournament_id = $1 \
                 AND other.number = game.number + 1 - 2 * ((game.number + 1) % 2)) \
             ORDER BY number DESC LIMIT $3",
        );
        let rows = rows.bind(id).bind(number(before)).bind(i64::from(most));
        let rows = rows.fetch_all(&self.reads).await?;
        let lines: Result<_, sqlx::Error> = rows.iter().map(|row| row.try_get("line")).collect();
        Ok(lines?)
    }
}

impl Tournaments {
    /// Says when somebody played it, none when nobody does any more, and which games can be seen.
    ///
    /// # Errors
    /// A full or read-only disk.
    pub async fn show(
        &mut self,
        id: &str,
        games: &[Running],
        seen_ms: Option<i64>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.connection.begin().await?;
        let seen = sqlx::query("UPDATE tournaments SET seen_ms = $2 WHERE id = $1");
        seen.bind(id)
            .bind(seen_ms)
            .execute(&mut *transaction)
            .await?;
        let clear = sqlx::query("DELETE FROM tournament_running WHERE tournament_id = $1");
        clear.bind(id).execute(&mut *transaction).await?;
        if !games.is_empty() {
            let statement = insertion(
                &transaction,
                "tournament_running (tournament_id, number, first, second, view)",
                5,
                games.len(),
                "",
            );
            let mut insert = sqlx::query(statement);
            for game in games {
                insert = insert.bind(id).bind(number(game.number));
                insert = insert.bind(&game.first).bind(&game.second);
                insert = insert.bind(&game.view);
            }
            insert.execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }
}

fn watched(row: &AnyRow) -> sqlx::Result<Watched> {
    Ok(Watched {
        id: row.try_get("id")?,
        event: row.try_get("event")?,
        game: row.try_get("game")?,
        created_ms: row.try_get("created_ms")?,
        seen_ms: row.try_get("seen_ms")?,
        standings: row.try_get("standings")?,
    })
}

fn running(row: &AnyRow) -> sqlx::Result<Running> {
    Ok(Running {
        number: row.try_get::<i64, _>("number")?.cast_unsigned(),
        first: row.try_get("first")?,
        second: row.try_get("second")?,
        view: row.try_get("view")?,
    })
}
