//! Playing a record again: the same referee, fed with what was written down.

use std::str::FromStr;

use crate::record::Fault;
use crate::{Entry, Event, Explain, Game, Mind, Next, NotNow, Record, RecordError, Referee, Side};

/// Replays `record`, telling every event as it was told, and gives back the referee: finished, or
/// waiting where the record breaks off.
///
/// # Errors
/// At the first line that cannot be read in the notation of `G` or cannot happen where it stands.
pub fn replay<G: Game>(
    record: &Record,
    mut tell: impl FnMut(&G, &Event<G>),
) -> Result<Referee<G>, RecordError> {
    const POSITION_LINE: usize = 3;
    let header = &record.header;
    let game = read(&header.position).map_err(|fault| RecordError {
        line: POSITION_LINE,
        fault,
    })?;
    let minds = Side::BOTH.map(|_| Mind::Person);
    let mut referee = Referee::new(game, minds, header.trust);
    referee.next(&mut tell);
    for (line, entry) in &record.entries {
        repeat(&mut referee, entry, &mut tell)
            .map_err(|fault| RecordError { line: *line, fault })?;
        referee.next(&mut tell);
    }
    Ok(referee)
}

/// Takes one line of a record in a game where people sit on both sides, telling what it told when it
/// was written, but not who has the hand after it: see [`Referee::next`].
///
/// # Errors
/// A line that cannot be read in the notation of `G` or cannot happen there.
pub fn repeat<G: Game>(
    referee: &mut Referee<G>,
    entry: &Entry,
    tell: &mut impl FnMut(&G, &Event<G>),
) -> Result<(), Fault> {
    let misplaced = |NotNow| Fault::OutOfPlace(entry.to_string());
    let has_hand = |referee: &mut Referee<G>, side| {
        let waits = referee.next(|_, _| ()) == Next::Answer(side);
        if waits {
            Ok(())
        } else {
            Err(misplaced(NotNow))
        }
    };
    match entry {
        Entry::Plays(side, text) => {
            has_hand(referee, *side)?;
            read::<G::Move>(text)?;
            referee.answer(text, tell).map_err(misplaced)
        }
        Entry::Cheats(side, text) => {
            has_hand(referee, *side)?;
            read::<G::Cheat>(text)?;
            referee.answer(text, tell).map_err(misplaced)
        }
        Entry::Answers(side, text) => {
            has_hand(referee, *side)?;
            let readable = text.parse::<G::Move>().is_ok() || text.parse::<G::Cheat>().is_ok();
            if readable {
                return Err(misplaced(NotNow));
            }
            referee.answer(text, tell).map_err(misplaced)
        }
        Entry::Says(side, remark) => {
            has_hand(referee, *side)?;
            referee.remark(*side, *remark, tell);
            Ok(())
        }
        Entry::Chance(outcome) => referee.draw(*outcome, tell).map_err(misplaced),
        Entry::Forfeits(side, reason) => referee.forfeit(*side, *reason, tell).map_err(misplaced),
        Entry::Result(ending) => match referee.next(|_, _| ()) {
            Next::Over(reached) if reached == *ending => Ok(()),
            _ => Err(misplaced(NotNow)),
        },
    }
}

fn read<T: FromStr<Err: std::error::Error + Explain>>(text: &str) -> Result<T, Fault> {
    text.parse()
        .map_err(|error: T::Err| Fault::Notation(error.to_string(), error.explain()))
}
