//! Rows of games, their seats and their lines.

use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AnyPool, Executor, Row};

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

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AppendLines {
    pub(crate) id: String,
    pub(crate) from: i64,
    pub(crate) lines: Vec<String>,
    pub(crate) ending: Option<String>,
    /// Time of the lines, in milliseconds since 1970.
    pub(crate) touched_ms: i64,
}

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

/// Reads the lines of a game from number `first` on, and checks the sum of each.
pub(crate) async fn lines(
    connection: impl Executor<'_, Database = Any>,
    id: &str,
    first: usize,
) -> Result<Vec<String>, StoreError> {
    let lines = sqlx::query(
        "SELECT number, line, sum FROM lines WHERE game_id = $1 AND number >= $2 ORDER BY number",
    );
    let first = i64::try_from(first).unwrap_or(i64::MAX);
    let rows = lines.bind(id).bind(first).fetch_all(connection).await?;
    rows.iter().map(|row| checked_line(id, row)).collect()
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
fn line_sum(id: &str, number: i64, line: &str) -> i64 {
    crc32fast::hash(format!("{id} {number} {line}").as_bytes()).into()
}

pub(crate) async fn progress(pool: &AnyPool, id: &str) -> Result<Option<GameProgress>, StoreError> {
    let found = sqlx::query(
        "SELECT side, holder, invitation, \
         (SELECT MAX(number) FROM lines WHERE game_id = $1) AS last \
         FROM seats WHERE game_id = $1",
    );
    let rows = found.bind(id).fetch_all(pool).await?;
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    let last: Option<i64> = row.try_get("last")?;
    Ok(Some(GameProgress {
        lines: last.map_or(0, |last| last as usize + 1),
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

/// Inserts lines and updates their game; returns the number of updated games.
pub(crate) async fn append(
    connection: &mut AnyConnection,
    append: &AppendLines,
) -> sqlx::Result<u64> {
    for (number, line) in (append.from..).zip(&append.lines) {
        let insert =
            sqlx::query("INSERT INTO lines (game_id, number, line, sum) VALUES ($1, $2, $3, $4)");
        insert
            .bind(&append.id)
            .bind(number)
            .bind(line)
            .bind(line_sum(&append.id, number, line))
            .execute(&mut *connection)
            .await?;
    }
    let update = sqlx::query("UPDATE games SET ending = $2, touched_ms = $3 WHERE id = $1");
    let update = update
        .bind(&append.id)
        .bind(&append.ending)
        .bind(append.touched_ms);
    Ok(update.execute(&mut *connection).await?.rows_affected())
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
