//! The secret of a tournament in which programs play: without it, nobody can compute the tournament's
//! luck, even with the seed, the source code and everything that programs are sent.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use store::StoreSecret;
use table::Explain;

const BYTES: usize = 32;

/// 256 bits, as text 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct TournamentSecret([u8; BYTES]);

/// Hides the secret, which a log could tell programs.
impl fmt::Debug for TournamentSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TournamentSecret")
    }
}

/// Error when a text is not 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Explain)]
#[message("tournament-bad-secret")]
pub struct InvalidSecret;

impl FromStr for TournamentSecret {
    type Err = InvalidSecret;

    fn from_str(text: &str) -> Result<Self, InvalidSecret> {
        let mut bytes = [0; BYTES];
        hex::decode_to_slice(text.trim(), &mut bytes).map_err(|_| InvalidSecret)?;
        Ok(Self(bytes))
    }
}

impl TournamentSecret {
    /// The secret of the tournament with these settings and this seed in one store: the same command
    /// finds it again, and it tells nothing of the store's secret.
    pub(crate) fn derived(store: &StoreSecret, settings: &str, seed: u64) -> Self {
        let text = format!("brelan tournament {seed} {settings}");
        Self(hmac(store.as_bytes(), &text))
    }

    /// The 64 hexadecimal digits, to publish after the tournament.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// A digest that tells secrets apart and reveals nothing of them.
    pub fn digest(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// A seed of 53 bits: the first of HMAC-SHA-256 with this key over the text `SEED PURPOSE NUMBER`.
    pub(crate) fn seed(&self, seed: u64, purpose: &str, number: u64) -> u64 {
        let code = hmac(&self.0, &format!("{seed} {purpose} {number}"));
        let head = code.first_chunk().copied().unwrap_or_default();
        u64::from_be_bytes(head) >> 11
    }
}

fn hmac(key: &[u8], text: &str) -> [u8; BYTES] {
    let keyed = Hmac::<Sha256>::new_from_slice(key);
    let mut mac = keyed.expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `hmac.new(bytes(range(32)), b"17 pair 3", "sha256").hexdigest()` in Python begins with
    /// `1ca45a3ff016d220`.
    #[test]
    fn seeds_are_those_of_the_documented_formula() {
        let digits = hex::encode(std::array::from_fn::<u8, 32, _>(|byte| byte as u8));
        let secret: TournamentSecret = digits.parse().unwrap();
        assert_eq!(secret.seed(17, "pair", 3), 0x1ca4_5a3f_f016_d220 >> 11);
        assert_eq!(secret.reveal(), digits);
    }

    #[test]
    fn a_secret_has_64_hexadecimal_digits() {
        let digits = "0123456789abcdefABCDEF".repeat(3)[..64].to_owned();
        assert!(digits.parse::<TournamentSecret>().is_ok());
        assert!((digits.clone() + "\n").parse::<TournamentSecret>().is_ok());
        for text in [
            "",
            "0",
            &digits[1..],
            &digits.replace('f', "g"),
            &digits.replace("ab", "é"),
        ] {
            assert_eq!(
                text.parse::<TournamentSecret>(),
                Err(InvalidSecret),
                "{text}"
            );
        }
    }
}
