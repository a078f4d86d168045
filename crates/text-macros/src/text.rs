//! The text of a message: its parts, its variables, and the code that writes it without a Fluent
//! runtime.

use fluent_syntax::ast::{
    Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::unicode::unescape_unicode_to_string;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Expr;

/// A text of a catalogue, in the part of Fluent that the catalogues use.
#[derive(Debug)]
pub(crate) struct Text(Vec<TextPart>);

#[derive(Debug)]
enum TextPart {
    Words(String),
    Variable(String),
    /// A choice of texts: the first branch with the value of the variable, else the default.
    Select {
        variable: String,
        branches: Vec<(Vec<String>, Text)>,
        default: Text,
    },
}

impl Text {
    /// Reads a parsed text. An error names what is not supported.
    pub(crate) fn read(pattern: Pattern<String>) -> Result<Self, String> {
        let parts = pattern.elements.into_iter().map(|element| match element {
            PatternElement::TextElement { value } => Ok(TextPart::Words(value)),
            PatternElement::Placeable { expression } => TextPart::read(expression),
        });
        parts.collect::<Result<_, _>>().map(Self)
    }

    /// The variables, in order of first use.
    pub(crate) fn variables(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.add_variables(&mut names);
        names
    }

    fn add_variables<'a>(&'a self, names: &mut Vec<&'a str>) {
        for part in &self.0 {
            let (TextPart::Variable(name) | TextPart::Select { variable: name, .. }) = part else {
                continue;
            };
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
            if let TextPart::Select {
                branches, default, ..
            } = part
            {
                let texts = branches.iter().map(|(_, text)| text).chain([default]);
                texts.for_each(|text| text.add_variables(names));
            }
        }
    }

    /// Statements that write the text; `value` gives the expression of a variable.
    pub(crate) fn statements<'v>(&self, value: &dyn Fn(&str) -> &'v Expr) -> TokenStream {
        let [f, found] = [formatter(), Ident::new("found", Span::mixed_site())];
        let parts = self.0.iter().map(|part| match part {
            TextPart::Words(words) => quote!(#f.write_str(#words)?;),
            TextPart::Variable(name) => {
                let value = value(name);
                quote!(::core::write!(#f, "{}", #value)?;)
            }
            TextPart::Select {
                variable,
                branches,
                default,
            } => {
                let arms = branches.iter().map(|(values, text)| {
                    let code = text.statements(value);
                    quote!(#found if [#(#values),*].contains(&#found) => { #code })
                });
                let (value, default) = (value(variable), default.statements(value));
                quote! {
                    match ::std::string::ToString::to_string(&(#value)).as_str() {
                        #(#arms)*
                        _ => { #default }
                    }
                }
            }
        });
        parts.collect()
    }
}

impl TextPart {
    fn read(expression: Expression<String>) -> Result<Self, String> {
        match expression {
            Expression::Select {
                selector: InlineExpression::VariableReference { id },
                variants,
            } => Self::read_select(id.name, variants),
            Expression::Select { selector, .. } => Err(unsupported(&selector)),
            Expression::Inline(inline) => match inline {
                InlineExpression::StringLiteral { value } => {
                    Ok(Self::Words(unescape_unicode_to_string(&value).into_owned()))
                }
                InlineExpression::NumberLiteral { value } => Ok(Self::Words(value)),
                InlineExpression::VariableReference { id } => Ok(Self::Variable(id.name)),
                InlineExpression::Placeable { expression } => Self::read(*expression),
                other => Err(unsupported(&other)),
            },
        }
    }

    fn read_select(variable: String, variants: Vec<Variant<String>>) -> Result<Self, String> {
        let (mut branches, mut default) = (Vec::new(), Text(Vec::new()));
        for variant in variants {
            let text = Text::read(variant.value)?;
            let (VariantKey::Identifier { name: key } | VariantKey::NumberLiteral { value: key }) =
                variant.key;
            match key.as_str() {
                _ if variant.default => default = text,
                "other" => return Err("an [other] that is not the default *[other]".to_owned()),
                // The plural category of 1.
                "one" => branches.push((["one", "1", "-1"].map(str::to_owned).to_vec(), text)),
                _ => branches.push((vec![key], text)),
            }
        }
        Ok(Self::Select {
            variable,
            branches,
            default,
        })
    }
}

fn unsupported(inline: &InlineExpression<String>) -> String {
    match inline {
        InlineExpression::FunctionReference { id, .. } => format!("the function {}", id.name),
        InlineExpression::MessageReference { id, .. } => format!("the message {}", id.name),
        InlineExpression::TermReference { id, .. } => format!("the term -{}", id.name),
        _ => "a select expression without a variable".to_owned(),
    }
}

/// Name of the formatter in the generated code. Its span hides it from the values, so that a field
/// may be named `f` too.
pub(crate) fn formatter() -> Ident {
    Ident::new("f", Span::mixed_site())
}

#[cfg(test)]
mod tests {
    use syn::{LitStr, parse_quote};

    use super::*;
    use crate::catalogue::tests::catalogues;

    /// The code for an English text in which each variable is the local variable `v`.
    fn code(text: &str) -> String {
        let text = format!("k = {text}");
        let catalogues = catalogues(&text, &text);
        let key = LitStr::new("k", Span::call_site());
        let value: Expr = parse_quote!(v);
        let message = catalogues.message(&key).ok().unwrap();
        message.text.statements(&|_| &value).to_string()
    }

    #[test]
    fn literals_are_written_as_text() {
        let expected = quote! {
            f.write_str("a ")?;
            f.write_str("[")?;
            f.write_str("b ")?;
            f.write_str("3")?;
            f.write_str("\n")?;
            f.write_str("c ")?;
            f.write_str("é")?;
        };
        assert_eq!(
            code("a {\"[\"}b { 3 }\n    c {\"\\u00E9\"}"),
            expected.to_string()
        );
    }

    #[test]
    fn a_variable_is_written_by_its_display() {
        let expected = quote! {
            f.write_str("a ")?;
            ::core::write!(f, "{}", v)?;
            f.write_str(" b")?;
        };
        assert_eq!(code("a {{ $x }} b"), expected.to_string());
    }

    #[test]
    fn a_select_matches_the_text_of_its_variable() {
        let select =
            "{ $x ->\n    [one] a\n    [1] never\n   *[other] b\n    [2.5] c\n    [me] d\n}";
        let expected = quote! {
            match ::std::string::ToString::to_string(&(v)).as_str() {
                found if ["one", "1", "-1"].contains(&found) => { f.write_str("a")?; }
                found if ["1"].contains(&found) => { f.write_str("never")?; }
                found if ["2.5"].contains(&found) => { f.write_str("c")?; }
                found if ["me"].contains(&found) => { f.write_str("d")?; }
                _ => { f.write_str("b")?; }
            }
        };
        assert_eq!(code(select), expected.to_string());
    }
}
