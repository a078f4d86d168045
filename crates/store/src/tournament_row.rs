//! Rows of tournaments as the web page reads them: the list, the standings and the games in progress.

use serde::Serialize;
use sqlx::AnyConnection;

use crate::StoreError;
use crate::row::{from_row, number};

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

from_row!(row => TournamentRow { id, event, game, created_ms, seen_ms, standings });

/// A game in progress that takes long enough to be shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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

from_row!(row => RunningGame { first, second, view } number: number(row)?);

/// Reads a tournament and its games in progress; `snapshot` is a transaction, so that both fit
/// together.
pub(crate) async fn load(
    snapshot: &mut AnyConnection,
    id: &str,
) -> Result<Option<(TournamentRow, Vec<RunningGame>)>, StoreError> {
    let found = sqlx::query_as("SELECT * FROM tournaments WHERE id = $1").bind(id);
    let Some(tournament) = found.fetch_optional(&mut *snapshot).await? else {
        return Ok(None);
    };
    let games = sqlx::query_as(
        "SELECT number, first, second, view FROM tournament_running \
         WHERE tournament_id = $1 ORDER BY number",
    );
    let games = games.bind(id).fetch_all(&mut *snapshot).await?;
    Ok(Some((tournament, games)))
}
