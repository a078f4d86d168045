//! Where engines think: a bounded number of threads, shared fairly among tables and visitors.
//!
//! Moves of games have places of their own, so that no hint and no analysis delays one. Hints come
//! before analyses. Within each, visitors take turns, whatever one of them asks for.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::Stop;
use tokio::sync::oneshot;

use crate::failure::Failure;

/// What an engine is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Errand {
    /// A move of a game: it always finds a queue, as long as that of the tables in memory.
    Move,
    /// A hint to a player.
    Hint,
    /// An analysis for anybody.
    Analysis,
}

/// How many hints and analyses may wait, in all and of one visitor.
const MOST_WAITING: usize = 64;
const MOST_OF_ONE: usize = 4;

/// The thinking places of a server. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Engines {
    games: Arc<Desk>,
    aside: Arc<Desk>,
}

/// Places, and those who wait for one: two queues, of which the first goes first.
#[derive(Debug)]
struct Desk(Mutex<Waiting>);

#[derive(Debug)]
struct Waiting {
    free: usize,
    queues: [VecDeque<Visitor>; 2],
}

/// Somebody who waits for one place or several.
#[derive(Debug)]
struct Visitor {
    name: String,
    wishes: VecDeque<oneshot::Sender<Place>>,
}

/// A place at a desk, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Place(Arc<Desk>);

impl Drop for Place {
    fn drop(&mut self) {
        let mut waiting = self.0.lock();
        let next = waiting.next();
        if next.is_none() {
            waiting.free += 1;
        }
        drop(waiting);
        if let Some(next) = next {
            // Whoever is gone by now drops the place, which passes it on.
            let _ = next.send(Self(Arc::clone(&self.0)));
        }
    }
}

impl Waiting {
    /// The first wish of the visitor whose turn it is, who then goes behind the others.
    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        for queue in &mut self.queues {
            while let Some(mut visitor) = queue.pop_front() {
                let wish = visitor.wishes.pop_front();
                if !visitor.wishes.is_empty() {
                    queue.push_back(visitor);
                }
                if let Some(wish) = wish.filter(|wish| !wish.is_closed()) {
                    return Some(wish);
                }
            }
        }
        None
    }

    fn forget_the_gone(&mut self) {
        for queue in &mut self.queues {
            for visitor in queue.iter_mut() {
                visitor.wishes.retain(|wish| !wish.is_closed());
            }
            queue.retain(|visitor| !visitor.wishes.is_empty());
        }
    }

    fn has_room_for(&self, name: &str) -> bool {
        let wishes = |wanted: &dyn Fn(&Visitor) -> bool| -> usize {
            let visitors = self.queues.iter().flatten().filter(|one| wanted(one));
            visitors.map(|one| one.wishes.len()).sum()
        };
        wishes(&|_| true) < MOST_WAITING && wishes(&|one| one.name == name) < MOST_OF_ONE
    }

    fn line_up(&mut self, queue: usize, name: &str, wish: oneshot::Sender<Place>) {
        let queue = &mut self.queues[queue];
        match queue.iter_mut().find(|visitor| visitor.name == name) {
            Some(visitor) => visitor.wishes.push_back(wish),
            None => queue.push_back(Visitor {
                name: name.to_owned(),
                wishes: [wish].into(),
            }),
        }
    }
}

impl Desk {
    fn with(places: usize) -> Arc<Self> {
        Arc::new(Self(Mutex::new(Waiting {
            free: places,
            queues: [const { VecDeque::new() }; 2],
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engines {
    /// One core is left to everybody else; one place thinks aside.
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            games: Desk::with((cores - 1).max(1)),
            aside: Desk::with((cores / 4).max(1)),
        }
    }

    /// Waits for a place in the name of a visitor; whoever stops waiting has left the queue.
    ///
    /// # Errors
    /// [`Failure::Busy`] at once when too many wait; never for a move.
    pub(crate) async fn place(&self, errand: Errand, name: &str) -> Result<Place, Failure> {
        let (desk, queue) = match errand {
            Errand::Move => (&self.games, 0),
            Errand::Hint => (&self.aside, 0),
            Errand::Analysis => (&self.aside, 1),
        };
        let (wish, granted) = oneshot::channel();
        {
            let mut waiting = desk.lock();
            if waiting.free > 0 {
                waiting.free -= 1;
                return Ok(Place(Arc::clone(desk)));
            }
            waiting.forget_the_gone();
            if errand != Errand::Move && !waiting.has_room_for(name) {
                return Err(Failure::Busy);
            }
            waiting.line_up(queue, name, wish);
        }
        granted.await.map_err(|_| Failure::Busy)
    }

    /// Runs `work` on a thread of its own as soon as a place is free.
    ///
    /// # Errors
    /// As [`place`](Self::place); work that panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        errand: Errand,
        name: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let place = self.place(errand, name).await?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        done.await
            .map_err(|error| Failure::Broken(error.to_string()))
    }
}

/// Stops an engine when whoever waited for it is gone.
#[derive(Debug, Default)]
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.pull();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_place() -> Engines {
        Engines {
            games: Desk::with(1),
            aside: Desk::with(1),
        }
    }

    /// Lines up in the background, and notes its name when its turn comes.
    fn line_up(engines: &Engines, errand: Errand, name: &'static str, turns: &Turns) -> Waiter {
        let (engines, turns) = (engines.clone(), Arc::clone(turns));
        tokio::spawn(async move {
            let place = engines.place(errand, name).await?;
            turns.lock().unwrap().push(name);
            drop(place);
            Ok(())
        })
    }

    type Turns = Arc<Mutex<Vec<&'static str>>>;
    type Waiter = tokio::task::JoinHandle<Result<(), Failure>>;

    #[tokio::test]
    async fn visitors_take_turns_and_hints_go_before_analyses() {
        let (engines, turns) = (one_place(), Turns::default());
        let busy = engines.place(Errand::Analysis, "x").await.unwrap();
        let wishes = [
            (Errand::Analysis, "greedy"),
            (Errand::Analysis, "greedy"),
            (Errand::Analysis, "greedy"),
            (Errand::Analysis, "modest"),
            (Errand::Hint, "player"),
        ];
        let mut waiters = Vec::new();
        for (errand, name) in wishes {
            waiters.push(line_up(&engines, errand, name, &turns));
            tokio::task::yield_now().await;
        }
        drop(busy);
        for waiter in waiters {
            waiter.await.unwrap().unwrap();
        }
        let expected = ["player", "greedy", "modest", "greedy", "greedy"];
        assert_eq!(*turns.lock().unwrap(), expected);
    }

    #[tokio::test]
    async fn a_full_queue_says_so_at_once_and_moves_never_wait_for_it() {
        let (engines, turns) = (one_place(), Turns::default());
        let _busy = engines.place(Errand::Hint, "x").await.unwrap();
        let mut waiters = Vec::new();
        for _ in 0..MOST_OF_ONE {
            waiters.push(line_up(&engines, Errand::Analysis, "greedy", &turns));
            tokio::task::yield_now().await;
        }
        let refused = engines.place(Errand::Analysis, "greedy").await;
        assert!(matches!(refused, Err(Failure::Busy)), "{refused:?}");
        engines.place(Errand::Move, "player").await.unwrap();
        for waiter in waiters {
            waiter.abort();
            assert!(waiter.await.unwrap_err().is_cancelled());
        }
        let waiter = line_up(&engines, Errand::Analysis, "greedy", &turns);
        tokio::task::yield_now().await;
        assert!(!waiter.is_finished(), "those who left make room");
    }
}
