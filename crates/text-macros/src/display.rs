//! Code that writes the English text of an error without a Fluent runtime.

use std::mem;

use fluent_syntax::ast::{
    Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::unicode::unescape_unicode_to_string;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Expr;

use crate::catalogue::{CheckedMessage, ENGLISH, error};

/// Name of the formatter in the generated code. Its span hides it from the values, so that a field
/// may be named `f` too.
pub(crate) fn formatter() -> Ident {
    Ident::new("f", Span::mixed_site())
}

/// Statements that write the text of a message; `value` gives the expression of a variable.
pub(crate) fn statements<'a>(
    message: &CheckedMessage<'_>,
    value: &dyn Fn(&str) -> Option<&'a Expr>,
) -> syn::Result<TokenStream> {
    TextWriter::new(message, value).write(message.text)
}

/// Translates one text into statements.
struct TextWriter<'a, 'v> {
    message: &'a CheckedMessage<'a>,
    value: &'a dyn Fn(&str) -> Option<&'v Expr>,
    code: TokenStream,
    /// Text that no statement writes yet: adjacent pieces are written by one statement.
    pending: String,
}

impl<'a, 'v> TextWriter<'a, 'v> {
    fn new(message: &'a CheckedMessage<'a>, value: &'a dyn Fn(&str) -> Option<&'v Expr>) -> Self {
        Self {
            message,
            value,
            code: TokenStream::new(),
            pending: String::new(),
        }
    }

    fn write(mut self, text: &Pattern<String>) -> syn::Result<TokenStream> {
        for element in &text.elements {
            match element {
                PatternElement::TextElement { value } => self.pending.push_str(value),
                PatternElement::Placeable { expression } => self.write_expression(expression)?,
            }
        }
        self.flush();
        Ok(self.code)
    }

    fn flush(&mut self) {
        if !self.pending.is_empty() {
            let (f, text) = (formatter(), mem::take(&mut self.pending));
            self.code.extend(quote!(#f.write_str(#text)?;));
        }
    }

    fn write_expression(&mut self, expression: &Expression<String>) -> syn::Result<()> {
        match expression {
            Expression::Inline(inline) => self.write_inline(inline),
            Expression::Select { selector, variants } => self.write_select(selector, variants),
        }
    }

    fn write_inline(&mut self, inline: &InlineExpression<String>) -> syn::Result<()> {
        match inline {
            InlineExpression::StringLiteral { value } => {
                self.pending.push_str(&unescape_unicode_to_string(value));
            }
            InlineExpression::NumberLiteral { value } => self.pending.push_str(value),
            InlineExpression::VariableReference { id } => self.write_variable(&id.name)?,
            InlineExpression::Placeable { expression } => self.write_expression(expression)?,
            InlineExpression::FunctionReference { .. }
            | InlineExpression::MessageReference { .. }
            | InlineExpression::TermReference { .. } => return Err(self.unsupported(inline)),
        }
        Ok(())
    }

    fn write_variable(&mut self, name: &str) -> syn::Result<()> {
        self.flush();
        let (f, value) = (formatter(), self.value(name)?);
        self.code.extend(quote!(::core::write!(#f, "{}", #value)?;));
        Ok(())
    }

    fn write_select(
        &mut self,
        selector: &InlineExpression<String>,
        variants: &[Variant<String>],
    ) -> syn::Result<()> {
        let InlineExpression::VariableReference { id } = selector else {
            return Err(self.unsupported(selector));
        };
        self.flush();
        let value = self.value(&id.name)?;
        let arms = self.arms(variants)?;
        self.code.extend(quote! {
            match ::std::string::ToString::to_string(&(#value)).as_str() { #arms }
        });
        Ok(())
    }

    /// The arms of a select expression, with the default one last.
    fn arms(&self, variants: &[Variant<String>]) -> syn::Result<TokenStream> {
        let (mut arms, mut default) = (TokenStream::new(), TokenStream::new());
        // The first variant of a key wins. A second arm for it would be an unreachable pattern.
        let mut seen = Vec::new();
        for variant in variants {
            let code = Self::new(self.message, self.value).write(&variant.value)?;
            let mut texts = self.matched_texts(variant)?;
            texts.retain(|text| !seen.contains(text));
            if variant.default {
                default = quote!(_ => { #code });
            } else if !texts.is_empty() {
                arms.extend(quote!(#(#texts)|* => { #code }));
            }
            seen.extend(texts);
        }
        arms.extend(default);
        Ok(arms)
    }

    /// The texts of a value for which a variant is chosen. `one` is the plural category of 1 too.
    fn matched_texts<'k>(&self, variant: &'k Variant<String>) -> syn::Result<Vec<&'k str>> {
        match &variant.key {
            VariantKey::Identifier { name } if name == "one" => Ok(vec!["one", "1", "-1"]),
            VariantKey::Identifier { name } if name == "other" && !variant.default => Err(error(
                self.message.key,
                &format!("has [other] in {ENGLISH}, which must be the default *[other]"),
            )),
            VariantKey::Identifier { name: text } | VariantKey::NumberLiteral { value: text } => {
                Ok(vec![text])
            }
        }
    }

    fn value(&self, name: &str) -> syn::Result<&'v Expr> {
        (self.value)(name)
            .ok_or_else(|| error(self.message.key, &format!("has no value for ${name}")))
    }

    fn unsupported(&self, inline: &InlineExpression<String>) -> syn::Error {
        let what = match inline {
            InlineExpression::FunctionReference { id, .. } => format!("the function {}", id.name),
            InlineExpression::MessageReference { id, .. } => format!("the message {}", id.name),
            InlineExpression::TermReference { id, .. } => format!("the term -{}", id.name),
            _ => "a select expression without a variable".to_owned(),
        };
        let text = format!("uses {what} in {ENGLISH}, which is not supported in error texts");
        error(self.message.key, &text)
    }
}

#[cfg(test)]
mod tests {
    use syn::{LitStr, parse_quote};

    use super::*;
    use crate::catalogue::tests::catalogues;

    /// The code for an English text in which each variable is the local variable `v`.
    fn code(text: &str) -> Result<String, String> {
        let text = format!("k = {text}\nother = x\n-term = x");
        let catalogues = catalogues(&text, &text);
        let key = LitStr::new("k", Span::call_site());
        let value: Expr = parse_quote!(v);
        let message = catalogues.message(&key);
        let code = message.and_then(|message| statements(&message, &|_| Some(&value)));
        code.map(|code| code.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn adjacent_texts_and_literals_are_one_statement() {
        let expected = quote!(f.write_str("a [b] 3\nc é")?;).to_string();
        assert_eq!(
            code("a {\"[\"}b{\"]\"} { 3 }\n    c {\"\\u00E9\"}"),
            Ok(expected)
        );
    }

    #[test]
    fn a_variable_is_written_by_its_display() {
        let expected = quote! {
            f.write_str("a ")?;
            ::core::write!(f, "{}", v)?;
            f.write_str(" b")?;
        };
        assert_eq!(code("a {{ $x }} b"), Ok(expected.to_string()));
    }

    #[test]
    fn a_select_matches_the_text_of_its_variable() {
        let select =
            "{ $x ->\n    [one] a\n    [1] never\n   *[other] b\n    [2.5] c\n    [me] d\n}";
        let expected = quote! {
            match ::std::string::ToString::to_string(&(v)).as_str() {
                "one" | "1" | "-1" => { f.write_str("a")?; }
                "2.5" => { f.write_str("c")?; }
                "me" => { f.write_str("d")?; }
                _ => { f.write_str("b")?; }
            }
        };
        assert_eq!(code(select), Ok(expected.to_string()));
    }

    #[test]
    fn what_needs_fluent_at_run_time_is_refused() {
        let table = [
            ("{ NUMBER($x) }", "the function NUMBER"),
            ("{ other }", "the message other"),
            ("{ -term }", "the term -term"),
            ("{ NUMBER($x) ->\n   *[other] b\n}", "the function NUMBER"),
            (
                "{ 3 ->\n   *[other] b\n}",
                "a select expression without a variable",
            ),
        ];
        for (text, what) in table {
            let refused = "which is not supported in error texts";
            let expected = format!("`k` uses {what} in catalogues/en.ftl, {refused}");
            assert_eq!(code(text), Err(expected));
        }
        assert_eq!(
            code("{ $x ->\n    [other] a\n   *[none] b\n}").unwrap_err(),
            "`k` has [other] in catalogues/en.ftl, which must be the default *[other]"
        );
    }
}
