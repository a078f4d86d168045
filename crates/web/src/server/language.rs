//! The language of a request: by name in a query, or negotiated by `Accept-Language`.

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use text::Language;

use crate::error::RequestError;

/// The language that a request prefers by its headers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AcceptedLanguage(pub(crate) Language);

impl<S: Sync> FromRequestParts<S> for AcceptedLanguage {
    type Rejection = RequestError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, RequestError> {
        Ok(Self(accepted_language(&parts.headers)))
    }
}

pub(crate) fn parse_language(text: &str) -> Result<Language, RequestError> {
    text.parse()
        .map_err(|error| RequestError::setup("unknown-language", &error))
}

/// The known language with the highest weight, the first of equals; English if none is known. Parsed
/// here, because fluent-langneg keeps the order and drops the weights.
pub(crate) fn accepted_language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(ACCEPT_LANGUAGE);
    let accepted = accepted.and_then(|value| value.to_str().ok());
    let ranges = accepted.unwrap_or_default().split(',').map(weighted);
    let known = |(tag, weight): (&str, f32)| Some((Language::of_tag(tag)?, weight));
    let known = ranges.filter_map(known).filter(|(_, weight)| *weight > 0.0);
    let best = known.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(Language::English, |(language, _)| language)
}

/// Splits `fr;q=0.8` into a tag and its weight; a weight that cannot be parsed is 0.
fn weighted(range: &str) -> (&str, f32) {
    let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
    let weight = weight.trim().strip_prefix("q=");
    let weight = weight.and_then(|number| number.parse().ok());
    (tag.trim(), weight.unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_with_the_highest_weight_is_chosen() {
        let cases = [
            ("fr-FR,fr;q=0.9,en;q=0.8", Language::French),
            ("en;q=0.2, fr;q=0.7", Language::French),
            ("de-DE,de;q=0.9,fr;q=0.4,en;q=0.3", Language::French),
            ("en-GB,fr;q=0.9", Language::English),
            ("fr;q=0,en;q=0.1", Language::English),
            ("fr;q=x,en;q=0.1", Language::English),
            ("frr, de", Language::English),
            ("fr,en", Language::French),
            ("", Language::English),
        ];
        for (accepted, expected) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_LANGUAGE, accepted.parse().unwrap());
            assert_eq!(accepted_language(&headers), expected, "{accepted}");
        }
    }
}
