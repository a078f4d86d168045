//! Secrets: 128 bits that nobody guesses, of which the store sees a digest alone.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use axum::http::HeaderMap;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::{Cookie, SameSite};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

const COOKIE_NAME: &str = "brelan";
const BYTES: usize = 16;

/// A browser's token, an invitation, or the name of a table.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Secret(String);

/// What the store and the tables know of a secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Digest(pub(crate) String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// What stands for a text wherever only the same text is to be found again.
pub(crate) fn digest(text: &str) -> Digest {
    Digest(hex(&Sha256::digest(text)))
}

/// Bytes from the operating system.
///
/// # Panics
/// When the system has no randomness to give: nothing secret can be made then.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes
}

impl Secret {
    pub(crate) fn new() -> Self {
        Self(hex(&random::<BYTES>()))
    }

    /// The one for this purpose that belongs to a key that somebody drew, so that asking twice gets
    /// the same; a new one without.
    pub(crate) fn for_key(key: Option<&Self>, purpose: &str) -> Self {
        let derived = |key: &Self| {
            let digest = Sha256::digest(format!("brelan {purpose} {}", key.0));
            Self(hex(&digest[..BYTES]))
        };
        key.map_or_else(Self::new, derived)
    }

    /// The name of the table after this one, for whoever knows its seed: the server alone.
    pub(crate) fn after(table: &str, seed: u64) -> Self {
        let digest = Sha256::digest(format!("brelan again {table} {seed}"));
        Self(hex(&digest[..BYTES]))
    }

    /// The name of the table where a game of a tournament is watched.
    pub(crate) fn of_game(tournament: &str, number: u64) -> Self {
        let digest = Sha256::digest(format!("brelan tournament {tournament} {number}"));
        Self(hex(&digest[..BYTES]))
    }

    /// Reads one that came from outside.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let is_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let well_formed = text.len() == 2 * BYTES && text.bytes().all(is_hex);
        well_formed.then(|| Self(text.to_owned()))
    }

    pub(crate) fn of_cookie(headers: &HeaderMap) -> Option<Self> {
        let jar = CookieJar::from_headers(headers);
        Self::read(jar.get(COOKIE_NAME)?.value())
    }

    /// For good, and over TLS alone where that is how the page is found.
    pub(crate) fn to_cookie(&self, secure: bool) -> CookieJar {
        let cookie = Cookie::build((COOKIE_NAME, self.0.clone()))
            .http_only(true)
            .same_site(SameSite::Strict)
            .secure(secure)
            .path("/")
            .permanent();
        CookieJar::new().add(cookie)
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    pub(crate) fn digest(&self) -> Digest {
        digest(&self.0)
    }
}

/// What the nodes of a house know: with it they agree on names for things that nobody else can tell,
/// not even by trying all there are.
#[derive(Clone)]
pub(crate) struct Key(Hmac<Sha256>);

/// What something is called by those who have the key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Alias(pub(crate) u128);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    pub(crate) fn new(secret: &[u8]) -> Self {
        Self(Hmac::new_from_slice(secret).expect("a key of any length"))
    }

    /// The name of `text` for a purpose, which is one word.
    pub(crate) fn alias(&self, purpose: &str, text: &str) -> Alias {
        let mac = self.0.clone().chain_update(format!("{purpose} {text}"));
        let digest = mac.finalize().into_bytes();
        let head = digest.first_chunk().expect("longer than that");
        Alias(u128::from_be_bytes(*head))
    }
}

impl fmt::Display for Alias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Alias {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let secret = Secret::read(text).ok_or(())?;
        u128::from_str_radix(&secret.0, 16).map(Self).map_err(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_thirty_two_lower_case_hexadecimal_digits_are_a_secret() {
        let secret = Secret::new();
        assert_eq!(Secret::read(secret.reveal()), Some(secret));
        for text in [
            "",
            "ab",
            "../../etc/passwd",
            &"A".repeat(32),
            &"0".repeat(33),
        ] {
            assert_eq!(Secret::read(text), None, "{text}");
        }
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        let token = "0123456789abcdef0123456789abcdef";
        let cookies = format!("a=b; brelan={token}; brelanx=1");
        headers.insert("cookie", cookies.parse().unwrap());
        assert_eq!(Secret::of_cookie(&headers), Secret::read(token));
    }
}
