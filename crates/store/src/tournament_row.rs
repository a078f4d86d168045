//! Rows of tournaments as the web page reads them: the list, the standings and the games in progress.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, Row};

use crate::StoreError;
use crate::tournaments::to_signed;

/// A tournament in a list, or by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentRow {
    /// Identifier, as in [`NewTournament`](crate::NewTournament).
    pub id: String,
    /// Title of the tournament.
    pub event: String,
    /// Name of the game.
    pub game: String,
    /// Time of creation, in milliseconds since 1970.
    pub created_ms: i64,
    /// Last time a process was playing it, in milliseconds since 1970; none when it has stopped.
    pub seen_ms: Option<i64>,
    /// Standings as JSON; none before the first result was counted.
    pub standings: Option<String>,
}

/// A game in progress that takes long enough to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunningGame {
    /// Number of the game in its tournament, from 1.
    pub number: u64,
    /// Name of the player who moves first.
    pub first: String,
    /// Name of the player who moves second.
    pub second: String,
    /// The position as a spectator sees it.
    pub view: String,
}

/// Reads at most `limit` tournaments, the latest first.
pub(crate) async fn latest(pool: &AnyPool, limit: u32) -> Result<Vec<TournamentRow>, StoreError> {
    let rows = sqlx::query("SELECT * FROM tournaments ORDER BY created_ms DESC, id LIMIT $1");
    let rows = rows.bind(i64::from(limit)).fetch_all(pool).await?;
    Ok(rows.iter().map(tournament_row).collect::<Result<_, _>>()?)
}

/// Reads a tournament and its games in progress; `snapshot` is a transaction, so that both fit
/// together.
pub(crate) async fn load(
    snapshot: &mut AnyConnection,
    id: &str,
) -> Result<Option<(TournamentRow, Vec<RunningGame>)>, StoreError> {
    let found = sqlx::query("SELECT * FROM tournaments WHERE id = $1").bind(id);
    let Some(row) = found.fetch_optional(&mut *snapshot).await? else {
        return Ok(None);
    };
    let games = sqlx::query(
        "SELECT number, first, second, view FROM tournament_running \
         WHERE tournament_id = $1 ORDER BY number",
    );
    let games = games.bind(id).fetch_all(&mut *snapshot).await?;
    let games = games.iter().map(running_game).collect::<Result<_, _>>()?;
    Ok(Some((tournament_row(&row)?, games)))
}

/// Reads the lines of at most `limit` published games before number `before`, the latest first. Games
/// 1 and 2 are a pair, 3 and 4 another, and so on.
pub(crate) async fn published(
    pool: &AnyPool,
    id: &str,
    before: u64,
    limit: u32,
) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(
        "SELECT line FROM tournament_games AS game WHERE tournament_id = $1 AND number < $2 \
         AND EXISTS (SELECT 1 FROM tournament_games AS other \
             WHERE other.tournament_id = $1 \
             AND other.number = game.number + 1 - 2 * ((game.number + 1) % 2)) \
         ORDER BY number DESC LIMIT $3",
    );
    let rows = rows.bind(id).bind(to_signed(before)).bind(i64::from(limit));
    let rows = rows.fetch_all(pool).await?;
    let lines: Result<_, sqlx::Error> = rows.iter().map(|row| row.try_get("line")).collect();
    Ok(lines?)
}

fn tournament_row(row: &AnyRow) -> sqlx::Result<TournamentRow> {
    Ok(TournamentRow {
        id: row.try_get("id")?,
        event: row.try_get("event")?,
        game: row.try_get("game")?,
        created_ms: row.try_get("created_ms")?,
        seen_ms: row.try_get("seen_ms")?,
        standings: row.try_get("standings")?,
    })
}

fn running_game(row: &AnyRow) -> sqlx::Result<RunningGame> {
    Ok(RunningGame {
        number: row.try_get::<i64, _>("number")?.cast_unsigned(),
        first: row.try_get("first")?,
        second: row.try_get("second")?,
        view: row.try_get("view")?,
    })
}
