//! The screen on which one chooses a game and who plays it.

use std::io;

use host::{GameInfo, LEVELS};
use ratatui::crossterm::event::{self, Event};
use ratatui::style::Stylize as _;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};
use ratatui::{DefaultTerminal, Frame};
use table::{HUMAN, Player, key, message};
use text::Language;

use crate::keys::Key;
use crate::palette::Palette;

/// A game and its players.
#[derive(Clone, Debug)]
pub struct TableChoice {
    /// The game.
    pub game: &'static GameInfo,
    /// The first and the second player.
    pub players: [Player; 2],
}

/// The rows of the screen: the game, then the players.
struct Chooser {
    games: Vec<&'static GameInfo>,
    /// Whether the game is given and cannot be changed.
    fixed: bool,
    /// The chosen value of each row.
    chosen: [usize; 3],
    row: usize,
    language: Language,
    palette: Palette,
}

/// Asks for a game, unless one is given, and for its players; `None` when the person leaves.
pub fn choose(
    terminal: &mut DefaultTerminal,
    game: Option<&'static GameInfo>,
    language: Language,
) -> io::Result<Option<TableChoice>> {
    let games: Vec<&'static GameInfo> = match game {
        Some(game) => vec![game],
        None => games::games().map(|game| &**game).collect(),
    };
    let mut chooser = Chooser {
        fixed: game.is_some(),
        games,
        chosen: [0, 0, 1],
        row: usize::from(game.is_some()),
        language,
        palette: Palette::from_environment(),
    };
    loop {
        terminal.draw(|frame| chooser.draw(frame))?;
        let Event::Key(pressed) = event::read()? else {
            continue;
        };
        match Key::read(pressed) {
            Some(Key::Move(step)) => chooser.change(step),
            Some(Key::Jump(step)) => chooser.go(step),
            Some(Key::Enter) => return Ok(chooser.choice()),
            Some(Key::Escape | Key::Interrupt | Key::Letter('q')) => return Ok(None),
            _ => {}
        }
    }
}

impl Chooser {
    fn game(&self) -> &'static GameInfo {
        self.games[self.chosen[0]]
    }

    /// The players that can be chosen, as they are written after the name.
    fn players(&self) -> Vec<String> {
        let players = self.game().strategies().chain(LEVELS);
        players.map(str::to_owned).collect()
    }

    fn change(&mut self, step: i8) {
        let count = if self.row == 0 {
            self.games.len()
        } else {
            self.players().len()
        };
        let value = self.chosen[self.row] as isize + isize::from(step);
        self.chosen[self.row] = value.rem_euclid(count as isize) as usize;
        let players = self.players().len();
        for row in [1, 2] {
            self.chosen[row] = self.chosen[row].min(players - 1);
        }
    }

    fn go(&mut self, step: i8) {
        let first = usize::from(self.fixed);
        let row = self.row as isize + isize::from(step);
        self.row = (row.max(first as isize) as usize).min(2);
    }

    fn choice(&self) -> Option<TableChoice> {
        let players = self.players();
        let game = self.game();
        let people = [1, 2].map(|row| players[self.chosen[row]] == HUMAN);
        let player = |place: usize| {
            let written = &players[self.chosen[place + 1]];
            let name = match (people, people[place]) {
                ([true, true], _) => {
                    let number = place + 1;
                    self.language
                        .say(&message!("terminal-person-number", number))
                }
                (_, true) => self.language.word(key!("terminal-person")),
                (_, false) => capitalised(written),
            };
            host::seat(&format!("{name}@{written}"), game).ok()
        };
        let players = [player(0)?, player(1)?];
        Some(TableChoice { game, players })
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let word = |key| self.language.word(key);
        let players = self.players();
        let about = self.game().about(self.language);
        let labels = [
            word(key!("terminal-choose-game")),
            word(key!("terminal-choose-first")),
            word(key!("terminal-choose-second")),
        ];
        let values = [
            about,
            players[self.chosen[1]].clone(),
            players[self.chosen[2]].clone(),
        ];
        let mut lines = vec![
            Line::from(format!(" {}", word(key!("terminal-choose")))).bold(),
            Line::default(),
        ];
        for (row, (label, value)) in labels.iter().zip(&values).enumerate() {
            let line = Line::from(format!(" {label:<9} ◂ {value} ▸ "));
            lines.push(if row == self.row {
                line.style(self.palette.chosen())
            } else {
                line
            });
            let strategy = value.split('=').next().unwrap_or_default();
            let words = match row {
                0 => String::new(),
                _ => self.game().strategy_words(strategy, self.language),
            };
            lines.push(Line::from(format!("           {words}")).style(self.palette.faint()));
        }
        lines.push(Line::default());
        lines.push(
            Line::from(format!(" {}", word(key!("terminal-choose-keys"))))
                .style(self.palette.faint()),
        );
        frame.render_widget(
            Paragraph::new(lines).wrap(Wrap { trim: false }),
            frame.area(),
        );
    }
}

/// The word with a capital letter, and without `=`: `Niveau 3`.
fn capitalised(word: &str) -> String {
    let word = word.replace('=', " ");
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.clone()).collect()
}
