//! Tournaments between strategies and programs: schedule, games, ratings and standings.
//!
//! A [`TournamentPlan`] determines every game. [`run`] plays the games on several threads, saves each
//! in a [`TournamentStore`], and counts them in the order of their numbers. The outcome therefore does
//! not depend on the number of threads or on interruptions. A [`GameExecutor`] plays single games, on
//! this machine or on others.
//! Programs are started anew for each game, so that one game of a pair cannot help in the other, and
//! both games of a pair are over before either is published. The luck of their games follows from a
//! [`TournamentSecret`], which is published after the last game.

mod executor;
mod finished_game;
mod game_spec;
mod html;
mod live_games;
mod luck;
mod openings;
mod output_folder;
mod plan;
mod play_game;
mod progress;
mod ratings;
mod record_writer;
mod runner;
mod schedule;
mod scheduled_game;
mod scoreboard;
mod sprt;
mod standings;
mod summary;
mod tournament_secret;
mod tournament_store;

text::catalogue!();

pub use executor::{ExecutedGame, ExecutorError, GameExecutor};
pub use finished_game::FinishedGame;
pub use game_spec::{GameSpec, ReplayMismatch};
pub use html::rating_text;
pub use openings::{OpeningError, Openings};
pub use output_folder::OutputFolder;
pub use plan::{PlanError, TournamentFormat, TournamentPlan, UnknownFormat};
pub use record_writer::RecordWriter;
pub use runner::{TournamentError, TournamentEvent, TournamentOutcome, run, run_with};
pub use schedule::Schedule;
pub use scheduled_game::ScheduledGame;
pub use scoreboard::Scoreboard;
pub use sprt::{Sprt, SprtDecision, SprtError, SprtState};
pub use standings::{Standings, StandingsRow};
pub use summary::{published_secret, summary};
pub use tournament_secret::{InvalidSecret, TournamentSecret};
pub use tournament_store::{TournamentStore, TournamentStoreError};
