//! The whole terminal: taken, given back, suspended.

use std::io::{self, stdout};

use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{Clear, ClearType};

/// Runs `call` with the whole terminal, and gives the terminal back afterwards.
pub fn on_full_screen<T, E: From<io::Error>>(
    call: impl FnOnce(&mut DefaultTerminal) -> Result<T, E>,
) -> Result<T, E> {
    let mut terminal = take()?;
    let done = call(&mut terminal);
    give_back()?;
    done
}

/// With bracketed paste, so that pasted letters are not taken for commands. The screen is cleared, because
/// not every terminal has a second one.
fn take() -> io::Result<DefaultTerminal> {
    let terminal = ratatui::try_init()?;
    execute!(stdout(), EnableBracketedPaste, Clear(ClearType::All))?;
    Ok(terminal)
}

fn give_back() -> io::Result<()> {
    execute!(stdout(), DisableBracketedPaste)?;
    ratatui::try_restore()
}

/// Gives the terminal back to the shell until the program is continued.
#[cfg(unix)]
pub(crate) fn suspend(terminal: &mut DefaultTerminal) -> io::Result<()> {
    use rustix::process::{Signal, getpid, kill_process};
    give_back()?;
    kill_process(getpid(), Signal::TSTP)?;
    // A new terminal draws everything. `Terminal::clear` would ask for the position of the cursor, which
    // not every terminal answers.
    *terminal = take()?;
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn suspend(_: &mut DefaultTerminal) -> io::Result<()> {
    Ok(())
}
