//! Rows of reviews of finished games, each stored once per question and language.

use sqlx::{AnyConnection, AnyPool};

use crate::StoreError;

/// A review to store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReview {
    /// Digest of the game's record and of the settings of the review.
    pub question: String,
    /// Code of the review's language.
    pub language: String,
    /// Text of the review.
    pub text: String,
}

pub(crate) async fn find(
    pool: &AnyPool,
    question: &str,
    language: &str,
) -> Result<Option<String>, StoreError> {
    let found =
        sqlx::query_scalar("SELECT told FROM reviews WHERE question = $1 AND language = $2");
    let found = found.bind(question).bind(language);
    Ok(found.fetch_optional(pool).await?)
}

/// Inserts a review, unless there is one; returns the number of inserted rows.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    review: &NewReview,
) -> sqlx::Result<u64> {
    let insert = sqlx::query(
        "INSERT INTO reviews (question, language, told) VALUES ($1, $2, $3) \
         ON CONFLICT (question, language) DO NOTHING",
    );
    let insert = insert
        .bind(&review.question)
        .bind(&review.language)
        .bind(&review.text);
    Ok(insert.execute(&mut *connection).await?.rows_affected())
}
