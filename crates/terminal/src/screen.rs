//! The drawn table: a line at the top, the board, what happened or what moves are worth, and the keys.

mod draw;

use std::io;
use std::time::{Duration, Instant};

use host::{OptionError, Touch};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use table::{Ending, Explain, Side, Stop, key, message};

use crate::adviser::Adviser;
use crate::colours::TerminalColours;
use crate::full_screen::suspend;
use crate::keys::{KeyPress, stepped};
use crate::session::{Now, Session};
use crate::{Left, Match, Wish};

/// Time between two looks at a thread that thinks.
const POLL: Duration = Duration::from_millis(40);
/// Time between two looks at a clock.
const SECOND: Duration = Duration::from_millis(250);
/// Time for which a move of a strategy is shown before the next one.
const PAUSE: Duration = Duration::from_millis(450);
/// Maximum number of characters of a typed move.
const LONGEST_INPUT: usize = 24;

/// Error of a game on the screen.
#[derive(Debug, Explain)]
pub enum ScreenError {
    /// The options do not fit the game.
    #[message(transparent)]
    Option(#[from] OptionError),
    /// The terminal or the file of the record cannot be used.
    #[message(transparent)]
    Io(#[from] io::Error),
}

/// A text in place of the board, or a question in place of the status line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Open {
    Nothing,
    /// The help, from this line on.
    Help(u16),
    Curtain(Side),
    ResignQuestion,
    QuitQuestion,
}

/// The state of the screen.
struct Screen {
    session: Session,
    adviser: Adviser,
    colours: TerminalColours,
    /// Title of the game, from its first view.
    title: String,
    /// Columns of the widest board so far: the board stays in its place when it becomes smaller.
    widest: usize,
    score: [u32; 2],
    interrupted: Stop,
    now: Now,
    open: Open,
    /// The moves of the person looking, and the chosen one.
    moves: Vec<Touch>,
    chosen: usize,
    /// The move that was chosen last.
    last_chosen: String,
    /// Number of events of the game when `moves` was read.
    age: usize,
    input: String,
    /// A sentence about the last key.
    told: String,
    values: bool,
    hint: bool,
    /// The move of a strategy is shown until then.
    until: Option<Instant>,
}

/// Plays one game on the screen. `score` has the games won so far by the first and the second player of
/// this game.
pub fn play_drawn(
    terminal: &mut DefaultTerminal,
    mut of: Match,
    score: [u32; 2],
) -> Result<Left, ScreenError> {
    let session = Session::new(&mut of)?;
    let mut screen = Screen {
        adviser: Adviser::new(of.game, of.language),
        colours: TerminalColours::from_environment(),
        title: String::new(),
        widest: 0,
        score,
        interrupted: of.interrupted.clone(),
        now: Now::Thinking,
        open: Open::Nothing,
        moves: Vec::new(),
        chosen: 0,
        last_chosen: String::new(),
        age: usize::MAX,
        input: String::new(),
        told: String::new(),
        values: false,
        hint: false,
        until: None,
        session,
    };
    let next = screen.run(terminal)?;
    screen.session.save()?;
    let ending = match screen.now {
        Now::Over(ending) => Some(ending),
        Now::Thinking | Now::Turn(_) => None,
    };
    Ok(Left { ending, next })
}

impl Screen {
    fn run(&mut self, terminal: &mut DefaultTerminal) -> io::Result<Wish> {
        loop {
            self.go_on()?;
            terminal.draw(|frame| self.draw(frame))?;
            if self.interrupted.pulled() {
                return Ok(Wish::Interrupt);
            }
            if !event::poll(self.patience())? {
                continue;
            }
            let key = match event::read()? {
                Event::Key(pressed) => KeyPress::read(pressed),
                Event::Paste(text) => {
                    self.paste(&text);
                    None
                }
                // After a change of size the next turn of the loop draws everything.
                _ => None,
            };
            match key {
                None => {}
                Some(KeyPress::Suspend) => suspend(terminal)?,
                Some(KeyPress::Interrupt) => return Ok(Wish::Interrupt),
                Some(key) => {
                    if let Some(wish) = self.press(key)? {
                        return Ok(wish);
                    }
                }
            }
        }
    }

    /// Adds pasted text to the typed move, without its control characters and blanks.
    fn paste(&mut self, text: &str) {
        if self.open == Open::Nothing && self.is_turn() {
            let visible = |letter: &char| !letter.is_control() && !letter.is_whitespace();
            text.chars()
                .filter(visible)
                .for_each(|letter| self.add_letter(letter));
        }
    }

    /// Adds a character to the typed move, up to the longest.
    fn add_letter(&mut self, letter: char) {
        if self.input.chars().count() < LONGEST_INPUT {
            self.input.push(letter);
        }
    }

    /// Lets the game go on, unless the last move of a strategy is still to be looked at.
    fn go_on(&mut self) -> io::Result<()> {
        if self.until.is_some_and(|until| Instant::now() < until) {
            return Ok(());
        }
        let before = self.session.moves_played();
        self.now = self.session.tick()?;
        let moved = self.session.moves_played() > before;
        self.until = (moved && self.session.was_answered() && !self.is_turn())
            .then(|| Instant::now() + PAUSE);
        if self.session.age() != self.age {
            self.refresh()?;
        }
        Ok(())
    }

    /// Reads the moves of the new position, and keeps the record up to date.
    fn refresh(&mut self) -> io::Result<()> {
        self.age = self.session.age();
        if let Now::Turn(side) = self.now
            && self.session.looking() != Some(side)
        {
            if self.session.needs_curtain() {
                self.open = Open::Curtain(side);
            } else {
                self.session.look(side);
            }
        }
        if self.title.is_empty() {
            self.title = self.session.title();
        }
        self.read_moves();
        self.hint = false;
        self.session.save()
    }

    /// Reads the legal moves. The chosen one stays chosen while it is legal.
    fn read_moves(&mut self) {
        if !self.is_turn() {
            self.moves.clear();
            return;
        }
        self.moves = self.session.moves();
        let mut moves = self.moves.iter();
        let again = moves.position(|touch| touch.mv == self.last_chosen);
        self.chosen = again.unwrap_or(0);
    }

    fn is_turn(&self) -> bool {
        matches!(self.now, Now::Turn(_))
    }

    /// Whether no person plays.
    fn is_watched(&self) -> bool {
        self.session.people().is_empty()
    }

    /// How long to wait for a key.
    fn patience(&mut self) -> Duration {
        let valued = (self.values || self.hint) && self.is_turn();
        let waits_for_values = valued && self.adviser.values(&self.session.view()).is_none();
        match self.now {
            Now::Thinking => POLL,
            _ if self.until.is_some() || waits_for_values => POLL,
            _ => SECOND,
        }
    }

    fn press(&mut self, key: KeyPress) -> io::Result<Option<Wish>> {
        self.told.clear();
        match self.open {
            Open::Nothing => self.press_at_board(key),
            Open::Help(line) => {
                self.open = match key {
                    KeyPress::Jump(step) => {
                        let last = self.help().len().saturating_sub(1) as u16;
                        Open::Help(line.saturating_add_signed(step.into()).min(last))
                    }
                    _ => Open::Nothing,
                };
                Ok(None)
            }
            Open::Curtain(side) => {
                if key == KeyPress::Enter {
                    self.session.look(side);
                    self.open = Open::Nothing;
                    self.read_moves();
                }
                Ok(None)
            }
            Open::ResignQuestion => {
                self.open = Open::Nothing;
                if let (true, Now::Turn(side)) = (is_yes(key), self.now) {
                    self.session.resign(side)?;
                }
                Ok(None)
            }
            Open::QuitQuestion => {
                self.open = Open::Nothing;
                let leaves = is_yes(key) || key == KeyPress::Enter;
                Ok(leaves.then_some(Wish::Leave))
            }
        }
    }

    fn press_at_board(&mut self, key: KeyPress) -> io::Result<Option<Wish>> {
        match key {
            KeyPress::Letter(letter) if self.input.is_empty() => return Ok(self.command(letter)),
            KeyPress::Letter(letter) => self.add_letter(letter),
            KeyPress::Erase => drop(self.input.pop()),
            KeyPress::Escape if self.input.is_empty() => return Ok(self.command('q')),
            KeyPress::Escape => self.input.clear(),
            KeyPress::Move(step) => self.choose(step),
            KeyPress::Jump(step) => self.jump(step),
            KeyPress::Enter => self.play()?,
            KeyPress::Interrupt | KeyPress::Suspend => {}
        }
        Ok(None)
    }

    /// Carries out a command; another letter begins a typed move.
    fn command(&mut self, letter: char) -> Option<Wish> {
        let over = matches!(self.now, Now::Over(_));
        match letter {
            '?' => self.open = Open::Help(0),
            'q' if over => return Some(Wish::Leave),
            'q' => self.open = Open::QuitQuestion,
            'n' if over => return Some(Wish::Another),
            'u' => self.undo(),
            'h' | 'v' if !self.session.may_be_advised() => {
                self.told = self.session.language.word(key!("terminal-no-values"));
            }
            'h' => self.hint = true,
            'v' => self.values = !self.values,
            'r' if self.is_turn() => self.open = Open::ResignQuestion,
            letter if self.is_turn() && !letter.is_whitespace() => self.add_letter(letter),
            _ => self.until = None,
        }
        None
    }

    fn undo(&mut self) {
        if self.session.undo() {
            self.age = usize::MAX;
            self.until = None;
        } else {
            self.told = self.session.language.word(key!("terminal-nothing-to-undo"));
        }
    }

    /// Chooses the next or the previous move.
    fn choose(&mut self, step: i8) {
        if !self.moves.is_empty() {
            self.chosen = stepped(self.chosen, step, self.moves.len());
        }
    }

    /// Chooses the next or the previous move whose first part is another one, such as another heap or
    /// tile; simply another move where all begin with the same part.
    fn jump(&mut self, step: i8) {
        let first = |touch: &Touch| touch.parts.first().cloned();
        let Some(now) = self.moves.get(self.chosen).map(first) else {
            return;
        };
        self.choose(step);
        if self.moves.iter().all(|touch| first(touch) == now) {
            return;
        }
        while self.moves.get(self.chosen).map(first) == Some(now.clone()) {
            self.choose(step);
        }
    }

    /// Plays the typed move, or the chosen one.
    fn play(&mut self) -> io::Result<()> {
        if !self.is_turn() {
            self.until = None;
            return Ok(());
        }
        let typed = std::mem::take(&mut self.input);
        let chosen = self.moves.get(self.chosen).map(|touch| touch.mv.clone());
        self.last_chosen = chosen.clone().unwrap_or_default();
        let answer = if typed.is_empty() {
            chosen
        } else {
            Some(typed)
        };
        let Some(answer) = answer else {
            return Ok(());
        };
        if let Err(reason) = self.session.answer(answer.trim())? {
            self.told = self.session.language.say(&reason);
        }
        Ok(())
    }

    /// The sentence that names whose turn it is, or how the game ended.
    fn status(&self) -> String {
        let language = self.session.language;
        match (self.open, self.now) {
            (Open::ResignQuestion, _) => language.word(key!("terminal-resign-sure")),
            (Open::QuitQuestion, _) => language.word(key!("terminal-quit-sure")),
            (_, Now::Over(ending)) => self.result(ending),
            (_, Now::Thinking) if self.is_watched() => language.word(key!("terminal-watching")),
            (_, Now::Thinking) => language.word(key!("terminal-thinking")),
            (_, Now::Turn(side)) => {
                let turn = if self.session.people().len() == 1 {
                    language.word(key!("terminal-your-turn"))
                } else {
                    let name = draw::shortened(self.session.name(side));
                    language.say(&message!("terminal-turn", name))
                };
                let chosen = self.moves.get(self.chosen);
                let words = chosen.map_or_else(String::new, |touch| touch.words.clone());
                if self.input.is_empty() {
                    format!("{turn} {words}")
                } else {
                    format!("{turn} {}_", self.input)
                }
            }
        }
    }

    fn result(&self, ending: Ending) -> String {
        let sentences = self.session.sentences(0);
        sentences
            .last()
            .cloned()
            .unwrap_or_else(|| ending.to_string())
    }
}

fn is_yes(key: KeyPress) -> bool {
    matches!(key, KeyPress::Letter('o' | 'O' | 'y' | 'Y'))
}
