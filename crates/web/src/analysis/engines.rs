//! Where long work is done: a bounded number of threads, shared fairly among visitors.
//!
//! Each kind of work has a desk of its own, so that no move waits for a hint, no hint for an
//! analysis, and nobody who comes in for an engine. At a desk visitors take turns, whatever one of
//! them asks for, and none holds all the places.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::Stop;
use tokio::sync::oneshot;

use crate::failure::Failure;
use crate::visitor::Visitor;

/// What a place is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Errand {
    /// A move of a game: it always finds a queue, as long as that of the tables in memory.
    Move,
    /// A hint to a player.
    Hint,
    /// An analysis for anybody.
    Analysis,
    /// A review of a whole game, which may take a minute.
    Review,
    /// A series of games, which may take ten.
    Meeting,
    /// A game played through again, to bring it back or to tell what somebody missed: it always
    /// finds a queue, as long as that of the connections.
    Replay,
}

/// How many hints, analyses, reviews and series may wait, of each in all and of one visitor.
const MOST_WAITING: usize = 64;
const MOST_OF_ONE: usize = 4;
/// How many games think at the same time at least: an expert may hold 64 MiB.
const LEAST_GAMES: usize = 4;

/// In whose name a place is wanted; nobody's is a name too.
type Name = Option<Visitor>;

/// The working places of a server. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Engines {
    moves: Arc<Desk>,
    hints: Arc<Desk>,
    analyses: Arc<Desk>,
    reviews: Arc<Desk>,
    meetings: Arc<Desk>,
    replays: Arc<Desk>,
}

/// Places, and those who wait for one.
#[derive(Debug)]
struct Desk {
    /// How many places one visitor may hold.
    of_one: usize,
    waiting: Mutex<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    free: usize,
    /// Who holds the others.
    held: Vec<Name>,
    queue: VecDeque<Guest>,
}

/// Somebody who waits for one place or several.
#[derive(Debug)]
struct Guest {
    name: Name,
    wishes: VecDeque<oneshot::Sender<Place>>,
}

/// A place at a desk, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    desk: Arc<Desk>,
    name: Name,
}

/// A place, or the promise of one; whoever drops it has left the queue.
#[derive(Debug)]
pub(crate) enum Turn {
    Now(Place),
    Later(oneshot::Receiver<Place>),
}

impl Turn {
    /// Waits until the place is there.
    pub(crate) async fn await_turn(self) -> Result<Place, Failure> {
        match self {
            Self::Now(place) => Ok(place),
            Self::Later(granted) => granted.await.map_err(|_| Failure::Busy),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let next = self.desk.lock().leave(self.name, self.desk.of_one);
        if let Some((name, wish)) = next {
            let desk = Arc::clone(&self.desk);
            // Whoever is gone by now drops the place, which passes it on.
            let _ = wish.send(Self { desk, name });
        }
    }
}

impl Waiting {
    fn holds(&self, name: Name) -> usize {
        self.held.iter().filter(|holder| **holder == name).count()
    }

    fn take(&mut self, name: Name, of_one: usize) -> bool {
        let may = self.free > 0 && self.holds(name) < of_one;
        if may {
            self.free -= 1;
            self.held.push(name);
        }
        may
    }

    /// Frees a place, and gives it to whoever is next.
    fn leave(&mut self, name: Name, of_one: usize) -> Option<(Name, oneshot::Sender<Place>)> {
        self.free += 1;
        if let Some(position) = self.held.iter().position(|holder| *holder == name) {
            self.held.swap_remove(position);
        }
        self.forget_the_gone();
        let may = |guest: &Guest| self.holds(guest.name) < of_one;
        let position = self.queue.iter().position(may)?;
        let mut guest = self.queue.remove(position)?;
        let wish = guest.wishes.pop_front()?;
        let name = guest.name;
        if !guest.wishes.is_empty() {
            // Behind the others.
            self.queue.push_back(guest);
        }
        self.take(name, of_one).then_some((name, wish))
    }

    fn forget_the_gone(&mut self) {
        for guest in &mut self.queue {
            guest.wishes.retain(|wish| !wish.is_closed());
        }
        self.queue.retain(|guest| !guest.wishes.is_empty());
    }

    fn has_room_for(&self, name: Name) -> bool {
        let wishes = |guest: &Guest| guest.wishes.len();
        let own = self.queue.iter().filter(|guest| guest.name == name);
        self.queue.iter().map(wishes).sum::<usize>() < MOST_WAITING
            && own.map(wishes).sum::<usize>() < MOST_OF_ONE
    }

    fn line_up(&mut self, name: Name, wish: oneshot::Sender<Place>) {
        match self.queue.iter_mut().find(|guest| guest.name == name) {
            Some(guest) => guest.wishes.push_back(wish),
            None => self.queue.push_back(Guest {
                name,
                wishes: [wish].into(),
            }),
        }
    }
}

impl Desk {
    fn with(places: usize) -> Arc<Self> {
        Arc::new(Self {
            of_one: places.div_ceil(2),
            waiting: Mutex::new(Waiting {
                free: places,
                held: Vec::new(),
                queue: VecDeque::new(),
            }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engines {
    /// As many moves at a time as there are cores, and a few of the rest.
    pub(crate) fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            moves: Desk::with(cores.max(LEAST_GAMES)),
            hints: Desk::with((cores / 4).max(1)),
            analyses: Desk::with((cores / 4).max(1)),
            reviews: Desk::with((cores / 4).max(1)),
            meetings: Desk::with((cores / 4).max(1)),
            replays: Desk::with(cores.max(2)),
        }
    }

    /// Waits for a place in the name of a visitor; whoever stops waiting has left the queue.
    ///
    /// # Errors
    /// As [`line_up`](Self::line_up).
    pub(crate) async fn place(&self, errand: Errand, name: Name) -> Result<Place, Failure> {
        self.line_up(errand, name)?.await_turn().await
    }

    /// Lines up for a place in the name of a visitor.
    ///
    /// # Errors
    /// [`Failure::Busy`] when too many wait, except for moves and replays.
    pub(crate) fn line_up(&self, errand: Errand, name: Name) -> Result<Turn, Failure> {
        let (desk, bounded) = match errand {
            Errand::Move => (&self.moves, false),
            Errand::Hint => (&self.hints, true),
            Errand::Analysis => (&self.analyses, true),
            Errand::Review => (&self.reviews, true),
            Errand::Meeting => (&self.meetings, true),
            Errand::Replay => (&self.replays, false),
        };
        let mut waiting = desk.lock();
        if waiting.take(name, desk.of_one) {
            let desk = Arc::clone(desk);
            return Ok(Turn::Now(Place { desk, name }));
        }
        waiting.forget_the_gone();
        if bounded && !waiting.has_room_for(name) {
            return Err(Failure::Busy);
        }
        let (wish, granted) = oneshot::channel();
        waiting.line_up(name, wish);
        Ok(Turn::Later(granted))
    }

    /// Runs `work` on a thread of its own as soon as a place is free.
    ///
    /// # Errors
    /// As [`place`](Self::place); work that panicked.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        errand: Errand,
        name: Visitor,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let place = self.place(errand, Some(name)).await?;
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

    fn with(places: usize) -> Engines {
        let desks = [(); 6].map(|()| Desk::with(places));
        let [moves, hints, analyses, reviews, meetings, replays] = desks;
        Engines {
            moves,
            hints,
            analyses,
            reviews,
            meetings,
            replays,
        }
    }

    fn visitor(number: u8) -> Visitor {
        Visitor::at([127, 0, 0, number].into())
    }

    const GREEDY: u8 = 1;
    const MODEST: u8 = 2;

    /// Lines up in the background, and notes its number when its turn comes.
    fn line_up(engines: &Engines, errand: Errand, number: u8, turns: &Turns) -> Waiter {
        let (engines, turns) = (engines.clone(), Arc::clone(turns));
        tokio::spawn(async move {
            let place = engines.place(errand, Some(visitor(number))).await?;
            turns.lock().unwrap().push(number);
            drop(place);
            Ok(())
        })
    }

    type Turns = Arc<Mutex<Vec<u8>>>;
    type Waiter = tokio::task::JoinHandle<Result<(), Failure>>;

    #[tokio::test]
    async fn visitors_take_turns() {
        let (engines, turns) = (with(1), Turns::default());
        let busy = engines
            .place(Errand::Analysis, Some(visitor(9)))
            .await
            .unwrap();
        let mut waiters = Vec::new();
        for number in [GREEDY, GREEDY, GREEDY, MODEST] {
            waiters.push(line_up(&engines, Errand::Analysis, number, &turns));
            tokio::task::yield_now().await;
        }
        drop(busy);
        for waiter in waiters {
            waiter.await.unwrap().unwrap();
        }
        let expected = [GREEDY, MODEST, GREEDY, GREEDY];
        assert_eq!(*turns.lock().unwrap(), expected);
    }

    #[tokio::test]
    async fn no_visitor_holds_every_place() {
        let (engines, turns) = (with(4), Turns::default());
        let one = engines
            .place(Errand::Move, Some(visitor(GREEDY)))
            .await
            .unwrap();
        let two = engines
            .place(Errand::Move, Some(visitor(GREEDY)))
            .await
            .unwrap();
        let third = line_up(&engines, Errand::Move, GREEDY, &turns);
        tokio::task::yield_now().await;
        line_up(&engines, Errand::Move, MODEST, &turns)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(*turns.lock().unwrap(), [MODEST]);
        assert!(!third.is_finished());
        drop((one, two));
        third.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn no_errand_waits_for_another_kind() {
        let engines = with(1);
        let errands = [
            Errand::Analysis,
            Errand::Hint,
            Errand::Move,
            Errand::Replay,
            Errand::Review,
            Errand::Meeting,
        ];
        let mut places = Vec::new();
        for errand in errands {
            places.push(engines.place(errand, Some(visitor(GREEDY))).await.unwrap());
        }
        assert_eq!(places.len(), errands.len());
    }

    #[tokio::test]
    async fn a_full_queue_says_so_at_once_and_whoever_leaves_makes_room() {
        let (engines, turns) = (with(1), Turns::default());
        let _busy = engines
            .place(Errand::Analysis, Some(visitor(9)))
            .await
            .unwrap();
        let mut waiters = Vec::new();
        for _ in 0..MOST_OF_ONE {
            waiters.push(line_up(&engines, Errand::Analysis, GREEDY, &turns));
            tokio::task::yield_now().await;
        }
        let refused = engines.place(Errand::Analysis, Some(visitor(GREEDY))).await;
        assert!(matches!(refused, Err(Failure::Busy)), "{refused:?}");
        for waiter in waiters {
            waiter.abort();
            assert!(waiter.await.unwrap_err().is_cancelled());
        }
        let waiter = line_up(&engines, Errand::Analysis, GREEDY, &turns);
        tokio::task::yield_now().await;
        assert!(!waiter.is_finished(), "those who left make room");
    }
}
