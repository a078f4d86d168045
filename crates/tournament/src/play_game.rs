//! One game of a tournament, from its opening to the row that is saved.

use host::EventView;
use store::TournamentGame;

use super::live_games::LiveFeed;
use super::luck::LuckMeter;
use super::{
    ExecutorError, FinishedGame, GameExecutor, GameSpec, RecordWriter, ScheduledGame,
    TournamentPlan,
};

/// A finished game that waits to be saved and counted.
pub(crate) struct PendingGame {
    pub(crate) game: FinishedGame,
    /// Luck of the first side in shares of the game; `None` where it is not measured.
    pub(crate) luck: Option<f64>,
    pub(crate) row: TournamentGame,
}

/// Plays a game; `None` when it was stopped before its end.
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
        let game = FinishedGame::new(plan, scheduled, executed.ending, writer);
        let luck = luck.end();
        let row = TournamentGame {
            number: game.number,
            line: game.json(),
            luck: luck.map(|luck| luck.to_string()),
            notes: executed.notes,
        };
        PendingGame { game, luck, row }
    }))
}
