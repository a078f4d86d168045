//! Where those who play leave word for the one who keeps and counts.
//!
//! A channel would wake its reader for every word, which costs more than a quick game: here the
//! reader looks in by itself, and is woken when the box is full or the last writer has gone.

use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Words that may wait; whoever brings another waits too.
const MOST: usize = 1024;

/// Many writers, one reader.
#[derive(Debug)]
pub(crate) struct Inbox<T> {
    state: Mutex<State<T>>,
    /// The box is full, or nobody writes any more.
    due: Condvar,
    /// The box was emptied, or shut.
    room: Condvar,
}

#[derive(Debug)]
struct State<T> {
    words: Vec<T>,
    writers: usize,
    shut: bool,
}

/// Somebody who may write; the reader learns when the last has gone, however they went.
#[derive(Debug)]
pub(crate) struct Writer<'a, T>(&'a Inbox<T>);

impl<T> Inbox<T> {
    pub(crate) fn new() -> Self {
        let state = State {
            words: Vec::new(),
            writers: 0,
            shut: false,
        };
        Self {
            state: Mutex::new(state),
            due: Condvar::new(),
            room: Condvar::new(),
        }
    }

    /// A list of words is whole whatever became of the thread that added the last.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn writer(&self) -> Writer<'_, T> {
        self.lock().writers += 1;
        Writer(self)
    }

    /// All that came, after `patience` or once the box is full; none when there is nothing and nobody
    /// writes any more.
    pub(crate) fn take(&self, patience: Duration) -> Option<Vec<T>> {
        let early = |state: &mut State<T>| state.writers > 0 && state.words.len() < MOST;
        let waited = self.due.wait_timeout_while(self.lock(), patience, early);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let words = mem::take(&mut state.words);
        self.room.notify_all();
        (!words.is_empty() || state.writers > 0).then_some(words)
    }

    /// Takes no more.
    pub(crate) fn shut(&self) {
        self.lock().shut = true;
        self.room.notify_all();
    }
}

impl<T> Writer<'_, T> {
    /// Leaves a word; says whether anybody will read it.
    pub(crate) fn put(&self, word: T) -> bool {
        let full = |state: &mut State<T>| state.words.len() >= MOST && !state.shut;
        let waited = self.0.room.wait_while(self.0.lock(), full);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.words.push(word);
        if state.words.len() == MOST {
            self.0.due.notify_one();
        }
        !state.shut
    }
}

impl<T> Drop for Writer<'_, T> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.writers -= 1;
        if state.writers == 0 {
            self.0.due.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Longer than any test may take: whoever waits for it was not woken.
    const EVER: Duration = Duration::from_hours(1);

    #[test]
    fn every_word_of_every_writer_comes_in_its_order() {
        let inbox = Inbox::new();
        let writers = [0, 1, 2].map(|name| (name, inbox.writer()));
        let mut heard = vec![Vec::new(); 3];
        thread::scope(|scope| {
            for (name, writer) in writers {
                scope.spawn(move || (0..5000).all(|word| writer.put((name, word))));
            }
            while let Some(words) = inbox.take(EVER) {
                for (name, word) in words {
                    let name: usize = name;
                    heard[name].push(word);
                }
            }
        });
        assert_eq!(heard, vec![(0..5000).collect::<Vec<u32>>(); 3]);
    }

    #[test]
    fn whoever_waits_for_room_learns_that_nobody_reads() {
        let inbox = Inbox::new();
        let writer = inbox.writer();
        thread::scope(|scope| {
            let writing = scope.spawn(move || while writer.put(0u8) {});
            assert!(inbox.take(EVER).is_some_and(|words| words.len() == MOST));
            inbox.shut();
            assert!(writing.join().is_ok());
        });
    }
}
