//! A replayed record as a list of steps, each with the game before it.

use table::{Ending, Event, Game, Record, RecordError, Side, replay};

/// The action of a step.
#[derive(Clone, Debug)]
pub(crate) enum Action<G: Game> {
    /// A move chosen by a side.
    Choice(G::Move),
    /// Consecutive chance results: a whole throw, a drawn tile, or the whole deal.
    Chance(Vec<G::Effect>),
    /// A cheat that worked.
    Cheat(G::Cheat),
}

/// One action, with the side that acted and the game before it.
#[derive(Clone, Debug)]
pub(crate) struct RecordedStep<G: Game> {
    pub(crate) before: G,
    pub(crate) side: Side,
    pub(crate) action: Action<G>,
}

/// The steps of a record, the game after the last one, and the ending. Consecutive chance results
/// are one step.
#[derive(Clone, Debug)]
pub(crate) struct Trail<G: Game> {
    pub(crate) steps: Vec<RecordedStep<G>>,
    pub(crate) last: G,
    pub(crate) ending: Option<Ending>,
}

impl<G: Game> Trail<G> {
    /// Replays the record.
    pub(crate) fn replay(record: &Record) -> Result<Self, RecordError> {
        let mut steps: Vec<RecordedStep<G>> = Vec::new();
        let mut previous: Option<G> = record.header.position.parse().ok();
        let mut ending = None;
        let referee = replay::<G>(record, |game, event| {
            let (side, action) = match event {
                Event::Played { side, mv, .. } => (*side, Action::Choice(*mv)),
                Event::Chance { side, effect, .. } => (*side, Action::Chance(vec![effect.clone()])),
                Event::Cheated { side, cheat } => (*side, Action::Cheat(*cheat)),
                Event::Over { ending: reached } => {
                    ending = Some(*reached);
                    return;
                }
                _ => return,
            };
            let before = previous.replace(game.clone());
            match (steps.last_mut().map(|last| &mut last.action), action) {
                (Some(Action::Chance(thrown)), Action::Chance(effects)) => thrown.extend(effects),
                (_, action) => steps.extend(before.map(|before| RecordedStep {
                    before,
                    side,
                    action,
                })),
            }
        })?;
        Ok(Self {
            steps,
            last: referee.game().clone(),
            ending,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_of_a_throw_are_one_step() {
        let record: Record = "brelan record 1\ngame 421\nposition 10/10\nreferee guarded\n\
            first A@humain\nsecond B@humain\n\nchance 3\nchance 1\nchance 0\nfirst plays 0\n\
            chance 5\nchance 5\n"
            .parse()
            .unwrap();
        let trail: Trail<jeu421::Game421> = Trail::replay(&record).unwrap();
        let sides = trail.steps.iter().map(|step| step.side);
        assert_eq!(
            sides.collect::<Vec<_>>(),
            [Side::First, Side::First, Side::Second]
        );
        assert!(matches!(&trail.steps[0].action, Action::Chance(dice) if dice.len() == 3));
        assert_eq!(trail.last.to_string(), "10/10/second/66-/1/421");
        assert_eq!(trail.ending, None);
    }
}
