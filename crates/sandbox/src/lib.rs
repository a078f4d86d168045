//! Players' programs: started in a sandbox, asked line by line, each failure with a name.
//!
//! A [`ProgramCommand`] is the command line to run. A [`Cage`] is the list of protections that this
//! machine supports, probed once. A [`ProgramProcess`] is a program that runs in a cage and exchanges
//! lines with its caller. A [`ProgramPlayer`] is such a process at one seat of a table, and
//! [`drive`] plays a table to its end with [`SeatedPrograms`].
//!
//! A program that breaks a rule of docs/programs.md ends with a [`ProgramFailure`], which names the
//! [`table::Forfeit`] and explains itself as a message. Nothing in this crate prints.
//!
//! An executable that starts programs calls [`intercept`] first in its `main`, because the cage is
//! built by a second process of the same executable:
//!
//! ```no_run
//! use sandbox::{Cage, Launcher, ProgramCommand, ProgramLine, Strictness};
//! use std::time::Duration;
//!
//! sandbox::intercept();
//! let cage = Cage::build(Launcher::this_program(), Strictness::Best)?;
//! let command = ProgramCommand::from_file("./joueur.py")?;
//! let mut process = cage.start(&command)?;
//! process.send("game allumettes first matches=13")?;
//! process.send("moves 1 2 3")?;
//! let answer = process.ask("play 5000", Duration::from_secs(5))?;
//! assert_eq!(answer.line, ProgramLine::Text("1".into()));
//! process.finish();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Invariant:** a program inherits no descriptor and no environment variable, and reads no folder,
//! except those in its command.
//! **Invariant:** when a [`ProgramProcess`] is dropped, its processes, descriptors and temporary files
//! are gone.
//! **Invariant:** this crate starts no thread and is not async; callers block until a deadline.

mod cage;
mod drive;
pub mod ladder;
mod machine_requirement;
mod process;
mod processor_clock;
mod program_answer;
mod program_command;
mod program_failure;
mod program_files;
mod program_limits;
mod program_player;
pub mod protocol;
pub mod protocol_check;
mod seated_programs;
pub mod starter;
mod time_allowance;

text::catalogue!();

pub use cage::{
    Cage, CageError, LaunchFailure, Launcher, MissingProtection, Protection, Strictness,
    UnknownStrictness, intercept,
};
pub use drive::{AnswerSource, drive};
pub use machine_requirement::MachineRequirement;
pub use process::ProgramProcess;
pub use program_answer::{FinishedProcess, ProgramAnswer, ProgramLine};
pub use program_command::{CHOOSE_SCRIPT, ProgramCommand, command_for_player};
pub use program_failure::{
    ExceededLimit, LateAnswer, OutputFlood, ProgramExit, ProgramFailure, StartFailure,
    UnreadableCause,
};
pub use program_limits::ProgramLimits;
pub use program_player::{ProgramLog, ProgramPlayer};
pub use seated_programs::{SandboxConfig, SeatedPrograms};
pub use time_allowance::TimeAllowance;
