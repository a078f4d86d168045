//! The implementations that `#[derive(Explain)]` generates.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput};

use crate::catalogue::dependencies;
use crate::text::formatter;
use crate::variant::{ErrorVariant, Load};

/// The code of the derive, or the errors of all variants.
pub(crate) fn expand(input: &DeriveInput, load: Load<'_>) -> syn::Result<TokenStream> {
    let variants = variants(input, load)?;
    let f = formatter();
    let patterns: Vec<_> = variants.iter().map(|variant| &variant.pattern).collect();
    let explain = variants.iter().map(|variant| &variant.explain);
    let display = variants.iter().map(|variant| &variant.display);
    let source = variants.iter().map(|variant| &variant.source);
    let explain = quote! {
        fn explain(&self) -> ::table::Message {
            match self { #(#patterns => #explain,)* }
        }
    };
    let display = quote! {
        fn fmt(&self, #f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            match self { #(#patterns => #display,)* }
        }
    };
    let source = quote! {
        fn source(&self) -> ::core::option::Option<&(dyn ::core::error::Error + 'static)> {
            match self { #(#patterns => #source,)* }
        }
    };
    let conversions = variants.iter().filter_map(|variant| {
        let (from, value) = variant.from.as_ref()?;
        let function = quote!(fn from(source: #from) -> Self { #value });
        Some(implement(
            input,
            &quote!(::core::convert::From<#from>),
            &function,
        ))
    });
    let implementations = [
        implement(input, &quote!(::table::Explain), &explain),
        implement(input, &quote!(::core::fmt::Display), &display),
        implement(input, &quote!(::core::error::Error), &source),
    ];
    let has_key = variants.iter().any(|variant| variant.has_key);
    let dependencies = has_key.then(dependencies);
    Ok(quote!(#dependencies #(#implementations)* #(#conversions)*))
}

fn variants<'a>(input: &'a DeriveInput, load: Load<'_>) -> syn::Result<Vec<ErrorVariant<'a>>> {
    let (name, attributes) = (&input.ident, &input.attrs);
    let refused = |text| Err(syn::Error::new(name.span(), text));
    match &input.data {
        Data::Struct(data) => {
            let only = ErrorVariant::new(&quote!(Self), name, attributes, &data.fields, load);
            only.map(|only| vec![only])
        }
        Data::Enum(data) if data.variants.is_empty() => {
            refused("an enum without variants has no text")
        }
        Data::Enum(data) => {
            let mut attributes = attributes.iter();
            if let Some(misplaced) = attributes.find(|found| found.path().is_ident("message")) {
                let text = "#[message] belongs on each variant of an enum";
                return Err(syn::Error::new_spanned(misplaced, text));
            }
            collect(data.variants.iter().map(|variant| {
                let name = &variant.ident;
                let path = quote!(Self::#name);
                ErrorVariant::new(&path, name, &variant.attrs, &variant.fields, load)
            }))
        }
        Data::Union(_) => refused("a union cannot explain itself"),
    }
}

/// Collects all values; if some failed, joins all their errors into one.
fn collect<T>(results: impl Iterator<Item = syn::Result<T>>) -> syn::Result<Vec<T>> {
    let mut values = Vec::new();
    let mut errors: Option<syn::Error> = None;
    for result in results {
        match (result, &mut errors) {
            (Ok(value), _) => values.push(value),
            (Err(error), Some(errors)) => errors.combine(error),
            (Err(error), None) => errors = Some(error),
        }
    }
    errors.map_or(Ok(values), Err)
}

/// The implementation of a trait with the generics of the type.
fn implement(input: &DeriveInput, of: &TokenStream, body: &TokenStream) -> TokenStream {
    let name = &input.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics #of for #name #arguments #bounds {
            #body
        }
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;
    use syn::parse_quote;

    use super::*;
    use crate::catalogue::tests::catalogues;

    fn code(input: &DeriveInput) -> Result<String, Vec<String>> {
        let text = "plain = x\ntaken = { $seat } by { $name }";
        let load = |_| Ok(catalogues(text, text));
        let errors = |error: syn::Error| error.into_iter().map(|one| one.to_string()).collect();
        expand(input, &load)
            .map(|code| code.to_string())
            .map_err(errors)
    }

    fn assert_contains(input: &DeriveInput, parts: &[TokenStream]) {
        let code = code(input).unwrap();
        for part in parts {
            assert!(code.contains(&part.to_string()), "{part} is not in {code}");
        }
    }

    #[test]
    fn variables_take_fields_and_given_values() {
        let input = parse_quote! {
            #[message("taken", name = _1.to_owned(), seat = explain(_0))]
            struct Taken(Seat, String, u8);
        };
        let key = quote!(::table::Key::checked("taken"));
        assert_contains(
            &input,
            &[
                quote! {
                    Self { 0: _0, 1: _1, 2: _2 } => ::table::Message::new(#key)
                        .with("seat", { use ::table::Explain as _; (_0).explain() })
                        .with("name", ::table::ToArg::to_arg(&(_1.to_owned()))),
                },
                quote! {
                    Self { 0: _0, 1: _1, 2: _2 } => {
                        ::core::write!(f, "{}", _0)?;
                        f.write_str(" by ")?;
                        ::core::write!(f, "{}", _1.to_owned())?;
                        ::core::result::Result::Ok(())
                    },
                },
            ],
        );
        let input = parse_quote! {
            enum TableError {
                #[message("taken", seat = 3)]
                Taken { name: String, seat: u8, other: u8 },
            }
        };
        let first = quote!(Self::Taken { name, seat, other } => ::table::Message::new(#key));
        assert_contains(
            &input,
            &[first, quote!(.with("seat", ::table::ToArg::to_arg(&(3))))],
        );
    }

    #[test]
    fn generics_are_carried_over() {
        let input = parse_quote! {
            #[message("plain")]
            struct Plain<'a, T: Clone>(&'a T) where T: Debug;
        };
        assert_contains(
            &input,
            &[quote!(impl<'a, T: Clone> ::table::Explain for Plain<'a, T> where T: Debug)],
        );
    }

    #[test]
    fn a_transparent_variant_is_its_field_and_needs_no_catalogue() {
        let input = parse_quote! {
            enum Failure {
                #[message(transparent)]
                Store { #[from] error: StoreError },
            }
        };
        let code = expand(&input, &|_| panic!("no key")).unwrap().to_string();
        let parts = [
            quote!(Self::Store { error } => { use ::table::Explain as _; (error).explain() },),
            quote!(Self::Store { error } => ::core::fmt::Display::fmt(error, f),),
            quote!(Self::Store { error } => ::core::error::Error::source(error),),
            quote! {
                impl ::core::convert::From<StoreError> for Failure {
                    fn from(source: StoreError) -> Self { Self::Store { error: source } }
                }
            },
        ];
        for part in parts {
            assert!(code.contains(&part.to_string()), "{part} is not in {code}");
        }
        assert!(!code.contains("include_bytes"));
    }

    #[test]
    fn marked_fields_are_sources() {
        let input = parse_quote! {
            enum Failure {
                #[message("plain")]
                Load(u8, #[source] LoadError),
                #[message("plain")]
                Save(#[from] SaveError),
                #[message("plain")]
                Other,
            }
        };
        assert_contains(
            &input,
            &[
                quote! {
                    match self {
                        Self::Load { 0: _0, 1: _1 } => ::core::option::Option::Some(_1),
                        Self::Save { 0: _0 } => ::core::option::Option::Some(_0),
                        Self::Other {} => ::core::option::Option::None,
                    }
                },
                quote!(
                    fn from(source: SaveError) -> Self {
                        Self::Save { 0: source }
                    }
                ),
            ],
        );
    }

    #[test]
    fn each_mistake_has_its_error() {
        let table: [(DeriveInput, &[&str]); 10] = [
            (
                parse_quote!(
                    #[message("taken")]
                    struct Taken {
                        seat: u8,
                    }
                ),
                &["`taken` uses $name in catalogues/en.ftl, but no value is given for it"],
            ),
            (
                parse_quote!(
                    #[message("plain", name = 1)]
                    struct Taken {
                        name: u8,
                    }
                ),
                &["`plain` does not use $name in catalogues/en.ftl, but a value is given for it"],
            ),
            (
                parse_quote!(
                    enum E {
                        #[message("a")]
                        A,
                        #[message("plain")]
                        B,
                        C,
                    }
                ),
                &[
                    "`a` is neither in catalogues/en.ftl nor in catalogues/fr.ftl",
                    "`C` needs one #[message(\"key\")] or #[message(transparent)]",
                ],
            ),
            (
                parse_quote!(
                    #[message("plain")]
                    enum E {
                        A,
                    }
                ),
                &["#[message] belongs on each variant of an enum"],
            ),
            (
                parse_quote!(
                    #[message(plain)]
                    struct Plain;
                ),
                &["expected a key or `transparent`"],
            ),
            (
                parse_quote!(
                    #[message(transparent)]
                    struct Two(u8, u8);
                ),
                &["`Two` is transparent, so it must have exactly one field"],
            ),
            (
                parse_quote!(
                    #[message("plain")]
                    struct Two(#[from] A, u8);
                ),
                &["a #[from] field must be the only field"],
            ),
            (
                parse_quote!(
                    #[message("plain")]
                    struct Two(#[source] A, #[source] B);
                ),
                &["an error has one source at most"],
            ),
            (
                parse_quote!(
                    enum E {}
                ),
                &["an enum without variants has no text"],
            ),
            (
                parse_quote!(union U { a: u8 }),
                &["a union cannot explain itself"],
            ),
        ];
        for (input, expected) in table {
            assert_eq!(code(&input).unwrap_err(), expected);
        }
    }
}
