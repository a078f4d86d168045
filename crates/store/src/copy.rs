//! Copies all rows of one store into another, and compares the copy with the source.

use sha2::{Digest as _, Sha256};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection as _, Row as _};

use crate::schema::open_connection;
use crate::tournaments::insert_statement;
use crate::{Address, StoreError};

/// Maximum number of rows in one statement: below the limit of variables of either database.
const MAX_ROWS: usize = 400;

#[derive(Clone, Copy, Debug)]
struct CopiedTable {
    name: &'static str,
    /// Number of columns of the primary key, which come first.
    keys: usize,
    /// Names of all columns, as SQL lists them.
    columns: &'static str,
}

/// All copied tables; a table comes after those that it refers to. Leases, secrets and codes are not
/// copied: they belong to the nodes of one store.
const TABLES: [CopiedTable; 7] = [
    table(
        "games",
        1,
        "id, game, header, options, time_ms, creator, created_ms, touched_ms, ending, seed, imported, \
         imported_lines, imported_sum",
    ),
    table("seats", 2, "game_id, side, holder, invitation"),
    table("lines", 2, "game_id, number, line, sum"),
    table(
        "tournaments",
        1,
        "id, event, game, settled, seed, created_ms, seen_ms, standings",
    ),
    table(
        "tournament_games",
        2,
        "tournament_id, number, line, luck, notes",
    ),
    table(
        "tournament_running",
        2,
        "tournament_id, number, first, second, view",
    ),
    table("reviews", 2, "question, language, told, game_id"),
];

/// Columns that hold numbers, beside those whose names end with `_ms`; all others hold texts.
const NUMBER_COLUMNS: [&str; 6] = [
    "number",
    "seed",
    "side",
    "sum",
    "imported_lines",
    "imported_sum",
];

const fn table(name: &'static str, keys: usize, columns: &'static str) -> CopiedTable {
    CopiedTable {
        name,
        keys,
        columns,
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum ColumnValue {
    Text(Option<String>),
    Number(Option<i64>),
}

type RowValues = Vec<ColumnValue>;
type Statement<'q> = Query<'q, Any, AnyArguments>;

/// Number of rows of a table, and the sum of their digests, which does not depend on their order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct TableSum {
    rows: u64,
    digest: u128,
}

impl TableSum {
    fn add(&mut self, row: &RowValues) {
        let digest = Sha256::digest(format!("{row:?}"));
        let head = digest.first_chunk().copied().unwrap_or_default();
        self.rows += 1;
        self.digest = self.digest.wrapping_add(u128::from_be_bytes(head));
    }
}

fn bind<'q>(statement: Statement<'q>, value: &'q ColumnValue) -> Statement<'q> {
    match value {
        ColumnValue::Text(text) => statement.bind(text.as_deref()),
        ColumnValue::Number(number) => statement.bind(*number),
    }
}

impl CopiedTable {
    fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.columns.split(", ")
    }

    /// Columns of the primary key, as SQL lists them.
    fn key(&self) -> String {
        self.columns()
            .take(self.keys)
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn values(&self, row: &AnyRow) -> sqlx::Result<RowValues> {
        let is_number = |column: &str| column.ends_with("_ms") || NUMBER_COLUMNS.contains(&column);
        let value = |column| {
            if is_number(column) {
                row.try_get(column).map(ColumnValue::Number)
            } else {
                row.try_get(column).map(ColumnValue::Text)
            }
        };
        self.columns().map(value).collect()
    }

    /// Reads at most 400 rows after a given one, in the order of their key.
    async fn rows(
        &self,
        from: &mut AnyConnection,
        after: Option<&RowValues>,
    ) -> sqlx::Result<Vec<RowValues>> {
        let (name, columns, key) = (self.name, self.columns, self.key());
        let condition = match (after, self.keys) {
            (None, _) => String::new(),
            (Some(_), 1) => format!("WHERE {key} > $1 "),
            (Some(_), _) => format!("WHERE ({key}) > ($1, $2) "),
        };
        let text =
            format!("SELECT {columns} FROM {name} {condition}ORDER BY {key} LIMIT {MAX_ROWS}");
        let keys = after.map_or(&[][..], |row| &row[..self.keys]);
        let select = keys.iter().fold(sqlx::query(AssertSqlSafe(text)), bind);
        let rows = select.fetch_all(from).await?;
        rows.iter().map(|row| self.values(row)).collect()
    }

    /// Reads all rows, at most 400 at a time, and returns their sum.
    async fn for_each(
        &self,
        from: &mut AnyConnection,
        mut action: impl AsyncFnMut(&[RowValues]) -> sqlx::Result<()>,
    ) -> sqlx::Result<TableSum> {
        let (mut sum, mut last) = (TableSum::default(), None);
        loop {
            let rows = self.rows(from, last.as_ref()).await?;
            action(&rows).await?;
            for row in &rows {
                sum.add(row);
            }
            match rows.into_iter().last() {
                Some(row) => last = Some(row),
                None => return Ok(sum),
            }
        }
    }

    /// Writes rows, and replaces those that an earlier copy has written.
    async fn write(&self, into: &mut AnyConnection, rows: &[RowValues]) -> sqlx::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let target = format!("{} ({})", self.name, self.columns);
        let width = self.columns().count();
        let values = self.columns().skip(self.keys);
        let values: Vec<String> = values
            .map(|name| format!("{name} = excluded.{name}"))
            .collect();
        let (key, values) = (self.key(), values.join(", "));
        let suffix = format!(" ON CONFLICT ({key}) DO UPDATE SET {values}");
        let statement = insert_statement(into, &target, width, rows.len(), &suffix);
        let insert = rows.iter().flatten().fold(sqlx::query(statement), bind);
        insert.execute(into).await.map(drop)
    }
}

/// Copies all games, tournaments and reviews of one store into another, compares them, and returns the
/// number of rows. Repeating an interrupted copy completes it. `progress` is called with the number of
/// rows read so far and of all rows.
///
/// # Errors
/// [`StoreError::Differs`] when the target has other rows.
pub async fn copy(
    from: &Address,
    to: &Address,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<u64, StoreError> {
    let mut source = open_connection(from).await?;
    let mut target = open_connection(to).await?;
    let mut snapshot = source.begin_with(from.begin_read()).await?;
    let mut all = 0;
    for table in &TABLES {
        let count = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", table.name));
        let count = sqlx::query_scalar::<_, i64>(count);
        all += count.fetch_one(&mut *snapshot).await?.unsigned_abs();
    }
    // Games that were in progress during an earlier copy may be over.
    let clear = sqlx::query("DELETE FROM tournament_running");
    clear.execute(&mut target).await?;
    let mut done = 0;
    for table in &TABLES {
        let mut transaction = target.begin().await?;
        let read = table
            .for_each(&mut snapshot, async |rows| {
                table.write(&mut transaction, rows).await?;
                done += rows.len() as u64;
                progress(done, all);
                Ok(())
            })
            .await?;
        transaction.commit().await?;
        let written = table.for_each(&mut target, async |_| Ok(())).await?;
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
