//! Makes inserts into an `SQLite` store fail as on a full disk, through a connection of the test's own.

use std::path::Path;

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};

/// Makes inserts into a table fail with `SQLite`'s error for a full disk, where `condition` holds for
/// the new row. A trigger inserts into a table with `AUTOINCREMENT` whose largest number is in use.
pub(crate) async fn fill(file: &Path, table: &str, condition: &str) {
    let largest = i64::MAX;
    let statements = [
        "CREATE TABLE full_table (id INTEGER PRIMARY KEY AUTOINCREMENT)".to_owned(),
        format!("INSERT INTO full_table VALUES ({largest})"),
        format!(
            "CREATE TRIGGER full_disk BEFORE INSERT ON {table} WHEN {condition} \
             BEGIN INSERT INTO full_table VALUES (NULL); END"
        ),
    ];
    execute(file, statements).await;
}

/// Removes the trigger that [`fill`] added, so that inserts succeed again.
pub(crate) async fn make_room(file: &Path) {
    let statements = ["DROP TRIGGER full_disk", "DROP TABLE full_table"];
    execute(file, statements.map(str::to_owned)).await;
}

async fn execute(file: &Path, statements: impl IntoIterator<Item = String>) {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite:{}", file.display());
    let mut connection = AnyConnection::connect(&url)
        .await
        .expect("the store's file can be opened");
    for statement in statements {
        let statement = sqlx::query(AssertSqlSafe(statement));
        let executed = statement.execute(&mut connection).await;
        executed.expect("SQLite executes the statement");
    }
}
