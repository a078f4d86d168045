//! Strategy cards: a game's best play on a page that a person can read.

use crate::{OptionError, OptionSpec, Options};
use text::Language;

/// The card that a game writes.
#[derive(Clone, Copy, Debug)]
pub struct StrategyCard {
    /// What may be chosen about it.
    pub options: &'static [OptionSpec],
    /// Which of them takes a position: what the card is of.
    pub at: &'static str,
    /// The text, line ends included.
    pub write: fn(&Options, Language) -> Result<String, OptionError>,
}
