//! Rows of reviews of finished games, each stored once per question and language.

use sqlx::AnyConnection;

/// A review of a finished game in one language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReview {
    /// Digest of the game's record and of the settings of the review.
    pub question: String,
    /// Identifier of the game, with which the review is deleted.
    pub game: String,
    /// Code of the review's language.
    pub language: String,
    /// Text of the review.
    pub text: String,
}

/// Inserts a review, unless there is one; returns the number of inserted rows.
pub(crate) async fn insert(
    connection: &mut AnyConnection,
    review: &NewReview,
) -> sqlx::Result<u64> {
    let insert = sqlx::query(
        "INSERT INTO reviews (question, language, told, game_id) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (question, language) DO NOTHING",
    );
    let insert = insert
        .bind(&review.question)
        .bind(&review.language)
        .bind(&review.text)
        .bind(&review.game);
    Ok(insert.execute(&mut *connection).await?.rows_affected())
}
