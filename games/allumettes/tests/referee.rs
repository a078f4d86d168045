//! The referee, shown on the simplest game: time, cheating, changes of mind, strategies from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use allumettes::{Cheat, Fast, Matches, Slow, Take, Tricheur};
use table::{
    Clock, Ending, Event, Forfeit, Limits, Mind, Next, NoMove, NotNow, Outcome, Player, Referee,
    Seat, Seeded, Side, Strategy, Trust,
};

type Told = Event<Matches>;

fn referee(first: Mind<Matches>, second: Mind<Matches>, trust: Trust) -> Referee<Matches> {
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
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        Ok(Take::of(seat.view().left().min(2).into()))
    }
}

#[test]
fn a_new_strategy_needs_no_change_anywhere_else() {
    let mut referee = referee(Mind::of(Two), Mind::of(Slow), Trust::Guarded);
    // 13 → 11, 10 → 8, 7 → 5, 4 → 2, 1: A takes the last one.
    let (ending, _) = finish(&mut referee);
    assert_eq!(ending, Ending::Played(Outcome::Win(Side::Second)));
}

#[test]
fn a_player_changes_strategy_in_the_course_of_a_game() {
    let mut referee = referee(Mind::Person, Mind::of(Slow), Trust::Guarded);
    referee.answer("1", |_, _| ()).unwrap();
    referee.change_mind(Side::First, Mind::of(Fast));
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
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        let _ = seat.tamper(Cheat::One);
        let _ = seat.tamper(Cheat::One);
        Ok(Take::of(1))
    }
}

#[test]
fn a_strategy_that_swallows_the_refusal_is_caught_all_the_same() {
    let mut referee = referee(Mind::of(Brazen), Mind::of(Slow), Trust::Guarded);
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
    let mut referee = referee(Mind::of(Brazen), Mind::Person, Trust::Trusting);
    referee
        .think(&mut Seeded::new(1), &Limits::default(), |_, _| ())
        .unwrap();
    assert_eq!(referee.game().left(), 10, "two filched and one taken");
}

#[test]
fn a_change_of_the_state_alone_is_no_cheat() {
    // The door is what counts: a trusting referee does not compare the game before and after.
    let mut referee = referee(Mind::of(Tricheur), Mind::of(Slow), Trust::Trusting);
    assert_eq!(
        finish(&mut referee).0,
        Ending::Played(Outcome::Win(Side::First))
    );
}

#[test]
fn what_is_not_waited_for_is_refused_and_changes_nothing() {
    let mut referee = referee(Mind::Person, Mind::of(Slow), Trust::Guarded);
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

/// Always asks for more than there is.
struct Greedy;

impl Strategy<Matches> for Greedy {
    fn choose(&mut self, _seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        Ok(Take::of(99))
    }
}

#[test]
fn a_strategy_that_never_moves_legally_forfeits() {
    let mut referee = referee(Mind::of(Greedy), Mind::of(Slow), Trust::Guarded);
    assert_eq!(
        finish(&mut referee).0,
        Ending::Forfeited(Side::First, Forfeit::Refused)
    );
}

/// Gives no answer when it was told to stop.
struct Obedient;

impl Strategy<Matches> for Obedient {
    fn choose(&mut self, seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        if seat.sight().budget.stopped() {
            Err(NoMove::Stopped)
        } else {
            Ok(Take::of(1))
        }
    }
}

#[test]
fn a_stopped_strategy_still_has_the_hand() {
    let mut referee = referee(Mind::of(Obedient), Mind::Person, Trust::Guarded);
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

/// A table of two people whose time is limited as their text forms say.
fn timed(players: [&str; 2]) -> (Referee<Matches>, Dial) {
    let dial = Dial::default();
    let control = |text: &str| text.parse::<Player>().expect("a player").time_control();
    let minds = [Mind::Person, Mind::Person];
    let referee = Referee::new(Matches::default(), minds, Trust::Guarded);
    (referee.with_time(players.map(control), dial.clone()), dial)
}

#[test]
fn a_move_that_takes_too_long_forfeits() {
    let (mut referee, dial) = timed(["A@time=10000,humain", "B@time=10000,humain"]);
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
    let (mut referee, dial) = timed(["A@clock=10s,humain", "B@clock=10s,humain"]);
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

#[test]
fn each_side_has_its_own_clock_and_a_move_gives_time_back() {
    let (mut referee, dial) = timed(["A@clock=10s+2s,humain", "B@humain"]);
    for (seconds, answer) in [(8, "1"), (1000, "1"), (3, "9"), (0, "1"), (1000, "1")] {
        referee.next(|_, _| ());
        dial.advance(seconds);
        referee.answer(answer, |_, _| ()).unwrap();
    }
    // 10 − 8 + 2 = 4, then 3 for a refused move, which gives nothing back, then 2 for the next.
    let left = referee.clock(Side::First);
    assert_eq!(left, Some(Duration::from_secs(3)));
    assert_eq!(referee.clock(Side::Second), None);
    referee.next(|_, _| ());
    dial.advance(2);
    assert_eq!(referee.clock(Side::First), Some(Duration::from_secs(1)));
    dial.advance(1);
    let ending = Ending::Forfeited(Side::First, Forfeit::Time);
    assert_eq!(referee.next(|_, _| ()), Next::Over(ending));
}

/// Finds nothing to play.
struct Lost;

impl Strategy<Matches> for Lost {
    fn choose(&mut self, _seat: &mut Seat<'_, Matches>) -> Result<Take, NoMove> {
        Err(NoMove::Fault)
    }
}

#[test]
fn a_strategy_that_finds_no_move_is_at_fault_and_forfeits() {
    let mut referee = referee(Mind::of(Lost), Mind::of(Slow), Trust::Guarded);
    let fault = Ending::Forfeited(Side::First, Forfeit::Fault);
    assert_eq!(finish(&mut referee).0, fault);
}

/// What comes of these answers of the first side.
fn after_answers(mind: Mind<Matches>, answers: &[&str]) -> Next {
    let mut referee = referee(mind, Mind::Person, Trust::Guarded);
    for answer in answers {
        referee
            .answer(answer, |_, _| ())
            .expect("an answer is waited for");
    }
    referee.next(|_, _| ())
}

#[test]
fn a_program_s_third_slip_loses_and_a_person_s_never() {
    let slips = ["x", "9", "0", "?", "9", "9", "9", "9"];
    let person = after_answers(Mind::Person, &slips);
    assert_eq!(person, Next::Answer(Side::First));
    let program = |answers: &[&str]| after_answers(Mind::Program, answers);
    let lost = |reason| Next::Over(Ending::Forfeited(Side::First, reason));
    assert_eq!(program(&slips[..2]), Next::Answer(Side::First));
    assert_eq!(program(&slips[..3]), lost(Forfeit::Refused));
    assert_eq!(program(&["9", "9", "x"]), lost(Forfeit::Unreadable));
}
