//! Values of the moves of a position, computed on a thread.

use std::thread::{self, JoinHandle};
use std::time::Duration;

use host::{Analyst, GameInfo, Options, Worths};
use table::{Budget, Limits, Message, Monotonic, Seeded, Stop};
use text::Language;

/// Time of an analysis, unless the command line says otherwise.
const TIME: Duration = Duration::from_secs(2);

type Answered = (Option<Box<dyn Analyst>>, Result<Worths, Message>);

/// The engine that values moves, and its last answer.
pub(crate) struct Adviser {
    game: &'static GameInfo,
    language: Language,
    engine: Option<Box<dyn Analyst>>,
    job: Option<(String, JoinHandle<Answered>)>,
    stop: Stop,
    /// The view that was valued last, and its values.
    found: Option<(String, Result<Worths, Message>)>,
}

impl Adviser {
    pub(crate) fn new(game: &'static GameInfo, language: Language) -> Self {
        Self {
            game,
            language,
            engine: None,
            job: None,
            stop: Stop::default(),
            found: None,
        }
    }

    /// The values of a view; `None` while they are computed.
    pub(crate) fn values(&mut self, view: &str) -> Option<&Result<Worths, Message>> {
        if let Some((asked, job)) = self.job.take() {
            if job.is_finished() {
                if let Ok((engine, worths)) = job.join() {
                    self.engine = engine;
                    self.found = Some((asked, worths));
                }
            } else {
                if asked != view {
                    self.stop.pull();
                }
                self.job = Some((asked, job));
            }
        }
        let is_known = self.found.as_ref().is_some_and(|(known, _)| known == view);
        if !is_known {
            if self.job.is_none() {
                self.start(view);
            }
            return None;
        }
        self.found.as_ref().map(|(_, worths)| worths)
    }

    fn start(&mut self, view: &str) {
        self.stop = Stop::default();
        let (game, language, engine) = (self.game, self.language, self.engine.take());
        let (asked, stop) = (view.to_owned(), self.stop.clone());
        let job = thread::spawn(move || {
            let mut engine = match engine.map_or_else(|| game.analyst(&Options::default()), Ok) {
                Ok(engine) => engine,
                Err(error) => return (None, Err(table::Explain::explain(&error))),
            };
            let limits = Limits {
                time: Some(TIME),
                stop,
                ..Limits::default()
            };
            let clock = Monotonic::start();
            let budget = Budget::new(&limits, &clock);
            let report = engine.analyse(&asked, &mut Seeded::new(0), &budget);
            let worths = report.map(|report| game.worths(&report, language));
            (Some(engine), worths)
        });
        self.job = Some((view.to_owned(), job));
    }
}

impl Drop for Adviser {
    /// Stops the thread.
    fn drop(&mut self) {
        self.stop.pull();
    }
}
