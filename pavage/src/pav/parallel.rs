//! Parts of a file that are coded independently of each other, on several cores where there are.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Builder};

/// Maximum number of parts that are coded at once; each needs model tables of its own.
pub(super) const AT_ONCE: usize = 8;

/// The results of `work` on each part, in their order, at most [`AT_ONCE`] at a time; a single part is
/// coded by the calling thread.
///
/// The threads end with the call: a pool that outlives it would not survive the fork of a Python
/// process.
pub(super) fn each_part<T: Sync, R: Send>(parts: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let helpers = cores.min(AT_ONCE).min(parts.len()).max(1) - 1;
    let next = AtomicUsize::new(0);
    let work_on = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let parts = numbers.map_while(|number| Some((number, parts.get(number)?)));
        parts
            .map(|(number, part)| (number, work(part)))
            .collect::<Vec<_>>()
    };
    let mut done = thread::scope(|scope| {
        // Where the system refuses a thread the others do its work.
        let spawn = |_| Builder::new().spawn_scoped(scope, work_on).ok();
        let helpers: Vec<_> = (0..helpers).filter_map(spawn).collect();
        let mut done = work_on();
        for helper in helpers {
            done.extend(
                helper
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            );
        }
        done
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_parts() {
        for count in [0, 1, 2, 100] {
            let parts: Vec<usize> = (0..count).collect();
            assert_eq!(
                each_part(&parts, |part| part * 2),
                parts.iter().map(|part| part * 2).collect::<Vec<_>>()
            );
        }
    }
}
