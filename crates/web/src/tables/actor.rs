//! The actor of a table: a task that owns the game and executes one command after the other.
//!
//! An event is sent to watchers after the store has kept it. When the store fails the actor ends, and
//! the next request loads the table from the store again.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::OptionFuture;
use games::RegisteredGame;
use host::{EventKind, EventView, Viewer};
use store::{NewGame, Store, StoreError, StoredGame};
use table::{Limits, Next, Record, Side, Who, message};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::Instant;

use super::command::{ReplySender, Subscription, TableCommand, TableRequest};
use super::description::{describe, gives_values};
use super::find_game;
use super::game::{LinedEvent, LiveGame, time_limit};
use super::hint::{HintReply, advise};
use super::lease::RENEWAL;
use super::node_sync::NodeSync;
use super::programs::Programs;
use super::role::TableRole;
use super::stored_line::StoredLine;
use super::thinking::{EngineJob, EngineWork, OwnedEvent, Thinking};
use super::watchers::{ReaderFormat, Snapshot, WatcherMessage, Watchers, role_of};
use super::wire::{LastEvent, ReaderView, SocketMessage, TableEvent, TableId, TableInfo};
use crate::analysis::engines::{EnginePool, JobKind, JobOwner, StopOnDrop, WaitingTime};
use crate::cluster::bus::Bus;
use crate::error::RequestError;
use crate::server::limits::RateLimits;
use crate::server::metrics::Counters;
use crate::server::retention::StoreRoom;
use crate::server::secret::{Secret, SecretDigest, random};
use crate::server::visitor::{Requester, Visitor};
use crate::time::now_ms;

/// How long a table stays in memory without a request or a watcher.
const IDLE: Duration = Duration::from_mins(1);
/// How long an engine goes on thinking after the last request of a table without watchers.
const GRACE: Duration = Duration::from_secs(5);
/// Largest number of lines of a game; a longer record is an abuse.
const MOST_LINES: usize = 5_000;
/// Largest number of bytes in a move.
const LONGEST_MOVE: usize = 64;
/// Longest time of a hint in milliseconds: few hints are computed at a time, and others wait.
const HINT_MS: i64 = 2000;
/// Bytes of a line that an engine adds, or that says how far a game was taken back.
const LINE_BYTES: usize = 64;
/// Maximum number of times that a command is tried again because another node wrote first.
const RETRIES: usize = 16;

/// Executes a command after reading the store, and again when another node wrote first. A macro, because
/// a future that borrows the actor from the caller cannot be shown to be `Send`.
macro_rules! retry_on_race {
    ($actor:ident, $command:expr) => {{
        let mut retries = 0..RETRIES;
        loop {
            if let Err(error) = $actor.catch_up().await {
                break Err(error);
            }
            match $command {
                Err(RequestError::LostRace) if retries.next().is_some() => {}
                done => break done,
            }
        }
    }};
}

/// The services that all tables of a server share.
#[derive(Clone, Debug)]
pub(crate) struct TableServices {
    pub(crate) store: Store,
    pub(crate) engines: EnginePool,
    pub(crate) programs: Programs,
    pub(crate) bus: Bus,
    pub(crate) limits: Arc<RateLimits>,
    pub(crate) counters: Arc<Counters>,
    pub(crate) room: Arc<StoreRoom>,
}

/// The channels between an actor and the registry of tables.
pub(super) struct ActorInbox {
    pub(super) requests: mpsc::Receiver<TableRequest>,
    /// Notified when the registry needs the table's place in memory.
    pub(super) evict: Arc<Notify>,
    /// Number of lines that the table has at other nodes, by their last notice.
    pub(super) lines_elsewhere: watch::Receiver<usize>,
}

pub(crate) struct TableActor {
    services: TableServices,
    /// The table's row in the store, with its current seats.
    row: NewGame,
    game: LiveGame,
    watchers: Watchers,
    sync: NodeSync,
    /// The visitor in whose turns the table's strategies think, and for whom their lines are stored.
    owner: Option<Visitor>,
    /// Time before which no strategy thinks, because much was stored for that visitor lately.
    paused: Option<Instant>,
    last_request: Instant,
}

impl TableActor {
    /// Loads a stored table. Replays its game: not for an async thread.
    pub(crate) fn load(services: TableServices, kept: StoredGame) -> Result<Self, RequestError> {
        let game = load_game(&services, &kept)?;
        Ok(Self {
            sync: NodeSync::new(services.bus.clone()),
            services,
            row: kept.game,
            game,
            watchers: Watchers::default(),
            owner: None,
            paused: None,
            last_request: Instant::now(),
        })
    }

    /// Executes commands until the table is idle, is evicted without watchers, or the store fails.
    /// `leave` removes the table from the registry, unless a request waits.
    pub(super) async fn run(
        mut self,
        mut inbox: ActorInbox,
        leave: impl Fn(&mpsc::Receiver<TableRequest>) -> bool,
    ) {
        loop {
            let done = match self.step(&mut inbox, &leave).await {
                Err(RequestError::LostRace) => self.catch_up().await.map(|()| false),
                done => done,
            };
            match done {
                Ok(false) => {}
                Ok(true) => return,
                Err(error) => return self.send_error(&error),
            }
        }
    }

    /// Lets the game go on, and handles the next request or event; true once the table may be dropped.
    async fn step(
        &mut self,
        inbox: &mut ActorInbox,
        leave: &impl Fn(&mpsc::Receiver<TableRequest>) -> bool,
    ) -> Result<bool, RequestError> {
        let advanced = self.advance().await;
        advanced.inspect_err(|error| {
            if error.ends_table() {
                error.log();
            }
        })?;
        let wake = self.next_wake();
        let thinking = self.game.thinking.as_mut().map(Thinking::result);
        tokio::select! {
            Some(request) = inbox.requests.recv() => {
                self.last_request = Instant::now();
                self.execute(request).await?;
            }
            Some(thought) = OptionFuture::from(thinking) => {
                let (table, events) = thought?;
                self.finish_thinking(table, events).await.inspect_err(RequestError::log)?;
            }
            Ok(()) = inbox.lines_elsewhere.changed() => {
                let lines = *inbox.lines_elsewhere.borrow_and_update();
                if lines >= self.game.lines {
                    self.poll_store().await?;
                }
            }
            () = inbox.evict.notified() => {
                self.watchers.prune();
                // A clock stands still while the table is not in memory.
                let idle = self.game.table.is_some() && self.watchers.is_empty();
                return Ok(idle && leave(&inbox.requests));
            }
            () = tokio::time::sleep_until(wake) => {
                self.stop_unless_awaited();
                let timed = self.game.clocks.deadline.is_some();
                let idle = self.watchers.is_empty() && self.last_request.elapsed() >= IDLE && !timed;
                if idle && leave(&inbox.requests) {
                    return Ok(true);
                }
                self.renew_lease().await?;
                self.poll_store_if_due().await?;
            }
        }
        Ok(false)
    }

    fn send_error(&mut self, error: &RequestError) {
        self.watchers.send_info(&self.row.seats, |reader| {
            SocketMessage::Trouble(error.body(reader.language))
        });
    }

    /// Draws for chance and starts the engine of the side to move, while a browser waits for it.
    async fn advance(&mut self) -> Result<(), RequestError> {
        let Some((events, next)) = self.game.advance() else {
            return Ok(());
        };
        self.keep(events).await?;
        if !self.is_awaited() {
            return Ok(());
        }
        let (kind, side, work): (_, _, EngineWork) = match next {
            Next::Think(side) => {
                let think: EngineWork = Box::new(|table, limits, note| {
                    // Refused when time has run out since: the next question to the table says so.
                    let _ = table.proceed(limits, note);
                });
                (JobKind::Move, side, think)
            }
            Next::Answer(side) => {
                let (record, seed) = (self.game.log.record(), self.game.seed);
                let Some(call) = self.services.programs.call(record, side, seed) else {
                    return Ok(());
                };
                let answer: EngineWork =
                    Box::new(move |table, limits, note| call.answer(table, &limits.stop, note));
                (JobKind::Program, side, answer)
            }
            Next::Draw { .. } | Next::Over(_) => return Ok(()),
        };
        let visitor = self.owner.unwrap_or_else(Visitor::server);
        let room = self.services.limits.check_stored(visitor, LINE_BYTES);
        self.paused = match room {
            Err(RequestError::TooFast(wait)) => Instant::now().checked_add(wait),
            _ => None,
        };
        if self.paused.is_some() {
            return Ok(());
        }
        let lease = self.sync.lease(&self.services.store, &self.row.id);
        if let Some(lease) = lease.await? {
            let job = self.engine_job(kind, side, work);
            if let Some(table) = self.game.table.take() {
                let engines = self.services.engines.clone();
                self.game.thinking = Some(Thinking::start(table, engines, lease, job));
            }
        }
        Ok(())
    }

    /// An engine's job for the side to move.
    fn engine_job(&self, kind: JobKind, side: Side, work: EngineWork) -> EngineJob {
        let terms = &self.game.log.record().header.players[side.index()].terms;
        let visitor = self.owner.unwrap_or_else(Visitor::server);
        EngineJob {
            kind,
            owner: JobOwner::at_table(visitor, &self.row.id),
            limits: time_limit(self.row.time_ms).under(terms),
            waiting_time: match terms.clock {
                Some(_) => WaitingTime::Counts,
                None => WaitingTime::Free,
            },
            work,
        }
    }

    fn is_awaited(&self) -> bool {
        !self.watchers.is_empty() || self.last_request.elapsed() < GRACE
    }

    fn next_wake(&self) -> Instant {
        let (usual, renewal) = match &self.game.thinking {
            Some(thinking) => (Instant::now() + RENEWAL, thinking.lease.due()),
            None => (Instant::now().max(self.last_request) + IDLE, None),
        };
        let deadline = self.game.clocks.deadline.into_iter();
        let read = self.sync.next_read(!self.watchers.is_empty());
        deadline
            .chain(renewal)
            .chain(read)
            .chain(self.paused)
            .fold(usual, Instant::min)
    }

    async fn finish_thinking(
        &mut self,
        table: Box<dyn host::Table>,
        events: Vec<OwnedEvent>,
    ) -> Result<(), RequestError> {
        // The lease goes to another node after the engine's move is kept.
        let _thinking = self.game.thinking.take();
        self.game.table = Some(table);
        self.keep(events).await
    }

    /// Stops the engine, if one thinks, and keeps the events it had produced.
    async fn interrupt(&mut self) -> Result<(), RequestError> {
        if let Some(thinking) = &mut self.game.thinking {
            thinking.cancel();
            let (table, events) = thinking.result().await?;
            self.finish_thinking(table, events).await?;
        }
        Ok(())
    }

    fn stop_unless_awaited(&mut self) {
        self.watchers.prune();
        let awaited = self.is_awaited();
        if let Some(thinking) = self.game.thinking.as_mut().filter(|_| !awaited) {
            thinking.cancel();
        }
    }

    /// Renews the lease of the engine that thinks; stops the engine if the lease was lost.
    async fn renew_lease(&mut self) -> Result<(), RequestError> {
        if let Some(thinking) = &mut self.game.thinking
            && !thinking.lease.renew().await?
        {
            thinking.cancel();
        }
        Ok(())
    }

    /// Keeps events in the store, then sends them to the watchers.
    async fn keep(&mut self, events: Vec<OwnedEvent>) -> Result<(), RequestError> {
        if events.is_empty() {
            return Ok(());
        }
        let mut line = self.game.lines;
        let (lines, ending) = self.game.lines_of(&events);
        self.append(lines, ending).await?;
        let lined = events.into_iter().map(|event| {
            line += usize::from(event.entry().is_some());
            (line, event)
        });
        let lined: Vec<LinedEvent> = lined.collect();
        self.publish(&lined);
        Ok(())
    }

    async fn append(
        &mut self,
        lines: Vec<String>,
        ending: Option<String>,
    ) -> Result<(), RequestError> {
        if lines.is_empty() {
            return Ok(());
        }
        let (store, count) = (&self.services.store, lines.len());
        let kept = store.append(&self.row.id, self.game.lines, lines, ending, now_ms());
        match kept.await {
            Err(StoreError::Conflict) if self.sync.is_shared() => {
                self.game.diverged = true;
                return Err(RequestError::LostRace);
            }
            kept => kept?,
        }
        self.game.lines += count;
        self.sync.publish(&self.row.id, self.game.lines);
        Ok(())
    }

    /// Sends stored events to the watchers, each with a drawing if it changed the board.
    fn publish(&mut self, events: &[LinedEvent]) {
        let offer = games::find(&self.row.game).ok();
        for (line, event) in events {
            let number = Arc::make_mut(&mut self.game.log).push(&**event, *line);
            let (log, event) = (&self.game.log, &**event);
            self.watchers.send(&self.row.seats, |reader| {
                let mut sent = TableEvent::new(number, event, reader);
                if let Some(offer) = offer {
                    let trail = log.trail(reader.role);
                    sent = sent.drawn_if_changed(event, offer, trail, reader);
                }
                let text = SocketMessage::Event(Box::new(sent)).text().into();
                WatcherMessage::Event { number, text }
            });
        }
        self.send_clocks();
        if events.iter().any(|(_, event)| event.ending().is_some()) {
            self.send_info();
        }
    }

    fn send_clocks(&mut self) {
        if let Some(times) = self.game.clocks.shown {
            self.watchers
                .send_info(&self.row.seats, |_| SocketMessage::Clocks(times));
        }
    }

    fn send_info(&mut self) {
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.send_info(&self.row.seats, |reader| {
            SocketMessage::Table(self.describe(reader.role))
        });
        self.watchers = watchers;
    }

    /// Gives every socket the new log, from which it sends its reader the missing events.
    fn send_snapshots(&mut self) {
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.send(&self.row.seats, |reader| {
            WatcherMessage::Resync(Box::new(self.snapshot(reader)))
        });
        self.watchers = watchers;
    }

    fn snapshot(&self, reader: ReaderView) -> Snapshot {
        Snapshot {
            table: SocketMessage::Table(self.describe(reader.role))
                .text()
                .into(),
            reader,
            log: Arc::clone(&self.game.log),
        }
    }

    /// Applies new lines of the store between requests; a store that does not answer changes nothing.
    async fn poll_store(&mut self) -> Result<(), RequestError> {
        match self.catch_up().await {
            Err(RequestError::StoreAway) => Ok(()),
            done => done,
        }
    }

    async fn poll_store_if_due(&mut self) -> Result<(), RequestError> {
        let due = self.sync.next_read(!self.watchers.is_empty());
        if due.is_none_or(|due| due > Instant::now()) {
            return Ok(());
        }
        self.sync.forget_denial();
        self.poll_store().await
    }

    /// Applies the lines that other nodes wrote to the store, and sends their events to the watchers.
    async fn catch_up(&mut self) -> Result<(), RequestError> {
        if !self.sync.is_shared() {
            return Ok(());
        }
        self.sync.begin_read();
        let standing = self.services.store.progress(&self.row.id).await?;
        let standing = standing.ok_or(RequestError::NotFound)?;
        if standing.seats != self.row.seats {
            self.row.seats = standing.seats;
            self.send_info();
        }
        if standing.lines > self.game.lines {
            let lines = self
                .services
                .store
                .lines(&self.row.id, self.game.lines)
                .await?;
            self.sync.forget_denial();
            match self.game.apply(&lines) {
                Some(events) => {
                    self.services.counters.count_repeated(lines.len());
                    self.publish(&events);
                }
                None => self.reload().await?,
            }
        }
        self.find_rematch().await
    }

    /// Replays the game from the store, and lets the watchers resynchronise. An engine that thinks
    /// here is stopped.
    async fn reload(&mut self) -> Result<(), RequestError> {
        let kept = self.services.store.load(&self.row.id).await?;
        let kept = kept.ok_or(RequestError::NotFound)?;
        self.row.seats.clone_from(&kept.game.seats);
        let services = self.services.clone();
        let replay = move || load_game(&services, &kept);
        let visitor = self.owner.unwrap_or_else(Visitor::server);
        let engines = &self.services.engines;
        self.game = engines.run(JobKind::Replay, visitor, replay).await??;
        self.send_snapshots();
        self.send_clocks();
        Ok(())
    }

    /// Sends the id of the next table, if the players opened it at another node. The actor first checks
    /// before it has watchers, so that no reader of an old game is sent away.
    async fn find_rematch(&mut self) -> Result<(), RequestError> {
        if self.sync.rematch_sent || self.game.log.ending().is_none() {
            return Ok(());
        }
        let id = Secret::for_rematch(&self.row.id, self.game.seed);
        if self.services.store.progress(id.reveal()).await?.is_some() {
            self.send_rematch(id.reveal());
        }
        Ok(())
    }

    fn send_rematch(&mut self, id: &str) {
        self.sync.rematch_sent = true;
        self.watchers
            .send_info(&self.row.seats, |_| SocketMessage::Again {
                id: id.to_owned(),
            });
    }

    /// Executes a command. An error of the store ends the actor: memory and store may differ.
    async fn execute(&mut self, request: TableRequest) -> Result<(), RequestError> {
        let TableRequest { by, command } = request;
        if self.owner.is_none() || self.role(&by) != TableRole::Spectator {
            self.owner = Some(by.from);
        }
        let by = &by;
        match command {
            TableCommand::Watch { format, reply } => {
                send_reply(reply, retry_on_race!(self, self.watch(by.clone(), format)))
            }
            TableCommand::Describe(reply) => {
                let described = retry_on_race!(self, Ok(self.describe(self.role(by))));
                send_reply(reply, described)
            }
            TableCommand::Play { text, turn, reply } => {
                let played = retry_on_race!(self, self.play(by, text.trim(), turn).await);
                send_reply(reply, played)
            }
            TableCommand::Resign(reply) => {
                send_reply(reply, retry_on_race!(self, self.resign(by).await))
            }
            TableCommand::TakeBack(reply) => {
                send_reply(reply, retry_on_race!(self, self.take_back(by).await))
            }
            TableCommand::Hint { language, reply } => {
                match retry_on_race!(self, self.sight(by)) {
                    Ok((offer, position)) => self.hint(by, (offer, position), language, reply),
                    Err(error) => drop(reply.send(Err(error))),
                }
                Ok(())
            }
            TableCommand::Sight(reply) => send_reply(reply, retry_on_race!(self, self.sight(by))),
            TableCommand::Join { invitation, reply } => {
                let joined = retry_on_race!(self, self.join(by.who.clone(), &invitation).await);
                send_reply(reply, joined)
            }
            TableCommand::Rematch(reply) => {
                send_reply(reply, retry_on_race!(self, self.rematch(by).await))
            }
            TableCommand::Record(reply) => send_reply(reply, retry_on_race!(self, self.record())),
        }
    }

    fn role(&self, by: &Requester) -> TableRole {
        role_of(&self.row.seats, by.who.as_ref())
    }

    /// The role of a player, within the player's rate limit.
    fn player(&self, by: &Requester) -> Result<TableRole, RequestError> {
        let role = self.role(by);
        let side = match role {
            TableRole::Spectator => return Err(RequestError::Spectator),
            TableRole::Player(side) => side,
            TableRole::Both => Side::First,
        };
        self.services.limits.check_player(&self.row.id, side)?;
        Ok(role)
    }

    fn last_event(&self) -> LastEvent {
        let number = self.game.log.len().saturating_sub(1);
        LastEvent { number }
    }

    fn watch(&mut self, by: Requester, format: ReaderFormat) -> Result<Subscription, RequestError> {
        let (reader, messages) = self.watchers.add(&self.row.seats, by, format)?;
        Ok(Subscription {
            snapshot: self.snapshot(reader),
            messages,
        })
    }

    async fn play(
        &mut self,
        by: &Requester,
        text: &str,
        turn: usize,
    ) -> Result<LastEvent, RequestError> {
        let role = self.player(by)?;
        let log = &self.game.log;
        if let Some((side, number)) = log.answered(turn, text)
            && role.holds(side)
        {
            return Ok(LastEvent { number });
        }
        if log.ending().is_some() {
            return Err(RequestError::Over);
        }
        let asked = log.asked().filter(|(side, _)| role.holds(*side));
        asked.ok_or(RequestError::NotYourTurn)?;
        if !log.is_open(turn) {
            return Err(RequestError::Stale);
        }
        if text.len() > LONGEST_MOVE || text.chars().any(char::is_control) {
            return Err(RequestError::Malformed("move".to_owned()));
        }
        if self.game.lines >= MOST_LINES {
            return Err(RequestError::TooLong);
        }
        self.services.limits.check_stored(by.from, text.len())?;
        let events = self.game.answer(text)?;
        let refused = events.iter().find_map(|event| refusal(&**event));
        self.keep(events).await?;
        match refused {
            Some(error) => Err(error),
            None => Ok(self.last_event()),
        }
    }

    async fn resign(&mut self, by: &Requester) -> Result<LastEvent, RequestError> {
        let role = self.player(by)?;
        self.interrupt().await?;
        let side = match (role, self.game.log.asked()) {
            (TableRole::Player(side), _) | (_, Some((side, _))) => side,
            (TableRole::Both | TableRole::Spectator, None) => Side::First,
        };
        let events = self.game.resign(side)?;
        self.keep(events).await?;
        Ok(self.last_event())
    }

    /// Goes back to before the last move of the player who asks, if no other person plays.
    async fn take_back(&mut self, by: &Requester) -> Result<LastEvent, RequestError> {
        let role = self.player(by)?;
        self.services.limits.check_stored(by.from, LINE_BYTES)?;
        self.interrupt().await?;
        let players = &self.game.log.record().header.players;
        let is_person = |side: &Side| players[side.index()].who == Who::Person;
        let people: Vec<Side> = Side::BOTH.into_iter().filter(is_person).collect();
        if people.iter().any(|side| !role.holds(*side)) {
            return Err(RequestError::NothingToTakeBack);
        }
        let entries = self.game.log.entries_before_last_move(&people);
        let entries = entries.ok_or(RequestError::NothingToTakeBack)?;
        let line = StoredLine::Back { entries };
        self.append(vec![line.to_string()], None).await?;
        self.reload().await?;
        Ok(self.last_event())
    }

    /// The position as the player to move sees it; an error at a table that gives no values.
    fn sight(&self, by: &Requester) -> Result<(&'static RegisteredGame, String), RequestError> {
        let role = self.player(by)?;
        if !gives_values(&self.row, &self.game.log) {
            return Err(RequestError::NoStudy);
        }
        let asked = self.game.log.asked().filter(|(side, _)| role.holds(*side));
        let (Some(table), Some((side, _))) = (&self.game.table, asked) else {
            return Err(RequestError::NotYourTurn);
        };
        Ok((find_game(&self.row.game)?, table.brief(side, 0).position))
    }

    /// Computes advice on another thread while the game goes on.
    fn hint(
        &self,
        by: &Requester,
        (offer, position): (&'static RegisteredGame, String),
        language: text::Language,
        mut reply: ReplySender<HintReply>,
    ) {
        let stop = StopOnDrop::default();
        let time_ms = self.row.time_ms.map_or(HINT_MS, |time| time.min(HINT_MS));
        let limits = Limits {
            stop: stop.0.clone(),
            ..time_limit(Some(time_ms))
        };
        let (engines, from) = (self.services.engines.clone(), by.from);
        tokio::spawn(async move {
            let advice = move |limits: &Limits| advise(offer, &position, limits, language);
            let advice = engines.search(JobKind::Hint, from, limits, advice);
            let advised = tokio::select! {
                advised = advice => advised.and_then(|advised| advised),
                () = reply.closed() => Err(RequestError::Cancelled),
            };
            drop(stop);
            let _ = reply.send(advised);
        });
    }

    async fn join(
        &mut self,
        who: Option<SecretDigest>,
        invitation: &SecretDigest,
    ) -> Result<(), RequestError> {
        let who = who.ok_or(RequestError::Spectator)?;
        let store = &self.services.store;
        if !store.sit(&self.row.id, &invitation.0, &who.0).await? {
            return Err(RequestError::BadInvitation);
        }
        for seat in &mut self.row.seats {
            if seat.invitation.as_ref() == Some(&invitation.0) {
                seat.holder = Some(who.0.clone());
            }
        }
        self.send_info();
        self.sync.publish(&self.row.id, self.game.lines);
        Ok(())
    }

    /// Opens another table with the sides swapped, once: its id follows from this table's seed, so
    /// that a repeated request finds the same table, also after a restart.
    async fn rematch(&mut self, by: &Requester) -> Result<TableId, RequestError> {
        self.player(by)?;
        if self.game.log.ending().is_none() {
            return Err(RequestError::NotOver);
        }
        self.services.room.check()?;
        let id = Secret::for_rematch(&self.row.id, self.game.seed);
        let id = id.reveal().to_owned();
        let mut record: Record = self.row.header.parse()?;
        record.header.players.swap(0, 1);
        let mut next = NewGame {
            id: id.clone(),
            header: record.to_string(),
            created_ms: now_ms(),
            seed: Some(i64::from_le_bytes(random())),
            ..self.row.clone()
        };
        next.seats.swap(0, 1);
        for seat in &mut next.seats {
            // An invitation seats one person at one table.
            seat.invitation = None;
        }
        match self.services.store.create(next).await {
            Err(StoreError::Conflict) => return Ok(TableId { id }),
            created => created?,
        }
        self.send_rematch(&id);
        self.sync.publish(&self.row.id, self.game.lines);
        Ok(TableId { id })
    }

    /// The record of a game that is over; before that it would show what is hidden.
    fn record(&self) -> Result<String, RequestError> {
        match self.game.log.ending() {
            Some(_) => Ok(self.game.log.record().to_string()),
            None => Err(RequestError::NotOver),
        }
    }

    fn describe(&self, role: TableRole) -> TableInfo {
        describe(&self.row, &self.game, &self.services.programs, role)
    }
}

fn load_game(services: &TableServices, kept: &StoredGame) -> Result<LiveGame, RequestError> {
    let game = LiveGame::load(kept)?;
    services.counters.count_repeated(kept.lines.len());
    Ok(game)
}

/// The error that the player of a refused or unreadable move receives.
fn refusal(event: &dyn EventView) -> Option<RequestError> {
    let code = match event.kind() {
        EventKind::Refused => "refused",
        EventKind::Unreadable => "unreadable",
        _ => return None,
    };
    let own = event.side().map_or(Viewer::Spectator, Viewer::Player);
    let message = event
        .refusal(own)
        .unwrap_or_else(|| message!("web-not-now"));
    Some(RequestError::Refused(code, message))
}

/// Sends the result of a command; returns an error that ends the actor.
fn send_reply<T>(
    reply: ReplySender<T>,
    result: Result<T, RequestError>,
) -> Result<(), RequestError> {
    let error = result.as_ref().err();
    let fatal = error.filter(|error| error.ends_table()).cloned();
    let received = reply.send(result).is_ok();
    match fatal {
        Some(error) => {
            // The request that receives an error logs it.
            if !received {
                error.log();
            }
            Err(error)
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use store::SeatRow;

    use super::*;
    use crate::server::secret::digest;
    use crate::{Hub, Origin, Retention, Site};

    const HEADER: &str = "brelan record 1\ngame puissance4\nposition @\nreferee guarded\n\
        first A@humain\nsecond B@humain\n\n";
    /// A game that ends in a draw.
    const MOVES: &str = "656173566152215676422337377473141445425321";

    async fn node(store: &Store) -> Hub {
        let origin: Origin = "http://127.0.0.1:4210".parse().unwrap();
        // Nothing listens at this address: the nodes read the store instead.
        let bus = Bus::join("nats://127.0.0.1:1").await.unwrap();
        let (site, programs) = (Site::from(origin), Programs::default());
        let retention = Retention::default();
        Hub::new(store.clone(), site, Vec::new(), programs, bus, retention)
    }

    async fn alone(folder: &std::path::Path) -> Hub {
        let address = store::Address::File(folder.join("games.sqlite"));
        let store = Store::open(&address).await.unwrap();
        let origin: Origin = "http://127.0.0.1:4210".parse().unwrap();
        let (site, programs, bus) = (Site::from(origin), Programs::default(), Bus::default());
        Hub::new(store, site, Vec::new(), programs, bus, Retention::default())
    }

    /// A table of the 13 matches with many matches, at which `who` has both seats.
    async fn matches(store: &Store, players: [&str; 2], who: &SecretDigest) -> String {
        let id = "1".repeat(32);
        let [one, other] = players;
        let header = format!(
            "brelan record 1\ngame allumettes\nposition 5000\nreferee guarded\n\
             first A@{one}\nsecond B@{other}\n\n"
        );
        let seat = SeatRow {
            holder: Some(who.0.clone()),
            invitation: None,
        };
        let game = NewGame {
            id: id.clone(),
            game: "allumettes".to_owned(),
            header,
            options: "{}".to_owned(),
            time_ms: None,
            seed: Some(0),
            creator: String::new(),
            created_ms: 0,
            seats: [seat.clone(), seat],
        };
        store.create(game).await.unwrap();
        id
    }

    /// Two strategies at one table would fill the disk for a visitor who only opens tables.
    #[tokio::test]
    async fn strategies_wait_when_much_was_stored_for_their_visitor() {
        let folder = tempfile::tempdir().unwrap();
        let hub = alone(folder.path()).await;
        let id = matches(hub.store(), ["naif", "naif"], &digest("ana")).await;
        let by = Requester {
            from: Visitor::at([192, 0, 2, 1].into()),
            who: None,
        };
        hub.limits().exhaust_stored(by.from);
        let begun = std::time::Instant::now();
        for _ in 0..2000 {
            let described = hub.tables().request(&by, &id, TableCommand::Describe);
            described.await.unwrap();
        }
        let lines = hub.store().lines(&id, 0).await.unwrap().len() as u64;
        // Sixteen permits come back in a second.
        let most = 16 * (begun.elapsed().as_secs() + 1) + 1;
        assert!(lines <= most, "{lines} lines");
    }

    #[tokio::test]
    async fn taking_back_counts_as_storing() {
        let folder = tempfile::tempdir().unwrap();
        let hub = alone(folder.path()).await;
        let who = digest("ana");
        let id = matches(hub.store(), ["humain", "humain"], &who).await;
        let by = Requester {
            from: Visitor::at([192, 0, 2, 1].into()),
            who: Some(who),
        };
        // A permit may come back before it is used.
        for _ in 0..20 {
            hub.limits().exhaust_stored(by.from);
            let taken = hub.tables().request(&by, &id, TableCommand::TakeBack);
            if matches!(taken.await, Err(RequestError::TooFast(_))) {
                return;
            }
        }
        panic!("never refused");
    }

    /// 42 moves are made at one node, and the other is asked after each.
    #[tokio::test]
    async fn each_line_of_another_node_is_applied_once_without_a_replay() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.sqlite");
        let store = Store::open(&store::Address::File(file)).await.unwrap();
        let [here, there] = [node(&store).await, node(&store).await];
        let (id, people) = ("0".repeat(32), ["ana", "ben"].map(digest));
        let seat = |who: &SecretDigest| SeatRow {
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
        let people = people.map(|who| Requester {
            from: Visitor::server(),
            who: Some(who),
        });
        let mut events = 1;
        for (column, by) in MOVES.chars().zip(people.iter().cycle()) {
            let played = here.tables().request(by, &id, |reply| TableCommand::Play {
                text: column.to_string(),
                turn: events - 1,
                reply,
            });
            played.await.unwrap();
            events += 2;
            let described = there
                .tables()
                .request(by, &id, TableCommand::Describe)
                .await;
            let described = described.unwrap();
            // The last move is followed by the result, which has a line of its own.
            let over = usize::from(described.ending.is_some());
            assert_eq!(described.events, events + over);
        }
        let lines = store.lines(&id, 0).await.unwrap().len() as u64;
        assert_eq!(there.counters().repeated(), lines);
        let record = async |hub: &Hub| {
            let record = hub.tables().request(&people[0], &id, TableCommand::Record);
            record.await.unwrap()
        };
        assert_eq!(record(&there).await, record(&here).await);
    }
}
