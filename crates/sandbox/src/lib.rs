//! Programs of others as players: started in a cage, heard line by line, each misdeed named.
//!
//! Of the games it knows only what [`house`] says of them all.
//! A [`Program`] is what to run; a [`Cage`] is the ladder of protections that the machine has, tried
//! once; a [`Process`] is a program that runs in it, spoken to in lines.
//! What a program does wrong is a [`Misdeed`], which names its [`table::Forfeit`] and explains itself as a
//! message; nothing here prints.
//!
//! A house that wants to start programs calls [`intercept`] first in its `main`, because the cage is
//! built by the same executable in a process of its own, and then:
//!
//! ```no_run
//! use sandbox::{Cage, Launcher, Program, Said, Strictness};
//! use std::time::Duration;
//!
//! sandbox::intercept();
//! let cage = Cage::build(Launcher::this_program(), Strictness::Best)?;
//! let program = Program::at("./joueur.py")?;
//! let mut process = cage.start(&program)?;
//! process.tell("game allumettes first matches=13")?;
//! process.tell("moves 1 2 3")?;
//! let answer = process.ask("play 5000", Duration::from_secs(5))?;
//! assert_eq!(answer.said, Said::Line("1".into()));
//! process.finish();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Invariant:** a program sees no descriptor, no variable and no folder that was not meant for it.
//! **Invariant:** when a [`Process`] is gone, so are its processes, descriptors and files.
//! **Invariant:** there is no thread and no async whoever asks waits, until a deadline.

mod answer;
mod cage;
pub mod check;
#[cfg(not(target_os = "linux"))]
mod elsewhere;
mod guest;
#[cfg(target_os = "linux")]
mod interpreter;
pub mod ladder;
mod limits;
mod misdeed;
mod need;
mod party;
mod patience;
#[cfg(test)]
mod private;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod processor;
mod program;
pub mod protocol;
pub mod starter;

pub use answer::{Answer, Farewell, Said};
#[cfg(target_os = "linux")]
pub use cage::{Cage, Launcher};
pub use cage::{CageError, Missing, Rung, Strictness, UnknownStrictness, intercept};
#[cfg(not(target_os = "linux"))]
pub use elsewhere::{Cage, Launcher, Process};
pub use guest::{Guest, Papers, on_terms, program_of};
pub use limits::Limits;
pub use misdeed::{Ended, Excess, Late, Misdeed, Stream, Unreadable, Unstarted};
pub use need::{Need, UnknownNeed};
pub use party::{Admission, Party};
pub use patience::Patience;
#[cfg(target_os = "linux")]
pub use process::Process;
pub use program::{CHOOSE, Program};
