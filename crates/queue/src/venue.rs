//! A tournament venue whose games are played by workers.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use host::{EventHandler, Table};
use sandbox::{Strictness, command_for_player};
use table::{Ending, Forfeit, Message, Who};
use tournament::{
    ExecutedGame, ExecutorError, GameExecutor, GameSpec, TournamentPlan, TournamentSecret,
};

use crate::QueueError;
use crate::acceptance::{CheckedResult, ProgramsEnd};
use crate::access::QueueAccess;
use crate::archive::PackedArchive;
use crate::batch::BatchRunner;
use crate::game_job::{GameJob, PackedProgram};
use crate::job::Work;
use crate::requirements::Requirements;
use crate::result::{JobOutcome, PlayedGame};

/// A venue that dispatches the games of one tournament to workers.
#[derive(Debug)]
pub struct QueueVenue {
    batch: BatchRunner,
    full_cage: bool,
    programs: BTreeMap<String, PlayerProgram>,
}

#[derive(Debug)]
struct PlayerProgram {
    packed: PackedProgram,
    program: sandbox::ProgramCommand,
    archive: Arc<PackedArchive>,
}

impl QueueVenue {
    /// Connects to a server and uploads the programs of a plan, but not `left_out`.
    pub fn open(
        access: &QueueAccess,
        plan: &TournamentPlan,
        left_out: &[PathBuf],
    ) -> Result<Self, QueueError> {
        let programs = pack_programs(plan, left_out)?;
        let archives = programs.iter();
        let archives = archives.map(|(owner, it)| (owner.clone(), Arc::clone(&it.archive)));
        let archives: Vec<_> = archives.collect();
        let digests: Vec<&str> = archives.iter().map(|(_, it)| &*it.digest).collect();
        // Another secret makes other games.
        let secret = plan.secret.as_ref().map(TournamentSecret::digest);
        let identity = format!(
            "{} {} {secret:?} {digests:?}",
            plan.fingerprint(),
            plan.seed
        );
        let batch = BatchRunner::open(access, &identity)?;
        batch.upload(archives)?;
        Ok(Self {
            batch,
            full_cage: plan.sandbox.strictness == Strictness::Required,
            programs,
        })
    }

    /// Has a game played by a worker and its record checked; none if it was stopped.
    async fn dispatch(&self, task: &GameSpec) -> Result<Option<PlayedGame>, QueueError> {
        let programs = task.setup.players.each_ref();
        let programs = programs.map(|player| self.programs.get(&player.name));
        let mut requirements = Requirements::for_game(task.game.name);
        for program in programs.iter().flatten() {
            requirements.add_program(&program.program, self.full_cage);
        }
        let has_programs = programs.iter().any(Option::is_some);
        let packed = programs.map(|program| program.map(|program| program.packed.clone()));
        let game = Box::new(GameJob::new(task, packed));
        let dispatcher = &self.batch.dispatcher;
        let job = dispatcher.job(task.number, Work::Game(game));
        let check = |outcome| match outcome {
            JobOutcome::Played(value) => {
                let ending = task.replay(&value.record, &mut |_| ()).ok()?;
                let programs = programs_end(ending, task, has_programs);
                Some(CheckedResult { value, programs })
            }
            _ => None,
        };
        let stop = &task.limits.stop;
        let accepted = dispatcher.run(job, &requirements, stop, check).await?;
        Ok(accepted.map(|it| it.value))
    }
}

impl GameExecutor for QueueVenue {
    fn play(
        &self,
        task: &GameSpec,
        _: &mut dyn Table,
        on_event: EventHandler<'_>,
    ) -> Result<Option<ExecutedGame>, ExecutorError> {
        let played = self.batch.block_on(self.dispatch(task));
        let Some(game) = played.map_err(|error| ExecutorError::new(&error))? else {
            return Ok(None);
        };
        let notes = game.notes.as_deref();
        let notes = notes.and_then(|notes| task.valid_notes(notes));
        // This replay cannot fail: the same record was replayed before it was accepted.
        Ok(task
            .replay(&game.record, on_event)
            .ok()
            .map(|ending| ExecutedGame { ending, notes }))
    }

    fn saved(&self, numbers: &[u64]) {
        self.batch.confirm_stored(numbers);
    }

    fn take_messages(&self) -> Vec<Message> {
        self.batch.dispatcher.take_notices()
    }

    fn is_live(&self) -> bool {
        false
    }
}

/// Packs the programs of a plan, each folder without the files of the other players' commands.
fn pack_programs(
    plan: &TournamentPlan,
    left_out: &[PathBuf],
) -> Result<BTreeMap<String, PlayerProgram>, QueueError> {
    let mut programs = BTreeMap::new();
    let mut archives: HashMap<(PathBuf, Vec<PathBuf>), Arc<PackedArchive>> = HashMap::new();
    let mut sandbox = plan.sandbox.clone();
    sandbox.hide(left_out.iter().cloned(), &plan.players);
    for player in &plan.players {
        let (Who::Program(named), Some(program)) = (&player.who, command_for_player(player, &[]))
        else {
            continue;
        };
        let mut program = program.map_err(|error| QueueError::from_packing(&player.name, error))?;
        program.hide(sandbox.hidden.iter().cloned());
        let left_out = std::mem::take(&mut program.hidden);
        let key = (program.folder.clone(), left_out);
        let archive = if let Some(archive) = archives.get(&key) {
            Arc::clone(archive)
        } else {
            let packed = PackedArchive::pack(&program.folder, &key.1);
            Arc::new(packed.map_err(|error| QueueError::from_packing(&player.name, error))?)
        };
        archives.insert(key, Arc::clone(&archive));
        let program = PlayerProgram {
            packed: PackedProgram::new(&archive.digest, named),
            program,
            archive,
        };
        programs.insert(player.name.clone(), program);
    }
    Ok(programs)
}

/// The end of a game's programs: the crash or failed start of one of them ends the game.
fn programs_end(ending: Ending, task: &GameSpec, has_programs: bool) -> ProgramsEnd {
    match ending {
        Ending::Forfeited(side, Forfeit::Crash | Forfeit::Start) => {
            ProgramsEnd::Crashed(task.setup.players[side.index()].name.clone())
        }
        _ if has_programs => ProgramsEnd::Finished,
        Ending::Forfeited(..) | Ending::Played(_) => ProgramsEnd::NotRun,
    }
}
