//! A table played to its end with the answers of programs or of a record.

use host::{EventHandler, EventView, Table, Waiting, advance};
use table::{Ending, Limits, Side};

/// A source of answers for the seats that a table asks: programs, or the lines of a record.
pub trait AnswerSource {
    /// The reason why no answer can be given; ends the game without an ending.
    type Error;

    /// Receives each event of the table, in order.
    fn observe(&mut self, event: &dyn EventView);

    /// Gives the table the answer of `side`; events go to [`Self::observe`] and `on_event`.
    fn answer(
        &mut self,
        table: &mut dyn Table,
        side: Side,
        on_event: EventHandler<'_>,
    ) -> Result<(), Self::Error>;
}

/// Plays a table to its end: strategies and chance by the table itself, other seats by `source`.
/// Passes each event to `on_event`. Returns `None` when `limits.stop` was pulled before the end.
pub fn drive<S: AnswerSource>(
    table: &mut dyn Table,
    limits: &Limits,
    source: &mut S,
    on_event: EventHandler<'_>,
) -> Result<Option<Ending>, S::Error> {
    loop {
        let waiting = advance(table, limits, &mut |event| {
            on_event(event);
            source.observe(event);
        });
        match waiting {
            Waiting::Over(ending) => return Ok(Some(ending)),
            Waiting::Stopped => return Ok(None),
            Waiting::Answer(side) => source.answer(table, side, on_event)?,
        }
        if limits.stop.pulled() {
            return Ok(None);
        }
    }
}
