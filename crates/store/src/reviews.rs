//! Reviews of games that are over, each under the question that it answers.

use sqlx::{AnyConnection, Row};

use crate::{Store, StoreError};

/// What one question was answered in one language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReview {
    /// Which game, and how it was judged.
    pub question: String,
    /// In which words.
    pub language: String,
    /// The answer.
    pub told: String,
}

impl Store {
    /// What was answered, if anything was.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub async fn review(
        &self,
        question: &str,
        language: &str,
    ) -> Result<Option<String>, StoreError> {
        let found = sqlx::query("SELECT told FROM reviews WHERE question = $1 AND language = $2");
        let found = found.bind(question).bind(language);
        let row = found.fetch_optional(&self.reads).await?;
        Ok(row.map(|row| row.try_get("told")).transpose()?)
    }
}

/// What was answered first stands.
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
        .bind(&review.told);
    Ok(insert.execute(&mut *connection).await?.rows_affected())
}
