//! The drawn table: its parts, fitted to the size of the screen.

use host::{Ink, RankedMove, TextPiece, Tone};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Stylize as _;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};
use table::{Side, key, message};

use super::{Open, Screen};
use crate::colours::Highlight;
use crate::session::Now;

/// Smallest size of a screen on which the table is drawn.
const LEAST: (u16, u16) = (40, 10);
/// Width from which values and sentences stand beside the board.
const WIDE: u16 = 96;
/// Smallest and largest number of columns of what stands beside the board.
const BESIDE: (u16, u16) = (38, 60);
/// Number of free rows from which blank lines are left around the board.
const ROOM: u16 = 6;
/// Largest number of columns of a name.
const LONGEST_NAME: usize = 24;
/// The sign of each side, in its colour.
const SIGNS: [(&str, Ink); 2] = [("● ", Ink::First), ("○ ", Ink::Second)];

impl Screen {
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let text = self.session.language.word(key!("terminal-too-small"));
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
        let [head, middle, status, foot] = rows(area);
        frame.render_widget(self.head(head.width), head);
        match self.open {
            Open::Help(from) => {
                let help = Paragraph::new(self.help()).wrap(Wrap { trim: false });
                frame.render_widget(help.scroll((from, 0)), middle);
            }
            Open::Curtain(side) => {
                let name = shortened(self.session.name(side));
                let text = self
                    .session
                    .language
                    .say(&message!("terminal-curtain", name));
                let curtain = Paragraph::new(text).alignment(Alignment::Center);
                frame.render_widget(curtain.wrap(Wrap { trim: true }), middle);
                return;
            }
            Open::Nothing | Open::ResignQuestion | Open::QuitQuestion => {
                self.draw_table(frame, middle);
            }
        }
        frame.render_widget(self.status_line(), status);
        frame.render_widget(
            Paragraph::new(self.keys(foot.width)).style(self.colours.faint()),
            foot,
        );
    }

    fn draw_table(&mut self, frame: &mut Frame<'_>, area: Rect) {
        let is_beside = area.width >= WIDE;
        let beside = (area.width / 2).clamp(BESIDE.0, BESIDE.1);
        let width = if is_beside {
            area.width - beside
        } else {
            area.width
        };
        let board = self.board(width);
        let height = (board.lines.len() as u16).min(area.height);
        let gap = u16::from(area.height - height >= ROOM);
        let area = Rect {
            y: area.y + gap,
            height: area.height - gap,
            ..area
        };
        let (table, notes) = if is_beside {
            let table = Rect { width, ..area };
            let notes = Rect {
                x: area.x + width,
                width: beside,
                ..area
            };
            (table, notes)
        } else {
            let table = Rect { height, ..area };
            let below = height + gap;
            let notes = Rect {
                y: area.y + below,
                height: area.height - below,
                ..area
            };
            (table, notes)
        };
        // The near side, at the bottom, matters most.
        let hidden = (board.lines.len() as u16).saturating_sub(table.height);
        frame.render_widget(Paragraph::new(board).scroll((hidden, 0)), table);
        let lines = self.notes(notes);
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), notes);
    }

    /// The board, each piece in its colour and mark, in the middle of `width` columns.
    fn board(&mut self, width: u16) -> Text<'static> {
        let board = self.session.board(width);
        self.widest = self.widest.max(board.width()).min(width.into());
        let left = usize::from(width).saturating_sub(self.widest) / 2;
        let chosen = self
            .moves
            .get(self.chosen)
            .filter(|_| self.input.is_empty());
        let mark = |piece: &TextPiece| {
            let touches = |touch: &host::Touch| touch.parts.contains(&piece.part);
            if piece.part.is_empty() {
                Highlight::None
            } else if chosen.is_some_and(touches) {
                Highlight::Chosen
            } else if self.moves.iter().any(touches) {
                Highlight::Legal
            } else {
                Highlight::None
            }
        };
        let line = |pieces: Vec<TextPiece>| {
            let margin = Span::raw(" ".repeat(left));
            let pieces = pieces.into_iter().map(|piece| {
                let style = self.colours.piece(piece.ink, mark(&piece));
                Span::styled(piece.text, style)
            });
            [margin].into_iter().chain(pieces).collect::<Line>()
        };
        board.lines.into_iter().map(line).collect()
    }

    /// The line at the top: the game, the players with their signs and, in a match, the games they have
    /// won, the number of moves.
    fn head(&self, width: u16) -> Paragraph<'static> {
        let mut score = self.score;
        if let Now::Over(ending) = self.now
            && let Some(winner) = ending.winner()
        {
            score[winner.index()] += 1;
        }
        let mut players = vec![Span::raw(" ")];
        for side in Side::BOTH {
            let (sign, ink) = SIGNS[side.index()];
            let clock = self.session.clock(side).map_or(String::new(), |seconds| {
                format!(" {}:{:02}", seconds / 60, seconds % 60)
            });
            let won = match score {
                [0, 0] => String::new(),
                _ => format!(" {}", score[side.index()]),
            };
            let between = if side == Side::First { " – " } else { "" };
            let name = shortened(self.session.name(side));
            players.push(Span::styled(sign, self.colours.sign(ink)));
            players.push(Span::raw(format!("{name}{clock}{won}{between}")));
        }
        let number = self.session.moves_played();
        let language = self.session.language;
        let number = language.say(&message!("terminal-move", number));
        players.push(Span::raw(format!(" · {number}")));
        let title = Span::raw(format!(" {} ·", self.title));
        let whole: Line = [title].into_iter().chain(players.clone()).collect();
        let line = if whole.width() <= usize::from(width) {
            whole
        } else {
            Line::from(players)
        };
        Paragraph::new(line).style(self.colours.head())
    }

    fn status_line(&self) -> Paragraph<'static> {
        let text = if self.told.is_empty() {
            self.status()
        } else {
            self.told.clone()
        };
        Paragraph::new(text).bold()
    }

    fn keys(&self, width: u16) -> String {
        let language = self.session.language;
        match self.now {
            _ if matches!(self.open, Open::Help(_)) => language.word(key!("terminal-keys-help")),
            Now::Over(_) => language.word(key!("terminal-keys-over")),
            _ if self.is_watched() => language.word(key!("terminal-keys-watching")),
            _ => {
                let keys = language.word(key!("terminal-keys"));
                if keys.chars().count() <= usize::from(width) {
                    keys
                } else {
                    language.word(key!("terminal-keys-short"))
                }
            }
        }
    }

    /// The values of the moves or the hint, if they were asked for, then the last sentences.
    fn notes(&mut self, area: Rect) -> Vec<Line<'static>> {
        let mut lines = self.advice();
        let room = usize::from(area.height).saturating_sub(lines.len());
        // A sentence may take two lines.
        let sentences = self.session.sentences(0);
        let most = if area.width < 80 { room / 2 } else { room };
        let from = sentences.len().saturating_sub(most.max(1));
        let sentences = sentences[from..].iter().cloned().map(Line::from);
        lines.extend(sentences);
        lines
    }

    fn advice(&mut self) -> Vec<Line<'static>> {
        let wanted = self.session.may_be_advised() && self.is_turn() && (self.values || self.hint);
        if !wanted {
            return Vec::new();
        }
        let language = self.session.language;
        let view = self.session.view();
        let worths = match self.adviser.values(&view) {
            None => return vec![Line::from(language.word(key!("terminal-computing")))],
            Some(Err(reason)) => return vec![Line::from(language.say(reason))],
            Some(Ok(worths)) => worths,
        };
        let words = |mv: &str| self.session.game.words(&view, mv, language);
        let mut lines = Vec::new();
        let best = worths.moves.iter().find(|ranked| ranked.rank == 0);
        if let (true, Some(best)) = (self.hint, best) {
            let (mv, worth) = (words(&best.text), best.worth.words.as_str());
            let hint = message!("terminal-hint", mv, worth);
            lines.push(Line::from(language.say(&hint)).bold());
        }
        if self.values {
            // The best first, because there may be no room for all.
            let mut moves: Vec<&RankedMove> = worths.moves.iter().collect();
            moves.sort_by_key(|ranked| ranked.rank);
            lines.extend(moves.into_iter().map(|ranked| {
                let sign = match ranked.worth.tone {
                    Tone::Good => "+",
                    Tone::Even => "=",
                    Tone::Bad => "−",
                    Tone::Open => "?",
                };
                let (mv, worth) = (words(&ranked.text), ranked.worth.words.as_str());
                let badge = ranked.worth.badge.as_str();
                let line =
                    Line::from(language.say(&message!("terminal-value", sign, mv, worth, badge)));
                if ranked.rank == 0 { line.bold() } else { line }
            }));
        }
        lines
    }

    /// The keys and the rules.
    pub(super) fn help(&self) -> Vec<Line<'static>> {
        let language = self.session.language;
        let keys = language.word(key!("terminal-help"));
        let rules = self.session.game.rules.iter();
        let rules = rules.filter(|rule| !rule.on_page);
        let rules = rules.map(|rule| format!("• {}", language.word(rule.words)));
        let keys: Vec<String> = keys.lines().map(str::to_owned).collect();
        let gap = [String::new()];
        keys.into_iter()
            .chain(gap)
            .chain(rules)
            .map(Line::from)
            .collect()
    }
}

/// The head, the middle, the status and the keys.
fn rows(area: Rect) -> [Rect; 4] {
    let row = |y: u16, height: u16| Rect {
        x: area.x,
        y: area.y + y,
        width: area.width,
        height,
    };
    let last = area.height - 1;
    [
        row(0, 1),
        row(1, area.height - 3),
        row(last - 1, 1),
        row(last, 1),
    ]
}

/// A name cut to the longest.
pub(super) fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}
