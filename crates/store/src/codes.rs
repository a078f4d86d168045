//! Short codes that lead to a game, whichever node gave them, until they run out. What a code is and
//! what it opens are sealed by whoever gives it.

use std::time::Duration;

use sqlx::{AnyConnection, AssertSqlSafe, Row};

use crate::write::Write;
use crate::{Address, Store, StoreError};

/// Where a code leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lead {
    /// Which game.
    pub game: String,
    /// What opens a seat there; empty for whoever only watches.
    pub invitation: String,
}

/// A code to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewCode {
    code: String,
    lead: Lead,
    millis: i64,
}

impl Store {
    /// Keeps where a code leads, for so long from now; says whether it does: one that leads elsewhere
    /// goes on leading there.
    ///
    /// # Errors
    /// A full or read-only disk.
    pub async fn keep_code(
        &self,
        code: &str,
        lead: &Lead,
        time: Duration,
    ) -> Result<bool, StoreError> {
        let new = NewCode {
            code: code.to_owned(),
            lead: lead.clone(),
            millis: i64::try_from(time.as_millis()).unwrap_or(i64::MAX),
        };
        let kept = self.writer.write(Write::Code(Box::new(new))).await;
        kept.map(|rows| rows > 0)
    }

    /// Where a code leads, and for how long.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn code(&self, code: &str) -> Result<Option<(Lead, Duration)>, StoreError> {
        let now = self.address.now_ms();
        let text = format!(
            "SELECT game_id, invitation, until_ms - {now} AS left_ms FROM codes \
             WHERE code = $1 AND until_ms >= {now}"
        );
        let found = sqlx::query(AssertSqlSafe(text)).bind(code);
        let Some(row) = found.fetch_optional(&self.reads).await? else {
            return Ok(None);
        };
        let lead = Lead {
            game: row.try_get("game_id")?,
            invitation: row.try_get("invitation")?,
        };
        let left: i64 = row.try_get("left_ms")?;
        Ok(Some((lead, Duration::from_millis(left.unsigned_abs()))))
    }
}

/// Those that have run out go first.
pub(crate) async fn keep(
    connection: &mut AnyConnection,
    address: &Address,
    new: &NewCode,
) -> sqlx::Result<u64> {
    let now = address.now_ms();
    let forget = AssertSqlSafe(format!("DELETE FROM codes WHERE until_ms < {now}"));
    sqlx::query(forget).execute(&mut *connection).await?;
    let text = format!(
        "INSERT INTO codes (code, game_id, invitation, until_ms) VALUES ($1, $2, $3, {now} + $4) \
         ON CONFLICT (code) DO UPDATE SET until_ms = excluded.until_ms \
         WHERE codes.game_id = excluded.game_id AND codes.invitation = excluded.invitation"
    );
    let keep = sqlx::query(AssertSqlSafe(text)).bind(&new.code);
    let keep = keep.bind(&new.lead.game).bind(&new.lead.invitation);
    let done = keep.bind(new.millis).execute(connection).await?;
    Ok(done.rows_affected())
}
