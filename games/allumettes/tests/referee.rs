//! The referee tested with the simplest game: clocks, cheats, forfeits, changes of strategy, and
//! strategies of another crate.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use allumettes::{Cheat, Cheater, Fast, Matches, Slow, Take};
use table::{
    Clock, Ending, Event, Forfeit, Limits, Mind, Next, NoMove, NotNow, Outcome, Player, Referee,
    Seat, Seeded, Side, Strategy, Trust,
};

/// A move that takes `count` matches from the first heap.
fn take(count: i64) -> Take {
    Take { heap: 0, count }
}

fn referee(first: Mind<Matches>, second: Mind<Matches>, trust: Trust) -> Referee<Matches> {
    Referee::new(Matches::default(), [first, second], trust)
}

/// Lets both strategies play to the end; returns the ending and all events.
fn finish(referee: &mut Referee<Matches>) -> (Ending, Vec<Event<Matches>>) {
    let mut events = Vec::new();
    loop {
        match referee.next(|_, event| events.push(event.clone())) {
            Next::Over(ending) => return (ending, events),
            Next::Think(_) => referee
                .think(&mut Seeded::new(1), &Limits::default(), |_, event| {
                    events.push(event.clone());
                })
                .expect("the side to move is a strategy"),
            other => panic!("{other:?}"),
        }
    }
}

/// A strategy outside the game's crate (C13) that takes two matches as long as it can.
struct Two;

impl Strategy<Matches> for Two {
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        Ok(take(seat.view().left().min(2).into()))
    }
}

#[test]
fn a_strategy_of_another_crate_plays_a_whole_game() {
    let mut referee = referee(Mind::strategy(Two), Mind::strategy(Slow), Trust::Guarded);
    // 13 → 11, 10 → 8, 7 → 5, 4 → 2, 1: the first side takes the last match.
    let (ending, _) = finish(&mut referee);
    assert_eq!(ending, Ending::Played(Outcome::Win(Side::Second)));
}

#[test]
fn a_side_can_change_its_strategy_during_a_game() {
    let mut referee = referee(Mind::Person, Mind::strategy(Slow), Trust::Guarded);
    referee.answer("1", |_, _| ()).unwrap();
    referee.change_mind(Side::First, Mind::strategy(Fast));
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

/// Cheats twice, ignores the refusals, and plays.
struct Brazen;

impl Strategy<Matches> for Brazen {
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        let _ = seat.tamper(Cheat::One);
        let _ = seat.tamper(Cheat::One);
        Ok(take(1))
    }
}

#[test]
fn a_strategy_that_ignores_the_refusal_of_a_cheat_forfeits() {
    let mut referee = referee(Mind::strategy(Brazen), Mind::strategy(Slow), Trust::Guarded);
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
    assert_eq!(referee.game().left(), 13, "no match was taken");
}

#[test]
fn a_trusting_referee_lets_the_same_strategy_cheat() {
    let mut referee = referee(Mind::strategy(Brazen), Mind::Person, Trust::Trusting);
    referee
        .think(&mut Seeded::new(1), &Limits::default(), |_, _| ())
        .unwrap();
    assert_eq!(
        referee.game().left(),
        10,
        "two removed by cheats and one taken"
    );
}

#[test]
fn under_a_trusting_referee_a_cheat_wins_the_game() {
    // A trusting referee does not compare the game before and after a choice.
    let mut referee = referee(
        Mind::strategy(Cheater),
        Mind::strategy(Slow),
        Trust::Trusting,
    );
    assert_eq!(
        finish(&mut referee).0,
        Ending::Played(Outcome::Win(Side::First))
    );
}

#[test]
fn an_input_out_of_turn_is_refused_and_changes_nothing() {
    let mut referee = referee(Mind::Person, Mind::strategy(Slow), Trust::Guarded);
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
        "it is the second side's turn"
    );
}

#[test]
fn a_resignation_loses_and_ends_the_game() {
    let mut referee = referee(Mind::Person, Mind::Person, Trust::Guarded);
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

/// Always tries to take more matches than allowed.
struct Excessive;

impl Strategy<Matches> for Excessive {
    fn choose(&mut self, _seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        Ok(take(99))
    }
}

#[test]
fn a_strategy_that_never_moves_legally_forfeits() {
    let mut referee = referee(
        Mind::strategy(Excessive),
        Mind::strategy(Slow),
        Trust::Guarded,
    );
    assert_eq!(
        finish(&mut referee).0,
        Ending::Forfeited(Side::First, Forfeit::Refused)
    );
}

/// Returns no move when its budget is stopped.
struct Obedient;

impl Strategy<Matches> for Obedient {
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        if seat.sight().budget.stopped() {
            Err(NoMove::Stopped)
        } else {
            Ok(take(1))
        }
    }
}

#[test]
fn after_a_stop_it_is_still_the_strategy_s_turn() {
    let mut referee = referee(Mind::strategy(Obedient), Mind::Person, Trust::Guarded);
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

/// A clock that the test advances by hand, in seconds.
#[derive(Clone, Default, Debug)]
struct ManualClock(Arc<AtomicU64>);

impl ManualClock {
    fn advance(&self, seconds: u64) {
        self.0.fetch_add(seconds, Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.load(Ordering::Relaxed))
    }
}

/// A game between two people with the time controls in their text forms.
fn timed(players: [&str; 2]) -> (Referee<Matches>, ManualClock) {
    let clock = ManualClock::default();
    let control = |text: &str| {
        text.parse::<Player>()
            .expect("the text is a player")
            .time_control()
    };
    let minds = [Mind::Person, Mind::Person];
    let referee = Referee::new(Matches::default(), minds, Trust::Guarded);
    (
        referee.with_time(players.map(control), clock.clone()),
        clock,
    )
}

#[test]
fn a_move_that_takes_too_long_forfeits() {
    let (mut referee, clock) = timed(["A@time=10000,humain", "B@time=10000,humain"]);
    referee.next(|_, _| ());
    clock.advance(9);
    referee.answer("1", |_, _| ()).unwrap();
    referee.next(|_, _| ());
    clock.advance(10);
    let ending = Ending::Forfeited(Side::Second, Forfeit::Time);
    assert_eq!(
        referee.next(|_, _| ()),
        Next::Over(ending),
        "even without an answer"
    );
}

#[test]
fn a_refused_move_does_not_give_time_back() {
    let (mut referee, clock) = timed(["A@clock=10s,humain", "B@clock=10s,humain"]);
    for answer in ["9", "9", "1"] {
        referee.next(|_, _| ());
        clock.advance(3);
        referee.answer(answer, |_, _| ()).unwrap();
    }
    assert_eq!(
        referee.next(|_, _| ()),
        Next::Answer(Side::Second),
        "9 of 10 seconds used"
    );
    clock.advance(9);
    referee.answer("1", |_, _| ()).unwrap();
    referee.next(|_, _| ());
    clock.advance(1);
    let ending = Ending::Forfeited(Side::First, Forfeit::Time);
    assert_eq!(referee.next(|_, _| ()), Next::Over(ending));
}

#[test]
fn each_side_has_its_own_clock_and_a_move_adds_its_increment() {
    let (mut referee, clock) = timed(["A@clock=10s+2s,humain", "B@humain"]);
    for (seconds, answer) in [(8, "1"), (1000, "1"), (3, "9"), (0, "1"), (1000, "1")] {
        referee.next(|_, _| ());
        clock.advance(seconds);
        referee.answer(answer, |_, _| ()).unwrap();
    }
    // 10 − 8 + 2 = 4; 3 for a refused move, which adds nothing; 2 added by the next move.
    let left = referee.clock(Side::First);
    assert_eq!(left, Some(Duration::from_secs(3)));
    assert_eq!(referee.clock(Side::Second), None);
    referee.next(|_, _| ());
    clock.advance(2);
    assert_eq!(referee.clock(Side::First), Some(Duration::from_secs(1)));
    clock.advance(1);
    let ending = Ending::Forfeited(Side::First, Forfeit::Time);
    assert_eq!(referee.next(|_, _| ()), Next::Over(ending));
}

/// Returns no move.
struct Lost;

impl Strategy<Matches> for Lost {
    fn choose(&mut self, _seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        Err(NoMove::Fault)
    }
}

#[test]
fn a_strategy_without_a_move_forfeits_with_a_fault() {
    let mut referee = referee(Mind::strategy(Lost), Mind::strategy(Slow), Trust::Guarded);
    let fault = Ending::Forfeited(Side::First, Forfeit::Fault);
    assert_eq!(finish(&mut referee).0, fault);
}

/// The state of the referee after these answers of the first side.
fn after_answers(mind: Mind<Matches>, answers: &[&str]) -> Next {
    let mut referee = referee(mind, Mind::Person, Trust::Guarded);
    for answer in answers {
        referee
            .answer(answer, |_, _| ())
            .expect("the referee waits for an answer");
    }
    referee.next(|_, _| ())
}

#[test]
fn a_program_loses_with_its_third_bad_answer_and_a_person_never() {
    let slips = ["x", "9", "0", "?", "9", "9", "9", "9"];
    let person = after_answers(Mind::Person, &slips);
    assert_eq!(person, Next::Answer(Side::First));
    let program = |answers: &[&str]| after_answers(Mind::Program, answers);
    let lost = |reason| Next::Over(Ending::Forfeited(Side::First, reason));
    assert_eq!(program(&slips[..2]), Next::Answer(Side::First));
    assert_eq!(program(&slips[..3]), lost(Forfeit::Refused));
    assert_eq!(program(&["9", "9", "x"]), lost(Forfeit::Unreadable));
}
