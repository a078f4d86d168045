//! What a tournament shows: lines or a table that redraws while it is played, and a report at its end.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use house::Language;
use indicatif::{ProgressBar, ProgressStyle};
use tournament::{
    Standings, StandingsRow, TournamentEvent, TournamentOutcome, TournamentPlan, rating_text,
    summary,
};

/// How often the table is drawn, at most.
const REDRAWN: Duration = Duration::from_millis(500);
/// The share of the time that drawing may take is one in so many.
const SHARE: u32 = 20;

/// What is shown while games are played: a table and a bar that redraw, or lines when piped.
pub(super) struct Board<'a> {
    plan: &'a TournamentPlan,
    language: Language,
    bar: Option<ProgressBar>,
    /// Lines that are not written yet: a call to the system for each would slow quick games down.
    lines: String,
    next: Instant,
}

impl<'a> Board<'a> {
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

    /// The lines are in the words that programs read from other managers of tournaments, whatever the
    /// language.
    pub(super) fn hear(&mut self, news: TournamentEvent<'_>) {
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
                // Who reads no remarks does not end the tournament.
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
        bar.set_message(table(&standings, self.language));
        self.next = begun + REDRAWN.max(begun.elapsed() * SHARE);
    }

    fn write(&mut self) {
        let mut out = io::stdout();
        let written = out.write_all(self.lines.as_bytes());
        // A reader of lines that has gone does not end the tournament.
        let _ = written.and_then(|()| out.flush());
        self.lines.clear();
    }

    pub(super) fn close(&mut self) {
        self.write();
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The standings in columns.
fn table(standings: &Standings, language: Language) -> String {
    let lengths = standings.rows.iter().map(|row| row.name.chars().count());
    let width = lengths.max().unwrap_or(0);
    let head = language.word("tournament-table-head") + "\n";
    let places = (1..).zip(&standings.rows);
    let lines = places.map(|(place, row)| format!("{place:>3}. {}\n", columns(row, width)));
    head + &lines.collect::<String>()
}

fn columns(row: &StandingsRow, width: usize) -> String {
    let StandingsRow {
        name,
        points,
        games,
        wins,
        draws,
        losses,
        ..
    } = row;
    let elo = rating_text(row.elo, row.error);
    let known = row.adjusted.is_some();
    let adjusted = known.then(|| format!("  [{}]", rating_text(row.adjusted, row.adjusted_error)));
    let adjusted = adjusted.unwrap_or_default();
    format!("{name:width$} {points:>8} {games:>7} +{wins} ={draws} -{losses}  {elo}{adjusted}")
}

/// Everything that is told at the end.
pub(super) fn report(
    plan: &TournamentPlan,
    outcome: &TournamentOutcome,
    language: Language,
) -> String {
    let standings = &outcome.standings;
    let crossed = (plan.players.len() > 2).then(|| cross_table(standings));
    let remarks = summary(plan, standings, outcome.sprt.as_ref());
    let said = remarks.iter().map(|remark| language.say(remark) + "\n");
    table(standings, language) + &crossed.unwrap_or_default() + &said.collect::<String>()
}

/// Who scored how much of how many against whom.
fn cross_table(standings: &Standings) -> String {
    let line = |(place, row): (usize, &StandingsRow)| {
        let others = standings.rows.iter();
        let cells = others.map(|other| standings.against(row.player, other.player));
        let cells: Vec<String> = cells.map(|cell| format!("{cell:>7}")).collect();
        format!("{place:>3}. {}\n", cells.join(" "))
    };
    (1..).zip(&standings.rows).map(line).collect()
}
