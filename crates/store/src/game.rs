//! Rows of games, their seats and their lines.

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AnyPool, Row};

use crate::StoreError;
use crate::row::from_row;

/// One seat of a game. Holder and invitation are digests of secrets, not the secrets themselves.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SeatRow {
    /// Digest of the browser that plays this side; none for a strategy, or while the seat is free.
    pub holder: Option<String>,
    /// Digest of the code with which one person may take the seat.
    pub invitation: Option<String>,
}

/// A game before its first line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Identifier, unique and hard to guess.
    pub id: String,
    /// Name of the game, such as `421`.
    pub game: String,
    /// Header of the game's record, without entries.
    pub header: String,
    /// Options of the game, as JSON.
    pub options: String,
    /// Milliseconds that an engine may think about one move.
    pub time_ms: Option<i64>,
    /// Seed of the game's chance, secret until the game is over; none in games stored by old versions.
    pub seed: Option<i64>,
    /// Digest of the browser that opened the table.
    pub creator: String,
    /// Time of creation, in milliseconds since 1970.
    pub created_ms: i64,
    /// Seats of the first and the second side.
    pub seats: [SeatRow; 2],
}

from_row!(row => NewGame { id, game, header, options, time_ms, seed, creator, created_ms }
    seats: <[SeatRow; 2]>::default());

/// A game whose lines are known when it is created, from a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedGame {
    /// The game before its first line.
    pub game: NewGame,
    /// All lines in order, none with a line break.
    pub lines: Vec<String>,
    /// Ending of the game; none when it can be played on.
    pub ending: Option<String>,
}

/// A game with all its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// The game as it was created, with its seats as they are now.
    pub game: NewGame,
    /// All lines in order.
    pub lines: Vec<String>,
    /// Ending of the game; none while it is played.
    pub ending: Option<String>,
}

from_row!(row => StoredGame { ending } game: NewGame::from_row(row)?, lines: Vec::new());

/// The number of lines of a game, and its seats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameProgress {
    /// Number of lines.
    pub lines: usize,
    /// Seats of the first and the second side.
    pub seats: [SeatRow; 2],
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Identifier, as in [`NewGame`].
    pub id: String,
    /// Name of the game.
    pub game: String,
    /// Header of the game's record, without entries.
    pub header: String,
    /// Time of creation, in milliseconds since 1970.
    pub created_ms: i64,
    /// Time of the last line, in milliseconds since 1970.
    pub touched_ms: i64,
    /// Ending of the game; none while it is played.
    pub ending: Option<String>,
}

from_row!(row => GameSummary { id, game, header, created_ms, touched_ms, ending });

/// Reads a game with all its lines; `snapshot` is a transaction, so that both fit together.
pub(crate) async fn load(
    snapshot: &mut AnyConnection,
    id: &str,
) -> Result<Option<StoredGame>, StoreError> {
    let found = sqlx::query_as("SELECT * FROM games WHERE id = $1").bind(id);
    let Some(mut stored): Option<StoredGame> = found.fetch_optional(&mut *snapshot).await? else {
        return Ok(None);
    };
    let seats = sqlx::query("SELECT side, holder, invitation FROM seats WHERE game_id = $1");
    let seats = seats.bind(id).fetch_all(&mut *snapshot).await?;
    stored.game.seats = seats_from(&seats)?;
    stored.lines = lines(&mut *snapshot, id, 0).await?;
    Ok(Some(stored))
}

/// Reads the lines of a game from number `first` on, and checks their sums. The lines of an imported
/// record are one text, before the others.
pub(crate) async fn lines(
    connection: &mut AnyConnection,
    id: &str,
    first: usize,
) -> Result<Vec<String>, StoreError> {
    let imported = sqlx::query(
        "SELECT imported, imported_sum FROM games WHERE id = $1 AND imported_lines > $2",
    );
    let from = i64::try_from(first).unwrap_or(i64::MAX);
    let imported = imported.bind(id).bind(from);
    let imported = imported.fetch_optional(&mut *connection).await?;
    let mut lines = match imported {
        Some(row) => imported_lines(id, first, &row)?,
        None => Vec::new(),
    };
    let rows = sqlx::query(
        "SELECT number, line, sum FROM lines WHERE game_id = $1 AND number >= $2 ORDER BY number",
    );
    let rows = rows.bind(id).bind(from).fetch_all(connection).await?;
    for row in &rows {
        lines.push(checked_line(id, row)?);
    }
    Ok(lines)
}

/// The lines of an imported record from number `first` on.
fn imported_lines(id: &str, first: usize, row: &AnyRow) -> Result<Vec<String>, StoreError> {
    let text: String = row.try_get("imported")?;
    let sum: i64 = row.try_get("imported_sum")?;
    if sum != line_sum(id, 0, &text) {
        return Err(StoreError::Damaged { number: 0 });
    }
    Ok(text.split('\n').skip(first).map(str::to_owned).collect())
}

/// The text of a line whose sum is right. Lines of old versions have no sum and are not checked.
fn checked_line(id: &str, row: &AnyRow) -> Result<String, StoreError> {
    let (number, line): (i64, String) = (row.try_get("number")?, row.try_get("line")?);
    let sum: Option<i64> = row.try_get("sum")?;
    match sum.filter(|sum| *sum != line_sum(id, number, &line)) {
        None => Ok(line),
        Some(_) => Err(StoreError::Damaged { number }),
    }
}

/// CRC-32 of a line together with its game and its number.
pub(crate) fn line_sum(id: &str, number: i64, line: &str) -> i64 {
    crc32fast::hash(format!("{id} {number} {line}").as_bytes()).into()
}

pub(crate) async fn progress(pool: &AnyPool, id: &str) -> Result<Option<GameProgress>, StoreError> {
    let found = sqlx::query(
        "SELECT side, holder, invitation, \
         (SELECT MAX(number) FROM lines WHERE game_id = $1) AS last, \
         (SELECT imported_lines FROM games WHERE id = $1) AS imported \
         FROM seats WHERE game_id = $1",
    );
    let rows = found.bind(id).fetch_all(pool).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    let last: Option<i64> = row.try_get("last")?;
    let imported: Option<i64> = row.try_get("imported")?;
    let lines = last.map(|last| last + 1).or(imported);
    Ok(Some(GameProgress {
        lines: lines.map_or(0, |lines| lines as usize),
        seats: seats_from(&rows)?,
    }))
}

/// Inserts a game and its seats; returns the number of inserted games.
pub(crate) async fn create(connection: &mut AnyConnection, game: &NewGame) -> sqlx::Result<u64> {
    let insert = sqlx::query(
        "INSERT INTO games \
         (id, game, header, options, time_ms, creator, created_ms, touched_ms, seed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)",
    );
    let insert = insert
        .bind(&game.id)
        .bind(&game.game)
        .bind(&game.header)
        .bind(&game.options);
    let insert = insert
        .bind(game.time_ms)
        .bind(&game.creator)
        .bind(game.created_ms)
        .bind(game.seed);
    let done = insert.execute(&mut *connection).await?;
    for (side, seat) in (0i64..).zip(&game.seats) {
        let insert = sqlx::query(
            "INSERT INTO seats (game_id, side, holder, invitation) VALUES ($1, $2, $3, $4)",
        );
        let insert = insert
            .bind(&game.id)
            .bind(side)
            .bind(&seat.holder)
            .bind(&seat.invitation);
        insert.execute(&mut *connection).await?;
    }
    Ok(done.rows_affected())
}

/// Inserts a game with its lines as one text; returns the number of inserted games.
pub(crate) async fn import(
    connection: &mut AnyConnection,
    imported: &ImportedGame,
) -> sqlx::Result<u64> {
    let ImportedGame {
        game,
        lines,
        ending,
    } = imported;
    let created = create(connection, game).await?;
    let text = (!lines.is_empty()).then(|| lines.join("\n"));
    let sum = text.as_ref().map(|text| line_sum(&game.id, 0, text));
    let update = sqlx::query(
        "UPDATE games SET ending = $2, imported = $3, imported_lines = $4, imported_sum = $5 \
         WHERE id = $1",
    );
    let update = update.bind(&game.id).bind(ending).bind(text);
    let count = i64::try_from(lines.len()).unwrap_or(i64::MAX);
    let update = update.bind(count).bind(sum);
    update.execute(connection).await?;
    Ok(created)
}

/// Deletes a game with everything that belongs to it; returns the number of deleted games.
pub(crate) async fn forget(connection: &mut AnyConnection, id: &str) -> sqlx::Result<u64> {
    for part in [
        "DELETE FROM codes WHERE game_id = $1",
        "DELETE FROM leases WHERE game_id = $1",
        "DELETE FROM lines WHERE game_id = $1",
        "DELETE FROM seats WHERE game_id = $1",
        "DELETE FROM reviews WHERE game_id = $1",
    ] {
        sqlx::query(part).bind(id).execute(&mut *connection).await?;
    }
    let delete = sqlx::query("DELETE FROM games WHERE id = $1").bind(id);
    Ok(delete.execute(connection).await?.rows_affected())
}

/// Gives the seat of an invitation to a holder, unless another has it; returns the number of changed
/// seats.
pub(crate) async fn sit(
    connection: &mut AnyConnection,
    id: &str,
    invitation: &str,
    holder: &str,
) -> sqlx::Result<u64> {
    let update = sqlx::query(
        "UPDATE seats SET holder = $3 WHERE game_id = $1 AND invitation = $2 \
         AND (holder IS NULL OR holder = $3)",
    );
    let update = update.bind(id).bind(invitation).bind(holder);
    Ok(update.execute(&mut *connection).await?.rows_affected())
}

fn seats_from(rows: &[AnyRow]) -> sqlx::Result<[SeatRow; 2]> {
    let mut seats = [SeatRow::default(), SeatRow::default()];
    for row in rows {
        let side: i64 = row.try_get("side")?;
        seats[usize::from(side != 0)] = SeatRow {
            holder: row.try_get("holder")?,
            invitation: row.try_get("invitation")?,
        };
    }
    Ok(seats)
}
