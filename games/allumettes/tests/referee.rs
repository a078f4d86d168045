//! The referee, shown on the simplest game: time, cheating, changes of mind, strategies from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use allumettes::{Cheat, Fast, Matches, Slow, Take, Tricheur};
use table::{
    Budget, Chance, Clock, Ending, Event, Forfeit, Limits, Mind, Next, NotNow, Outcome, Player,
    Referee, Seat, Seeded, Side, Stopped, Strategy, TimeControl, Trust,
};

type Told = Event<Matches>;

fn referee(first: Player<Matches>, second: Player<Matches>, trust: Trust) -> Referee<Matches> {
    Referee::new(Matches::default(), [first, second], trust)
}

/// Lets strategies play to the end.
fn finish(referee: &mut Referee<Matches>) -> (Ending, Vec<Told>) {
    let mut events = Vec::new();
    loop {
        match referee.next(|_, event| events.push(event.clone())) {
            Next::Over(ending) => return (ending, events),
            Next::Think(_) => referee
                .think(&mut Seeded::new(1), &Limits::default(), |_, event| {
                    events.push(event.clone());
                })
                .expect("a strategy has the hand"),
            other => panic!("{other:?}"),
        }
    }
}

/// A strategy of another crate (C13): takes two as long as it can.
struct Two;

impl Strategy<Matches> for Two {
    fn choose(
        &mut self,
        seat: &mut Seat<'_, Matches>,
        _luck: &mut dyn Chance,
        _budget: &Budget<'_>,
    ) -> Result<Take, Stopped> {
        Ok(Take::of(seat.view().left().min(2).into()))
    }
}

#[test]
fn a_new_strategy_needs_no_change_anywhere_else() {
    let mut referee = referee(
        Player::with("A", Two),
        Player::with("B", Slow),
        Trust::Guarded,
    );
    // 13 → 11, 10 → 8, 7 → 5, 4 → 2, 1: A takes the last one.
    let (ending, _) = finish(&mut referee);
    assert_eq!(ending, Ending::Played(Outcome::Win(Side::Second)));
}

#[test]
fn a_player_changes_strategy_in_the_course_of_a_game() {
    let mut referee = referee(
        Player::outside("A"),
        Player::with("B", Slow),
        Trust::Guarded,
    );
    referee.answer("1", |_, _| ()).unwrap();
    referee.change_mind(Side::First, Mind::Strategy(Box::new(Fast)));
    let (_, events) = finish(&mut referee);
    let taken: Vec<i64> = events
        .iter()
        .filter_map(|event| match event {
            Event::Played {
                side: Side::First,
                mv,
                ..
            } => Some(mv.count),
            _ => None,
        })
        .collect();
    assert_eq!(taken, [3, 3, 3], "of 11, of 7 and of the last 3");
}

/// Cheats and goes on as if nothing had happened.
struct Brazen;

impl Strategy<Matches> for Brazen {
    fn choose(
        &mut self,
        seat: &mut Seat<'_, Matches>,
        _luck: &mut dyn Chance,
        _budget: &Budget<'_>,
    ) -> Result<Take, Stopped> {
        let _ = seat.tamper(Cheat::One);
        let _ = seat.tamper(Cheat::One);
        Ok(Take::of(1))
    }
}

#[test]
fn a_strategy_that_swallows_the_refusal_is_caught_all_the_same() {
    let mut referee = referee(
        Player::with("A", Brazen),
        Player::with("B", Slow),
        Trust::Guarded,
    );
    let (ending, events) = finish(&mut referee);
    assert_eq!(ending, Ending::Forfeited(Side::First, Forfeit::Cheating));
    assert_eq!(ending.winner(), None);
    let caught = Event::Caught {
        side: Side::First,
        cheat: Cheat::One,
    };
    assert_eq!(
        events[..3],
        [
            Event::Asked { side: Side::First },
            caught,
            Event::Over { ending },
        ]
    );
    assert_eq!(referee.game().left(), 13, "nothing was taken");
}

#[test]
fn the_same_strategy_code_cheats_under_a_trusting_referee() {
    let mut referee = referee(
        Player::with("A", Brazen),
        Player::outside("B"),
        Trust::Trusting,
    );
    referee
        .think(&mut Seeded::new(1), &Limits::default(), |_, _| ())
        .unwrap();
    assert_eq!(referee.game().left(), 10, "two filched and one taken");
}

#[test]
fn a_change_of_the_state_alone_is_no_cheat() {
    // The door is what counts: a trusting referee does not compare the game before and after.
    let mut referee = referee(
        Player::with("A", Tricheur),
        Player::with("B", Slow),
        Trust::Trusting,
    );
    assert_eq!(
        finish(&mut referee).0,
        Ending::Played(Outcome::Win(Side::First))
    );
}

#[test]
fn what_is_not_waited_for_is_refused_and_changes_nothing() {
    let mut referee = referee(
        Player::outside("A"),
        Player::with("B", Slow),
        Trust::Guarded,
    );
    let before = referee.game().clone();
    let think = referee.think(&mut Seeded::new(1), &Limits::default(), |_, _| ());
    assert_eq!(
        (think, referee.draw(0, |_, _| ())),
        (Err(NotNow), Err(NotNow))
    );
    assert_eq!(referee.game(), &before);
    referee.answer("1", |_, _| ()).unwrap();
    assert_eq!(
        referee.answer("1", |_, _| ()),
        Err(NotNow),
        "it is B's turn"
    );
}

#[test]
fn whoever_resigns_loses_and_nothing_follows() {
    let mut referee = referee(Player::outside("A"), Player::outside("B"), Trust::Guarded);
    referee
        .forfeit(Side::First, Forfeit::Resignation, |_, _| ())
        .unwrap();
    let ending = Ending::Forfeited(Side::First, Forfeit::Resignation);
    assert_eq!(referee.next(|_, _| ()), Next::Over(ending));
    assert_eq!(ending.winner(), Some(Side::Second));
    assert_eq!(referee.answer("1", |_, _| ()), Err(NotNow));
    assert_eq!(
        referee.forfeit(Side::Second, Forfeit::Time, |_, _| ()),
        Err(NotNow)
    );
}

/// Always asks for more than there is.
struct Greedy;

impl Strategy<Matches> for Greedy {
    fn choose(
        &mut self,
        _seat: &mut Seat<'_, Matches>,
        _luck: &mut dyn Chance,
        _budget: &Budget<'_>,
    ) -> Result<Take, Stopped> {
        Ok(Take::of(99))
    }
}

#[test]
fn a_strategy_that_never_moves_legally_forfeits() {
    let mut referee = referee(
        Player::with("A", Greedy),
        Player::with("B", Slow),
        Trust::Guarded,
    );
    assert_eq!(
        finish(&mut referee).0,
        Ending::Forfeited(Side::First, Forfeit::Refusals)
    );
}

/// Gives no answer when it was told to stop.
struct Obedient;

impl Strategy<Matches> for Obedient {
    fn choose(
        &mut self,
        _seat: &mut Seat<'_, Matches>,
        _luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Take, Stopped> {
        if budget.stopped() {
            Err(Stopped)
        } else {
            Ok(Take::of(1))
        }
    }
}

#[test]
fn a_stopped_strategy_still_has_the_hand() {
    let mut referee = referee(
        Player::with("A", Obedient),
        Player::outside("B"),
        Trust::Guarded,
    );
    let limits = Limits::default();
    limits.stop.pull();
    referee
        .think(&mut Seeded::new(1), &limits, |_, _| ())
        .unwrap();
    assert_eq!(referee.next(|_, _| ()), Next::Think(Side::First));
    referee
        .think(&mut Seeded::new(1), &Limits::default(), |_, _| ())
        .unwrap();
    assert_eq!(referee.next(|_, _| ()), Next::Answer(Side::Second));
}

/// A clock that the test turns.
#[derive(Clone, Default, Debug)]
struct Dial(Arc<AtomicU64>);

impl Dial {
    fn advance(&self, seconds: u64) {
        self.0.fetch_add(seconds, Ordering::Relaxed);
    }
}

impl Clock for Dial {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.load(Ordering::Relaxed))
    }
}

fn timed(per_move: Option<u64>, per_game: Option<u64>) -> (Referee<Matches>, Dial) {
    let dial = Dial::default();
    let limit = |seconds: Option<u64>| seconds.map(Duration::from_secs);
    let control = TimeControl {
        per_move: limit(per_move),
        per_game: limit(per_game),
    };
    let players = [Player::outside("A"), Player::outside("B")];
    let referee = Referee::new(Matches::default(), players, Trust::Guarded);
    (referee.with_time(control, dial.clone()), dial)
}

#[test]
fn a_move_that_takes_too_long_forfeits() {
    let (mut referee, dial) = timed(Some(10), None);
    referee.next(|_, _| ());
    dial.advance(9);
    referee.answer("1", |_, _| ()).unwrap();
    referee.next(|_, _| ());
    dial.advance(10);
    let ending = Ending::Forfeited(Side::Second, Forfeit::Time);
    assert_eq!(
        referee.next(|_, _| ()),
        Next::Over(ending),
        "even without an answer"
    );
}

#[test]
fn a_refused_move_does_not_wind_the_clock_of_the_game_back() {
    let (mut referee, dial) = timed(None, Some(10));
    for answer in ["9", "9", "1"] {
        referee.next(|_, _| ());
        dial.advance(3);
        referee.answer(answer, |_, _| ()).unwrap();
    }
    assert_eq!(
        referee.next(|_, _| ()),
        Next::Answer(Side::Second),
        "9 of 10 seconds used"
    );
    dial.advance(9);
    referee.answer("1", |_, _| ()).unwrap();
    referee.next(|_, _| ());
    dial.advance(1);
    let ending = Ending::Forfeited(Side::First, Forfeit::Time);
    assert_eq!(referee.next(|_, _| ()), Next::Over(ending));
}
