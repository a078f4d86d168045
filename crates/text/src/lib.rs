//! Messages in French and in English: the catalogues of all crates, and how a message becomes text.
//!
//! A crate that has something to say brings `catalogues/fr.ftl` and `catalogues/en.ftl` and names
//! them with one line in its `lib.rs`, [`catalogue!`]. Nothing has to be registered by hand.

mod catalogue;
mod language;

#[doc(hidden)]
pub use inventory;

pub use catalogue::Catalogue;
pub use language::{Language, UnknownLanguage};

use table::Message;

catalogue!();

// The contracts are below this crate: their catalogue is submitted here.
inventory::submit! {
    Catalogue {
        french: table::CATALOGUE.0,
        english: table::CATALOGUE.1,
    }
}

/// Adds a count to a message, and the variable `form` that chooses its plural: `none`, `one` or
/// `many`. French catalogues treat `none` as `one`, English ones as `many`.
#[must_use]
pub fn counted(message: Message, name: &'static str, count: u32) -> Message {
    let form = match count {
        0 => "none",
        1 => "one",
        _ => "many",
    };
    message.with(name, count).with("form", form)
}
