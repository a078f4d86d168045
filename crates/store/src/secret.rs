//! What all nodes of one house know, and nobody who only talks to them.

use std::fmt::{self, Write as _};

use sqlx::{AnyConnection, Row};

const NAME: &str = "house";

/// 256 bits that were drawn when the store was made. Clones share them.
#[derive(Clone, PartialEq, Eq)]
pub struct HouseSecret(String);

impl fmt::Debug for HouseSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("HouseSecret")
    }
}

impl HouseSecret {
    /// For whoever makes keys of it.
    pub const fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// The one that the store has; whoever comes first draws it.
    pub(crate) async fn of(connection: &mut AnyConnection) -> sqlx::Result<Self> {
        loop {
            let known = sqlx::query("SELECT secret FROM secrets WHERE name = $1").bind(NAME);
            if let Some(row) = known.fetch_optional(&mut *connection).await? {
                return row.try_get("secret").map(Self);
            }
            let draw = sqlx::query(
                "INSERT INTO secrets (name, secret) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
            );
            draw.bind(NAME)
                .bind(drawn())
                .execute(&mut *connection)
                .await?;
        }
    }
}

/// # Panics
/// When the system has no randomness to give: nothing secret can be made then.
fn drawn() -> String {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
