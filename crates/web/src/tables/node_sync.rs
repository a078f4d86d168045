//! A table that other nodes serve too: what the store has and memory has not, and whose engine thinks.
//!
//! On a machine of its own there are no others, and nothing here asks the store.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use house::Moment;
use store::{Kept, Lease, Seat};
use tokio::time::Instant;

use super::{LOOK, Live, Place};
use crate::engines::Errand;
use crate::failure::Failure;
use crate::log::{Back, Frozen, Stored, set_clocks};
use crate::secret::Secret;
use crate::visitor::Visitor;
use crate::wire::{Event, News, Role};

/// How long an engine may think before its node says again that it lives.
const LEASE: Duration = Duration::from_secs(5);
/// How many lines of others a table takes in where it is; more are a replay, which is no work for an
/// async thread.
const FEW_LINES: usize = 16;
/// How often somebody who came second tries again: each time another deed was kept.
pub(super) const TRIES: usize = 16;

/// Does a deed on what the store has; where another node was faster, again after theirs. A macro,
/// since a future that borrows the table for whoever calls cannot be shown to be `Send`.
macro_rules! settled {
    ($live:ident, $deed:expr) => {{
        let mut tries = 0..$crate::live::nodes::TRIES;
        loop {
            if let Err(failure) = $live.catch_up().await {
                break Err(failure);
            }
            match $deed {
                Err(Failure::Overtaken) if tries.next().is_some() => {}
                done => break done,
            }
        }
    }};
}
pub(super) use settled;

/// The right to let an engine think; on a machine of its own nobody has to give it.
#[derive(Debug)]
pub(super) struct Turn(Option<(Lease, Instant)>);

impl Turn {
    /// When to say again that this node lives.
    fn due(&self) -> Option<Instant> {
        self.0.as_ref().map(|(_, renewed)| *renewed + LOOK)
    }

    /// Says so in time; whether the engine may go on.
    async fn renew(&mut self) -> Result<bool, Failure> {
        let due = self.due();
        match &mut self.0 {
            Some((lease, renewed)) if due.is_some_and(|due| due <= Instant::now()) => {
                *renewed = Instant::now();
                Ok(lease.renew().await?)
            }
            Some(_) | None => Ok(true),
        }
    }
}

/// What others did, for whoever watches here.
struct Missed {
    fresh: Live,
    back: Option<Back>,
    /// In order, and each as the roles see it.
    told: Vec<Vec<Utf8Bytes>>,
}

impl Live {
    pub(super) fn is_shared(&self) -> bool {
        self.shared.bus.node().is_some()
    }

    /// When to look at the store without having heard anything.
    pub(super) fn next_look_at_store(&self) -> Option<Instant> {
        let patience = self.shared.bus.patience()?;
        let thinks_elsewhere = self.denied.map(|denied| denied + LOOK);
        let unheard = (!self.watchers.is_empty()).then(|| self.looked + patience);
        let renewal = match &self.place {
            Place::Thinking { turn, .. } => turn.due(),
            Place::Here(_) | Place::Nowhere => None,
        };
        [thinks_elsewhere, unheard, renewal]
            .into_iter()
            .flatten()
            .min()
    }

    /// Looks at the store unasked: when it does not answer, memory is as good as it was.
    pub(super) async fn look(&mut self) -> Result<(), Failure> {
        match self.catch_up().await {
            Err(Failure::Away) => Ok(()),
            looked => looked,
        }
    }

    /// Looks where the time for it has come.
    pub(super) async fn look_in_time(&mut self) -> Result<(), Failure> {
        let due = self.next_look_at_store();
        if due.is_none_or(|due| due > Instant::now()) {
            return Ok(());
        }
        self.denied = None;
        self.look().await
    }

    /// Brings memory to where the store is, and tells whoever watches what they missed.
    pub(super) async fn catch_up(&mut self) -> Result<(), Failure> {
        if !self.is_shared() {
            return Ok(());
        }
        self.looked = Instant::now();
        let standing = self.shared.store.standing(&self.kept.id).await?;
        let standing = standing.ok_or(Failure::NotFound)?;
        if standing.lines > self.lines {
            self.read_on(standing.seats).await?;
        } else if standing.seats != self.kept.seats {
            self.kept.seats = standing.seats;
            self.tell_table();
        }
        self.look_for_rematch().await
    }

    /// Takes in what others wrote, line by line where the game can go on from where it is.
    async fn read_on(&mut self, seats: [Seat; 2]) -> Result<(), Failure> {
        let lines = self.shared.store.lines(&self.kept.id, self.lines).await?;
        let Some(told) = self.repeat(&lines) else {
            return self.read_again().await;
        };
        self.lines += lines.len();
        self.shared.counters.count_repeated(lines.len());
        self.denied = None;
        self.look_at_clocks();
        let seats_changed = seats != self.kept.seats;
        self.kept.seats = seats;
        self.tell(told);
        if seats_changed {
            self.tell_table();
        }
        Ok(())
    }

    /// What these lines tell, where they fit: the referee must write the same.
    fn repeat(&mut self, lines: &[String]) -> Option<Vec<Frozen>> {
        let Place::Here(table) = &mut self.place else {
            return None;
        };
        if self.astray || lines.len() > FEW_LINES {
            return None;
        }
        // Until it is known that all of it fits.
        self.astray = true;
        let (mut told, mut written): (Vec<Frozen>, _) = (Vec::new(), Vec::new());
        for line in lines {
            match line.parse().ok()? {
                Stored::Entry(entry) => {
                    let hear = &mut |moment: &dyn Moment| told.push(moment.freeze());
                    table.repeat(&entry, hear).ok()?;
                    written.push(entry);
                }
                Stored::Clocks(shown) => set_clocks(&mut **table, shown),
                Stored::Back { .. } => return None,
            }
        }
        let entries = told.iter().filter_map(|moment| moment.entry());
        self.astray = entries.ne(written);
        (!self.astray).then_some(told)
    }

    async fn read_again(&mut self) -> Result<(), Failure> {
        let kept = self.shared.store.load(&self.kept.id).await?;
        let kept = kept.ok_or(Failure::NotFound)?;
        let seats_changed = kept.game.seats != self.kept.seats;
        self.kept.seats.clone_from(&kept.game.seats);
        let roles = self.roles();
        let missed = self.missed(kept, roles.clone()).await?;
        let Missed { fresh, back, told } = missed;
        let table_changed = back.is_some() || fresh.log.ending() != self.log.ending();
        // An engine that thinks here thinks about the past: it stops when its place goes.
        (self.place, self.astray) = (fresh.place, false);
        (self.log, self.lines) = (fresh.log, fresh.lines);
        (self.clocks, self.flag) = (fresh.clocks, fresh.flag);
        self.denied = None;
        if let Some(back) = back {
            self.broadcast(|_, _| News::Event(Event::back(back)));
        }
        for texts in &told {
            self.pass_on(&roles, texts);
        }
        if let Some(clocks) = self.clocks {
            self.broadcast(|_, _| News::Clocks(clocks));
        }
        if table_changed || seats_changed {
            self.tell_table();
        }
        Ok(())
    }

    /// The table as it was kept, and what that tells each of these roles.
    async fn missed(&mut self, kept: Kept, roles: Vec<Role>) -> Result<Missed, Failure> {
        let shared = self.shared.clone();
        let heard = self.log.len().checked_sub(1);
        let replay = move || {
            let fresh = Self::new(shared, kept)?;
            let (back, told) = if roles.is_empty() {
                (None, Vec::new())
            } else {
                let seen = fresh.log.since(heard, |number, moment| {
                    let told = |role: &Role| Event::seen(number, moment, *role);
                    let texts = roles.iter().map(told);
                    texts
                        .map(|event| News::Event(event).text().into())
                        .collect()
                });
                seen.map_err(|error| Failure::Broken(error.to_string()))?
            };
            Ok(Missed { fresh, back, told })
        };
        let engines = &self.shared.engines;
        let visitor = self.owner.unwrap_or_else(Visitor::nobody);
        engines.run(Errand::Replay, visitor, replay).await?
    }

    /// Tells that the players went on to another table, which they may have done at another node.
    /// Nobody watches yet at the first look, so that nobody is sent away from a game of long ago.
    async fn look_for_rematch(&mut self) -> Result<(), Failure> {
        if self.rematch || self.log.ending().is_none() {
            return Ok(());
        }
        let id = Secret::after(&self.kept.id, self.resumption.seed);
        if self.shared.store.standing(id.reveal()).await?.is_some() {
            self.tell_rematch(id.reveal());
        }
        Ok(())
    }

    pub(super) fn tell_rematch(&mut self, id: &str) {
        self.rematch = true;
        self.broadcast(|_, _| News::Again { id: id.to_owned() });
    }

    /// Tells the other nodes that there is something new here.
    pub(super) fn tell_nodes(&self) {
        self.shared.bus.tell(&self.kept.id, self.lines);
    }

    /// Takes the right to let an engine think, unless it thinks at another node.
    pub(super) async fn turn_to_think(&mut self) -> Result<Option<Turn>, Failure> {
        let Some(node) = self.shared.bus.node() else {
            return Ok(Some(Turn(None)));
        };
        if self.denied.is_some_and(|denied| denied.elapsed() < LOOK) {
            return Ok(None);
        }
        let lease = self.shared.store.lease(&self.kept.id, node, LEASE).await?;
        self.denied = lease.is_none().then(Instant::now);
        Ok(lease.map(|lease| Turn(Some((lease, Instant::now())))))
    }

    /// Says that the engine here still thinks; one that has lost its turn stops.
    pub(super) async fn keep_turn(&mut self) -> Result<(), Failure> {
        if let Place::Thinking { turn, stop, .. } = &mut self.place
            && !turn.renew().await?
        {
            stop.0.pull();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use store::{NewGame, Store};

    use super::*;
    use crate::live::Command;
    use crate::secret::{Digest, digest};
    use crate::visitor::Asker;
    use crate::{Bus, Hub, Origin, Programs, Site};

    const HEADER: &str = "brelan record 1\ngame puissance4\nposition @\nreferee guarded\n\
        first A@humain\nsecond B@humain\n\n";
    /// Nobody wins.
    const MOVES: &str = "656173566152215676422337377473141445425321";

    async fn node(store: &Store) -> Hub {
        let origin: Origin = "http://127.0.0.1:4210".parse().unwrap();
        // Silent: before it answers a node looks at the store all the same.
        let bus = Bus::join("nats://127.0.0.1:1").await.unwrap();
        let (site, programs) = (Site::from(origin), Programs::default());
        Hub::behind(store.clone(), site, Vec::new(), programs, bus)
    }

    /// 42 moves made at one node, each looked at in the other before the next.
    #[tokio::test]
    async fn a_line_of_another_node_is_gone_through_once_and_the_game_not_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let store = Store::open(&file).await.unwrap();
        let [here, there] = [node(&store).await, node(&store).await];
        let (id, people) = ("0".repeat(32), ["ana", "ben"].map(digest));
        let seat = |who: &Digest| Seat {
            holder: Some(who.0.clone()),
            invitation: None,
        };
        let game = NewGame {
            id: id.clone(),
            game: "puissance4".to_owned(),
            header: HEADER.to_owned(),
            options: "{}".to_owned(),
            time_ms: None,
            seed: Some(0),
            creator: String::new(),
            created_ms: 0,
            seats: people.each_ref().map(seat),
        };
        store.create(game).await.unwrap();
        let people = people.map(|who| Asker {
            from: Visitor::nobody(),
            who: Some(who),
        });
        let mut events = 1;
        for (column, by) in MOVES.chars().zip(people.iter().cycle()) {
            let played = here.ask(by, &id, |reply| Command::Play {
                text: column.to_string(),
                turn: events - 1,
                reply,
            });
            played.await.unwrap();
            events += 2;
            let described = there.ask(by, &id, |reply| Command::Describe { reply });
            assert_eq!(described.await.unwrap().events, events);
        }
        let lines = store.lines(&id, 0).await.unwrap().len() as u64;
        assert_eq!(there.counters().repeated(), lines);
        let record = async |hub: &Hub| {
            let record = hub.ask(&people[0], &id, |reply| Command::Record { reply });
            record.await.unwrap()
        };
        assert_eq!(record(&there).await, record(&here).await);
    }
}
