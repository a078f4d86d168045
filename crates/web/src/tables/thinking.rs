//! An engine that thinks about a table's game on a thread of the pool.

use host::{EventHandler, EventView, Table};
use table::Limits;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::lease::ThinkingLease;
use crate::analysis::engines::{EnginePool, JobKind, JobOwner, StopOnDrop, WaitingTime};
use crate::error::RequestError;

/// An event with the game after it, which can be sent to another thread.
pub(crate) type OwnedEvent = Box<dyn EventView + Send>;

/// What an engine does for a table, and by which limits.
pub(super) struct EngineJob {
    /// A move of a strategy, which is a search, or of a program.
    pub(super) kind: JobKind,
    pub(super) owner: JobOwner,
    pub(super) limits: Limits,
    pub(super) waiting_time: WaitingTime,
    pub(super) work: EngineWork,
}

/// The work of an engine: it changes the game and reports the events.
pub(super) type EngineWork = Box<dyn FnOnce(&mut dyn Table, &Limits, EventHandler<'_>) + Send>;

/// The game, and the events since it was handed to an engine.
type ThoughtResult = (Box<dyn Table>, Vec<OwnedEvent>);

/// An engine that has the game, or waits for a permit to run.
pub(super) struct Thinking {
    result: JoinHandle<ThoughtResult>,
    stop: StopOnDrop,
    /// Keeps engines of other nodes from thinking about the same game.
    pub(super) lease: ThinkingLease,
    /// The channel that is dropped to stop the wait for a permit.
    waiting: Option<oneshot::Sender<()>>,
}

impl Thinking {
    /// Hands a game to an engine on a thread of the pool, as soon as the job is given a permit.
    pub(super) fn start(
        mut table: Box<dyn Table>,
        engines: EnginePool,
        lease: ThinkingLease,
        job: EngineJob,
    ) -> Self {
        let EngineJob {
            kind,
            owner,
            mut limits,
            waiting_time,
            work,
        } = job;
        let stop = StopOnDrop::default();
        limits.stop = stop.0.clone();
        let (waiting, cancelled) = oneshot::channel();
        let think = move |limits: &Limits| {
            let mut events = Vec::new();
            if !limits.stop.pulled() {
                work(&mut *table, limits, &mut |event| {
                    events.push(event.to_owned());
                });
            }
            // Many tables wait for people, and an expert may hold hundreds of megabytes.
            table.rest();
            (table, events)
        };
        let result = tokio::spawn(async move {
            // Without a permit the engine has been stopped: the game comes back unchanged.
            let permit = tokio::select! {
                permit = engines.permit(kind, owner) => permit.ok(),
                _ = cancelled => None,
            };
            let thought = match permit {
                Some(permit) if kind == JobKind::Move => permit.search(limits, waiting_time, think),
                Some(permit) => permit.run(move || think(&limits)),
                None => tokio::task::spawn_blocking(move || think(&limits)),
            };
            match thought.await {
                Ok(result) => result,
                Err(error) => std::panic::resume_unwind(error.into_panic()),
            }
        });
        Self {
            result,
            stop,
            lease,
            waiting: Some(waiting),
        }
    }

    /// Stops the engine, or its wait for a permit.
    pub(super) fn cancel(&mut self) {
        self.stop.0.pull();
        self.waiting = None;
    }

    /// Waits for the engine; returns the game and the events that the engine reported.
    pub(super) async fn result(&mut self) -> Result<ThoughtResult, RequestError> {
        Ok((&mut self.result).await?)
    }
}

#[cfg(test)]
mod tests {
    use host::{Options, Setup};
    use table::Trust;

    use super::*;
    use crate::server::visitor::Visitor;

    fn game() -> Box<dyn Table> {
        let offer = games::find("allumettes").unwrap();
        let player = |text| host::seat(text, offer).unwrap();
        let setup = Setup {
            options: Options::default(),
            players: [player("A@naif"), player("B@humain")],
            trust: Trust::Guarded,
            seed: 0,
        };
        offer.open(&setup).unwrap()
    }

    fn start(work: EngineWork) -> Thinking {
        let job = EngineJob {
            kind: JobKind::Move,
            owner: Visitor::server().into(),
            limits: Limits::default(),
            waiting_time: WaitingTime::Free,
            work,
        };
        Thinking::start(game(), EnginePool::new(), ThinkingLease::alone(), job)
    }

    #[tokio::test]
    async fn an_engine_gives_the_game_back_with_its_events() {
        let mut thinking = start(Box::new(|table, limits, note| {
            table.next(note);
            table.proceed(limits, note).unwrap();
        }));
        let (_, events) = thinking.result().await.unwrap();
        assert!(events.iter().any(|event| event.entry().is_some()));
    }

    #[tokio::test]
    async fn a_cancelled_engine_gives_the_game_back_unchanged() {
        let mut thinking = start(Box::new(|_, _, _| panic!("a cancelled engine has run")));
        thinking.cancel();
        let (_, events) = thinking.result().await.unwrap();
        assert!(events.is_empty());
    }
}
