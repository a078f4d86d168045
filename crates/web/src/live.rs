//! One table while people are at it: a task that owns the game and does one thing at a time.
//!
//! Nothing is told before it is kept. Where something cannot be kept the task ends, and the next
//! to ask finds the table as the store has it.

use std::collections::BTreeMap;
use std::future::pending;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use house::{HUMAN, Kind, Language, Resumption, Table, Told};
use store::{Kept, NewGame, Seat, Store};
use table::{Forfeit, Limits, Message, Next, Record, Seeded, Side, Stop};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::bucket::Bucket;
use crate::engines::{Engines, StopOnDrop};
use crate::failure::Failure;
use crate::log::{Line, Log, replay};
use crate::secret::{Digest, Secret, random};
use crate::wire::{Chair, Description, Event, News, PlayerSeen, Sentence, Viewer};

/// How long a table stays in memory when nobody asks for it.
const IDLE: Duration = Duration::from_mins(1);
/// How long an engine thinks for somebody who asked something but watches nothing.
const GRACE: Duration = Duration::from_secs(5);
/// How often a table looks whether anybody still waits for its engine.
const LOOK: Duration = Duration::from_secs(1);
/// How many messages a browser may be behind before it has to connect again.
const BEHIND: usize = 256;
/// How many may watch one table.
const WATCHERS: usize = 64;
/// A record that grows beyond this is somebody's mischief.
const MOST_LINES: usize = 20_000;
const LONGEST_MOVE: usize = 64;
const BURST: u32 = 40;
const PER_SECOND: u32 = 20;

type Reply<T> = oneshot::Sender<Result<T, Failure>>;

/// What may be asked of a table.
#[derive(Debug)]
pub(crate) enum Command {
    /// Everything after a number, and whatever comes.
    Watch {
        who: Option<Digest>,
        after: Option<usize>,
        reply: Reply<Watching>,
    },
    Describe {
        who: Option<Digest>,
        reply: Reply<Description>,
    },
    Play {
        who: Digest,
        text: String,
        turn: usize,
        reply: Reply<usize>,
    },
    Resign {
        who: Digest,
        reply: Reply<usize>,
    },
    TakeBack {
        who: Digest,
        reply: Reply<usize>,
    },
    Hint {
        who: Digest,
        reply: Reply<String>,
    },
    Sit {
        who: Digest,
        invitation: Digest,
        reply: Reply<()>,
    },
    Again {
        who: Digest,
        reply: Reply<String>,
    },
    Record {
        reply: Reply<String>,
    },
}

/// A place among the watchers: what was missed, and what comes.
#[derive(Debug)]
pub(crate) struct Watching {
    pub(crate) missed: Vec<String>,
    pub(crate) news: mpsc::Receiver<String>,
}

#[derive(Debug)]
struct Watcher {
    who: Option<Digest>,
    news: mpsc::Sender<String>,
}

/// Where the game is: here, or with an engine on a thread of the pool.
enum Place {
    Here(Box<dyn Table>),
    Thinking {
        thought: JoinHandle<(Box<dyn Table>, Vec<Told>)>,
        stop: StopOnDrop,
    },
    /// Between the two, within one function.
    Nowhere,
}

/// What every table of the server shares.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) engines: Engines,
}

pub(crate) struct Live {
    shared: Shared,
    kept: NewGame,
    place: Place,
    log: Log,
    lines: usize,
    watchers: Vec<Watcher>,
    bucket: Bucket,
    last_asked: Instant,
    again: Option<String>,
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

fn resumption(time_ms: Option<i64>) -> Resumption {
    Resumption {
        seed: u64::from_le_bytes(random()),
        limits: limits(time_ms, &Stop::default()),
        language: Language::French,
    }
}

fn read(kept: &Kept) -> Result<(Log, Box<dyn Table>), Failure> {
    let broken = |error: &dyn std::error::Error| Failure::Broken(error.to_string());
    let record: Record = kept.game.header.parse().map_err(|error| broken(&error))?;
    let lines = kept.lines.iter().map(|line| line.parse::<Line>());
    let lines: Vec<Line> = lines
        .collect::<Result<_, _>>()
        .map_err(|error| broken(&error))?;
    Log::rebuild(record, &lines, &resumption(kept.game.time_ms)).map_err(|error| broken(&error))
}

impl Live {
    /// The table that the store kept.
    pub(crate) fn new(shared: Shared, kept: Kept) -> Result<Self, Failure> {
        let (log, table) = read(&kept)?;
        Ok(Self {
            shared,
            lines: kept.lines.len(),
            kept: kept.game,
            place: Place::Here(table),
            log,
            watchers: Vec::new(),
            bucket: Bucket::new(BURST, PER_SECOND),
            last_asked: Instant::now(),
            again: None,
        })
    }

    /// Serves until nobody has asked for a while, or something could not be kept. `leave` says
    /// whether the table may really go.
    pub(crate) async fn run(
        mut self,
        mut commands: mpsc::Receiver<Command>,
        leave: impl Fn(&mpsc::Receiver<Command>) -> bool,
    ) {
        loop {
            if let Err(failure) = self.go_on().await {
                self.give_up(&failure);
                return;
            }
            let next_look = self.next_look();
            let done = tokio::select! {
                Some(command) = commands.recv() => {
                    self.last_asked = Instant::now();
                    self.obey(command).await
                }
                thought = thought(&mut self.place) => self.take_in(thought).await,
                () = tokio::time::sleep_until(next_look) => {
                    self.stop_unless_awaited();
                    let idle = self.watchers.is_empty() && self.last_asked.elapsed() >= IDLE;
                    if idle && leave(&commands) {
                        return;
                    }
                    Ok(())
                }
            };
            if let Err(failure) = done {
                self.give_up(&failure);
                return;
            }
        }
    }

    fn give_up(&mut self, failure: &Failure) {
        tracing::error!(table = %self.kept.id, error = %failure, "a table is given up for now");
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
        let mut next = table.next(&mut |event| told.push(event));
        while matches!(next, Next::Draw { .. }) {
            let drawn = table.proceed(&mut |event| told.push(event));
            drawn.map_err(|error| Failure::Broken(error.to_string()))?;
            next = table.next(&mut |event| told.push(event));
        }
        self.keep(told).await?;
        if matches!(next, Next::Think(_)) && self.is_awaited() {
            self.think();
        }
        Ok(())
    }

    fn is_awaited(&self) -> bool {
        !self.watchers.is_empty() || self.last_asked.elapsed() < GRACE
    }

    fn next_look(&self) -> Instant {
        match self.place {
            Place::Thinking { .. } => Instant::now() + LOOK,
            Place::Here(_) | Place::Nowhere => Instant::now().max(self.last_asked) + IDLE,
        }
    }

    fn think(&mut self) {
        let Place::Here(mut table) = std::mem::replace(&mut self.place, Place::Nowhere) else {
            return;
        };
        let stop = StopOnDrop::default();
        let limits = limits(self.kept.time_ms, &stop.0);
        let thought = self.shared.engines.run(move || {
            let mut told = Vec::new();
            if !limits.stop.pulled() {
                table.limit(limits);
                // Nothing else can have happened: whoever has the hand is a strategy.
                let _ = table.proceed(&mut |event| told.push(event));
            }
            (table, told)
        });
        self.place = Place::Thinking { thought, stop };
    }

    async fn take_in(
        &mut self,
        thought: Result<(Box<dyn Table>, Vec<Told>), Failure>,
    ) -> Result<(), Failure> {
        let (table, told) = thought?;
        self.place = Place::Here(table);
        self.keep(told).await
    }

    /// Stops the engine, if one thinks, and takes in what it had done.
    async fn interrupt(&mut self) -> Result<(), Failure> {
        if let Place::Thinking { stop, .. } = &self.place {
            stop.0.pull();
            let thought = thought(&mut self.place).await;
            self.take_in(thought).await?;
        }
        Ok(())
    }

    fn stop_unless_awaited(&mut self) {
        self.watchers.retain(|watcher| !watcher.news.is_closed());
        if let Place::Thinking { stop, .. } = &self.place
            && !self.is_awaited()
        {
            stop.0.pull();
        }
    }

    /// Keeps what was told, then tells it.
    async fn keep(&mut self, told: Vec<Told>) -> Result<(), Failure> {
        let lines: Vec<String> = told
            .iter()
            .filter_map(|told| told.entry.as_ref())
            .map(ToString::to_string)
            .collect();
        let over = told.iter().find(|told| told.kind == Kind::Over);
        let ending = over.map(|told| told.text.clone());
        self.append(lines, ending).await?;
        let (first, is_over) = (self.log.len(), over.is_some());
        for event in told {
            self.log.push(event);
        }
        self.tell_from(first);
        if is_over {
            self.tell_table();
        }
        Ok(())
    }

    async fn append(&mut self, lines: Vec<String>, ending: Option<String>) -> Result<(), Failure> {
        if lines.is_empty() {
            return Ok(());
        }
        let (store, count) = (&self.shared.store, lines.len());
        store
            .append(&self.kept.id, self.lines, lines, ending, now_ms())
            .await?;
        self.lines += count;
        Ok(())
    }

    fn tell_from(&mut self, first: usize) {
        for number in first..self.log.len() {
            self.broadcast(|live, viewer| {
                let (number, happening) = live
                    .log
                    .after(number.checked_sub(1))
                    .next()
                    .expect("a number of the log");
                News::Event(Event::seen(number, happening, viewer))
            });
        }
    }

    fn tell_table(&mut self) {
        self.broadcast(|live, viewer| News::Table(live.describe(viewer)));
    }

    /// Sends to every watcher what it may see; whoever is too far behind has to connect again.
    fn broadcast(&mut self, news: impl Fn(&Self, Viewer) -> News) {
        let mut made: Vec<(Viewer, String)> = Vec::new();
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.retain(|watcher| {
            let viewer = self.viewer(watcher.who.as_ref());
            let known = made.iter().position(|(of, _)| *of == viewer);
            let position = known.unwrap_or_else(|| {
                made.push((viewer, news(self, viewer).text()));
                made.len() - 1
            });
            watcher.news.try_send(made[position].1.clone()).is_ok()
        });
        self.watchers = watchers;
    }

    fn viewer(&self, who: Option<&Digest>) -> Viewer {
        let holds = |seat: &Seat| who.is_some_and(|who| seat.holder.as_ref() == Some(&who.0));
        Viewer::of(self.kept.seats.each_ref().map(holds))
    }

    /// The viewer, if it is a player who is not in too much of a hurry.
    fn player(&mut self, who: &Digest) -> Result<Viewer, Failure> {
        match self.viewer(Some(who)) {
            Viewer::Spectator => Err(Failure::Spectator),
            _ if !self.bucket.take() => Err(Failure::TooFast),
            viewer => Ok(viewer),
        }
    }

    async fn obey(&mut self, command: Command) -> Result<(), Failure> {
        match command {
            Command::Watch { who, after, reply } => {
                let _ = reply.send(self.watch(who, after));
                Ok(())
            }
            Command::Describe { who, reply } => {
                let _ = reply.send(Ok(self.describe(self.viewer(who.as_ref()))));
                Ok(())
            }
            Command::Play {
                who,
                text,
                turn,
                reply,
            } => answer(reply, self.play(&who, &text, turn).await),
            Command::Resign { who, reply } => answer(reply, self.resign(&who).await),
            Command::TakeBack { who, reply } => answer(reply, self.take_back(&who).await),
            Command::Hint { who, reply } => {
                self.hint(&who, reply);
                Ok(())
            }
            Command::Sit {
                who,
                invitation,
                reply,
            } => answer(reply, self.sit(who, &invitation).await),
            Command::Again { who, reply } => answer(reply, self.play_again(&who).await),
            Command::Record { reply } => {
                let _ = reply.send(self.record());
                Ok(())
            }
        }
    }

    fn watch(&mut self, who: Option<Digest>, after: Option<usize>) -> Result<Watching, Failure> {
        self.watchers.retain(|watcher| !watcher.news.is_closed());
        if self.watchers.len() >= WATCHERS {
            return Err(Failure::Crowded);
        }
        let viewer = self.viewer(who.as_ref());
        let table = News::Table(self.describe(viewer)).text();
        let missed = self
            .log
            .after(after)
            .map(|(number, happening)| News::Event(Event::seen(number, happening, viewer)).text());
        let missed = [table].into_iter().chain(missed).collect();
        let (sender, news) = mpsc::channel(BEHIND);
        self.watchers.push(Watcher { who, news: sender });
        Ok(Watching { missed, news })
    }

    fn describe(&self, viewer: Viewer) -> Description {
        let header: Option<Record> = self.kept.header.parse().ok();
        let players = header.map(|record| record.header.players);
        let seats = Side::BOTH
            .into_iter()
            .zip(&self.kept.seats)
            .zip(players.into_iter().flatten());
        let players = seats.map(|((side, seat), player)| PlayerSeen {
            chair: match seat {
                _ if player.strategy != HUMAN => Chair::Engine,
                seat if seat.holder.is_some() => Chair::Taken,
                _ => Chair::Open,
            },
            name: player.name,
            strategy: player.strategy,
            you: viewer.holds(side),
        });
        let over = self.log.ending();
        let position = match &self.place {
            Place::Here(table) if over.is_some() => Some(table.position()),
            _ => None,
        };
        Description {
            id: self.kept.id.clone(),
            game: self.kept.game.clone(),
            players: players.collect(),
            options: self.options(),
            time_ms: self.kept.time_ms,
            created_ms: self.kept.created_ms,
            events: self.log.len(),
            ending: over.map(str::to_owned),
            position,
        }
    }

    fn options(&self) -> BTreeMap<String, String> {
        serde_json::from_str(&self.kept.options).unwrap_or_default()
    }

    async fn play(&mut self, who: &Digest, text: &str, turn: usize) -> Result<usize, Failure> {
        let viewer = self.player(who)?;
        if self.log.ending().is_some() {
            return Err(Failure::Over);
        }
        let (side, asked) = self.log.asked().ok_or(Failure::NotYourTurn)?;
        if !viewer.holds(side) {
            return Err(Failure::NotYourTurn);
        }
        if turn != asked {
            return Err(Failure::Stale);
        }
        if text.len() > LONGEST_MOVE || text.chars().any(char::is_control) {
            return Err(Failure::Malformed("move".to_owned()));
        }
        if self.lines >= MOST_LINES {
            return Err(Failure::TooLong);
        }
        self.put(text.trim()).await
    }

    /// Gives the referee an answer of whoever has the hand.
    async fn put(&mut self, text: &str) -> Result<usize, Failure> {
        let Place::Here(table) = &mut self.place else {
            return Err(Failure::NotYourTurn);
        };
        let mut told = Vec::new();
        let heard = table.answer(text, &mut |event| told.push(event));
        heard.map_err(|_| Failure::NotYourTurn)?;
        table.next(&mut |event| told.push(event));
        let refused = told.iter().find_map(refusal);
        self.keep(told).await?;
        match refused {
            Some(failure) => Err(failure),
            None => Ok(self.log.len().saturating_sub(1)),
        }
    }

    async fn resign(&mut self, who: &Digest) -> Result<usize, Failure> {
        let viewer = self.player(who)?;
        self.interrupt().await?;
        let asked = self.log.asked().map(|(side, _)| side);
        let side = match viewer {
            Viewer::Player(side) => side,
            Viewer::Both | Viewer::Spectator => asked.unwrap_or(Side::First),
        };
        let Place::Here(table) = &mut self.place else {
            return Err(Failure::Over);
        };
        let mut told = Vec::new();
        let ended = table.forfeit(side, Forfeit::Resignation, &mut |event| told.push(event));
        ended.map_err(|_| Failure::Over)?;
        self.keep(told).await?;
        Ok(self.log.len().saturating_sub(1))
    }

    /// Goes back to before the last move of whoever asks, which no other person may mind.
    async fn take_back(&mut self, who: &Digest) -> Result<usize, Failure> {
        let viewer = self.player(who)?;
        self.interrupt().await?;
        let Place::Here(table) = &self.place else {
            return Err(Failure::NothingToTakeBack);
        };
        let mut record = table.record().clone();
        let people = Side::BOTH
            .into_iter()
            .filter(|side| record.header.players[side.index()].strategy == HUMAN);
        let people: Vec<Side> = people.collect();
        if people.iter().any(|side| !viewer.holds(*side)) {
            return Err(Failure::NothingToTakeBack);
        }
        let entries = self
            .log
            .entries_before_last_move(&people)
            .ok_or(Failure::NothingToTakeBack)?;
        record.entries.truncate(entries);
        let broken = |error: table::RecordError| Failure::Broken(error.to_string());
        let (told, table) = replay(&record, &resumption(self.kept.time_ms)).map_err(broken)?;
        self.append(vec![Line::Back(entries).to_string()], None)
            .await?;
        let first = self.log.len();
        self.log.back(told);
        self.place = Place::Here(table);
        self.tell_from(first);
        self.tell_table();
        Ok(self.log.len().saturating_sub(1))
    }

    /// Asks the expert beside the game, which goes on meanwhile.
    fn hint(&mut self, who: &Digest, mut reply: Reply<String>) {
        let viewer = match self.player(who) {
            Ok(viewer) => viewer,
            Err(failure) => {
                let _ = reply.send(Err(failure));
                return;
            }
        };
        let asked = self.log.asked().filter(|(side, _)| viewer.holds(*side));
        let advice = match (&self.place, asked) {
            (Place::Here(table), Some(_)) => table.advice(),
            _ => None,
        };
        let Some(advice) = advice else {
            let _ = reply.send(Err(Failure::NotYourTurn));
            return;
        };
        let stop = StopOnDrop::default();
        let limits = limits(self.kept.time_ms, &stop.0);
        let mut luck = Seeded::new(u64::from_le_bytes(random()));
        let thought = self.shared.engines.run(move || advice(&mut luck, &limits));
        tokio::spawn(async move {
            let advised = tokio::select! {
                advised = thought => advised.ok().flatten(),
                () = reply.closed() => None,
            };
            drop(stop);
            let _ = reply.send(advised.ok_or(Failure::Stopped));
        });
    }

    async fn sit(&mut self, who: Digest, invitation: &Digest) -> Result<(), Failure> {
        if !self.bucket.take() {
            return Err(Failure::TooFast);
        }
        let good = self
            .shared
            .store
            .sit(&self.kept.id, &invitation.0, &who.0)
            .await?;
        if !good {
            return Err(Failure::BadInvitation);
        }
        for seat in &mut self.kept.seats {
            if seat.invitation.as_ref() == Some(&invitation.0) {
                *seat = Seat {
                    holder: Some(who.0.clone()),
                    invitation: None,
                };
            }
        }
        self.tell_table();
        Ok(())
    }

    /// Opens another table with the sides swapped, once.
    async fn play_again(&mut self, who: &Digest) -> Result<String, Failure> {
        self.player(who)?;
        if self.log.ending().is_none() {
            return Err(Failure::NotOver);
        }
        if let Some(id) = &self.again {
            return Ok(id.clone());
        }
        let id = Secret::new().reveal().to_owned();
        let mut record: Record = self
            .kept
            .header
            .parse()
            .map_err(|error: table::RecordError| Failure::Broken(error.to_string()))?;
        record.header.players.swap(0, 1);
        let mut next = NewGame {
            id: id.clone(),
            header: record.to_string(),
            created_ms: now_ms(),
            ..self.kept.clone()
        };
        next.seats.swap(0, 1);
        self.shared.store.create(next).await?;
        self.again = Some(id.clone());
        self.broadcast(|_, _| News::Again { id: id.clone() });
        Ok(id)
    }

    /// A game that is over, written down; before that it would show what is hidden.
    fn record(&self) -> Result<String, Failure> {
        match (&self.place, self.log.ending()) {
            (Place::Here(table), Some(_)) => Ok(table.record().to_string()),
            _ => Err(Failure::NotOver),
        }
    }
}

fn refusal(told: &Told) -> Option<Failure> {
    let message = told.refusal.clone().unwrap_or(Message::new("not-now"));
    match told.kind {
        Kind::Refused => Some(Failure::Refused("refused", message)),
        Kind::Unreadable => Some(Failure::Refused("unreadable", message)),
        Kind::Asked
        | Kind::Said
        | Kind::Played
        | Kind::Chance
        | Kind::Cheated
        | Kind::Foiled
        | Kind::Caught
        | Kind::Over => None,
    }
}

/// Answers whoever asked. What the store refused ends the table: memory and store may differ.
fn answer<T>(reply: Reply<T>, result: Result<T, Failure>) -> Result<(), Failure> {
    let fatal = result
        .as_ref()
        .err()
        .filter(|failure| failure.ends_table())
        .cloned();
    let _ = reply.send(result);
    fatal.map_or(Ok(()), Err)
}

/// Waits for the engine that thinks, for ever if none does.
async fn thought(place: &mut Place) -> Result<(Box<dyn Table>, Vec<Told>), Failure> {
    match place {
        Place::Thinking { thought, .. } => thought
            .await
            .map_err(|error| Failure::Broken(error.to_string())),
        Place::Here(_) | Place::Nowhere => pending().await,
    }
}
