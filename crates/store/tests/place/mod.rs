//! Where tests keep their games: a file in their folder, or, where `BRELAN_POSTGRES` names a server
//! (`postgres://USER@HOST:PORT`), a database of their own on it.

use std::path::Path;

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _};
use store::Address;

/// The same for the same folder, and another for every other.
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
    // Whoever opens the folder again finds it.
    let make = AssertSqlSafe(format!("CREATE DATABASE {name}"));
    let _ = sqlx::query(make).execute(&mut connection).await;
    Address::Server(format!("{server}/{name}"))
}
