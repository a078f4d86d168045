//! The input of `message!` and `key!`, and the code they expand to.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Token, parse_quote};

use crate::catalogue::{Catalogues, dependencies};

/// A key and the names of its variables: `"greeting", name`.
pub(crate) struct KeyInput {
    pub(crate) key: LitStr,
    names: Vec<String>,
}

impl Parse for KeyInput {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.parse()?;
        let names = parse_list(input, Ident::parse_any)?;
        let names = names.iter().map(|name| name.unraw().to_string()).collect();
        Ok(Self { key, names })
    }
}

impl KeyInput {
    /// The code of `key!`.
    pub(crate) fn expand(&self, catalogues: &Catalogues) -> syn::Result<TokenStream> {
        catalogues.message(&self.key)?.check_values(&self.names)?;
        let (dependencies, key) = (dependencies(), checked_key(&self.key));
        Ok(quote!({ #dependencies #key }))
    }
}

/// The value of one variable: `name = value`, or `name` alone.
pub(crate) struct ValueExpr {
    pub(crate) name: String,
    pub(crate) value: Expr,
}

impl ValueExpr {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = Ident::parse_any(input)?;
        let value = if input.parse::<Option<Token![=]>>()?.is_some() {
            input.parse()?
        } else {
            parse_quote!(#name)
        };
        Ok(Self {
            name: name.unraw().to_string(),
            value,
        })
    }
}

/// A key and the values of its variables: `"takes", name, count = 3`.
pub(crate) struct MessageInput {
    pub(crate) key: LitStr,
    pub(crate) values: Vec<ValueExpr>,
}

impl Parse for MessageInput {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self {
            key: input.parse()?,
            values: parse_list(input, ValueExpr::parse)?,
        })
    }
}

impl MessageInput {
    /// The code of `message!`.
    pub(crate) fn expand(&self, catalogues: &Catalogues) -> syn::Result<TokenStream> {
        let names: Vec<String> = self.values.iter().map(|value| value.name.clone()).collect();
        catalogues.message(&self.key)?.check_values(&names)?;
        let (dependencies, key) = (dependencies(), checked_key(&self.key));
        let values = self.values.iter().map(|value| &value.value);
        Ok(quote!({ #dependencies ::table::Message::new(#key) #(.with(#names, #values))* }))
    }
}

/// The code of a key after its check.
pub(crate) fn checked_key(key: &LitStr) -> TokenStream {
    quote!(::table::Key::checked(#key))
}

/// Parses what follows a key: nothing, or a comma and a list.
fn parse_list<T>(
    input: ParseStream<'_>,
    item: fn(ParseStream<'_>) -> syn::Result<T>,
) -> syn::Result<Vec<T>> {
    if input.is_empty() {
        return Ok(Vec::new());
    }
    input.parse::<Token![,]>()?;
    let list = Punctuated::<T, Token![,]>::parse_terminated_with(input, item)?;
    Ok(list.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::tests::catalogues;

    fn known() -> Catalogues {
        let text = "plain = x\ntakes = { $name } { $type }";
        catalogues(text, text)
    }

    fn key(input: &str) -> Result<String, String> {
        let code = syn::parse_str::<KeyInput>(input).and_then(|input| input.expand(&known()));
        code.map(|code| code.to_string())
            .map_err(|error| error.to_string())
    }

    fn message(input: &str) -> Result<String, String> {
        let code = syn::parse_str::<MessageInput>(input).and_then(|input| input.expand(&known()));
        code.map(|code| code.to_string())
            .map_err(|error| error.to_string())
    }

    fn expected(code: &TokenStream) -> String {
        let dependencies = dependencies();
        quote!({ #dependencies #code }).to_string()
    }

    #[test]
    fn a_key_lists_its_variables() {
        let plain = expected(&quote!(::table::Key::checked("plain")));
        let takes = expected(&quote!(::table::Key::checked("takes")));
        assert_eq!(key("\"plain\""), Ok(plain.clone()));
        assert_eq!(key("\"plain\","), Ok(plain));
        assert_eq!(key("\"takes\", type, name"), Ok(takes.clone()));
        assert_eq!(key("\"takes\", r#type, name,"), Ok(takes));
        assert!(
            key("\"takes\"")
                .unwrap_err()
                .starts_with("`takes` uses $name")
        );
        assert!(
            key("\"takes\", name = 3")
                .unwrap_err()
                .starts_with("expected `,`")
        );
        assert!(
            key("takes")
                .unwrap_err()
                .starts_with("expected string literal")
        );
    }

    #[test]
    fn a_message_has_its_values_in_the_given_order() {
        let plain = expected(&quote!(::table::Message::new(::table::Key::checked(
            "plain"
        ))));
        let takes = expected(&quote! {
            ::table::Message::new(::table::Key::checked("takes"))
                .with("type", 1 + 2)
                .with("name", name)
        });
        assert_eq!(message("\"plain\""), Ok(plain));
        assert_eq!(message("\"takes\", type = 1 + 2, name"), Ok(takes));
        assert!(
            message("\"plain\", name")
                .unwrap_err()
                .starts_with("`plain` does not use $name")
        );
    }
}
