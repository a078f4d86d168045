//! The input of `message!` and `key!`, and the code they expand to.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Token};

use crate::catalogue::{Catalogues, dependencies};

/// A key and the values of its variables: `"takes", name, count = 3`.
pub(crate) struct MessageInput {
    pub(crate) key: LitStr,
    pub(crate) values: Vec<ValueInput>,
}

/// The value of one variable: `name = value`, or `name` alone.
pub(crate) struct ValueInput {
    name: Ident,
    value: Option<Expr>,
}

impl Parse for MessageInput {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        let values = Punctuated::<_, Token![,]>::parse_terminated_with(input, ValueInput::parse)?;
        let values = values.into_iter().collect();
        Ok(Self { key, values })
    }
}

impl ValueInput {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = Ident::parse_any(input)?;
        let given = input.parse::<Option<Token![=]>>()?;
        let value = given.map(|_| input.parse()).transpose()?;
        Ok(Self { name, value })
    }

    pub(crate) fn name(&self) -> String {
        self.name.unraw().to_string()
    }

    /// The given value, or the local variable of the same name.
    pub(crate) fn value(&self) -> TokenStream {
        let Self { name, value } = self;
        value.as_ref().map_or(quote!(#name), |value| quote!(#value))
    }
}

impl MessageInput {
    /// The code of `key!`, which names the variables without their values.
    pub(crate) fn expand_key(&self, catalogues: &Catalogues) -> syn::Result<TokenStream> {
        if let Some(value) = self.values.iter().find_map(|value| value.value.as_ref()) {
            let text = "a key has names of variables, without values";
            return Err(syn::Error::new_spanned(value, text));
        }
        self.check(catalogues)?;
        let (dependencies, key) = (dependencies(), checked_key(&self.key));
        Ok(quote!({ #dependencies #key }))
    }

    /// The code of `message!`.
    pub(crate) fn expand(&self, catalogues: &Catalogues) -> syn::Result<TokenStream> {
        let names = self.check(catalogues)?;
        let (dependencies, key) = (dependencies(), checked_key(&self.key));
        let values = self.values.iter().map(ValueInput::value);
        Ok(quote!({ #dependencies ::table::Message::new(#key) #(.with(#names, #values))* }))
    }

    /// Checks the key and its variables, and returns the names of the variables.
    fn check(&self, catalogues: &Catalogues) -> syn::Result<Vec<String>> {
        let names: Vec<String> = self.values.iter().map(ValueInput::name).collect();
        catalogues.message(&self.key)?.check_values(&names)?;
        Ok(names)
    }
}

/// The code of a key after its check.
pub(crate) fn checked_key(key: &LitStr) -> TokenStream {
    quote!(::table::Key::checked(#key))
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
        let code =
            syn::parse_str::<MessageInput>(input).and_then(|input| input.expand_key(&known()));
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
                .starts_with("a key has names")
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
