//! Plays a tournament's games on as many threads as it is told, and counts them in order.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::mem;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use store::TournamentGame;
use table::{Explain, Message, Stop};

use super::inbox::{Inbox, Writer};
use super::luck::Gauge;
use super::playing::{Played, play};
use super::progress::progress;
use super::stage::{Gallery, Stage};
use super::venue::Here;
use super::{
    Decision, Fixture, Folder, Keeper, KeeperError, Ledger, Line, Plan, Schedule, Standing,
    Standings, Venue, VenueError,
};

/// Games of one commit: quick ones come in batches, slow ones one by one.
const BATCH: usize = 4000;
/// How long a finished game waits for others.
const PATIENCE: Duration = Duration::from_millis(100);
/// How long a game that ended after the last batch waits for being heard of.
const TICK: Duration = Duration::from_millis(20);
/// How often those who watch are told how it stands, at most.
const STOOD: Duration = Duration::from_secs(1);
/// Telling them may take one part in so many of the time.
const SHARE: u32 = 50;

/// What a run tells whoever watches.
#[derive(Clone, Copy, Debug)]
pub enum News<'a> {
    /// A game began.
    Started {
        /// Which.
        game: &'a Fixture,
        /// Games that are known.
        of: u64,
    },
    /// A game ended, and is kept.
    Finished(&'a Line),
    /// Something about where games are played.
    Remarked(&'a Message),
    /// All that is known has been told: whoever writes it down may do so now.
    Told,
    /// So many games of so many are counted.
    Counted {
        /// Games in the ledger.
        done: u64,
        /// Games that are known.
        of: u64,
        /// For whoever wants to show how it stands.
        ledger: &'a Ledger,
        /// For whoever wants to show how it stands.
        schedule: &'a Schedule,
    },
}

/// What came out.
#[derive(Debug)]
pub struct Outcome {
    /// How it stands.
    pub standings: Standings,
    /// Where the test stands, if there is one.
    pub sprt: Option<Standing>,
    /// Whether it was stopped before its end.
    pub interrupted: Option<Interrupted>,
}

/// A run that was stopped: what was finished is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted {
    /// Games that are kept.
    pub games: u64,
}

/// Why a run ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Games could not be kept.
    #[error(transparent)]
    Keeper(#[from] KeeperError),
    /// The folder could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A game could not be opened, or nobody could play it.
    #[error(transparent)]
    Venue(#[from] VenueError),
    /// A line of the store that is no game of this plan.
    #[error("game {0} of the store is not one of this tournament: --fresh begins anew")]
    Foreign(u64),
}

impl Explain for RunError {
    fn explain(&self) -> Message {
        match self {
            Self::Keeper(error) => error.explain(),
            Self::Venue(error) => error.explain(),
            Self::Io(error) => error.explain(),
            Self::Foreign(number) => {
                Message::new("tournament-foreign").with("number", number.to_string())
            }
        }
    }
}

/// Plays what is left of a plan on this machine. Pulling the switch of the plan's limits stops it; games in progress
/// are then dropped, and played again another time.
///
/// # Errors
/// When a game cannot be opened, kept or written. What was kept stays.
pub fn run(
    plan: &Plan,
    keeper: &mut Keeper,
    folder: Option<&mut Folder>,
    tell: &mut dyn FnMut(News<'_>),
) -> Result<Outcome, RunError> {
    run_at(&Here(plan), plan, keeper, folder, tell)
}

/// The same, wherever games are played.
///
/// # Errors
/// As [`run`], and when the venue cannot be reached.
pub fn run_at(
    venue: &dyn Venue,
    plan: &Plan,
    keeper: &mut Keeper,
    folder: Option<&mut Folder>,
    tell: &mut dyn FnMut(News<'_>),
) -> Result<Outcome, RunError> {
    let mut desk = Desk {
        venue,
        plan,
        keeper,
        folder,
        tell,
        schedule: Schedule::default(),
        ledger: Ledger::default(),
        waiting: BTreeMap::new(),
        read: 0,
        sprt: None,
        gallery: Gallery::new(),
        stands: Instant::now(),
    };
    let mut over = false;
    while !over && desk.schedule.extend(plan, &desk.ledger) {
        desk.recall()?;
        over = desk.decided() || (!desk.complete() && desk.play()?);
    }
    desk.finish()
}

/// A finished game that waits for its turn.
pub(crate) struct Waiting {
    line: Line,
    json: String,
    luck: Option<f64>,
    notes: Option<String>,
}

struct Desk<'a> {
    venue: &'a dyn Venue,
    plan: &'a Plan,
    keeper: &'a mut Keeper,
    folder: Option<&'a mut Folder>,
    tell: &'a mut dyn FnMut(News<'_>),
    schedule: Schedule,
    ledger: Ledger,
    waiting: BTreeMap<u64, Box<Waiting>>,
    /// The last game that was read from the store.
    read: u64,
    sprt: Option<Standing>,
    gallery: Gallery,
    /// When those who watch are told next how it stands.
    stands: Instant,
}

/// What those who play leave for the desk.
pub(crate) enum Word {
    Started(Fixture),
    /// Somebody has the hand in a slow game: its number and position.
    Shown(u64, String),
    Finished(Box<Waiting>),
    Failed(VenueError),
}

impl Desk<'_> {
    /// Takes from the store what was played before; games of rounds that are not known yet wait.
    fn recall(&mut self) -> Result<(), RunError> {
        loop {
            self.count()?;
            let games = self.keeper.games(self.read)?;
            let Some(last) = games.last() else {
                return Ok(());
            };
            self.read = last.number;
            for game in games {
                let foreign = || RunError::Foreign(game.number);
                let line = serde_json::from_str(&game.line).map_err(|_| foreign())?;
                let luck = game.luck.as_deref().map(str::parse::<f64>).transpose();
                let luck = luck.map_err(|_| foreign())?;
                let waiting = Waiting {
                    line,
                    json: game.line,
                    luck,
                    notes: game.notes,
                };
                self.waiting.insert(game.number, Box::new(waiting));
            }
        }
    }

    /// Counts the pairs whose turn has come.
    fn count(&mut self) -> Result<(), RunError> {
        let before = self.ledger.games().len();
        while !self.decided() {
            let next = self.ledger.games().len() as u64 + 1;
            let both = [next, next + 1];
            if next > self.schedule.games() || both.iter().any(|n| !self.waiting.contains_key(n)) {
                break;
            }
            for number in both {
                if let Some(waiting) = self.waiting.remove(&number) {
                    self.enter(&waiting)?;
                }
            }
            self.test();
        }
        if self.ledger.games().len() > before {
            (self.tell)(News::Counted {
                done: self.ledger.games().len() as u64,
                of: self.schedule.games(),
                ledger: &self.ledger,
                schedule: &self.schedule,
            });
        }
        Ok(())
    }

    fn enter(&mut self, waiting: &Waiting) -> Result<(), RunError> {
        let line = &waiting.line;
        let fixture = self.schedule.fixture(self.plan, line.number);
        let fixture = fixture.ok_or(RunError::Foreign(line.number))?;
        self.ledger
            .push(line, [fixture.first, fixture.second], waiting.luck);
        if let Some(folder) = &mut self.folder {
            folder.add(line, &waiting.json, waiting.notes.as_deref())?;
        }
        Ok(())
    }

    /// Tells the test the pair that came last. A repeated game tells nothing new.
    fn test(&mut self) {
        let Some(sprt) = &self.plan.sprt else {
            return;
        };
        let games = self.ledger.games();
        let [.., home, away] = games else {
            return;
        };
        let mut pairs = self.sprt.map_or([0; 5], |standing| standing.pairs);
        if home.repeats.is_none() && away.repeats.is_none() {
            pairs[usize::from(home.halves + 2 - away.halves)] += 1;
        }
        self.sprt = Some(sprt.standing(pairs));
    }

    fn decided(&self) -> bool {
        self.decision().is_some()
    }

    fn decision(&self) -> Option<Decision> {
        self.sprt.and_then(|standing| standing.decision)
    }

    fn complete(&self) -> bool {
        self.ledger.games().len() as u64 >= self.schedule.games()
    }

    /// Plays the games that are known and not kept; says whether the run ends with them.
    fn play(&mut self) -> Result<bool, RunError> {
        let kept: BTreeSet<u64> = self.waiting.keys().copied().collect();
        let from = self.ledger.games().len() as u64 + 1;
        let next = AtomicU64::new(from);
        let (mut plan, schedule) = (self.plan.clone(), self.schedule.clone());
        // A switch of their own: once a test has decided, no game in progress is waited for.
        plan.limits.stop = Stop::default();
        let (inbox, looks) = (Inbox::new(), AtomicU64::new(0));
        let hall = Hall {
            venue: self.venue,
            plan: &plan,
            schedule: &schedule,
            next: &next,
            kept: &kept,
            looks: &looks,
        };
        let listened = thread::scope(|scope| {
            for _ in 0..plan.concurrency.max(1) {
                let (hall, writer) = (&hall, inbox.writer());
                scope.spawn(move || hall.work(&writer));
            }
            let listened = self.listen(&inbox, &hall);
            inbox.shut();
            plan.limits.stop.pull();
            listened
        });
        listened?;
        Ok(self.decided() || !self.complete())
    }

    /// Hears of games until nobody plays any more, the test has decided, or a game cannot be opened;
    /// what was finished is kept in any case.
    fn listen(&mut self, inbox: &Inbox<Word>, hall: &Hall<'_>) -> Result<(), RunError> {
        let mut batch: Vec<Box<Waiting>> = Vec::new();
        let mut since = Instant::now();
        let mut failed = None;
        while let (None, Some(words)) = (&failed, inbox.take(TICK)) {
            hall.looks.fetch_add(1, Ordering::Relaxed);
            if self.plan.limits.stop.pulled() {
                hall.plan.limits.stop.pull();
            }
            for word in words {
                match word {
                    Word::Started(game) => {
                        let of = self.schedule.games();
                        (self.tell)(News::Started { game: &game, of });
                    }
                    Word::Shown(number, view) => self.show(number, view),
                    Word::Finished(game) => batch.push(game),
                    Word::Failed(error) => failed = Some(error),
                }
            }
            self.pass_on_remarks();
            if let Some(games) = self.gallery.due() {
                self.keeper.show(&games)?;
            }
            if batch.len() >= BATCH || since.elapsed() >= PATIENCE {
                self.keep(&mut batch)?;
                since = Instant::now();
                if self.decided() {
                    return Ok(());
                }
            }
            (self.tell)(News::Told);
        }
        self.pass_on_remarks();
        self.keep(&mut batch)?;
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    fn pass_on_remarks(&mut self) {
        for remark in self.venue.remarks() {
            (self.tell)(News::Remarked(&remark));
        }
    }

    /// Keeps a batch, then tells of it and counts it.
    #[expect(
        clippy::vec_box,
        reason = "each goes on into the map of those that wait"
    )]
    fn keep(&mut self, batch: &mut Vec<Box<Waiting>>) -> Result<(), RunError> {
        if batch.is_empty() {
            return Ok(());
        }
        // The texts go to the store and come back: copies of quick games would cost more than they.
        let row = |waiting: &mut Box<Waiting>| TournamentGame {
            number: waiting.line.number,
            line: mem::take(&mut waiting.json),
            luck: waiting.luck.map(|luck| luck.to_string()),
            notes: waiting.notes.take(),
        };
        let rows: Vec<TournamentGame> = batch.iter_mut().map(row).collect();
        self.keeper.keep(&rows)?;
        let numbers: Vec<u64> = rows.iter().map(|row| row.number).collect();
        self.venue.keep(&numbers);
        for (mut waiting, row) in batch.drain(..).zip(rows) {
            (waiting.json, waiting.notes) = (row.line, row.notes);
            (self.tell)(News::Finished(&waiting.line));
            self.gallery.remove(waiting.line.number);
            self.waiting.insert(waiting.line.number, waiting);
        }
        self.count()?;
        if Instant::now() < self.stands {
            return Ok(());
        }
        self.stand().map(drop)
    }

    fn show(&mut self, number: u64, view: String) {
        let fixture = self.schedule.fixture(self.plan, number);
        if let Some(fixture) = fixture {
            self.gallery.show(self.plan, &fixture, view);
        }
    }

    /// Tells those who watch how it stands.
    fn stand(&mut self) -> Result<Standings, RunError> {
        let begun = Instant::now();
        let standings = Standings::of(self.plan, &self.schedule, &self.ledger);
        let (done, known) = (self.ledger.games().len() as u64, self.schedule.games());
        let told = progress(self.plan, &standings, self.sprt.as_ref(), done, known);
        self.keeper.stand(&told)?;
        self.stands = begun + STOOD.max(begun.elapsed() * SHARE);
        Ok(standings)
    }

    fn finish(mut self) -> Result<Outcome, RunError> {
        if let Some(folder) = &mut self.folder {
            folder.flush()?;
        }
        let standings = self.stand()?;
        self.keeper.rest()?;
        let counted = self.ledger.games().len() as u64;
        let stopped = self.plan.limits.stop.pulled() && !self.decided();
        let interrupted = (stopped
            && (!self.complete() || self.schedule.extend(self.plan, &self.ledger)))
        .then(|| Interrupted {
            games: counted + self.waiting.len() as u64,
        });
        Ok(Outcome {
            standings,
            sprt: self.sprt,
            interrupted,
        })
    }
}

fn waiting(played: Played) -> Waiting {
    let Played { line, luck, notes } = played;
    let json = line.json();
    Waiting {
        line,
        json,
        luck,
        notes,
    }
}

/// Where the games of a round are played.
struct Hall<'a> {
    venue: &'a dyn Venue,
    plan: &'a Plan,
    schedule: &'a Schedule,
    next: &'a AtomicU64,
    kept: &'a BTreeSet<u64>,
    looks: &'a AtomicU64,
}

impl Hall<'_> {
    /// Plays one game after another until there is none left or nobody listens.
    fn work(&self, desk: &Writer<'_, Word>) {
        let mut gauge = Gauge::new(self.plan.game);
        while !self.plan.limits.stop.pulled() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(fixture) = self.schedule.fixture(self.plan, number) else {
                return;
            };
            if self.kept.contains(&number) {
                continue;
            }
            if !desk.put(Word::Started(fixture.clone())) {
                return;
            }
            let live = self.venue.is_live();
            let stage = live.then(|| Stage::new(self.looks, desk, number));
            let played = play(self.plan, self.venue, &fixture, &mut gauge, stage.as_ref());
            let word = match played {
                Ok(None) => return,
                Ok(Some(played)) => Word::Finished(Box::new(waiting(played))),
                Err(error) => Word::Failed(error),
            };
            if !desk.put(word) {
                return;
            }
        }
    }
}
