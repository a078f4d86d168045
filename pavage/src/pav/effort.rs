//! Chooses the mode of a file: encodes the picture in every promising mode and takes the smallest
//! file within the decoding time that the effort allows, or a slightly larger one that decodes
//! faster.

use super::cells;
use super::indexed::{GridVariant, IndexedPicture};
use super::{Mode, PavError, encode_raw, encode_samples};
use crate::picture::Picture;
use std::collections::BTreeSet;

/// A level from 0 to 9 that limits the decoding time of a file.
///
/// # Examples
/// ```
/// use pavage::pav::Effort;
///
/// assert_eq!(Effort::new(9), Some(Effort::SMALLEST));
/// assert_eq!(Effort::new(10), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effort(u8);

/// For the levels 0 to 8, the maximum decoding time as a multiple of that of the raw mode.
const TIME_FACTORS: [u64; 9] = [4, 8, 16, 32, 64, 128, 512, 8192, 65_536];

impl Effort {
    /// Level 9: the smallest file, with no limit on the time to encode and decode it.
    pub const SMALLEST: Self = Self(9);

    /// The effort of a level, or `None` above 9.
    pub fn new(level: u8) -> Option<Self> {
        (level <= 9).then_some(Self(level))
    }

    /// Maximum decoding time as a multiple of that of the raw mode; `None` if there is no limit.
    fn time_factor(self) -> Option<u64> {
        TIME_FACTORS.get(usize::from(self.0)).copied()
    }

    /// Whether a file decodes in time, given the nanoseconds of the raw mode.
    fn allows(self, trial: &ModeTrial, raw: u64) -> bool {
        self.time_factor()
            .is_none_or(|time_factor| trial.nanoseconds <= time_factor * raw)
    }
}

impl Default for Effort {
    /// Level 7: up to 8192 times the decoding time of the raw mode.
    fn default() -> Self {
        Self(7)
    }
}

/// The result of encoding a picture in one mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeTrial {
    /// The mode used.
    pub mode: Mode,
    /// The bytes of the complete file.
    pub file: Vec<u8>,
    /// Estimated decoding time on one core, in nanoseconds, from the numbers of pixels and of coded
    /// decisions.
    pub nanoseconds: u64,
}

impl ModeTrial {
    pub(super) fn new(picture: &Picture, mode: Mode, file: Vec<u8>, decisions: u64) -> Self {
        let pixels = (picture.width() * picture.height()) as u64;
        Self {
            mode,
            file,
            nanoseconds: 1 + pixels + decisions * decision_time(mode),
        }
    }
}

/// Estimated nanoseconds to decode one decision; only meant for comparing modes.
fn decision_time(mode: Mode) -> u64 {
    match mode {
        Mode::Raw => 0,
        Mode::Samples | Mode::Runs | Mode::Rectangles | Mode::Outlines => 12,
        Mode::Pixels => 50,
        Mode::Blended => 40,
        Mode::Mixed => 60,
    }
}

/// Encodes a picture in every mode that the effort considers. The chosen file is first and the
/// others follow by size; each mode appears once, with its smallest file. Fails only if a side
/// exceeds [`super::MAX_SIDE`].
pub fn trials(picture: &Picture, effort: Effort) -> Result<Vec<ModeTrial>, PavError> {
    let mut trials = vec![encode_raw(picture)?];
    let raw = trials[0].nanoseconds;
    let indexed = IndexedPicture::new(picture);
    if let Some(indexed) = &indexed {
        for (mode, variant) in indexed.worth_trying(effort == Effort::SMALLEST) {
            trials.push(indexed.encode(mode, variant)?);
        }
    }
    if indexed.is_none_or(|indexed| indexed.palette.colours.len() > 64) {
        trials.push(encode_samples(picture)?);
    }
    if effort >= LEAST_BLENDED {
        for grid in cells::grids(picture, effort == Effort::SMALLEST) {
            trials.push(cells::encode(picture, Mode::Blended, &grid)?);
        }
    }
    trials.sort_by_key(|trial| (!effort.allows(trial, raw), trial.file.len()));
    if effort < Effort::SMALLEST {
        let taken = fastest_of_the_smallest(&trials, |trial| effort.allows(trial, raw));
        trials[..=taken].rotate_right(1);
    }
    let mut modes = BTreeSet::new();
    trials.retain(|trial| modes.insert(trial.mode));
    Ok(trials)
}

/// The reason why an effort chose the first of its [`trials`], as an English phrase.
///
/// # Panics
/// If `trials` is empty.
pub fn reason(trials: &[ModeTrial], effort: Effort) -> String {
    let (taken, others) = trials.split_first().expect("every effort tries a mode");
    let smallest = others.iter().min_by_key(|trial| trial.file.len());
    let Some(smallest) = smallest.filter(|trial| trial.file.len() < taken.file.len()) else {
        return "the smallest".to_owned();
    };
    let other = smallest.mode.name();
    let raw = trials.iter().find(|trial| trial.mode == Mode::Raw);
    match (effort.time_factor(), raw) {
        (Some(factor), Some(raw)) if !effort.allows(smallest, raw.nanoseconds) => format!(
            "the smallest that decodes within {factor} times the time of raw; {other} takes longer"
        ),
        _ => {
            format!("decodes faster than {other}, whose file is at most 1/{SLIGHTLY} smaller")
        }
    }
}

/// A file is slightly larger than another if it exceeds it by at most 1/32 of its size.
const SLIGHTLY: usize = 32;

/// Index of the fastest file among those slightly larger than the first; the trials are sorted by
/// size and `allows` tells which are fast enough.
fn fastest_of_the_smallest(trials: &[ModeTrial], allows: impl Fn(&ModeTrial) -> bool) -> usize {
    let smallest = trials[0].file.len();
    let is_small =
        |trial: &ModeTrial| allows(trial) && trial.file.len() <= smallest + smallest / SLIGHTLY;
    let small = trials.iter().take_while(|&trial| is_small(trial));
    let fastest = small.enumerate().min_by_key(|(_, trial)| trial.nanoseconds);
    fastest.map_or(0, |(at, _)| at)
}

/// Lowest effort that tries the blended mode, which decodes too slowly for lower ones.
const LEAST_BLENDED: Effort = Effort(4);

/// Encodes a picture in one mode with every grid variant and returns the smallest result.
pub(super) fn trial(picture: &Picture, mode: Mode) -> Result<ModeTrial, PavError> {
    let tried: Vec<_> = match mode {
        Mode::Raw => vec![encode_raw(picture)],
        Mode::Samples => vec![encode_samples(picture)],
        Mode::Mixed | Mode::Blended => {
            let grids = cells::grids(picture, true).into_iter();
            grids
                .map(|grid| cells::encode(picture, mode, &grid))
                .collect()
        }
        Mode::Runs | Mode::Rectangles | Mode::Pixels | Mode::Outlines => {
            let indexed = IndexedPicture::new(picture).ok_or(PavError::Colours)?;
            let encode = |variant| indexed.encode(mode, variant);
            GridVariant::ALL.map(encode).into()
        }
    };
    let tried = tried.into_iter().collect::<Result<Vec<_>, _>>()?;
    let smallest = tried.into_iter().min_by_key(|trial| trial.file.len());
    smallest.ok_or(PavError::Wide)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial_of(length: usize, nanoseconds: u64) -> ModeTrial {
        ModeTrial {
            mode: Mode::Raw,
            file: vec![0; length],
            nanoseconds,
        }
    }

    #[test]
    fn a_slightly_larger_file_is_chosen_if_it_decodes_faster() {
        let trials = [trial_of(320, 900), trial_of(330, 50), trial_of(331, 1)];
        assert_eq!(fastest_of_the_smallest(&trials, |_| true), 1);
        assert_eq!(
            fastest_of_the_smallest(&trials, |trial| trial.nanoseconds > 50),
            0
        );
    }

    #[test]
    fn the_reason_names_the_smaller_file_that_was_not_chosen() {
        let trial_as = |mode, length, nanoseconds| ModeTrial {
            mode,
            ..trial_of(length, nanoseconds)
        };
        let raw = trial_as(Mode::Raw, 999, 1);
        let runs = trial_as(Mode::Runs, 330, 2);
        let mixed = trial_as(Mode::Mixed, 320, 60);
        let of = |trials: &[&ModeTrial], level| {
            let trials: Vec<_> = trials.iter().map(|&trial| trial.clone()).collect();
            reason(&trials, Effort(level))
        };
        assert_eq!(of(&[&mixed, &runs, &raw], 7), "the smallest");
        assert_eq!(
            of(&[&runs, &mixed, &raw], 7),
            "decodes faster than mixed, whose file is at most 1/32 smaller"
        );
        assert_eq!(
            of(&[&runs, &raw, &mixed], 3),
            "the smallest that decodes within 32 times the time of raw; mixed takes longer"
        );
    }
}
