//! One game of a tournament, from its opening to the row that is saved.

use host::EventView;
use table::Ending;

use super::finished_game::{FinishedGame, result_and_ending};
use super::live_games::LiveFeed;
use super::luck::LuckMeter;
use super::{ExecutorError, GameExecutor, GameSpec, RecordWriter, ScheduledGame, TournamentPlan};

/// A finished game that waits to be saved and counted.
pub(crate) struct PendingGame {
    pub(crate) game: FinishedGame,
    /// The game's line of `games.jsonl`.
    pub(crate) json: String,
    /// Luck of the first side in shares of the game; `None` where it is not measured.
    pub(crate) luck: Option<f64>,
    /// One JSON line for each program: its notes and its failure.
    pub(crate) notes: Option<String>,
}

/// Plays a game; `None` when it was stopped before its end.
///
/// # Errors
/// When the game cannot be opened, or the executor cannot play.
pub(crate) fn play_game(
    plan: &TournamentPlan,
    executor: &dyn GameExecutor,
    scheduled: &ScheduledGame,
    luck: &mut LuckMeter,
    feed: Option<&LiveFeed<'_>>,
) -> Result<Option<PendingGame>, ExecutorError> {
    let spec = GameSpec::new(plan, scheduled);
    let mut table = spec.open()?;
    luck.begin(&table.position());
    let mut writer = RecordWriter::new(&*table);
    let mut on_event = |event: &dyn EventView| {
        writer.write(event);
        luck.observe(event);
        if let Some(feed) = feed {
            feed.observe(event);
        }
    };
    let executed = executor.play(&spec, &mut *table, &mut on_event)?;
    Ok(executed.map(|executed| {
        let game = finished_game(plan, scheduled, executed.ending, writer);
        PendingGame {
            json: game.json(),
            game,
            luck: luck.end(),
            notes: executed.notes,
        }
    }))
}

fn finished_game(
    plan: &TournamentPlan,
    scheduled: &ScheduledGame,
    ending: Ending,
    writer: RecordWriter,
) -> FinishedGame {
    let (result, ending_word) = result_and_ending(ending);
    let name = |player: usize| plan.players[player].name.clone();
    let names = [name(scheduled.first), name(scheduled.second)];
    let loser = match ending {
        Ending::Played(_) => None,
        Ending::Forfeited(side, _) => Some(names[side.index()].clone()),
    };
    let [first, second] = names;
    FinishedGame {
        number: scheduled.number,
        pair: scheduled.pair,
        first,
        second,
        seed: scheduled.seed,
        result: result.to_owned(),
        ending: ending_word,
        loser,
        plies: writer.plies,
        record: writer.record,
    }
}
