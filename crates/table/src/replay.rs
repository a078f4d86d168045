//! Replays: a referee that takes its input from a record.

use std::str::FromStr;

use crate::record::Fault;
use crate::{Entry, Event, Explain, Game, Mind, Next, NotNow, Record, RecordError, Referee, Side};

/// Replays `record`, emits the events of the original game, and returns the referee at the end of
/// the record. The game may be unfinished. Stops at the first line that cannot be parsed or played.
pub fn replay<G: Game>(
    record: &Record,
    mut on_event: impl FnMut(&G, &Event<G>),
) -> Result<Referee<G>, RecordError> {
    const POSITION_LINE: usize = 3;
    let header = &record.header;
    let game = read(&header.position).map_err(|fault| RecordError {
        line: POSITION_LINE,
        fault,
    })?;
    let minds = Side::BOTH.map(|_| Mind::Person);
    let mut referee = Referee::new(game, minds, header.trust);
    referee.next(&mut on_event);
    for (line, entry) in &record.entries {
        repeat(&mut referee, entry, &mut on_event)
            .map_err(|fault| RecordError { line: *line, fault })?;
        referee.next(&mut on_event);
    }
    Ok(referee)
}

/// Applies one line of a record to a game between two [`Mind::Person`], and emits its events. It
/// does not emit the [`Event::Asked`] that follows: [`Referee::next`] does.
pub fn repeat<G: Game>(
    referee: &mut Referee<G>,
    entry: &Entry,
    on_event: &mut impl FnMut(&G, &Event<G>),
) -> Result<(), Fault> {
    let misplaced = |NotNow| Fault::OutOfPlace(entry.to_string());
    if let Entry::Plays(side, _)
    | Entry::Cheats(side, _)
    | Entry::Answers(side, _)
    | Entry::Says(side, _) = entry
        && referee.next(|_, _| ()) != Next::Answer(*side)
    {
        return Err(misplaced(NotNow));
    }
    match entry {
        Entry::Plays(_, text) => {
            read::<G::Move>(text)?;
            referee.answer(text, on_event)
        }
        Entry::Cheats(_, text) => {
            read::<G::Cheat>(text)?;
            referee.answer(text, on_event)
        }
        Entry::Answers(_, text) => {
            let readable = text.parse::<G::Move>().is_ok() || text.parse::<G::Cheat>().is_ok();
            if readable {
                return Err(misplaced(NotNow));
            }
            referee.answer(text, on_event)
        }
        Entry::Says(side, remark) => {
            referee.remark(*side, *remark, on_event);
            Ok(())
        }
        Entry::Chance(outcome) => referee.draw(*outcome, on_event),
        Entry::Forfeits(side, reason) => referee.forfeit(*side, *reason, on_event),
        Entry::Result(ending) => match referee.next(|_, _| ()) {
            Next::Over(reached) if reached == *ending => Ok(()),
            _ => Err(NotNow),
        },
    }
    .map_err(misplaced)
}

fn read<T: FromStr<Err: Explain>>(text: &str) -> Result<T, Fault> {
    text.parse()
        .map_err(|error: T::Err| Fault::Notation(error.explain()))
}
