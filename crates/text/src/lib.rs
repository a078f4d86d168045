//! Messages in French and English: the catalogues of all crates, and their translation to text.
//!
//! A crate with messages has `catalogues/fr.ftl` and `catalogues/en.ftl`, and registers them with
//! [`catalogue!`] in its `lib.rs`.

mod catalogue;
mod language;
mod printable;

#[doc(hidden)]
pub use inventory;

pub use catalogue::Catalogue;
pub use language::{Language, UnknownLanguage};
pub use printable::printable;

use table::Message;

catalogue!();

// `table` cannot depend on this crate, so its catalogue is registered here.
inventory::submit! {
    Catalogue {
        french: table::CATALOGUE.0,
        english: table::CATALOGUE.1,
    }
}

/// Adds a count to a message, and the variable `form` that selects its plural: `none`, `one` or
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
