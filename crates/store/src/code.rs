//! Rows of short codes: each leads to a game until it runs out, at every node.

use std::time::Duration;

use serde::Serialize;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Row};

use crate::{Address, StoreError};

/// The game, and the seat in it, that a short code opens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CodeRow {
    /// Identifier of the game.
    #[serde(rename = "table")]
    pub game: String,
    /// Invitation to a seat; none for a code that only lets people watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invitation: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewCode {
    pub(crate) code: String,
    pub(crate) target: CodeRow,
    /// Milliseconds from now until the code runs out.
    pub(crate) millis: i64,
}

/// Reads the target of a code and the time it stays valid, by the database's clock.
pub(crate) async fn find(
    pool: &AnyPool,
    address: &Address,
    code: &str,
) -> Result<Option<(CodeRow, Duration)>, StoreError> {
    let now = address.now_ms();
    let text = format!(
        "SELECT game_id, invitation, until_ms - {now} AS left_ms FROM codes \
         WHERE code = $1 AND until_ms >= {now}"
    );
    let found = sqlx::query(AssertSqlSafe(text)).bind(code);
    let Some(row) = found.fetch_optional(pool).await? else {
        return Ok(None);
    };
    let invitation: String = row.try_get("invitation")?;
    let target = CodeRow {
        game: row.try_get("game_id")?,
        invitation: Some(invitation).filter(|invitation| !invitation.is_empty()),
    };
    let left: i64 = row.try_get("left_ms")?;
    Ok(Some((target, Duration::from_millis(left.unsigned_abs()))))
}

/// Deletes codes that have run out, then inserts or extends a code; returns 0 when it has another
/// target.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    address: &Address,
    new: &NewCode,
) -> sqlx::Result<u64> {
    let now = address.now_ms();
    let delete = AssertSqlSafe(format!("DELETE FROM codes WHERE until_ms < {now}"));
    sqlx::query(delete).execute(&mut *connection).await?;
    let text = format!(
        "INSERT INTO codes (code, game_id, invitation, until_ms) VALUES ($1, $2, $3, {now} + $4) \
         ON CONFLICT (code) DO UPDATE SET until_ms = excluded.until_ms \
         WHERE codes.game_id = excluded.game_id AND codes.invitation = excluded.invitation"
    );
    let insert = sqlx::query(AssertSqlSafe(text)).bind(&new.code);
    let invitation = new.target.invitation.as_deref().unwrap_or_default();
    let insert = insert.bind(&new.target.game).bind(invitation);
    let done = insert.bind(new.millis).execute(connection).await?;
    Ok(done.rows_affected())
}
