//! Bit histories: the counts of zeros and ones seen in a context, with recent ones weighing more,
//! as a state of one byte.

/// Number of zeros and of ones.
type Counts = (u8, u8);

/// Maximum of the larger count for each value of the smaller count.
const MOST: [u8; 7] = [48, 36, 20, 12, 9, 7, 6];

const fn is_state((zeros, ones): Counts) -> bool {
    let (less, more) = if zeros < ones {
        (zeros, ones)
    } else {
        (ones, zeros)
    };
    (less as usize) < MOST.len() && more <= MOST[less as usize]
}

/// The counts of each state, sorted by their sum.
const STATES: [Counts; 256] = states();

const fn states() -> [Counts; 256] {
    let mut states = [(0, 0); 256];
    let mut count = 0;
    let mut total = 0;
    while total < 64 {
        let mut ones = 0;
        while ones <= total {
            if is_state((total - ones, ones)) {
                states[count] = (total - ones, ones);
                count += 1;
            }
            ones += 1;
        }
        total += 1;
    }
    states
}

const fn number((zeros, ones): Counts) -> u8 {
    let mut number = 0;
    while STATES[number].0 != zeros || STATES[number].1 != ones {
        number += 1;
    }
    number as u8
}

/// The counts after a decision; the count of the opposite decision is roughly halved.
const fn after(taken: u8, other: u8) -> Counts {
    let other = if other > 2 { other / 2 + 1 } else { other };
    let mut taken = taken + 1;
    while !is_state((taken, other)) {
        taken -= 1;
    }
    (taken, other)
}

/// State transitions: for each decision and state, the next state.
pub(super) static NEXT: [[u8; 256]; 2] = next();

const fn next() -> [[u8; 256]; 2] {
    let mut next = [[0; 256]; 2];
    let mut state = 0;
    while state < 256 {
        let (zeros, ones) = STATES[state];
        let (more, fewer) = after(zeros, ones);
        next[0][state] = number((more, fewer));
        let (more, fewer) = after(ones, zeros);
        next[1][state] = number((fewer, more));
        state += 1;
    }
    next
}

/// Initial probability of a one, out of 65 536, for each state.
pub(super) const INITIAL_PROBABILITIES: [u16; 256] = probabilities();

const fn probabilities() -> [u16; 256] {
    let mut probabilities = [0; 256];
    let mut state = 0;
    while state < 256 {
        let (zeros, ones) = (STATES[state].0 as u32, STATES[state].1 as u32);
        probabilities[state] = ((10 * ones + 4) * 65_536 / (10 * (zeros + ones) + 8)) as u16;
        state += 1;
    }
    probabilities
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_path(decisions: &[usize], counts: Counts) {
        let state = decisions
            .iter()
            .fold(0, |state: u8, &way| NEXT[way][usize::from(state)]);
        assert_eq!(STATES[usize::from(state)], counts);
    }

    #[test]
    fn old_decisions_lose_weight() {
        check_path(&[], (0, 0));
        check_path(&[0, 1, 0], (2, 1));
        check_path(&[0, 0, 0, 0, 0, 0, 1], (4, 1));
        check_path(&[0, 0, 0, 0, 0, 0, 1, 1], (3, 2));
        check_path(&[1, 1, 1, 1, 1, 1, 0], (1, 4));
    }

    #[test]
    fn counts_stay_within_their_bounds() {
        check_path(&[0; 60], (48, 0));
        check_path(&[[1; 60].as_slice(), &[0]].concat(), (1, 25));
        let bounded = STATES.iter().all(|&counts| is_state(counts));
        assert!(bounded, "{STATES:?}");
    }

    #[test]
    fn states_are_sorted_by_the_number_of_decisions_seen() {
        let seen: Vec<u8> = STATES[..241]
            .iter()
            .map(|(zeros, ones)| zeros + ones)
            .collect();
        assert!(seen.is_sorted(), "{seen:?}");
        assert_eq!(STATES[240], (0, 48));
        assert_eq!(STATES[241], (0, 0));
    }

    #[test]
    fn an_empty_history_has_probability_one_half() {
        assert_eq!(INITIAL_PROBABILITIES[0], 32_768);
        // (10 + 4) / (10 + 8) of 65 536.
        assert_eq!(INITIAL_PROBABILITIES[usize::from(number((0, 1)))], 50_972);
    }
}
