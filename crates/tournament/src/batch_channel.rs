//! A channel from many worker threads to one reader that receives messages in batches.
//!
//! The standard channel wakes its reader for every message, which costs more than a short game. This
//! reader polls, and is woken only when the channel is full or the last sender is gone.

use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Maximum number of messages in the channel; senders wait while it is full.
const CAPACITY: usize = 1024;

/// The channel, owned by its reader.
#[derive(Debug)]
pub(crate) struct BatchChannel<T> {
    queue: Mutex<MessageQueue<T>>,
    /// Signalled when the channel is full, or the last sender is gone.
    due: Condvar,
    /// Signalled when the channel was emptied or closed.
    room: Condvar,
}

#[derive(Debug)]
struct MessageQueue<T> {
    messages: Vec<T>,
    senders: usize,
    closed: bool,
}

/// One sender; the reader counts them, also those of threads that panicked.
#[derive(Debug)]
pub(crate) struct BatchSender<'a, T>(&'a BatchChannel<T>);

impl<T> BatchChannel<T> {
    pub(crate) fn new() -> Self {
        let queue = MessageQueue {
            messages: Vec::new(),
            senders: 0,
            closed: false,
        };
        Self {
            queue: Mutex::new(queue),
            due: Condvar::new(),
            room: Condvar::new(),
        }
    }

    /// Poisoning is ignored: the queue is valid after a panic.
    fn lock(&self) -> MutexGuard<'_, MessageQueue<T>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn sender(&self) -> BatchSender<'_, T> {
        self.lock().senders += 1;
        BatchSender(self)
    }

    /// All messages after `time`, or earlier when the channel is full; `None` when it is empty and has
    /// no sender.
    pub(crate) fn receive(&self, time: Duration) -> Option<Vec<T>> {
        let early =
            |queue: &mut MessageQueue<T>| queue.senders > 0 && queue.messages.len() < CAPACITY;
        let waited = self.due.wait_timeout_while(self.lock(), time, early);
        let (mut queue, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let messages = mem::take(&mut queue.messages);
        self.room.notify_all();
        (!messages.is_empty() || queue.senders > 0).then_some(messages)
    }

    /// Makes every further `send` return false.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.room.notify_all();
    }
}

impl<T> BatchSender<'_, T> {
    /// Sends a message, and returns whether the channel is still open.
    pub(crate) fn send(&self, message: T) -> bool {
        let full = |queue: &mut MessageQueue<T>| queue.messages.len() >= CAPACITY && !queue.closed;
        let waited = self.0.room.wait_while(self.0.lock(), full);
        let mut queue = waited.unwrap_or_else(PoisonError::into_inner);
        queue.messages.push(message);
        if queue.messages.len() == CAPACITY {
            self.0.due.notify_one();
        }
        !queue.closed
    }
}

impl<T> Drop for BatchSender<'_, T> {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.senders -= 1;
        if queue.senders == 0 {
            self.0.due.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Longer than any test may take.
    const EVER: Duration = Duration::from_hours(1);

    #[test]
    fn each_sender_s_messages_arrive_in_order() {
        let channel = BatchChannel::new();
        let senders = [0, 1, 2].map(|name| (name, channel.sender()));
        let mut received = vec![Vec::new(); 3];
        thread::scope(|scope| {
            for (name, sender) in senders {
                scope.spawn(move || (0..5000).all(|message| sender.send((name, message))));
            }
            while let Some(messages) = channel.receive(EVER) {
                for (name, message) in messages {
                    let name: usize = name;
                    received[name].push(message);
                }
            }
        });
        assert_eq!(received, vec![(0..5000).collect::<Vec<u32>>(); 3]);
    }

    #[test]
    fn a_sender_that_waits_for_room_returns_when_the_channel_closes() {
        let channel = BatchChannel::new();
        let sender = channel.sender();
        thread::scope(|scope| {
            let sending = scope.spawn(move || while sender.send(0u8) {});
            let messages = channel.receive(EVER);
            assert!(messages.is_some_and(|messages| messages.len() == CAPACITY));
            channel.close();
            assert!(sending.join().is_ok());
        });
    }
}
