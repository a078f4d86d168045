//! What is asked of the store.

use sqlx::any::AnyRow;
use sqlx::{Any, Executor, Row};

use crate::write::line_sum;
use crate::{Address, Kept, NewGame, Seat, Standing, Store, StoreError, Summary};

impl Store {
    /// A game with all its lines, as of one moment.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn load(&self, id: &str) -> Result<Option<Kept>, StoreError> {
        let mut moment = self.reads.begin_with(self.address.begins_looking()).await?;
        let found = sqlx::query("SELECT * FROM games WHERE id = $1").bind(id);
        let Some(row) = found.fetch_optional(&mut *moment).await? else {
            return Ok(None);
        };
        let seats = seats(&mut *moment, id).await?;
        Ok(Some(Kept {
            game: new_game(&row, seats)?,
            lines: lines(&mut *moment, id, 0).await?,
            ending: row.try_get("ending")?,
        }))
    }

    /// The lines of a game from number `from` on.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn lines(&self, id: &str, from: usize) -> Result<Vec<String>, StoreError> {
        lines(&self.reads, id, from).await
    }

    /// How far a game has come, if there is one of that name: one question, however long it is.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn standing(&self, id: &str) -> Result<Option<Standing>, StoreError> {
        let found = sqlx::query(
            "SELECT side, holder, invitation, \
             (SELECT MAX(number) FROM lines WHERE game_id = $1) AS last \
             FROM seats WHERE game_id = $1",
        );
        let rows = found.bind(id).fetch_all(&self.reads).await?;
        let Some(row) = rows.first() else {
            return Ok(None);
        };
        let last: Option<i64> = row.try_get("last")?;
        Ok(Some(Standing {
            lines: last.map_or(0, |last| last as usize + 1),
            seats: seated(&rows)?,
        }))
    }

    /// The games that somebody opened or sits at, the latest first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn games_of(&self, who: &str, most: i64) -> Result<Vec<Summary>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, game, header, created_ms, touched_ms, ending FROM games \
             WHERE creator = $1 OR id IN (SELECT game_id FROM seats WHERE holder = $1) \
             ORDER BY touched_ms DESC, id LIMIT $2",
        );
        let rows = rows.bind(who).bind(most).fetch_all(&self.reads).await?;
        Ok(rows.iter().map(summary).collect::<Result<_, _>>()?)
    }

    /// Some games' names beyond one of them, in order; none when there are no more.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn names(&self, after: &str, most: i64) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2");
        let rows = rows.bind(after).bind(most).fetch_all(&self.reads).await?;
        let names: Result<_, sqlx::Error> = rows.iter().map(|row| row.try_get("id")).collect();
        Ok(names?)
    }

    /// How many games there are.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn count(&self) -> Result<u64, StoreError> {
        let count = sqlx::query("SELECT COUNT(*) FROM games");
        let row = count.fetch_one(&self.reads).await?;
        Ok(row.try_get::<i64, _>(0)?.unsigned_abs())
    }

    /// The first thing that is wrong with the file, by a look at its structure that takes no longer
    /// than reading it. A server looks after its own.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn quick_check(&self) -> Result<Option<String>, StoreError> {
        let answer = self.ask("PRAGMA quick_check(1)").await?;
        Ok(Some(answer).filter(|answer| answer != "ok"))
    }

    /// What the database says about its own file: `ok` when all is well.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn check(&self) -> Result<String, StoreError> {
        self.ask("PRAGMA integrity_check").await
    }

    /// What a file answers, and a server that can be reached.
    async fn ask(&self, pragma: &'static str) -> Result<String, StoreError> {
        let question = match self.address {
            Address::File(_) => pragma,
            Address::Server(_) => "SELECT 'ok'",
        };
        let answer = sqlx::query(question).fetch_one(&self.reads).await?;
        Ok(answer.try_get(0)?)
    }
}

async fn lines(
    from: impl Executor<'_, Database = Any>,
    id: &str,
    first: usize,
) -> Result<Vec<String>, StoreError> {
    let lines = sqlx::query(
        "SELECT number, line, sum FROM lines WHERE game_id = $1 AND number >= $2 ORDER BY number",
    );
    let first = i64::try_from(first).unwrap_or(i64::MAX);
    let rows = lines.bind(id).bind(first).fetch_all(from).await?;
    rows.iter().map(|row| whole_line(id, row)).collect()
}

/// A line that is what was written. Lines of before there were sums are taken as they are.
fn whole_line(id: &str, row: &AnyRow) -> Result<String, StoreError> {
    let (number, line): (i64, String) = (row.try_get("number")?, row.try_get("line")?);
    let sum: Option<i64> = row.try_get("sum")?;
    match sum.filter(|sum| *sum != line_sum(id, number, &line)) {
        None => Ok(line),
        Some(_) => Err(StoreError::Damaged { number }),
    }
}

async fn seats(from: impl Executor<'_, Database = Any>, id: &str) -> sqlx::Result<[Seat; 2]> {
    let rows = sqlx::query("SELECT side, holder, invitation FROM seats WHERE game_id = $1");
    seated(&rows.bind(id).fetch_all(from).await?)
}

fn seated(rows: &[AnyRow]) -> sqlx::Result<[Seat; 2]> {
    let mut seats = [Seat::default(), Seat::default()];
    for row in rows {
        let side: i64 = row.try_get("side")?;
        seats[usize::from(side != 0)] = Seat {
            holder: row.try_get("holder")?,
            invitation: row.try_get("invitation")?,
        };
    }
    Ok(seats)
}

fn new_game(row: &AnyRow, seats: [Seat; 2]) -> sqlx::Result<NewGame> {
    Ok(NewGame {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        header: row.try_get("header")?,
        options: row.try_get("options")?,
        time_ms: row.try_get("time_ms")?,
        seed: row.try_get("seed")?,
        creator: row.try_get("creator")?,
        created_ms: row.try_get("created_ms")?,
        seats,
    })
}

fn summary(row: &AnyRow) -> sqlx::Result<Summary> {
    Ok(Summary {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        header: row.try_get("header")?,
        created_ms: row.try_get("created_ms")?,
        touched_ms: row.try_get("touched_ms")?,
        ending: row.try_get("ending")?,
    })
}
