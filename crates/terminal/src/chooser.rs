//! The screen on which one chooses a game and who plays it.

use std::io;

use host::{GameInfo, LEVELS};
use ratatui::crossterm::event::{self, Event};
use ratatui::layout::Rect;
use ratatui::style::Stylize as _;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use ratatui::{DefaultTerminal, Frame};
use table::{HUMAN, Player, key, message};
use text::Language;

use crate::colours::TerminalColours;
use crate::full_screen::suspend;
use crate::keys::{KeyPress, stepped};

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
    game.strategies().chain(LEVELS).collect()
}

/// How a player chooses, in a line; an option such as `=3` after its name is left out.
pub(crate) fn described(game: &GameInfo, written: &str, language: Language) -> String {
    let strategy = written.split('=').next().unwrap_or_default();
    game.strategy_words(strategy, language)
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
        self.chosen[self.row] = stepped(self.chosen[self.row], step, count);
        let players = self.players().len();
        for row in [1, 2] {
            self.chosen[row] = self.chosen[row].min(players - 1);
        }
    }

    fn go(&mut self, step: i8) {
        let first = usize::from(self.fixed);
        let row = self.row.saturating_add_signed(step.into());
        self.row = row.clamp(first, 2);
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
        let [first, second] = [1, 2].map(|row| players[self.chosen[row]]);
        let values = [(&*about, ""), (first, first), (second, second)];
        let counts = [self.games.len(), players.len(), players.len()];
        let mut area = frame.area();
        let mut put = |line: Line<'static>, indent: u16| {
            let column = Rect {
                x: area.x + indent.min(area.width),
                width: area.width.saturating_sub(indent).max(1),
                ..area
            };
            let width = line.width() as u16;
            let height = if width <= column.width {
                1
            } else {
                // A line broken at blanks may need a row more than its width says.
                width / column.width + 1
            };
            let height = height.min(area.height);
            let text = Paragraph::new(line).wrap(Wrap { trim: true });
            frame.render_widget(text, Rect { height, ..column });
            area.y += height;
            area.height -= height;
        };
        put(Line::from(word(key!("terminal-choose"))).bold(), 1);
        put(Line::from(" "), 1);
        for (row, (label, (value, strategy))) in labels.iter().zip(values).enumerate() {
            let place = match counts[row] {
                1 => String::new(),
                count => format!("{}/{count}", self.chosen[row] + 1),
            };
            let chosen = Span::raw(format!("{label:<9} ◂ {value} ▸ "));
            let chosen = if row == self.row {
                chosen.style(self.colours.chosen())
            } else {
                chosen
            };
            let place = Span::styled(place, self.colours.faint());
            put(Line::from(vec![chosen, Span::raw(" "), place]), 1);
            let words = described(self.game(), strategy, self.language);
            put(Line::from(words).style(self.colours.faint()), 4);
        }
        put(Line::from(" "), 1);
        put(
            Line::from(word(key!("terminal-choose-keys"))).style(self.colours.faint()),
            1,
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
