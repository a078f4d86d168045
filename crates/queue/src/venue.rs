//! A tournament whose games are played by workers.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use arena::tournament::{Over, Plan, Task, Venue, VenueError};
use arena::{Strictness, program_of};
use house::{Hear, Table};
use table::{Ending, Explain, Forfeit, Message, Who};

use crate::QueueError;
use crate::archive::{Packed, pack};
use crate::batch::Counter;
use crate::game_job::{Baggage, Game};
use crate::job::{Done, Work};
use crate::requirements::Needs;
use crate::acceptance::{Brought, Fall};

/// Where a tournament's games are played by workers.
#[derive(Debug)]
pub struct Games {
    counter: Counter,
    strict: bool,
    programs: BTreeMap<String, Luggage>,
}

/// A program of a player.
#[derive(Debug)]
struct Luggage {
    baggage: Baggage,
    program: arena::Program,
    packed: Arc<Packed>,
}

/// A game that came back.
struct Delivered {
    record: String,
    notes: Option<String>,
}

impl Games {
    /// Connects to `nats://HOST:PORT` and sends the programs of a plan there; `left_out` are folders
    /// that are no part of them.
    ///
    /// # Errors
    /// When nobody answers, or a program cannot be sent.
    pub fn open(url: &str, plan: &Plan, left_out: &[PathBuf]) -> Result<Self, QueueError> {
        let programs = packed(plan, left_out)?;
        let archives = programs.iter();
        let archives = archives.map(|(owner, it)| (owner.clone(), Arc::clone(&it.packed)));
        let archives: Vec<_> = archives.collect();
        let digests: Vec<&str> = archives.iter().map(|(_, it)| &*it.digest).collect();
        let settled = format!("{} {} {digests:?}", plan.settled(), plan.seed);
        let counter = Counter::open(url, &settled)?;
        counter.bring_all(archives)?;
        Ok(Self {
            counter,
            strict: plan.admission.strictness == Strictness::Required,
            programs,
        })
    }

    /// A game as a worker played it and the referee would have written it; none if its switch was
    /// pulled.
    async fn hand_out(&self, task: &Task) -> Result<Option<Delivered>, QueueError> {
        let programs = task.setup.players.each_ref();
        let programs = programs.map(|player| self.programs.get(&player.name));
        let mut needs = Needs::of(task.game.name);
        for program in programs.iter().flatten() {
            needs.with(&program.program, self.strict);
        }
        let with_programs = programs.iter().any(Option::is_some);
        let baggage = programs.map(|program| program.map(|program| program.baggage.clone()));
        let game = Box::new(Game::of(task, baggage));
        let hall = &self.counter.hall;
        let job = hall.job(task.number, Work::Game(game));
        let read = |done| match done {
            Done::Played { record, notes } => {
                let ending = task.replay(&record, &mut |_| ()).ok()?;
                let it = Delivered { record, notes };
                let fall = fall(ending, task, with_programs);
                Some(Brought { it, fall })
            }
            Done::Judged(_) => None,
        };
        hall.done(job, &needs, &task.limits.stop, read).await
    }
}

impl Venue for Games {
    fn play(
        &self,
        task: &Task,
        _: &mut dyn Table,
        hear: Hear<'_>,
    ) -> Result<Option<Over>, VenueError> {
        let played = self.counter.wait(self.hand_out(task));
        let Some(delivered) = played.map_err(|error| VenueError::new(&error))? else {
            return Ok(None);
        };
        let notes = delivered.notes.as_deref();
        let notes = notes.and_then(|notes| task.own_notes(notes));
        // It was gone through before it was believed.
        Ok(task
            .replay(&delivered.record, hear)
            .ok()
            .map(|ending| Over { ending, notes }))
    }

    fn keep(&self, numbers: &[u64]) {
        self.counter.keep(numbers);
    }

    fn remarks(&self) -> Vec<Message> {
        self.counter.remarks()
    }

    fn is_live(&self) -> bool {
        false
    }
}

/// The programs of a plan with their folders, each folder packed once.
fn packed(plan: &Plan, left_out: &[PathBuf]) -> Result<BTreeMap<String, Luggage>, QueueError> {
    let mut programs = BTreeMap::new();
    let mut archives: HashMap<PathBuf, Arc<Packed>> = HashMap::new();
    for player in &plan.players {
        let (Who::Program(named), Some(program)) = (&player.who, program_of(player, &[])) else {
            continue;
        };
        let program = program.map_err(|misdeed| QueueError::Files {
            owner: player.name.clone(),
            reason: Box::new(misdeed.explain()),
        })?;
        let packed = if let Some(packed) = archives.get(&program.folder) {
            Arc::clone(packed)
        } else {
            let packed = pack(&program.folder, left_out);
            Arc::new(packed.map_err(|error| QueueError::packing(&player.name, &error))?)
        };
        archives.insert(program.folder.clone(), Arc::clone(&packed));
        let luggage = Luggage {
            baggage: Baggage::new(&packed.digest, named),
            program,
            packed,
        };
        programs.insert(player.name.clone(), luggage);
    }
    Ok(programs)
}

/// Whose program crashed or did not start, if that ended the game.
fn fall(ending: Ending, task: &Task, with_programs: bool) -> Fall {
    match ending {
        Ending::Forfeited(side, Forfeit::Crash | Forfeit::Start) => {
            Fall::Of(task.setup.players[side.index()].name.clone())
        }
        _ if with_programs => Fall::Stood,
        Ending::Forfeited(..) | Ending::Played(_) => Fall::Idle,
    }
}
