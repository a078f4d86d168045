//! The screen on which one chooses a game and who plays it.

use std::io;

use host::GameInfo;
use ratatui::crossterm::event::{self, Event};
use ratatui::style::Stylize as _;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};
use ratatui::{DefaultTerminal, Frame};
use table::{HUMAN, Player, key, message};
use text::Language;

use crate::colours::TerminalColours;
use crate::full_screen::suspend;
use crate::keys::KeyPress;

/// A game and its players.
#[derive(Clone, Debug)]
pub struct TableChoice {
    /// The game.
    pub game: &'static GameInfo,
    /// The first and the second player.
    pub players: [Player; 2],
}

impl TableChoice {
    /// The game with players that are written like this after their names; `None` if it has none such.
    pub(crate) fn new(
        game: &'static GameInfo,
        written: [&str; 2],
        language: Language,
    ) -> Option<Self> {
        let alike = written[0] == written[1];
        let player = |place: usize| {
            let (who, number) = (written[place], place + 1);
            let name = match (who == HUMAN, alike) {
                (true, true) => language.say(&message!("terminal-person-number", number)),
                (true, false) => language.word(key!("terminal-person")),
                (false, true) => format!("{} {number}", capitalised(who)),
                (false, false) => capitalised(who),
            };
            host::seat(&format!("{name}@{who}"), game).ok()
        };
        let players = [player(0)?, player(1)?];
        Some(Self { game, players })
    }
}

/// The given game alone, or all games.
pub(crate) fn offered_games(game: Option<&'static GameInfo>) -> Vec<&'static GameInfo> {
    match game {
        Some(game) => vec![game],
        None => games::games().map(|game| &**game).collect(),
    }
}

/// The players that a game offers, as they are written after the name.
pub(crate) fn offered_players(game: &GameInfo) -> Vec<&'static str> {
    game.strategies().collect()
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
    colours: TerminalColours,
}

/// Asks for a game, unless one is given, and for its players; `None` when the person leaves.
pub fn choose(
    terminal: &mut DefaultTerminal,
    game: Option<&'static GameInfo>,
    language: Language,
) -> io::Result<Option<TableChoice>> {
    let mut chooser = Chooser {
        fixed: game.is_some(),
        games: offered_games(game),
        chosen: [0, 0, 1],
        row: usize::from(game.is_some()),
        language,
        colours: TerminalColours::from_environment(),
    };
    loop {
        terminal.draw(|frame| chooser.draw(frame))?;
        let Event::Key(pressed) = event::read()? else {
            continue;
        };
        match KeyPress::read(pressed) {
            Some(KeyPress::Move(step)) => chooser.change(step),
            Some(KeyPress::Jump(step)) => chooser.go(step),
            Some(KeyPress::Enter) => return Ok(chooser.choice()),
            Some(KeyPress::Suspend) => suspend(terminal)?,
            Some(KeyPress::Escape | KeyPress::Interrupt | KeyPress::Letter('q')) => {
                return Ok(None);
            }
            _ => {}
        }
    }
}

impl Chooser {
    fn game(&self) -> &'static GameInfo {
        self.games[self.chosen[0]]
    }

    fn players(&self) -> Vec<&'static str> {
        offered_players(self.game())
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
        let offered = self.players();
        let written = [1, 2].map(|row| offered[self.chosen[row]]);
        TableChoice::new(self.game(), written, self.language)
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
            players[self.chosen[1]].to_owned(),
            players[self.chosen[2]].to_owned(),
        ];
        let mut lines = vec![
            Line::from(format!(" {}", word(key!("terminal-choose")))).bold(),
            Line::default(),
        ];
        for (row, (label, value)) in labels.iter().zip(&values).enumerate() {
            let line = Line::from(format!(" {label:<9} ◂ {value} ▸ "));
            lines.push(if row == self.row {
                line.style(self.colours.chosen())
            } else {
                line
            });
            let strategy = value.split('=').next().unwrap_or_default();
            let words = match row {
                0 => String::new(),
                _ => self.game().strategy_words(strategy, self.language),
            };
            lines.push(Line::from(format!("           {words}")).style(self.colours.faint()));
        }
        lines.push(Line::default());
        lines.push(
            Line::from(format!(" {}", word(key!("terminal-choose-keys"))))
                .style(self.colours.faint()),
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
