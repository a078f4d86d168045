//! One table while people are at it: a task that owns the game and does one thing at a time.
//!
//! Nothing is told before it is kept. Where something cannot be kept the task ends, and the next
//! to ask finds the table as the store has it.

mod audience;
mod command;
mod deeds;
mod nodes;

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::extract::ws::Utf8Bytes;
use house::{Hear, Kind, Language, Moment, Options, Table};
use store::{Kept, NewGame, Store, StoreError};
use table::{Limits, Next, Record, RecordError, Side, Stop};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::bus::Bus;
use crate::engines::{Engines, Errand, StopOnDrop};
use crate::failure::Failure;
use crate::log::{Frozen, Log, Resumption, Stored};
use crate::metrics::Counters;
use crate::programs::Programs;
use crate::secret::random;
use crate::visitor::{Asker, Visitor};
use crate::wire::{Clocks, Event, News, Sentence, side_name};

use nodes::Turn;

pub(crate) use command::{Asked, Command, Watching};

/// How long a table stays in memory when nobody asks for it.
const IDLE: Duration = Duration::from_mins(1);
/// How long an engine thinks for somebody who asked something but watches nothing.
const GRACE: Duration = Duration::from_secs(5);
/// How often a table looks whether anybody still waits for its engine.
const LOOK: Duration = Duration::from_secs(1);

#[derive(Debug)]
struct Watcher {
    by: Asker,
    news: mpsc::Sender<Utf8Bytes>,
}

/// Where the game is: here, or with an engine on a thread of the pool.
enum Place {
    Here(Box<dyn Table>),
    Thinking {
        thought: JoinHandle<(Box<dyn Table>, Vec<Frozen>)>,
        stop: StopOnDrop,
        /// No other node lets an engine think as long as it is here.
        turn: Turn,
        /// Dropped when the game cannot wait for a place any longer.
        patience: Option<oneshot::Sender<()>>,
    },
    /// Between the two, within one function.
    Nowhere,
}

/// What every table of the server shares.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) engines: Engines,
    pub(crate) programs: Programs,
    pub(crate) bus: Bus,
    /// What people may do how often; the other limits are an engine's.
    pub(crate) limits: Arc<crate::limits::Limits>,
    pub(crate) counters: Arc<Counters>,
}

pub(crate) struct Live {
    shared: Shared,
    kept: NewGame,
    resumption: Resumption,
    place: Place,
    log: Arc<Log>,
    clocks: Option<Clocks>,
    /// When the side that has the hand forfeits.
    flag: Option<Instant>,
    lines: usize,
    /// Whether the game here has gone where the store has not.
    astray: bool,
    watchers: Vec<Watcher>,
    /// In whose name engines think here.
    owner: Option<Visitor>,
    last_asked: Instant,
    /// When the store was last looked at for what others did.
    looked: Instant,
    /// When it was last said that an engine thinks elsewhere.
    denied: Option<Instant>,
    /// Whether watchers know of the table that follows this one.
    rematch: bool,
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

fn limits(time_ms: Option<i64>, stop: &Stop) -> Limits {
    let time = time_ms.and_then(|time| u64::try_from(time).ok());
    Limits {
        time: time.map(Duration::from_millis),
        stop: stop.clone(),
        ..Limits::default()
    }
}

fn read(kept: &Kept) -> Result<(Log, Box<dyn Table>, Resumption), RecordError> {
    let header: Record = kept.game.header.parse()?;
    let lines = kept.lines.iter().zip(1..).map(|(text, line)| {
        let stored = text.parse();
        stored.map_err(|fault| RecordError { line, fault })
    });
    let lines: Vec<Stored> = lines.collect::<Result<_, _>>()?;
    let fresh = || u64::from_le_bytes(random());
    let resumption = Resumption {
        options: options(&kept.game),
        seed: kept.game.seed.map_or_else(fresh, i64::cast_unsigned),
    };
    let (log, table) = Log::rebuild(header, lines, &resumption)?;
    Ok((log, table, resumption))
}

/// Plays a kept game through again.
///
/// # Errors
/// Why it cannot be.
pub fn replays(kept: &Kept) -> Result<(), RecordError> {
    read(kept).map(drop)
}

/// What was chosen about the game.
fn options(game: &NewGame) -> Options {
    let chosen: BTreeMap<String, String> = serde_json::from_str(&game.options).unwrap_or_default();
    let mut options = Options::default();
    for (name, value) in chosen {
        options.set(name, value);
    }
    options
}

impl Live {
    /// The table that the store kept. Replays its game: not for an async thread.
    pub(crate) fn new(shared: Shared, kept: Kept) -> Result<Self, Failure> {
        let broken = |error: RecordError| Failure::Broken(error.to_string());
        let (log, table, resumption) = read(&kept).map_err(broken)?;
        shared.counters.count_repeated(kept.lines.len());
        let mut live = Self {
            shared,
            lines: kept.lines.len(),
            kept: kept.game,
            resumption,
            place: Place::Here(table),
            log: Arc::new(log),
            clocks: None,
            flag: None,
            astray: false,
            watchers: Vec::new(),
            owner: None,
            last_asked: Instant::now(),
            looked: Instant::now(),
            denied: None,
            rematch: false,
        };
        live.look_at_clocks();
        Ok(live)
    }

    /// Serves until nobody has asked for a while, its place is needed and nobody watches, or
    /// something could not be kept. `leave` says whether the table may really go.
    pub(crate) async fn run(
        mut self,
        mut questions: mpsc::Receiver<Asked>,
        needed: &Notify,
        mut heard: watch::Receiver<usize>,
        leave: impl Fn(&mpsc::Receiver<Asked>) -> bool,
    ) {
        loop {
            let gone_on = match self.go_on().await {
                Err(Failure::Overtaken) => match self.catch_up().await {
                    Ok(()) => continue,
                    failed => failed,
                },
                done => done,
            };
            if let Err(failure) = gone_on {
                failure.log();
                self.give_up(&failure);
                return;
            }
            let next_look = self.next_look();
            let done = tokio::select! {
                Some(asked) = questions.recv() => {
                    self.last_asked = Instant::now();
                    self.obey(asked).await
                }
                thought = thought(&mut self.place) => {
                    self.take_in(thought).await.inspect_err(Failure::log)
                }
                Ok(()) = heard.changed() => {
                    let news = *heard.borrow_and_update() >= self.lines;
                    if news { self.look().await } else { Ok(()) }
                }
                () = needed.notified() => {
                    self.watchers.retain(|watcher| !watcher.news.is_closed());
                    // A clock stands still while nobody is there to look at it.
                    let here = matches!(self.place, Place::Here(_));
                    if here && self.watchers.is_empty() && leave(&questions) {
                        return;
                    }
                    Ok(())
                }
                () = tokio::time::sleep_until(next_look) => {
                    self.stop_unless_awaited();
                    let timed = self.flag.is_some();
                    let idle = self.watchers.is_empty() && self.last_asked.elapsed() >= IDLE && !timed;
                    if idle && leave(&questions) {
                        return;
                    }
                    match self.keep_turn().await {
                        Ok(()) => self.look_in_time().await,
                        failed => failed,
                    }
                }
            };
            let done = match done {
                Err(Failure::Overtaken) => self.catch_up().await,
                done => done,
            };
            if let Err(failure) = done {
                self.give_up(&failure);
                return;
            }
        }
    }

    fn give_up(&mut self, failure: &Failure) {
        let message = Sentence::told(|language| failure.told(language).message);
        let code = failure.told(Language::English).code;
        self.broadcast(|_, _| News::Trouble {
            code,
            message: message.clone(),
        });
    }

    /// Lets nature draw and engines think, as long as somebody waits for it.
    async fn go_on(&mut self) -> Result<(), Failure> {
        let Place::Here(table) = &mut self.place else {
            return Ok(());
        };
        let mut told = Vec::new();
        let mut hear = |moment: &dyn Moment| told.push(moment.freeze());
        let mut next = table.next(&mut hear);
        while matches!(next, Next::Draw { .. }) {
            let drawn = table.proceed(&Limits::default(), &mut hear);
            drawn.map_err(|error| Failure::Broken(error.to_string()))?;
            next = table.next(&mut hear);
        }
        self.keep(told).await?;
        if !self.is_awaited() {
            return Ok(());
        }
        match next {
            Next::Think(_) => {
                if let Some(turn) = self.turn_to_think().await? {
                    self.think(turn, |table, limits, hear| {
                        // Nothing else can have happened: whoever has the hand is a strategy.
                        let _ = table.proceed(limits, hear);
                    });
                }
            }
            Next::Answer(side) => {
                let (record, seed) = (self.log.record(), self.resumption.seed);
                if let Some(caller) = self.shared.programs.call(record, side, seed)
                    && let Some(turn) = self.turn_to_think().await?
                {
                    self.think(turn, move |table, limits, hear| {
                        caller.answer(table, &limits.stop, hear);
                    });
                }
            }
            Next::Draw { .. } | Next::Over(_) => {}
        }
        Ok(())
    }

    fn is_awaited(&self) -> bool {
        !self.watchers.is_empty() || self.last_asked.elapsed() < GRACE
    }

    fn next_look(&self) -> Instant {
        let usual = match self.place {
            Place::Thinking { .. } => Instant::now() + LOOK,
            Place::Here(_) | Place::Nowhere => Instant::now().max(self.last_asked) + IDLE,
        };
        let sooner = self.flag.into_iter().chain(self.next_look_at_store());
        sooner.fold(usual, Instant::min)
    }

    fn think(
        &mut self,
        turn: Turn,
        work: impl FnOnce(&mut dyn Table, &Limits, Hear<'_>) + Send + 'static,
    ) {
        let Place::Here(mut table) = std::mem::replace(&mut self.place, Place::Nowhere) else {
            return;
        };
        let stop = StopOnDrop::default();
        let limits = limits(self.kept.time_ms, &stop.0);
        let (patience, impatient) = oneshot::channel();
        let (engines, owner) = (self.shared.engines.clone(), self.owner);
        let think = move || {
            let mut told = Vec::new();
            if !limits.stop.pulled() {
                work(&mut *table, &limits, &mut |moment| {
                    told.push(moment.freeze());
                });
            }
            // Many tables wait for people, and an expert may hold hundreds of megabytes.
            table.rest();
            (table, told)
        };
        let thought = tokio::spawn(async move {
            // Without a place the engine has been stopped: the game comes back as it was.
            let place = tokio::select! {
                place = engines.place(Errand::Move, owner) => place.ok(),
                _ = impatient => None,
            };
            let thought = tokio::task::spawn_blocking(move || {
                let _place = place;
                think()
            });
            match thought.await {
                Ok(answer) => answer,
                Err(error) => std::panic::resume_unwind(error.into_panic()),
            }
        });
        self.place = Place::Thinking {
            thought,
            stop,
            turn,
            patience: Some(patience),
        };
    }

    async fn take_in(
        &mut self,
        thought: Result<(Box<dyn Table>, Vec<Frozen>), Failure>,
    ) -> Result<(), Failure> {
        let (table, told) = thought?;
        // The turn goes to another node after what was thought is kept.
        let _thinking = std::mem::replace(&mut self.place, Place::Here(table));
        self.keep(told).await
    }

    /// Stops the engine, if one thinks, and takes in what it had done.
    async fn interrupt(&mut self) -> Result<(), Failure> {
        if let Place::Thinking { stop, patience, .. } = &mut self.place {
            stop.0.pull();
            *patience = None;
            let thought = thought(&mut self.place).await;
            self.take_in(thought).await?;
        }
        Ok(())
    }

    fn stop_unless_awaited(&mut self) {
        self.watchers.retain(|watcher| !watcher.news.is_closed());
        let awaited = self.is_awaited();
        if let Place::Thinking { stop, patience, .. } = &mut self.place
            && !awaited
        {
            stop.0.pull();
            *patience = None;
        }
    }

    /// Keeps what was told, then tells it.
    async fn keep(&mut self, told: Vec<Frozen>) -> Result<(), Failure> {
        if told.is_empty() {
            return Ok(());
        }
        let clocks = self.look_at_clocks();
        let entries = told.iter().filter_map(|moment| moment.entry());
        let mut lines: Vec<String> = entries.map(|entry| entry.to_string()).collect();
        let moved = told.iter().any(|moment| moment.kind() == Kind::Played);
        if let Some(clocks) = clocks.filter(|_| moved) {
            lines.push(clocks.to_string());
        }
        let over = told.iter().find_map(|moment| moment.ending());
        self.append(lines, over.map(|ending| ending.to_string()))
            .await?;
        self.tell(told);
        Ok(())
    }

    /// Tells what is kept.
    fn tell(&mut self, told: Vec<Frozen>) {
        let over = told.iter().any(|moment| moment.ending().is_some());
        for moment in told {
            let number = Arc::make_mut(&mut self.log).push(&*moment);
            self.broadcast(|_, role| News::Event(Event::seen(number, &*moment, role)));
        }
        if let Some(clocks) = self.clocks {
            self.broadcast(|_, _| News::Clocks(clocks));
        }
        if over {
            self.tell_table();
        }
    }

    /// Notes what the clocks show and when one runs out, and gives what the store keeps of it.
    fn look_at_clocks(&mut self) -> Option<Stored> {
        let Place::Here(table) = &self.place else {
            return None;
        };
        self.flag = table.time_left().map(|left| Instant::now() + left);
        let stocks = Side::BOTH.map(|side| table.clock(side));
        let seen = self.clocks_seen(&**table);
        // A clock that was seen running is seen to stop.
        self.clocks = seen.or(self.clocks.map(|_| Clocks::default()));
        let millis = |left: Option<Duration>| left.unwrap_or_default().as_millis() as u64;
        (stocks != [None; 2]).then(|| Stored::Clocks(stocks.map(millis)))
    }

    /// What the clocks show now. The time for a move is seen while it runs.
    fn clocks_seen(&self, table: &dyn Table) -> Option<Clocks> {
        let hand = table.to_move().filter(|_| self.log.ending().is_none());
        let of_move = |side| table.time_left().filter(|_| hand == Some(side));
        let [first, second] = Side::BOTH.map(|side| {
            let left = table.clock(side).or_else(|| of_move(side));
            left.map(|left| left.as_millis() as u64)
        });
        first.or(second).map(|_| Clocks {
            first,
            second,
            running: hand.map(side_name),
        })
    }

    async fn append(&mut self, lines: Vec<String>, ending: Option<String>) -> Result<(), Failure> {
        if lines.is_empty() {
            return Ok(());
        }
        let (store, count) = (&self.shared.store, lines.len());
        let kept = store.append(&self.kept.id, self.lines, lines, ending, now_ms());
        match kept.await {
            Err(StoreError::Conflict) if self.is_shared() => {
                self.astray = true;
                return Err(Failure::Overtaken);
            }
            kept => kept?,
        }
        self.lines += count;
        self.tell_nodes();
        Ok(())
    }
}

/// Waits for the engine that thinks, for ever if none does.
async fn thought(place: &mut Place) -> Result<(Box<dyn Table>, Vec<Frozen>), Failure> {
    match place {
        Place::Thinking { thought, .. } => thought
            .await
            .map_err(|error| Failure::Broken(error.to_string())),
        Place::Here(_) | Place::Nowhere => pending().await,
    }
}
