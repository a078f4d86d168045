//! Strategy cards: the best play of a game, written on one page.

use crate::{OptionError, OptionSpec, Options};
use text::Language;

/// Writes the strategy card of a game.
#[derive(Clone, Copy, Debug)]
pub struct StrategyCard {
    /// Options of the card.
    pub options: &'static [OptionSpec],
    /// Name of the option that takes the position the card describes.
    pub at: &'static str,
    /// Returns the text of the card, line ends included.
    pub write: fn(&Options, Language) -> Result<String, OptionError>,
}
