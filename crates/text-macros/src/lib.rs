//! Macros that check message keys and their variables against the catalogues of the crate that uses
//! them: `catalogues/en.ftl` and `catalogues/fr.ftl`, next to its `Cargo.toml`.

mod catalogue;
mod derive;
mod message;
mod text;
mod variant;

use proc_macro::TokenStream;
use syn::parse_macro_input;

use catalogue::Catalogues;
use message::MessageInput;

/// A `table::Key` whose message has exactly the listed variables, in English and in French.
///
/// ```ignore
/// // en.ftl: greeting = Hello { $name }
/// const GREETING: Key = key!("greeting", name);
/// ```
#[proc_macro]
pub fn key(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as MessageInput);
    let code = Catalogues::load(input.key.span()).and_then(|found| input.expand_key(&found));
    code.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// A `table::Message` with a value for each variable of its text. `name` is short for `name = name`.
///
/// ```ignore
/// // en.ftl: takes = { $name } takes { $count }
/// let message = message!("takes", name, count = 3);
/// ```
#[proc_macro]
pub fn message(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as MessageInput);
    let code = Catalogues::load(input.key.span()).and_then(|found| input.expand(&found));
    code.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Implements `table::Explain`, `Display` (the English text) and `Error` for a struct or an enum.
///
/// A variable of the text takes the field of the same name, or the value given in the attribute.
/// There, tuple fields are `_0`, `_1`…, and all fields are references.
/// `explain(VALUE)` is an error that explains itself.
/// `#[message(transparent)]` leaves everything to the only field.
/// `#[source]` marks the cause; `#[from]` marks it too, and implements `From`.
///
/// ```ignore
/// // en.ftl: seat-taken = seat { $seat } is taken by { $name }
/// //         load-failed = cannot load { $path }: { $reason }
/// #[derive(Debug, Explain)]
/// enum TableError {
///     #[message("seat-taken")]
///     Taken { seat: u8, name: String },
///     #[message("load-failed", path = _0, reason = explain(_1))]
///     Load(String, #[source] io::Error),
///     #[message(transparent)]
///     Store(#[from] StoreError),
/// }
/// ```
#[proc_macro_derive(Explain, attributes(message, from, source))]
pub fn explain(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as syn::DeriveInput);
    derive::expand(&input, &Catalogues::load)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
