//! The display of a tournament while it is played: a table that redraws at a terminal, else a line
//! for each game.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use text::Language;
use tournament::{Standings, TournamentEvent, TournamentPlan};

use super::summary::standings_table;

/// Least time between two drawings of the table.
const REDRAW_INTERVAL: Duration = Duration::from_millis(500);
/// The pause after a drawing is at least this many times as long as the drawing took.
const PAUSE_RATIO: u32 = 20;

/// Shows the events of a tournament on standard output and standard error.
pub(super) struct TournamentProgress<'a> {
    plan: &'a TournamentPlan,
    language: Language,
    /// The table and its bar; `None` when standard output or standard error is not a terminal.
    bar: Option<ProgressBar>,
    /// Lines that wait to be written together: one system call a line would slow down short games.
    lines: String,
    /// When the table may be drawn again.
    next: Instant,
}

impl<'a> TournamentProgress<'a> {
    pub(super) fn new(plan: &'a TournamentPlan, language: Language) -> Self {
        let live = io::stdout().is_terminal() && io::stderr().is_terminal();
        let bar = live.then(|| ProgressBar::new(plan.expected_games()));
        let style = ProgressStyle::with_template("{msg}{bar:40} {pos}/{len} {eta}");
        if let (Some(bar), Ok(style)) = (&bar, style) {
            bar.set_style(style);
        }
        Self {
            plan,
            language,
            bar,
            lines: String::new(),
            next: Instant::now(),
        }
    }

    /// Shows one event. The lines `Started game` and `Finished game` are the same in every language:
    /// they are those of cutechess-cli, which other tools parse.
    pub(super) fn show(&mut self, news: TournamentEvent<'_>) {
        let player = |player: usize| &self.plan.players[player].name;
        match (news, &self.bar) {
            (TournamentEvent::Started { game, of }, None) => {
                let (first, second) = (player(game.first), player(game.second));
                let number = game.number;
                let line = format!("Started game {number} of {of} ({first} vs {second})\n");
                self.lines.push_str(&line);
            }
            (TournamentEvent::Finished(game), None) => {
                let line = format!(
                    "Finished game {} ({} vs {}): {} {{{}}}\n",
                    game.number, game.first, game.second, game.result, game.ending
                );
                self.lines.push_str(&line);
            }
            (TournamentEvent::Message(remark), bar) => {
                let line = self.language.say(remark) + "\n";
                let write = || io::stderr().write_all(line.as_bytes());
                // The tournament goes on when standard error is closed.
                let _ = bar.as_ref().map_or_else(write, |bar| bar.suspend(write));
            }
            (TournamentEvent::Idle, None) => self.write(),
            (TournamentEvent::Counted { done, of, .. }, Some(bar)) => {
                bar.set_length(of.max(self.plan.expected_games()));
                bar.set_position(done);
                self.draw(&news);
            }
            (
                TournamentEvent::Started { .. }
                | TournamentEvent::Finished(_)
                | TournamentEvent::Idle,
                Some(_),
            )
            | (TournamentEvent::Counted { .. }, None) => {}
        }
    }

    fn draw(&mut self, news: &TournamentEvent<'_>) {
        let (
            Some(bar),
            TournamentEvent::Counted {
                scoreboard,
                schedule,
                ..
            },
        ) = (&self.bar, news)
        else {
            return;
        };
        let begun = Instant::now();
        if begun < self.next {
            return;
        }
        let standings = Standings::new(self.plan, schedule, scoreboard);
        bar.set_message(standings_table(&standings, self.language));
        self.next = begun + REDRAW_INTERVAL.max(begun.elapsed() * PAUSE_RATIO);
    }

    fn write(&mut self) {
        let mut out = io::stdout();
        let written = out.write_all(self.lines.as_bytes());
        // The tournament goes on when standard output is closed.
        let _ = written.and_then(|()| out.flush());
        self.lines.clear();
    }

    /// Writes the remaining lines and removes the table.
    pub(super) fn close(&mut self) {
        self.write();
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
