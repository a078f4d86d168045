//! Tournaments of the store: watching them, and series between two strategies that this server plays.
//!
//! Nothing here knows tables in memory; a finished game is opened as a new table.

pub(crate) mod published;
pub(crate) mod series;
