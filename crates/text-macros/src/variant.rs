//! A struct, or one variant of an enum, for which `Explain` is derived.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, Field, Fields, LitStr, Type, parse_quote};

use crate::catalogue::Catalogues;
use crate::display::{self, formatter};
use crate::message::{MessageInput, ValueExpr, checked_key};

/// Reads the catalogues; an error is reported at the span.
pub(crate) type Load<'a> = &'a dyn Fn(Span) -> syn::Result<Catalogues>;

/// The content of `#[message(…)]`.
enum MessageAttribute {
    Transparent,
    Message(MessageInput),
}

impl Parse for MessageAttribute {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitStr) {
            return input.parse().map(Self::Message);
        }
        match input.parse::<Ident>() {
            Ok(word) if word == "transparent" => Ok(Self::Transparent),
            Ok(word) => Err(syn::Error::new(
                word.span(),
                "expected a key or `transparent`",
            )),
            Err(error) => Err(syn::Error::new(
                error.span(),
                "expected a key or `transparent`",
            )),
        }
    }
}

/// The generated code of a variant: bodies of `match` arms in which the fields are bound.
pub(crate) struct ErrorVariant<'a> {
    /// `Self` or `Self::Name`.
    path: TokenStream,
    fields: &'a Fields,
    /// The expressions in which `explain` and `display` use the fields.
    values: TokenStream,
    explain: TokenStream,
    display: TokenStream,
    source: Option<TokenStream>,
    from: Option<&'a Field>,
    /// Whether the text comes from the catalogues.
    pub(crate) has_key: bool,
}

impl<'a> ErrorVariant<'a> {
    /// The code of a variant; `name` is the type or the variant that errors point at.
    pub(crate) fn new(
        path: TokenStream,
        name: &Ident,
        attributes: &[Attribute],
        fields: &'a Fields,
        load: Load<'_>,
    ) -> syn::Result<Self> {
        let mut variant = Self {
            path,
            fields,
            values: TokenStream::new(),
            explain: TokenStream::new(),
            display: TokenStream::new(),
            source: None,
            from: None,
            has_key: false,
        };
        variant.set_source()?;
        match message_attribute(name, attributes)? {
            MessageAttribute::Transparent => variant.set_transparent(name)?,
            MessageAttribute::Message(input) => {
                let catalogues = load(input.key.span())?;
                variant.set_message(input, &catalogues)?;
            }
        }
        Ok(variant)
    }

    fn set_source(&mut self) -> syn::Result<()> {
        let marked = |field: &Field| has_attribute(field, "source") || has_attribute(field, "from");
        let mut sources = self.bindings().filter(|(_, field)| marked(field));
        let source = sources.next();
        if let Some((_, second)) = sources.next() {
            return Err(syn::Error::new_spanned(
                second,
                "an error has one source at most",
            ));
        }
        let Some((binding, field)) = source else {
            return Ok(());
        };
        self.source = Some(quote!(::core::option::Option::Some(#binding)));
        self.from = has_attribute(field, "from").then_some(field);
        if self.from.is_some() && self.fields.len() > 1 {
            return Err(syn::Error::new_spanned(
                field,
                "a #[from] field must be the only field",
            ));
        }
        Ok(())
    }

    fn set_transparent(&mut self, name: &Ident) -> syn::Result<()> {
        let mut bindings = self.bindings();
        let (Some((field, _)), None) = (bindings.next(), bindings.next()) else {
            let text = format!("`{name}` is transparent, so it must have exactly one field");
            return Err(syn::Error::new(name.span(), text));
        };
        let f = formatter();
        self.values = quote!(#field);
        self.explain = explained(&parse_quote!(#field));
        self.display = quote!(::core::fmt::Display::fmt(#field, #f));
        self.source = Some(quote!(::core::error::Error::source(#field)));
        Ok(())
    }

    fn set_message(&mut self, input: MessageInput, catalogues: &Catalogues) -> syn::Result<()> {
        let MessageInput { key, mut values } = input;
        let message = catalogues.message(&key)?;
        self.add_field_values(&message.variables, &mut values);
        let names: Vec<String> = values.iter().map(|value| value.name.clone()).collect();
        message.check_values(&names)?;

        let find = |name: &str| values.iter().find(|value| value.name == name);
        let used = message.variables.iter().filter_map(|name| find(name));
        let arguments = used.map(|ValueExpr { name, value }| {
            let value = argument(value);
            quote!(.with(#name, #value))
        });
        let expressions = values.iter().map(|value| &value.value);
        self.values = quote!(#(#expressions),*);
        let checked = checked_key(&key);
        self.explain = quote!(::table::Message::new(#checked) #(#arguments)*);
        let text = display::statements(&message, &|name| {
            find(name).map(|found| displayed(&found.value))
        })?;
        self.display = quote!({ #text ::core::result::Result::Ok(()) });
        self.has_key = true;
        Ok(())
    }

    /// Adds the fields that are named like a variable without a value.
    fn add_field_values(&self, variables: &[&str], values: &mut Vec<ValueExpr>) {
        for field in self.fields.iter().filter_map(|field| field.ident.as_ref()) {
            let name = field.unraw().to_string();
            let given = values.iter().any(|value| value.name == name);
            if variables.contains(&name.as_str()) && !given {
                values.push(ValueExpr {
                    name,
                    value: parse_quote!(#field),
                });
            }
        }
    }

    /// The arm of `explain`.
    pub(crate) fn explain_arm(&self) -> TokenStream {
        self.arm(&self.values, &self.explain)
    }

    /// The arm of `fmt`.
    pub(crate) fn display_arm(&self) -> TokenStream {
        self.arm(&self.values, &self.display)
    }

    /// The arm of `source`, if there is one.
    pub(crate) fn source_arm(&self) -> Option<TokenStream> {
        self.source.as_ref().map(|body| self.arm(body, body))
    }

    /// The type of the `#[from]` field and the function `from`.
    pub(crate) fn conversion(&self) -> Option<(&'a Type, TokenStream)> {
        let field = self.from?;
        let (path, ty) = (&self.path, &field.ty);
        let value = if let Some(name) = &field.ident {
            quote!(#path { #name: source })
        } else {
            quote!(#path(source))
        };
        Some((ty, quote!(fn from(source: #ty) -> Self { #value })))
    }

    /// An arm that binds the fields whose names are words of `values`. Words of string literals
    /// count, because a format string may use a field. A binding too many causes no warning in an
    /// `automatically_derived` implementation.
    fn arm(&self, values: &TokenStream, body: &TokenStream) -> TokenStream {
        let text = values.to_string();
        let uses = |name: &Ident| {
            let name = name.unraw().to_string();
            let mut words = text.split(|c: char| c != '_' && !c.is_alphanumeric());
            words.any(|word| word == name)
        };
        let bindings = self.bindings().zip(self.fields.members());
        let bound = bindings.filter(|((binding, _), _)| uses(binding));
        let patterns = bound.map(|((binding, field), member)| {
            if field.ident.is_some() {
                quote!(#binding)
            } else {
                quote!(#member: #binding)
            }
        });
        let path = &self.path;
        quote!(#path { #(#patterns,)* .. } => #body,)
    }

    /// The fields with the names under which they are bound.
    fn bindings(&self) -> impl Iterator<Item = (Ident, &'a Field)> + use<'a> {
        self.fields.iter().enumerate().map(|(index, field)| {
            let binding = field.ident.clone();
            (binding.unwrap_or_else(|| format_ident!("_{index}")), field)
        })
    }
}

/// The only `#[message(…)]` of a type or variant.
fn message_attribute(name: &Ident, attributes: &[Attribute]) -> syn::Result<MessageAttribute> {
    let mut messages = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("message"));
    match (messages.next(), messages.next()) {
        (Some(attribute), None) => attribute.parse_args(),
        _ => Err(syn::Error::new(
            name.span(),
            format!("`{name}` needs one #[message(\"key\")] or #[message(transparent)]"),
        )),
    }
}

fn has_attribute(field: &Field, name: &str) -> bool {
    field
        .attrs
        .iter()
        .any(|attribute| attribute.path().is_ident(name))
}

/// The value of a variable in `explain`.
fn argument(value: &Expr) -> TokenStream {
    nested(value).map_or_else(|| quote!(::table::ToArg::to_arg(&(#value))), explained)
}

/// The value of a variable in `fmt`.
fn displayed(value: &Expr) -> &Expr {
    nested(value).unwrap_or(value)
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

/// A method call, because it dereferences references and boxes.
fn explained(error: &Expr) -> TokenStream {
    quote!({
        use ::table::Explain as _;
        (#error).explain()
    })
}
