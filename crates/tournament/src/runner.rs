//! The runner: plays the games of a tournament on several threads and counts them in order.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use table::{Explain, Message, Stop};

use super::executor::LocalExecutor;
use super::live_games::{LiveFeed, LiveGames};
use super::luck::LuckMeter;
use super::play_game::{PendingGame, play_game};
use super::progress::progress_json;
use super::summary::{published_secret, summary};
use super::{
    ExecutorError, FinishedGame, GameExecutor, OutputFolder, Schedule, ScheduledGame, Scoreboard,
    SprtState, Standings, TournamentPlan, TournamentSecret, TournamentStore, TournamentStoreError,
};

/// Maximum number of games saved in one transaction.
const BATCH: usize = 4000;
/// Maximum time that a finished game waits to be saved together with others.
const SAVE_INTERVAL: Duration = Duration::from_millis(100);
/// Interval at which the runner receives messages of the workers.
const RECEIVE_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum number of messages that wait for the runner; workers wait while there are as many.
const CAPACITY: usize = 1024;
/// Minimum interval between two updates of the saved progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);
/// Saving the progress takes at most 1/`PROGRESS_SHARE` of the runner's time.
const PROGRESS_SHARE: u32 = 50;

/// An event of a running tournament.
#[derive(Clone, Copy, Debug)]
pub enum TournamentEvent<'a> {
    /// A game began.
    Started {
        /// The game that began.
        game: &'a ScheduledGame,
        /// Number of games scheduled so far.
        of: u64,
    },
    /// A game ended and was saved.
    Finished(&'a FinishedGame),
    /// A message of the executor.
    Message(&'a Message),
    /// All events so far were sent; buffered output can be flushed.
    Idle,
    /// More games were counted.
    Counted {
        /// Number of games counted.
        done: u64,
        /// Number of games scheduled so far.
        of: u64,
        /// The counted games, to compute standings from.
        scoreboard: &'a Scoreboard,
        /// The schedule, to compute standings from.
        schedule: &'a Schedule,
    },
}

/// The result of a run.
#[derive(Debug)]
pub struct TournamentOutcome {
    /// The standings.
    pub standings: Standings,
    /// The state of the test, if the plan has one.
    pub sprt: Option<SprtState>,
    /// Number of games saved, if the run was stopped before the end.
    pub interrupted: Option<u64>,
    /// The secret of the luck, which may now be published; `None` before the end and without programs.
    pub secret: Option<TournamentSecret>,
}

/// The reason why a run failed.
#[derive(Debug, Explain)]
pub enum TournamentError {
    /// Games could not be saved.
    #[message(transparent)]
    Store(#[from] TournamentStoreError),
    /// The output folder could not be written.
    #[message(transparent)]
    Io(#[from] io::Error),
    /// A game could not be opened or played.
    #[message(transparent)]
    Executor(#[from] ExecutorError),
    /// The store holds a game that is not one of this plan.
    #[message("tournament-foreign", number = _0)]
    Foreign(u64),
}

/// Plays the remaining games of a plan in this process. Pulling the stop signal of the plan's limits
/// interrupts it: games in progress are dropped, and played again in the next run. After an error, saved
/// games stay.
pub fn run(
    plan: &TournamentPlan,
    store: &mut TournamentStore,
    folder: Option<&mut OutputFolder>,
    on_event: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<TournamentOutcome, TournamentError> {
    run_with(&LocalExecutor(plan), plan, store, folder, on_event)
}

/// Plays the remaining games of a plan with an executor.
pub fn run_with(
    executor: &dyn GameExecutor,
    plan: &TournamentPlan,
    store: &mut TournamentStore,
    folder: Option<&mut OutputFolder>,
    on_event: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<TournamentOutcome, TournamentError> {
    assert!(
        plan.secret.is_some() || !plan.has_programs(),
        "opening the store gave the plan its secret"
    );
    let mut runner = TournamentRunner {
        executor,
        plan,
        store,
        folder,
        on_event,
        schedule: Schedule::default(),
        scoreboard: Scoreboard::default(),
        pending: BTreeMap::new(),
        read: 0,
        sprt: None,
        live_games: LiveGames::default(),
        next_progress: Instant::now(),
    };
    let mut over = false;
    while !over && runner.schedule.extend(plan, &runner.scoreboard) {
        runner.load_saved_games()?;
        over = runner.is_decided() || (!runner.is_complete() && runner.play_round()?);
    }
    runner.finish()
}

struct TournamentRunner<'a> {
    executor: &'a dyn GameExecutor,
    plan: &'a TournamentPlan,
    store: &'a mut TournamentStore,
    folder: Option<&'a mut OutputFolder>,
    on_event: &'a mut dyn FnMut(TournamentEvent<'_>),
    schedule: Schedule,
    scoreboard: Scoreboard,
    /// Saved games that are not counted yet, by number.
    pending: BTreeMap<u64, Box<PendingGame>>,
    /// Number of the last game read from the store.
    read: u64,
    sprt: Option<SprtState>,
    live_games: LiveGames,
    /// The earliest time to save the progress again.
    next_progress: Instant,
}

/// A message from a worker thread to the runner.
pub(crate) enum WorkerMessage {
    /// A game began.
    Started(ScheduledGame),
    /// The number and the spectators' position of a long game.
    Position(u64, String),
    /// A game ended.
    Finished(Box<PendingGame>),
    /// A game could not be played.
    Failed(ExecutorError),
}

/// Sends the messages of one worker thread to the runner thread. The runner polls: waking it for each
/// message would cost more than a short game. It is woken when the channel is full.
pub(crate) struct WorkerSender(SyncSender<WorkerMessage>, Thread);

impl WorkerSender {
    /// Sends a message, and returns whether the runner still receives.
    pub(crate) fn send(&self, message: WorkerMessage) -> bool {
        match self.0.try_send(message) {
            Err(TrySendError::Full(message)) => {
                self.1.unpark();
                self.0.send(message).is_ok()
            }
            sent => sent.is_ok(),
        }
    }
}

impl TournamentRunner<'_> {
    /// Reads the games of earlier runs. Those of rounds that are not scheduled yet stay pending.
    fn load_saved_games(&mut self) -> Result<(), TournamentError> {
        loop {
            self.count()?;
            let games = self.store.games(self.read)?;
            let Some(last) = games.last() else {
                return Ok(());
            };
            self.read = last.number;
            for row in games {
                let foreign = || TournamentError::Foreign(row.number);
                let game = serde_json::from_str(&row.line).map_err(|_| foreign())?;
                let luck = row.luck.as_deref().map(str::parse::<f64>).transpose();
                let luck = luck.map_err(|_| foreign())?;
                let pending = PendingGame { game, luck, row };
                self.pending.insert(pending.row.number, Box::new(pending));
            }
        }
    }

    /// Counts the next pairs whose two games are pending.
    fn count(&mut self) -> Result<(), TournamentError> {
        let before = self.scoreboard.games().len();
        while !self.is_decided() {
            let next = self.scoreboard.games().len() as u64 + 1;
            let both = [next, next + 1];
            if next > self.schedule.games() || both.iter().any(|n| !self.pending.contains_key(n)) {
                break;
            }
            for number in both {
                if let Some(pending) = self.pending.remove(&number) {
                    self.count_game(&pending)?;
                }
            }
            self.update_test();
        }
        if self.scoreboard.games().len() > before {
            (self.on_event)(TournamentEvent::Counted {
                done: self.scoreboard.games().len() as u64,
                of: self.schedule.games(),
                scoreboard: &self.scoreboard,
                schedule: &self.schedule,
            });
        }
        Ok(())
    }

    fn count_game(&mut self, pending: &PendingGame) -> Result<(), TournamentError> {
        let game = &pending.game;
        let scheduled = self.schedule.game(self.plan, game.number);
        let scheduled = scheduled.ok_or(TournamentError::Foreign(game.number))?;
        self.scoreboard
            .push(game, [scheduled.first, scheduled.second], pending.luck);
        if let Some(folder) = &mut self.folder {
            folder.add(game, &pending.row)?;
        }
        Ok(())
    }

    /// Adds the last pair to the test, unless a game of it repeats an earlier one.
    fn update_test(&mut self) {
        let Some(sprt) = &self.plan.sprt else {
            return;
        };
        let games = self.scoreboard.games();
        let [.., home, away] = games else {
            return;
        };
        let mut pairs = self.sprt.map_or([0; 5], |state| state.pairs);
        if home.repeats.is_none() && away.repeats.is_none() {
            pairs[usize::from(home.halves + 2 - away.halves)] += 1;
        }
        self.sprt = Some(sprt.state(pairs));
    }

    /// Tests whether the plan's test has decided.
    fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.decision.is_some())
    }

    /// Tests whether all scheduled games are counted.
    fn is_complete(&self) -> bool {
        self.scoreboard.games().len() as u64 >= self.schedule.games()
    }

    /// Plays the scheduled games that are not saved; returns whether the run ends with them.
    fn play_round(&mut self) -> Result<bool, TournamentError> {
        let saved: BTreeSet<u64> = self.pending.keys().copied().collect();
        let from = self.scoreboard.games().len() as u64 + 1;
        let next = AtomicU64::new(from);
        let (mut plan, schedule) = (self.plan.clone(), self.schedule.clone());
        // The workers have their own stop signal: once the test has decided, games in progress end.
        plan.limits.stop = Stop::default();
        let (sender, receiver) = sync_channel(CAPACITY);
        let batches = AtomicU64::new(0);
        let workers = GameWorkers {
            executor: self.executor,
            plan: &plan,
            schedule: &schedule,
            next: &next,
            saved: &saved,
            batches: &batches,
        };
        let received = thread::scope(|scope| {
            for _ in 0..plan.concurrency.max(1) {
                let (workers, runner) = (&workers, thread::current());
                let sender = WorkerSender(sender.clone(), runner.clone());
                scope.spawn(move || {
                    workers.play_games(&sender);
                    drop(sender);
                    runner.unpark();
                });
            }
            drop(sender);
            let received = self.receive_games(&receiver, &workers);
            // Workers that wait for room in the channel end.
            drop(receiver);
            plan.limits.stop.pull();
            received
        });
        received?;
        Ok(self.is_decided() || !self.is_complete())
    }

    /// Receives games until the workers have ended, the test has decided, or a game fails. Finished
    /// games are saved in each case.
    fn receive_games(
        &mut self,
        receiver: &Receiver<WorkerMessage>,
        workers: &GameWorkers<'_>,
    ) -> Result<(), TournamentError> {
        let mut batch: Vec<Box<PendingGame>> = Vec::new();
        let mut since = Instant::now();
        let (mut failed, mut ended) = (None, false);
        while failed.is_none() && !ended {
            thread::park_timeout(RECEIVE_INTERVAL);
            workers.batches.fetch_add(1, Ordering::Relaxed);
            if self.plan.limits.stop.pulled() {
                workers.plan.limits.stop.pull();
            }
            for _ in 0..CAPACITY {
                match receiver.try_recv() {
                    Ok(WorkerMessage::Started(game)) => {
                        let of = self.schedule.games();
                        (self.on_event)(TournamentEvent::Started { game: &game, of });
                    }
                    Ok(WorkerMessage::Position(number, view)) => self.show(number, view),
                    Ok(WorkerMessage::Finished(game)) => batch.push(game),
                    Ok(WorkerMessage::Failed(error)) => failed = Some(error),
                    Err(error) => {
                        ended = error == TryRecvError::Disconnected;
                        break;
                    }
                }
            }
            self.forward_messages();
            if let Some(games) = self.live_games.due_update() {
                self.store.save_live_games(&games, true)?;
            }
            if batch.len() >= BATCH || since.elapsed() >= SAVE_INTERVAL {
                self.save(&mut batch)?;
                since = Instant::now();
                if self.is_decided() {
                    return Ok(());
                }
            }
            (self.on_event)(TournamentEvent::Idle);
        }
        self.forward_messages();
        self.save(&mut batch)?;
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    fn forward_messages(&mut self) {
        for message in self.executor.take_messages() {
            (self.on_event)(TournamentEvent::Message(&message));
        }
    }

    /// Saves a batch of games, then counts them.
    #[expect(
        clippy::vec_box,
        reason = "the boxes move on into the map of pending games"
    )]
    fn save(&mut self, batch: &mut Vec<Box<PendingGame>>) -> Result<(), TournamentError> {
        if batch.is_empty() {
            return Ok(());
        }
        self.store.save(batch.iter().map(|pending| &pending.row))?;
        let numbers: Vec<u64> = batch.iter().map(|pending| pending.row.number).collect();
        self.executor.saved(&numbers);
        for pending in batch.drain(..) {
            (self.on_event)(TournamentEvent::Finished(&pending.game));
            self.live_games.remove(pending.game.number);
            self.pending.insert(pending.game.number, pending);
        }
        self.count()?;
        if Instant::now() < self.next_progress {
            return Ok(());
        }
        self.save_progress(None).map(drop)
    }

    fn show(&mut self, number: u64, view: String) {
        if let Some(scheduled) = self.schedule.game(self.plan, number) {
            self.live_games.show(self.plan, &scheduled, view);
        }
    }

    /// Computes the standings and saves the progress for spectators, after the last game with the secret.
    fn save_progress(
        &mut self,
        secret: Option<&TournamentSecret>,
    ) -> Result<Standings, TournamentError> {
        let begun = Instant::now();
        let standings = Standings::new(self.plan, &self.schedule, &self.scoreboard);
        let (done, scheduled) = (self.scoreboard.games().len() as u64, self.schedule.games());
        let mut remarks = summary(self.plan, &standings, self.sprt.as_ref());
        remarks.extend(secret.map(published_secret));
        let json = progress_json(self.plan, &standings, &remarks, done, scheduled);
        self.store.save_progress(&json)?;
        self.next_progress = begun + PROGRESS_INTERVAL.max(begun.elapsed() * PROGRESS_SHARE);
        Ok(standings)
    }

    fn finish(mut self) -> Result<TournamentOutcome, TournamentError> {
        if let Some(folder) = &mut self.folder {
            folder.flush()?;
        }
        let counted = self.scoreboard.games().len() as u64;
        let stopped = self.plan.limits.stop.pulled() && !self.is_decided();
        let interrupted = (stopped
            && (!self.is_complete() || self.schedule.extend(self.plan, &self.scoreboard)))
        .then(|| counted + self.pending.len() as u64);
        let secret = self.plan.secret.clone();
        let secret = secret.filter(|_| interrupted.is_none());
        let standings = self.save_progress(secret.as_ref())?;
        self.store.save_live_games(&[], false)?;
        Ok(TournamentOutcome {
            standings,
            sprt: self.sprt,
            interrupted,
            secret,
        })
    }
}

/// The data that the worker threads of a round share.
struct GameWorkers<'a> {
    executor: &'a dyn GameExecutor,
    plan: &'a TournamentPlan,
    schedule: &'a Schedule,
    /// Number of the next game to play.
    next: &'a AtomicU64,
    /// Numbers of the games that are saved already.
    saved: &'a BTreeSet<u64>,
    /// Number of batches that the runner has received.
    batches: &'a AtomicU64,
}

impl GameWorkers<'_> {
    /// Plays games until none is left, the stop signal is pulled, or the runner no longer receives.
    ///
    /// With programs a worker plays the two games of a pair one after the other: they have the same
    /// chance, so that the processes of a program in both could tell each other what is hidden.
    fn play_games(&self, runner: &WorkerSender) {
        let mut luck = LuckMeter::new(self.plan.game);
        let together = if self.plan.has_programs() { 2 } else { 1 };
        while !self.plan.limits.stop.pulled() {
            let from = self.next.fetch_add(together, Ordering::Relaxed);
            let all_played = (from..from + together)
                .all(|number| self.saved.contains(&number) || self.play(number, &mut luck, runner));
            if !all_played {
                return;
            }
        }
    }

    /// Plays one game; returns whether it was played to its end and the runner still receives.
    fn play(&self, number: u64, luck: &mut LuckMeter, runner: &WorkerSender) -> bool {
        let Some(scheduled) = self.schedule.game(self.plan, number) else {
            return false;
        };
        if !runner.send(WorkerMessage::Started(scheduled.clone())) {
            return false;
        }
        let live = self.executor.is_live();
        let feed = live.then(|| LiveFeed::new(self.batches, runner, number));
        let played = play_game(self.plan, self.executor, &scheduled, luck, feed.as_ref());
        let message = match played {
            Ok(None) => return false,
            Ok(Some(game)) => WorkerMessage::Finished(Box::new(game)),
            Err(error) => WorkerMessage::Failed(error),
        };
        runner.send(message)
    }
}
