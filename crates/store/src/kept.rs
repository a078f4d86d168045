//! What is kept of a game.

/// Who may answer for a side; both as digests of secrets.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Seat {
    /// The browser that sits there; none for a strategy or a seat that waits for somebody.
    pub holder: Option<String>,
    /// The code that lets somebody sit down, once.
    pub invitation: Option<String>,
}

/// A game about to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Unique, and hard to guess.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// A record without entries.
    pub header: String,
    /// What was chosen about the game, as JSON.
    pub options: String,
    /// An engine's time for a move.
    pub time_ms: Option<i64>,
    /// Where the game's luck begins: secret until it is over.
    pub seed: Option<i64>,
    /// The digest of the browser that opened the table.
    pub creator: String,
    /// Milliseconds since 1970.
    pub created_ms: i64,
    /// Both seats.
    pub seats: [Seat; 2],
}

/// A game as it was kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// What was settled at the beginning, and who sits there now.
    pub game: NewGame,
    /// Every line since, in order.
    pub lines: Vec<String>,
    /// How the game ended, if it has.
    pub ending: Option<String>,
}

/// How far a game has come, without its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// How many lines it has.
    pub lines: usize,
    /// Who sits there.
    pub seats: [Seat; 2],
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// As in [`NewGame`].
    pub id: String,
    /// The game's name.
    pub game: String,
    /// A record without entries.
    pub header: String,
    /// When it was begun.
    pub created_ms: i64,
    /// When something last happened.
    pub touched_ms: i64,
    /// How the game ended, if it has.
    pub ending: Option<String>,
}
