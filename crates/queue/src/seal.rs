//! Results that prove by a shared key that a worker of ours sent them.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

const TAG_BYTES: usize = 32;
const NUMBER_BYTES: usize = 8;

/// The secret that a dispatcher shares with its workers.
#[derive(Clone)]
pub(crate) struct WorkerKey(Hmac<Sha256>);

impl fmt::Debug for WorkerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WorkerKey")
    }
}

impl WorkerKey {
    pub(crate) fn new(key: &[u8]) -> Self {
        Self(Hmac::new_from_slice(key).expect("HMAC takes keys of any length"))
    }

    /// The signature over a result of one job in one run of a batch. The parts before the result have
    /// lengths of their own, so that no two lists of parts are signed alike.
    fn mac(
        &self,
        [batch, run]: [&str; 2],
        number: [u8; NUMBER_BYTES],
        result: &[u8],
    ) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        for name in [batch, run] {
            mac.update(&(name.len() as u64).to_be_bytes());
            mac.update(name.as_bytes());
        }
        mac.update(&number);
        mac.update(result);
        mac
    }

    /// A result with its signature and the number of its job before it.
    pub(crate) fn seal(&self, batch_run: [&str; 2], number: u64, result: &[u8]) -> Vec<u8> {
        let number = number.to_be_bytes();
        let tag = self.mac(batch_run, number, result).finalize().into_bytes();
        [&tag[..], &number, result].concat()
    }

    /// The job's number and the result in sealed bytes; `None` unless this key signed them for this
    /// run. Compares in constant time.
    pub(crate) fn open<'a>(
        &self,
        batch_run: [&str; 2],
        sealed: &'a [u8],
    ) -> Option<(u64, &'a [u8])> {
        let (tag, rest) = sealed.split_first_chunk::<TAG_BYTES>()?;
        let (number, result) = rest.split_first_chunk::<NUMBER_BYTES>()?;
        let mac = self.mac(batch_run, *number, result);
        mac.verify_slice(tag).ok()?;
        Some((u64::from_be_bytes(*number), result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bytes_that_the_key_signed_for_this_run_and_job_are_opened() {
        let key = WorkerKey::new(b"0123456789abcdef");
        let place = ["batch", "run"];
        let sealed = key.seal(place, 7, b"{}");
        assert_eq!(key.open(place, &sealed), Some((7, &b"{}"[..])));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(key.open(place, &changed), None, "byte {at}");
            assert_eq!(key.open(place, &sealed[..at]), None, "{at} bytes");
        }
        assert_eq!(key.open(["batchr", "un"], &sealed), None);
        assert_eq!(key.open(["batch", "other"], &sealed), None);
        let other = WorkerKey::new(b"0123456789abcdeg");
        assert_eq!(other.open(place, &sealed), None);
    }
}
