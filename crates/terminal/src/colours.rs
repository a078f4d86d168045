//! The colours of a terminal: 256 colours, or none.

use host::Ink;
use ratatui::style::{Color, Modifier, Style};

/// How a piece of a board is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Highlight {
    /// No legal move touches it.
    None,
    /// A legal move touches it.
    Legal,
    /// The chosen move touches it.
    Chosen,
}

/// The colours in use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TerminalColours {
    enabled: bool,
}

impl TerminalColours {
    /// Colours, unless `NO_COLOR` is set and not empty.
    pub(crate) fn from_environment() -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { enabled: !refused }
    }

    pub(crate) fn piece(self, ink: Ink, mark: Highlight) -> Style {
        let style = self.ink(ink);
        match mark {
            Highlight::None => style,
            Highlight::Legal => style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
            Highlight::Chosen => self.chosen(),
        }
    }

    /// The chosen move, in the board and in lists.
    pub(crate) fn chosen(self) -> Style {
        if self.enabled {
            Style::new()
                .fg(Color::Indexed(16))
                .bg(Color::Indexed(114))
                .bold()
        } else {
            Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
        }
    }

    /// The line at the top.
    pub(crate) fn head(self) -> Style {
        if self.enabled {
            Style::new()
                .fg(Color::Indexed(255))
                .bg(Color::Indexed(24))
                .bold()
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// The sign of a side, in the line at the top.
    pub(crate) fn sign(self, ink: Ink) -> Style {
        if self.enabled {
            self.ink(ink)
        } else {
            Style::new()
        }
    }

    pub(crate) fn faint(self) -> Style {
        self.ink(Ink::Faint)
    }

    fn ink(self, ink: Ink) -> Style {
        let plain = Style::new();
        if !self.enabled {
            return match ink {
                Ink::Faint => plain.add_modifier(Modifier::DIM),
                Ink::First | Ink::Fire => plain.add_modifier(Modifier::BOLD),
                _ => plain,
            };
        }
        match ink {
            Ink::Plain => plain,
            Ink::Faint => plain.fg(Color::Indexed(245)),
            Ink::Frame => plain.fg(Color::Indexed(67)),
            Ink::First => plain.fg(Color::Indexed(203)).bold(),
            Ink::Second => plain.fg(Color::Indexed(220)).bold(),
            Ink::Wood => plain.fg(Color::Indexed(180)),
            Ink::Fire => plain.fg(Color::Indexed(202)).bold(),
            Ink::Bone => plain.fg(Color::Indexed(16)).bg(Color::Indexed(230)),
        }
    }
}
