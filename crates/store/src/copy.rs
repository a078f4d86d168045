//! Everything of one store into another, row by row, and whether all of it arrived.

use sha2::{Digest as _, Sha256};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection as _, Row as _};

use crate::tournaments::insertion;
use crate::{Address, StoreError, connection};

/// How many rows go into one statement: below the limit of variables of either database.
const ROWS: usize = 400;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// Words.
    Text,
    /// A whole number.
    Number,
}

use Holds::{Number, Text};

/// A table of the store.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// What it is called.
    pub name: &'static str,
    /// Which columns tell its rows apart, as statements list them.
    key: &'static str,
    /// Where to go on after a row: the key compared with what is bound.
    beyond: &'static str,
    /// Its columns, those of the key first.
    pub columns: &'static [(&'static str, Holds)],
}

/// All tables, those that others refer to first.
pub const TABLES: [Table; 7] = [
    Table {
        name: "games",
        key: "id",
        beyond: "id > $1",
        columns: &[
            ("id", Text),
            ("game", Text),
            ("header", Text),
            ("options", Text),
            ("time_ms", Number),
            ("creator", Text),
            ("created_ms", Number),
            ("touched_ms", Number),
            ("ending", Text),
            ("seed", Number),
        ],
    },
    Table {
        name: "seats",
        key: "game_id, side",
        beyond: "(game_id, side) > ($1, $2)",
        columns: &[
            ("game_id", Text),
            ("side", Number),
            ("holder", Text),
            ("invitation", Text),
        ],
    },
    Table {
        name: "lines",
        key: "game_id, number",
        beyond: "(game_id, number) > ($1, $2)",
        columns: &[
            ("game_id", Text),
            ("number", Number),
            ("line", Text),
            ("sum", Number),
        ],
    },
    Table {
        name: "tournaments",
        key: "id",
        beyond: "id > $1",
        columns: &[
            ("id", Text),
            ("event", Text),
            ("game", Text),
            ("settled", Text),
            ("seed", Number),
            ("created_ms", Number),
            ("seen_ms", Number),
            ("standings", Text),
        ],
    },
    Table {
        name: "tournament_games",
        key: "tournament_id, number",
        beyond: "(tournament_id, number) > ($1, $2)",
        columns: &[
            ("tournament_id", Text),
            ("number", Number),
            ("line", Text),
            ("luck", Text),
            ("notes", Text),
        ],
    },
    Table {
        name: "tournament_running",
        key: "tournament_id, number",
        beyond: "(tournament_id, number) > ($1, $2)",
        columns: &[
            ("tournament_id", Text),
            ("number", Number),
            ("first", Text),
            ("second", Text),
            ("view", Text),
        ],
    },
    Table {
        name: "reviews",
        key: "question, language",
        beyond: "(question, language) > ($1, $2)",
        columns: &[("question", Text), ("language", Text), ("told", Text)],
    },
];

/// What one column of one row holds.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Cell {
    Text(Option<String>),
    Number(Option<i64>),
}

type Cells = Vec<Cell>;
type Statement<'q> = Query<'q, Any, AnyArguments>;

/// How many rows a table has, and a sum over all of them that does not depend on their order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Sum {
    rows: u64,
    digest: u128,
}

impl Sum {
    fn add(&mut self, cells: &Cells) {
        let digest = Sha256::digest(format!("{cells:?}"));
        let head = digest.first_chunk().copied().unwrap_or_default();
        self.rows += 1;
        self.digest = self.digest.wrapping_add(u128::from_be_bytes(head));
    }
}

fn bound<'q>(statement: Statement<'q>, cell: &'q Cell) -> Statement<'q> {
    match cell {
        Cell::Text(text) => statement.bind(text.as_deref()),
        Cell::Number(number) => statement.bind(*number),
    }
}

impl Table {
    fn keys(&self) -> usize {
        self.key.split(',').count()
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    fn cells(&self, row: &AnyRow) -> sqlx::Result<Cells> {
        let cell = |(index, (_, holds)): (usize, &(&str, Holds))| match holds {
            Text => row.try_get(index).map(Cell::Text),
            Number => row.try_get(index).map(Cell::Number),
        };
        self.columns.iter().enumerate().map(cell).collect()
    }

    /// Some rows beyond one of them, in the order of their key.
    async fn rows(
        &self,
        from: &mut AnyConnection,
        after: Option<&Cells>,
    ) -> sqlx::Result<Vec<Cells>> {
        let (names, name, key) = (self.names(), self.name, self.key);
        let beyond = after.map_or(String::new(), |_| format!("WHERE {} ", self.beyond));
        let text = format!("SELECT {names} FROM {name} {beyond}ORDER BY {key} LIMIT {ROWS}");
        let keys = after.map_or(&[][..], |cells| &cells[..self.keys()]);
        let select = keys.iter().fold(sqlx::query(AssertSqlSafe(text)), bound);
        let rows = select.fetch_all(from).await?;
        rows.iter().map(|row| self.cells(row)).collect()
    }

    /// Goes through all rows, some at a time.
    async fn each(
        &self,
        from: &mut AnyConnection,
        mut see: impl AsyncFnMut(&[Cells]) -> sqlx::Result<()>,
    ) -> sqlx::Result<Sum> {
        let (mut sum, mut last) = (Sum::default(), None);
        loop {
            let rows = self.rows(from, last.as_ref()).await?;
            see(&rows).await?;
            for cells in &rows {
                sum.add(cells);
            }
            match rows.into_iter().last() {
                Some(cells) => last = Some(cells),
                None => return Ok(sum),
            }
        }
    }

    /// Writes rows, over what an earlier copy brought of them.
    async fn write(&self, into: &mut AnyConnection, rows: &[Cells]) -> sqlx::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let into_what = format!("{} ({})", self.name, self.names());
        let width = self.columns.len();
        let values = self.columns.iter().skip(self.keys());
        let values: Vec<String> = values
            .map(|(name, _)| format!("{name} = excluded.{name}"))
            .collect();
        let then = format!(
            " ON CONFLICT ({}) DO UPDATE SET {}",
            self.key,
            values.join(", ")
        );
        let statement = insertion(into, &into_what, width, rows.len(), &then);
        let insert = rows.iter().flatten().fold(sqlx::query(statement), bound);
        insert.execute(into).await.map(drop)
    }
}

/// Copies everything that one store has into another, and looks at all of it there. A copy that was
/// interrupted is gone on with by another. `progress` is told the rows that were read, and how many
/// there are.
///
/// # Errors
/// When either cannot be opened, read or written; [`StoreError::Differs`] when the other store has
/// anything else.
pub async fn copy(
    from: &Address,
    to: &Address,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<u64, StoreError> {
    let mut source = connection(from).await?;
    let mut target = connection(to).await?;
    let mut moment = source.begin_with(from.begins_looking()).await?;
    let mut all = 0;
    for table in &TABLES {
        let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", table.name));
        let row = sqlx::query(count).fetch_one(&mut *moment).await?;
        all += row.try_get::<i64, _>(0)?.unsigned_abs();
    }
    // What was being played when an earlier copy was made.
    let clear = sqlx::query("DELETE FROM tournament_running");
    clear.execute(&mut target).await?;
    let mut done = 0;
    for table in &TABLES {
        let mut transaction = target.begin().await?;
        let read = table
            .each(&mut moment, async |rows| {
                table.write(&mut transaction, rows).await?;
                done += rows.len() as u64;
                progress(done, all);
                Ok(())
            })
            .await?;
        transaction.commit().await?;
        let written = table.each(&mut target, async |_| Ok(())).await?;
        if read != written {
            return Err(StoreError::Differs {
                table: table.name,
                read: read.rows,
                written: written.rows,
            });
        }
    }
    Ok(done)
}
