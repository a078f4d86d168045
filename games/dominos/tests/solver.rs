//! Outcomes of the solver compared with brute force over the rules.

use dominos::{Dominos, Rule, Solver, Tile, Tiles};
use table::{Chance, Game, Outcome, Seeded, Side, Turn};

/// The outcome by trying every move; tiles are drawn in the order of `yard`.
fn brute(game: &Dominos, yard: &[Tile]) -> Outcome {
    match game.turn() {
        Turn::Over(outcome) => outcome,
        Turn::Chance { .. } => {
            let (tile, rest) = yard.split_first().expect("there is a tile to draw");
            let mut after = game.clone();
            after.draw((game.boneyard() & Tiles::above(*tile)).len());
            brute(&after, rest)
        }
        Turn::Player(side) => {
            let outcome = |mv| {
                let mut after = game.clone();
                after.play(mv).expect("the move is legal");
                brute(&after, yard)
            };
            let outcomes: Vec<Outcome> = game.legal().map(outcome).collect();
            let worth = |outcome: &Outcome| match outcome.winner() {
                Some(winner) if winner == side => 2,
                None => 1,
                Some(_) => 0,
            };
            outcomes
                .into_iter()
                .max_by_key(worth)
                .expect("the side to move has a move")
        }
    }
}

fn shuffled(luck: &mut Seeded) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = Tiles::ALL.into_iter().collect();
    for end in (1..tiles.len()).rev() {
        tiles.swap(end, luck.below(end as u32 + 1) as usize);
    }
    tiles
}

/// Compares the solver with brute force on random deals.
fn check_deals(rule: Rule, size: usize, yard: usize, deals: usize) {
    let mut luck = Seeded::new(5);
    let mut solver = Solver::default();
    let mut draws = 0;
    for _ in 0..deals {
        let tiles = shuffled(&mut luck);
        let hands =
            [&tiles[..size], &tiles[size..2 * size]].map(|hand| hand.iter().copied().collect());
        let yard = &tiles[2 * size..2 * size + yard];
        let boneyard = yard.iter().copied().collect();
        let game = Dominos::dealt(rule, hands, boneyard)
            .expect("the hands are disjoint and of equal size");
        let expected = brute(&game, yard);
        draws += usize::from(expected == Outcome::Draw);
        assert_eq!(solver.outcome(&game, yard), Some(expected), "{game}");
    }
    assert!(draws > 0, "no deal ended with equal points");
}

#[test]
fn outcomes_of_small_deals_under_rule_1_equal_brute_force() {
    check_deals(Rule::One, 5, 0, 1_000);
}

#[test]
fn outcomes_of_small_deals_under_rule_2_equal_brute_force() {
    check_deals(Rule::Two, 3, 4, 1_000);
}

/// Found by hand: 6-0 is forced and leaves 6 and 0, then 1-0 is the last tile.
#[test]
fn the_solver_finds_the_outcome_of_a_deal_solved_by_hand() {
    let game: Dominos = "1x2 66,10/60,51".parse().unwrap();
    let outcome = Solver::default().outcome(&game, &[]);
    assert_eq!(outcome, Some(Outcome::Win(Side::First)));
}
