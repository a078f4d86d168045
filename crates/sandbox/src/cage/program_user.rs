//! The number of the user and group that a program becomes when the host is root.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _};

/// The first number of the range that systemd calls unused, and the size of the range.
const UNUSED: (u32, u32) = (0x7000_0000, 0x1000_0000);
/// The number of the user and group `nobody`, which own no files.
pub(super) const NOBODY: u32 = 65534;

/// A number at random that no account and no other cage has; `nobody` in a container that does not map
/// such numbers.
pub(super) fn program_user() -> u32 {
    let (first, count) = UNUSED;
    let random = RandomState::new().build_hasher().finish() % u64::from(count);
    let user = first + u32::try_from(random).unwrap_or(0);
    let is_known = |file| fs::read_to_string(file).is_ok_and(|map| is_mapped(&map, user));
    if is_known("/proc/self/uid_map") && is_known("/proc/self/gid_map") {
        user
    } else {
        NOBODY
    }
}

/// Tests for a number in a map of users, whose lines are a first number, that outside, and a count.
fn is_mapped(map: &str, user: u32) -> bool {
    map.lines().any(|line| {
        let mut numbers = line.split_whitespace().map(str::parse);
        let (Some(Ok(first)), Some(Ok(count))) = (numbers.next(), numbers.nth(1)) else {
            return false;
        };
        user.checked_sub(first).is_some_and(|place| place < count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_container_maps_few_users() {
        let whole = "         0          0 4294967295\n";
        let container = "0 100000 65536\n";
        let (first, count) = UNUSED;
        for user in [NOBODY, first, first + count - 1] {
            assert!(is_mapped(whole, user));
            assert_eq!(is_mapped(container, user), user == NOBODY);
        }
        assert!(!is_mapped("", 0));
    }
}
