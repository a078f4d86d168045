//! The meaning of keys during a game.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key as the screen understands it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyPress {
    /// The next (1) or the previous (−1) move.
    Move(i8),
    /// The next or the previous move that touches another part first.
    Jump(i8),
    /// Plays what is typed or chosen; agrees.
    Enter,
    /// Takes back a typed character.
    Erase,
    /// Leaves what is open.
    Escape,
    /// A typed character, or the letter of a command.
    Letter(char),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-Z.
    Suspend,
}

impl KeyPress {
    /// Reads a key that was pressed; `None` for keys without meaning here.
    pub(crate) fn read(event: KeyEvent) -> Option<Self> {
        if event.is_release() {
            return None;
        }
        let control = event.modifiers.contains(KeyModifiers::CONTROL);
        let alt = event.modifiers.contains(KeyModifiers::ALT);
        Some(match event.code {
            KeyCode::Char('c' | 'd') if control => Self::Interrupt,
            KeyCode::Char('z') if control => Self::Suspend,
            KeyCode::Char(_) if control || alt => return None,
            KeyCode::Char(letter) => Self::Letter(letter),
            KeyCode::Left | KeyCode::BackTab => Self::Move(-1),
            KeyCode::Right | KeyCode::Tab => Self::Move(1),
            KeyCode::Up => Self::Jump(-1),
            KeyCode::Down => Self::Jump(1),
            KeyCode::Enter => Self::Enter,
            KeyCode::Backspace => Self::Erase,
            KeyCode::Esc => Self::Escape,
            _ => return None,
        })
    }
}

/// The index `step` places after `index` among `count`, where the first follows the last.
pub(crate) fn stepped(index: usize, step: i8, count: usize) -> usize {
    match step {
        0.. => (index + usize::from(step.unsigned_abs())) % count,
        _ => (index + count - usize::from(step.unsigned_abs()) % count) % count,
    }
}
