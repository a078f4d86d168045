//! The guarantees of [`Game`], checked on random games: the tests of every game run [`check`].
//!
//! Legal ⇔ playable, refused ⇒ unchanged, over ⇒ no legal moves, text round trips, equal views for
//! games that differ only in hidden facts, no slot drawn twice, records replay to the same events.

pub mod repeats;

use std::collections::HashSet;
use std::fmt::Debug;

use crate::{
    Chance, Event, Explain, Fact, Game, Header, Limits, Mind, Next, NoMove, Player, Record,
    Referee, Seat, SeatView, Seeded, Side, Strategy, TextForm, Trust, Turn, Viewer, replay,
};

/// Returns a game that differs from the given one only in facts hidden from the side.
pub type Redeal<G> = fn(&G, Side, &mut dyn Chance) -> G;

/// Input of [`check`] for one game.
#[derive(Debug)]
pub struct Contract<G: Game> {
    /// Positions from which random games start.
    pub starts: Vec<G>,
    /// Moves tried at every position, legal or not: all moves of the game if they can be listed.
    /// Each has a text that parses back.
    pub moves: Vec<G::Move>,
    /// Cheats tried at every player's turn.
    pub cheats: Vec<G::Cheat>,
    /// Changes the hidden facts of a game; `None` for a game that hides nothing.
    pub redeal: Option<Redeal<G>>,
    /// Panics if a position breaks a conservation law of the game.
    pub invariant: fn(&G),
    /// Number of random games from each start.
    pub games: u64,
}

/// Plays random games from every start and checks every guarantee at every position.
///
/// # Panics
/// At the first broken guarantee, with the position.
pub fn check<G: Game>(contract: &Contract<G>) {
    for (number, start) in contract.starts.iter().enumerate() {
        for seed in 0..contract.games {
            let mut luck = Seeded::stream(seed, number as u64);
            check_game(contract, start.clone(), &mut luck);
            for trust in [Trust::Guarded, Trust::Trusting] {
                check_record(contract, start.clone(), trust, seed);
            }
        }
    }
}

fn check_game<G: Game>(contract: &Contract<G>, mut game: G, luck: &mut dyn Chance) {
    let mut slots = HashSet::new();
    loop {
        check_position(contract, &game, luck);
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance { outcomes, .. } => {
                let slot = game.slot();
                assert!(slots.insert(slot), "{slot:?} is drawn twice: {game}");
                check_text(&game.draw(luck.below(outcomes.into()) as u8));
            }
            Turn::Player(_) => {
                let legal = legal_moves(&game);
                let mv = legal[luck.below(legal.len() as u32) as usize];
                check_text(&game.play(mv).expect("a listed move is legal"));
            }
        }
    }
}

fn check_position<G: Game>(contract: &Contract<G>, game: &G, luck: &mut dyn Chance) {
    (contract.invariant)(game);
    check_text(game);
    let legal = legal_moves(game);
    let players_turn = matches!(game.turn(), Turn::Player(_));
    assert_eq!(
        legal.is_empty(),
        !players_turn,
        "there are legal moves exactly at a player's turn: {game}"
    );
    for mv in legal.iter().chain(&contract.moves) {
        check_move(game, *mv, legal.contains(mv));
    }
    if players_turn {
        contract
            .cheats
            .iter()
            .for_each(|cheat| check_cheat(contract, game, *cheat));
    }
    check_views(contract, game, luck);
}

fn legal_moves<G: Game>(game: &G) -> Vec<G::Move> {
    let mut moves = Vec::new();
    for mv in game.legal() {
        assert!(!moves.contains(&mv), "{mv} is listed twice: {game}");
        moves.push(mv);
    }
    moves
}

fn check_move<G: Game>(game: &G, mv: G::Move, legal: bool) {
    check_text(&mv);
    let mut after = game.clone();
    let result = after.play(mv);
    assert_eq!(
        result.is_ok(),
        legal,
        "{mv} is playable if and only if it is listed: {game}"
    );
    if let Err(refusal) = result {
        assert_eq!(&after, game, "{mv} was refused but changed the game");
        assert!(
            !refusal.explain().key.is_empty(),
            "{refusal} has no message key"
        );
    }
}

fn check_cheat<G: Game>(contract: &Contract<G>, game: &G, cheat: G::Cheat) {
    check_text(&cheat);
    assert!(
        cheat.to_string().parse::<G::Move>().is_err(),
        "{cheat} reads as a move"
    );
    let mut after = game.clone();
    match after.tamper(cheat) {
        Ok(()) => {
            check_text(&after);
            (contract.invariant)(&after);
        }
        Err(_) => assert_eq!(&after, game, "{cheat} was refused but changed the game"),
    }
}

fn check_text<T: TextForm + Eq + Debug>(value: &T) {
    let text = value.to_string();
    assert!(
        !text.contains('\n') && text.trim() == text,
        "{text:?} is not one trimmed line"
    );
    match text.parse::<T>() {
        Ok(read) => assert_eq!(&read, value, "{text:?} parses to another value"),
        Err(error) => panic!("{text:?} does not parse: {error}"),
    }
}

fn check_views<G: Game>(contract: &Contract<G>, game: &G, luck: &mut dyn Chance) {
    for side in Side::BOTH {
        assert_eq!(
            game.show(Fact::Position, Viewer::Player(side)),
            Some(game.view(side).to_string()),
            "{side} is shown another position than its view: {game}"
        );
    }
    let Some(redeal) = contract.redeal else {
        return;
    };
    for side in Side::BOTH {
        let other = redeal(game, side, luck);
        assert_eq!(
            game.view(side),
            other.view(side),
            "the view of {side} shows a hidden fact: {game}"
        );
        assert_eq!(game.view(side).to_string(), other.view(side).to_string());
    }
}

/// Strategy that plays random moves of the contract, legal or not, and cheats one time in 20.
struct AnyMove<G: Game> {
    moves: Vec<G::Move>,
    cheats: Vec<G::Cheat>,
}

impl<G: Game> Strategy<G> for AnyMove<G> {
    fn choose(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Move, NoMove> {
        let SeatView { luck, .. } = seat.sight();
        let mv = self.moves[luck.below(self.moves.len() as u32) as usize];
        if !self.cheats.is_empty() && luck.below(20) == 0 {
            let cheat = self.cheats[luck.below(self.cheats.len() as u32) as usize];
            // The refusal is ignored on purpose: the referee must notice the cheat anyway.
            let _ = seat.tamper(cheat);
        }
        Ok(mv)
    }
}

/// Plays one game between [`AnyMove`] and a person who answers legal moves and unreadable text, and
/// checks that its record replays to the same events.
fn check_record<G: Game>(contract: &Contract<G>, start: G, trust: Trust, seed: u64) {
    let players = ["person", "any move"].map(Player::person);
    let position = start.to_string();
    let mut record = Record::new(Header {
        game: String::new(),
        position,
        trust,
        players,
    });
    let mut events = Vec::new();
    let referee = play_any_moves(contract, start, trust, seed, |event| {
        record.note(event);
        events.push(event.clone());
    });

    let text = record.to_string();
    let read: Record = text.parse().expect("a written record parses");
    assert_eq!(read, record);
    let mut replayed = Vec::new();
    let replayed_referee = replay::<G>(&read, |_, event| replayed.push(event.clone()));
    let replayed_referee = replayed_referee.unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(replayed, events, "{text}");
    assert_eq!(replayed_referee.game(), referee.game(), "{text}");
}

fn play_any_moves<G: Game>(
    contract: &Contract<G>,
    start: G,
    trust: Trust,
    seed: u64,
    mut note: impl FnMut(&Event<G>),
) -> Referee<G> {
    let mut luck = Seeded::stream(seed, 99);
    let strategy = AnyMove {
        moves: contract.moves.clone(),
        cheats: contract.cheats.clone(),
    };
    let mut referee = Referee::new(start, [Mind::Person, Mind::strategy(strategy)], trust);
    // A cheat may undo progress for ever: the limit keeps the test finite.
    for _ in 0..5_000 {
        let done = match referee.next(|_, event| note(event)) {
            Next::Over(_) => break,
            Next::Think(_) => referee.think(&mut luck, &Limits::default(), |_, event| note(event)),
            Next::Draw { outcomes, .. } => {
                let outcome = luck.below(outcomes.into()) as u8;
                referee.draw(outcome, |_, event| note(event))
            }
            Next::Answer(_) => {
                let legal = legal_moves(referee.game());
                let choice = luck.below(legal.len() as u32 + 1) as usize;
                let text = legal
                    .get(choice)
                    .map_or("\"?é\n".to_owned(), G::Move::to_string);
                referee.answer(&text, |_, event| note(event))
            }
        };
        done.expect("the call is the one that `next` asked for");
    }
    referee
}
