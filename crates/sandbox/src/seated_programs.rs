//! The programs at one table, and the settings they run with.

use std::path::PathBuf;
use std::sync::Arc;

use host::{EventHandler, EventView, GameInfo, OptionError, Options, Reply, Setup, Table};
use table::{Forfeit, NotNow, Player, Side, Stop, Trust, Who};
use text::Language;

use crate::program_command::command_for_player;
use crate::{
    AnswerSource, Cage, CageError, Launcher, ProgramCommand, ProgramFailure, ProgramPlayer,
    Strictness,
};

/// Settings for all programs of a command: `--cage`, `--allow`, `--restarts`.
#[derive(Clone, Debug)]
pub struct SandboxConfig {
    /// The protections that must be there.
    pub strictness: Strictness,
    /// Folders and files that programs may read beside their own.
    pub allowed: Vec<PathBuf>,
    /// Files that no program may read unless its command names them: those of the other players, and the
    /// results so far.
    pub hidden: Vec<PathBuf>,
    /// Number of times in a game that a program that crashed is started again.
    pub restarts: u32,
    /// The language of the reasons that programs receive in `refused` lines.
    pub language: Language,
    /// The executable that builds cages.
    pub launcher: Launcher,
}

/// The protections that the machine supports, no readable folder besides the program's own, no
/// restart, English, and the running executable.
impl Default for SandboxConfig {
    fn default() -> Self {
        Self {
            strictness: Strictness::default(),
            allowed: Vec::new(),
            hidden: Vec::new(),
            restarts: 0,
            language: Language::English,
            launcher: Launcher::this_program(),
        }
    }
}

impl SandboxConfig {
    /// Hides the files that exist of a list, and those of the programs among `players` from all others.
    pub fn hide(&mut self, files: impl IntoIterator<Item = PathBuf>, players: &[Player]) {
        let files = files
            .into_iter()
            .filter_map(|file| file.canonicalize().ok());
        let programs = players
            .iter()
            .filter_map(|player| command_for_player(player, &[]));
        // A command that cannot be started has no files.
        let programs = programs.flatten().flat_map(|program| program.own_files());
        self.hidden.extend(files.chain(programs));
    }

    /// Builds a cage if one of `players` is a program.
    pub fn build_cage(&self, players: &[Player]) -> Result<Option<Arc<Cage>>, CageError> {
        let is_program = |player: &Player| matches!(player.who, Who::Program(_));
        if !players.iter().any(is_program) {
            return Ok(None);
        }
        let cage = Cage::build(self.launcher.clone(), self.strictness)?;
        Ok(Some(Arc::new(cage)))
    }
}

/// The programs among the players of a table; dropping this ends them.
#[derive(Debug, Default)]
pub struct SeatedPrograms {
    seats: [Option<ProgramPlayer>; 2],
    cage: Option<Arc<Cage>>,
}

impl SeatedPrograms {
    /// The programs among `players`, in a new cage. One that cannot be started loses its games.
    pub fn new(players: &[Player; 2], config: &SandboxConfig) -> Result<Self, CageError> {
        let cage = config.build_cage(players)?;
        Ok(Self::in_cage(cage, players, config))
    }

    /// The programs among `players`, in a cage that is there already.
    pub fn in_cage(cage: Option<Arc<Cage>>, players: &[Player; 2], config: &SandboxConfig) -> Self {
        let commands = players.each_ref();
        let commands = commands.map(|player| {
            let command = command_for_player(player, &config.allowed)?;
            Some(command.map(|mut command| {
                command.hide(config.hidden.iter().cloned());
                command
            }))
        });
        Self::from_commands(cage, commands, config.restarts, config.language)
    }

    /// Programs given by their commands, in an existing cage, each hidden from the other; `None` is a seat
    /// without a program.
    pub fn from_commands(
        cage: Option<Arc<Cage>>,
        mut commands: [Option<Result<ProgramCommand, ProgramFailure>>; 2],
        restarts: u32,
        language: Language,
    ) -> Self {
        let files = commands.each_ref().map(|command| {
            let command = command.as_ref().and_then(|command| command.as_ref().ok());
            command.map_or_else(Vec::new, ProgramCommand::own_files)
        });
        for (command, others) in commands.iter_mut().zip(files.into_iter().rev()) {
            if let Some(Ok(command)) = command {
                command.hide(others);
            }
        }
        let seats = commands.map(|command| {
            let cage = Arc::clone(cage.as_ref()?);
            Some(ProgramPlayer::new(cage, command?, restarts, language))
        });
        Self { seats, cage }
    }

    /// The same programs, which stop as [`ProgramPlayer::with_stop`] says.
    #[must_use]
    pub fn with_stop(mut self, stop: &Stop) -> Self {
        let stoppable = |program: ProgramPlayer| program.with_stop(stop.clone());
        self.seats = self.seats.map(|seat| seat.map(stoppable));
        self
    }

    /// The cage of the programs; `None` without programs.
    pub fn cage(&self) -> Option<&Cage> {
        self.cage.as_deref()
    }

    /// The program on a side.
    pub fn program(&mut self, side: Side) -> Option<&mut ProgramPlayer> {
        self.seats[side.index()].as_mut()
    }

    /// Swaps the two seats.
    pub fn swap(&mut self) {
        self.seats.swap(0, 1);
    }

    /// Opens a table with the program `player` on `side` against a strategy, moves the one program of
    /// this table to that side, and begins the game for it.
    pub(crate) fn open_against(
        &mut self,
        game: &GameInfo,
        player: &Player,
        opponent: &str,
        side: Side,
        seed: u64,
    ) -> Result<Box<dyn Table>, OptionError> {
        let mut players = [player.clone(), Player::strategy("Brelan", opponent)];
        if side == Side::Second {
            players.swap(0, 1);
        }
        if self.program(side).is_none() {
            self.swap();
        }
        let table = game.open(&Setup {
            options: Options::default(),
            players,
            trust: Trust::Guarded,
            seed,
        })?;
        self.start_game(&*table, seed);
        Ok(table)
    }

    /// Begins a game at `table` for both programs.
    pub fn start_game(&mut self, table: &dyn Table, seed: u64) {
        for side in Side::BOTH {
            if let Some(program) = self.program(side) {
                program.start_game(table, side, seed);
            }
        }
    }

    /// Sends an event of the table to both programs, as far as each may see it.
    pub fn observe(&mut self, event: &dyn EventView) {
        for program in self.seats.iter_mut().flatten() {
            program.observe(event);
        }
    }

    /// Asks the program on `side` for a move. A seat without a program forfeits.
    pub fn reply(&mut self, table: &mut dyn Table, side: Side) -> Reply {
        match self.program(side) {
            Some(program) => program.reply(table),
            None => Reply::Forfeit(Forfeit::Start),
        }
    }
}

impl AnswerSource for SeatedPrograms {
    type Error = NotNow;

    fn observe(&mut self, event: &dyn EventView) {
        self.observe(event);
    }

    fn answer(
        &mut self,
        table: &mut dyn Table,
        side: Side,
        on_event: EventHandler<'_>,
    ) -> Result<(), NotNow> {
        let reply = self.reply(table, side);
        reply.give(table, side, &mut |event| {
            on_event(event);
            self.observe(event);
        })
    }
}
