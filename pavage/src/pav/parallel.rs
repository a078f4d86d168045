//! Parts of a file that are coded independently of each other: on several cores with the feature
//! `threads`.

/// Maximum number of parts that are coded at once; each needs model tables of its own.
pub(super) const AT_ONCE: usize = 8;

/// The results of `work` on each part, in their order, at most [`AT_ONCE`] at a time; a single part is
/// coded by the calling thread.
#[cfg(feature = "threads")]
pub(super) fn each_part<T: Sync, R: Send>(parts: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    use rayon::prelude::*;
    if let [only] = parts {
        return vec![work(only)];
    }
    let groups = parts.chunks(AT_ONCE);
    let coded = groups.map(|group| group.par_iter().map(&work).collect::<Vec<_>>());
    coded.flatten().collect()
}

#[cfg(not(feature = "threads"))]
pub(super) fn each_part<T, R>(parts: &[T], work: impl Fn(&T) -> R) -> Vec<R> {
    parts.iter().map(work).collect()
}
