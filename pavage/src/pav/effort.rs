//! Chooses the mode of a file: encodes the picture in the modes of the effort and takes the smallest
//! file, or a slightly larger one that decodes faster.

use super::{Mode, PavError, encode_coded, encode_raw};
use crate::picture::Picture;

/// How much time to spend on a small file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// Only the modes that decode fast: raw and regions.
    Fast,
    /// All modes, on the grid that promises the smallest file; of two files of nearly the same size
    /// the one that decodes faster.
    #[default]
    Default,
    /// The smallest file of all modes and grids.
    Smallest,
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
        Mode::Regions => 40,
        Mode::Blended => 150,
    }
}

/// Encodes a picture in every mode that the effort considers. The chosen file is first and the
/// others follow by size. Fails only if a side
/// exceeds [`super::MAX_SIDE`].
pub fn trials(picture: &Picture, effort: Effort) -> Result<Vec<ModeTrial>, PavError> {
    let modes = if effort > Effort::Fast {
        &Mode::ALL[..]
    } else {
        &[Mode::Raw, Mode::Regions]
    };
    let trials = modes.iter().map(|&mode| trial(picture, mode, effort));
    let mut trials = trials.collect::<Result<Vec<_>, _>>()?;
    trials.sort_by_key(|trial| trial.file.len());
    if effort < Effort::Smallest {
        let taken = fastest_of_the_smallest(&trials);
        trials[..=taken].rotate_right(1);
    }
    Ok(trials)
}

/// The reason why the first of [`trials`] was chosen, as an English phrase.
///
/// # Panics
/// If `trials` is empty.
pub fn reason(trials: &[ModeTrial]) -> String {
    let (taken, others) = trials.split_first().expect("every effort tries a mode");
    let smallest = others.iter().min_by_key(|trial| trial.file.len());
    match smallest.filter(|trial| trial.file.len() < taken.file.len()) {
        None => "the smallest".to_owned(),
        Some(smallest) => format!(
            "decodes faster than {}, whose file is at most 1/{SLIGHTLY} smaller",
            smallest.mode.name()
        ),
    }
}

/// A file is slightly larger than another if it exceeds it by at most 1/64 of its size.
const SLIGHTLY: usize = 64;

/// Index of the fastest file among those slightly larger than the first; the trials are sorted by
/// size.
fn fastest_of_the_smallest(trials: &[ModeTrial]) -> usize {
    let smallest = trials[0].file.len();
    let is_small = |trial: &&ModeTrial| trial.file.len() <= smallest + smallest / SLIGHTLY;
    let small = trials.iter().take_while(is_small);
    let fastest = small.enumerate().min_by_key(|(_, trial)| trial.nanoseconds);
    fastest.map_or(0, |(at, _)| at)
}

/// Encodes a picture in one mode; at the smallest effort on the better of two grids.
pub(super) fn trial(picture: &Picture, mode: Mode, effort: Effort) -> Result<ModeTrial, PavError> {
    match mode {
        Mode::Raw => encode_raw(picture),
        Mode::Regions | Mode::Blended => encode_coded(picture, mode, effort),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial_as(mode: Mode, length: usize, nanoseconds: u64) -> ModeTrial {
        ModeTrial {
            mode,
            file: vec![0; length],
            nanoseconds,
        }
    }

    #[test]
    fn a_slightly_larger_file_is_chosen_if_it_decodes_faster() {
        let trials = [(640, 900), (650, 50), (651, 1)];
        let trials = trials.map(|(length, nanoseconds)| trial_as(Mode::Raw, length, nanoseconds));
        assert_eq!(fastest_of_the_smallest(&trials), 1);
    }

    #[test]
    fn the_reason_names_the_smaller_file_that_was_not_chosen() {
        let regions = trial_as(Mode::Regions, 330, 2);
        let blended = trial_as(Mode::Blended, 320, 60);
        let reason = |trials: [&ModeTrial; 2]| reason(&trials.map(Clone::clone));
        assert_eq!(reason([&blended, &regions]), "the smallest");
        assert_eq!(
            reason([&regions, &blended]),
            "decodes faster than blended, whose file is at most 1/64 smaller"
        );
    }
}
