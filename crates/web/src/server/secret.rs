//! Secrets of 128 bits: browsers' tokens, invitations and table ids. The store has a digest of tokens
//! and invitations.

use std::fmt;

use axum::http::HeaderMap;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use sha2::{Digest as _, Sha256};

use crate::Hub;

const COOKIE_NAME: &str = "brelan";
const BYTES: usize = 16;

/// A browser's token, an invitation, or the id of a table: 32 lower-case hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

/// The SHA-256 of a secret, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SecretDigest(pub(crate) String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

pub(crate) fn digest(text: &str) -> SecretDigest {
    SecretDigest(hex::encode(Sha256::digest(text)))
}

/// Random bytes from the operating system. Panics where it has none: no secret can be made then.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

impl Secret {
    pub(crate) fn new() -> Self {
        Self(hex::encode(random::<BYTES>()))
    }

    fn derived(text: &str) -> Self {
        Self(hex::encode(&Sha256::digest(text)[..BYTES]))
    }

    /// The secret that a browser's key gives for one purpose, so that a repeated request gets
    /// the same; a random one without a key.
    pub(crate) fn for_key(key: Option<&Self>, purpose: &str) -> Self {
        let derived = |key: &Self| Self::derived(&format!("brelan {purpose} {}", key.0));
        key.map_or_else(Self::new, derived)
    }

    /// The id of the rematch of a table, derived from the table's seed, which only the server knows.
    pub(crate) fn for_rematch(table: &str, seed: u64) -> Self {
        Self::derived(&format!("brelan again {table} {seed}"))
    }

    /// The id of the table where a tournament's game is watched.
    pub(crate) fn for_tournament_game(tournament: &str, number: u64) -> Self {
        Self::derived(&format!("brelan tournament {tournament} {number}"))
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let well_formed = text.len() == 2 * BYTES && text.bytes().all(is_hex);
        well_formed.then(|| Self(text.to_owned()))
    }

    pub(crate) fn from_cookie(headers: &HeaderMap) -> Option<Self> {
        let jar = CookieJar::from_headers(headers);
        Self::parse(jar.get(COOKIE_NAME)?.value())
    }

    /// A permanent cookie that scripts cannot read; with `secure`, one that is sent over TLS alone.
    pub(crate) fn to_cookie(&self, secure: bool) -> CookieJar {
        let cookie = Cookie::build((COOKIE_NAME, self.0.clone()))
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(secure)
            .path("/")
            .permanent();
        CookieJar::new().add(cookie)
    }

    /// The secret as text, for its owner.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    pub(crate) fn digest(&self) -> SecretDigest {
        digest(&self.0)
    }
}

/// The digest of a browser's token. A browser without one is given one by the cookie that is returned;
/// the same for the same key.
pub(crate) fn browser_token(
    hub: &Hub,
    headers: &HeaderMap,
    key: Option<&Secret>,
) -> (SecretDigest, CookieJar) {
    if let Some(known) = Secret::from_cookie(headers) {
        return (known.digest(), CookieJar::new());
    }
    let secret = Secret::for_key(key, "token");
    (secret.digest(), secret.to_cookie(hub.site().is_secure()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_thirty_two_lower_case_hexadecimal_digits_are_a_secret() {
        let secret = Secret::new();
        assert_eq!(Secret::parse(secret.reveal()), Some(secret));
        for text in [
            "",
            "ab",
            "../../etc/passwd",
            &"A".repeat(32),
            &"0".repeat(33),
        ] {
            assert_eq!(Secret::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        let token = "0123456789abcdef0123456789abcdef";
        let cookies = format!("a=b; brelan={token}; brelanx=1");
        headers.insert("cookie", cookies.parse().unwrap());
        assert_eq!(Secret::from_cookie(&headers), Secret::parse(token));
    }
}
