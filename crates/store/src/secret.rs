//! A random secret in the store, from which all nodes derive the same keys.

use std::fmt;

use sqlx::AnyConnection;

/// Name of the secret's row, unchanged since the first version.
const ROW_NAME: &str = "house";

/// 256 random bits, created with the store, in hexadecimal. A copy of the store gets another secret.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreSecret(String);

/// Hides the secret.
impl fmt::Debug for StoreSecret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("StoreSecret")
    }
}

impl StoreSecret {
    /// The 64 hexadecimal digits, to derive keys from.
    pub const fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Reads the secret, or creates it. Of two nodes that create it at once, both get the one that was
    /// inserted first.
    pub(crate) async fn load_or_create(connection: &mut AnyConnection) -> sqlx::Result<Self> {
        loop {
            let known = sqlx::query_scalar("SELECT secret FROM secrets WHERE name = $1");
            let known = known.bind(ROW_NAME).fetch_optional(&mut *connection);
            if let Some(secret) = known.await? {
                return Ok(Self(secret));
            }
            let insert = sqlx::query(
                "INSERT INTO secrets (name, secret) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
            );
            let insert = insert.bind(ROW_NAME).bind(random_digits());
            insert.execute(&mut *connection).await?;
        }
    }
}

fn random_digits() -> String {
    let random = || getrandom::u64().expect("the system gives random bytes");
    let [a, b, c, d] = [random(), random(), random(), random()];
    format!("{a:016x}{b:016x}{c:016x}{d:016x}")
}
