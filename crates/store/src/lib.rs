//! Stores games, tournaments and reviews in an `SQLite` file, or in a `PostgreSQL` database that several
//! machines share.
//!
//! A write returns after its commit, so an acknowledged write survives a crash. All writes of a
//! [`Store`] go through one connection, and writes that wait together are committed together. The
//! store holds texts and whole numbers; it does not know what the lines of a game mean. SQL statements
//! and column types are those that both databases have.

mod address;
mod append;
mod claim;
mod code;
mod copy;
mod error;
mod game;
mod lease;
mod private;
mod review;
mod row;
mod schema;
mod secret;
mod store;
mod tournament_row;
mod tournaments;
mod writer;

text::catalogue!();

pub use address::Address;
pub use claim::{Claim, LockSession};
pub use code::CodeRow;
pub use copy::copy;
pub use error::{SqlError, StoreError};
pub use game::{GameProgress, GameSummary, ImportedGame, NewGame, SeatRow, StoredGame};
pub use lease::Lease;
pub use review::NewReview;
pub use secret::StoreSecret;
pub use store::Store;
pub use tournament_row::{RunningGame, TournamentRow};
pub use tournaments::{NewTournament, TournamentGame, Tournaments};
