//! A struct, or one variant of an enum, for which `Explain` is derived.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Expr, Field, Fields, LitStr, Member, Type, parse_quote};

use crate::catalogue::Catalogues;
use crate::message::{MessageInput, checked_key};
use crate::text::formatter;

/// Reads the catalogues; an error is reported at the span.
pub(crate) type Load<'a> = &'a dyn Fn(Span) -> syn::Result<Catalogues>;

/// The generated code of a variant.
pub(crate) struct ErrorVariant<'a> {
    /// Pattern that binds all fields to references. Unused bindings cause no warning in an
    /// `automatically_derived` implementation.
    pub(crate) pattern: TokenStream,
    /// Expression that makes the message from the bound fields.
    pub(crate) explain: TokenStream,
    /// Expression that writes the English text and returns the `fmt::Result`.
    pub(crate) display: TokenStream,
    /// Expression that returns the cause as an `Option`.
    pub(crate) source: TokenStream,
    /// The type of the `#[from]` field, and the expression that makes the variant from a `source`
    /// of this type.
    pub(crate) from: Option<(&'a Type, TokenStream)>,
    /// Whether the text comes from the catalogues.
    pub(crate) has_key: bool,
}

/// A field with the name under which it is bound.
type BoundField<'a> = (Ident, Member, &'a Field);

impl<'a> ErrorVariant<'a> {
    /// The code of a variant; `name` is the type or the variant that errors point at.
    pub(crate) fn new(
        path: &TokenStream,
        name: &Ident,
        attributes: &[Attribute],
        fields: &'a Fields,
        load: Load<'_>,
    ) -> syn::Result<Self> {
        let bound = fields.iter().zip(fields.members()).enumerate();
        let bound: Vec<BoundField<'a>> = bound
            .map(|(index, (field, member))| {
                let binding = field.ident.clone();
                let binding = binding.unwrap_or_else(|| format_ident!("_{index}"));
                (binding, member, field)
            })
            .collect();
        let patterns = bound.iter().map(|(binding, member, field)| {
            if field.ident.is_some() {
                quote!(#binding)
            } else {
                quote!(#member: #binding)
            }
        });
        let source = source(&bound)?;
        let from = source.filter(|(_, _, field)| has_attribute(field, "from"));
        let cause = source.map_or(
            quote!(::core::option::Option::None),
            |(binding, _, _)| quote!(::core::option::Option::Some(#binding)),
        );
        let mut variant = Self {
            pattern: quote!(#path { #(#patterns),* }),
            explain: TokenStream::new(),
            display: TokenStream::new(),
            source: cause,
            from: from.map(|(_, member, field)| (&field.ty, quote!(#path { #member: source }))),
            has_key: false,
        };
        match message_attribute(name, attributes)? {
            Some(input) => variant.set_message(&input, &bound, &load(input.key.span())?)?,
            None => variant.set_transparent(name, &bound)?,
        }
        Ok(variant)
    }

    fn set_transparent(&mut self, name: &Ident, fields: &[BoundField<'_>]) -> syn::Result<()> {
        let [(field, _, _)] = fields else {
            let text = format!("`{name}` is transparent, so it must have exactly one field");
            return Err(syn::Error::new(name.span(), text));
        };
        let f = formatter();
        self.explain = explained(&parse_quote!(#field));
        self.display = quote!(::core::fmt::Display::fmt(#field, #f));
        self.source = quote!(::core::error::Error::source(#field));
        Ok(())
    }

    fn set_message(
        &mut self,
        input: &MessageInput,
        fields: &[BoundField<'_>],
        catalogues: &Catalogues,
    ) -> syn::Result<()> {
        let message = catalogues.message(&input.key)?;
        let given = input.values.iter();
        let mut values: Vec<(String, Expr)> = given
            .map(|value| {
                let expression = value.value();
                (value.name(), parse_quote!(#expression))
            })
            .collect();
        // A variable without a value takes the field of its name.
        for (binding, _, _) in fields.iter().filter(|(_, _, field)| field.ident.is_some()) {
            let name = binding.unraw().to_string();
            let is_given = values.iter().any(|(given, _)| *given == name);
            if message.variables.contains(&name.as_str()) && !is_given {
                values.push((name, parse_quote!(#binding)));
            }
        }
        let names: Vec<String> = values.iter().map(|(name, _)| name.clone()).collect();
        message.check_values(&names)?;

        let value = |name: &str| {
            let found = values.iter().find(|(given, _)| given == name);
            &found.expect("each variable has a value: checked above").1
        };
        let arguments = message.variables.iter().map(|name| {
            let value = argument(value(name));
            quote!(.with(#name, #value))
        });
        let key = checked_key(&input.key);
        self.explain = quote!(::table::Message::new(#key) #(#arguments)*);
        let text = message.text.statements(&|name| {
            let value = value(name);
            nested(value).unwrap_or(value)
        });
        self.display = quote!({ #text ::core::result::Result::Ok(()) });
        self.has_key = true;
        Ok(())
    }
}

/// The field marked `#[source]` or `#[from]`, if there is one.
fn source<'b, 'a>(fields: &'b [BoundField<'a>]) -> syn::Result<Option<&'b BoundField<'a>>> {
    let marked = |field: &Field| has_attribute(field, "source") || has_attribute(field, "from");
    let mut sources = fields.iter().filter(|(_, _, field)| marked(field));
    let source = sources.next();
    if let Some((_, _, second)) = sources.next() {
        let text = "an error has one source at most";
        return Err(syn::Error::new_spanned(second, text));
    }
    match source {
        Some((_, _, field)) if has_attribute(field, "from") && fields.len() > 1 => {
            let text = "a #[from] field must be the only field";
            Err(syn::Error::new_spanned(field, text))
        }
        source => Ok(source),
    }
}

/// The only `#[message(…)]` of a type or variant; `None` for `#[message(transparent)]`.
fn message_attribute(name: &Ident, attributes: &[Attribute]) -> syn::Result<Option<MessageInput>> {
    let mut messages = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("message"));
    match (messages.next(), messages.next()) {
        (Some(attribute), None) => attribute.parse_args_with(parse_message),
        _ => Err(syn::Error::new(
            name.span(),
            format!("`{name}` needs one #[message(\"key\")] or #[message(transparent)]"),
        )),
    }
}

fn parse_message(input: ParseStream<'_>) -> syn::Result<Option<MessageInput>> {
    if input.peek(LitStr) {
        return input.parse().map(Some);
    }
    let span = input.span();
    match input.parse::<Ident>() {
        Ok(word) if word == "transparent" => Ok(None),
        _ => Err(syn::Error::new(span, "expected a key or `transparent`")),
    }
}

fn has_attribute(field: &Field, name: &str) -> bool {
    let mut attributes = field.attrs.iter();
    attributes.any(|attribute| attribute.path().is_ident(name))
}

/// The value of a variable in `explain`.
fn argument(value: &Expr) -> TokenStream {
    nested(value).map_or_else(|| quote!(::table::ToArg::to_arg(&(#value))), explained)
}

/// The error in `explain(ERROR)`.
fn nested(value: &Expr) -> Option<&Expr> {
    match value {
        Expr::Call(call) if call.args.len() == 1 => match &*call.func {
            Expr::Path(path) if path.path.is_ident("explain") => call.args.first(),
            _ => None,
        },
        _ => None,
    }
}

/// Calls `explain` as a method, because a method call dereferences references and boxes.
fn explained(error: &Expr) -> TokenStream {
    quote!({
        use ::table::Explain as _;
        (#error).explain()
    })
}
