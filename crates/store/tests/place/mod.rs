//! Address of a test's store: a file in the test's folder, or, when `BRELAN_POSTGRES` names a server
//! (`postgres://USER@HOST:PORT`), a database of its own on that server.

use std::path::Path;

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use store::Address;

/// The address for a folder: always the same for one folder, and different for two folders.
pub(crate) async fn address(folder: &Path) -> Address {
    let Ok(server) = std::env::var("BRELAN_POSTGRES") else {
        return Address::File(folder.join("games.sqlite"));
    };
    let path = folder.display().to_string().to_lowercase();
    let letters: String = path.chars().filter(char::is_ascii_alphanumeric).collect();
    let name = format!("t{}", &letters[letters.len().saturating_sub(50)..]);
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&format!("{server}/postgres"))
        .await
        .expect("the server of BRELAN_POSTGRES answers");
    // Fails when the database exists, because the test opens the folder again.
    let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
    let _ = sqlx::query(create).execute(&mut connection).await;
    Address::Server(format!("{server}/{name}"))
}
