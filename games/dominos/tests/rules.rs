//! The sentences of the subject's two rules and the rulings on them.

use dominos::{Dominos, Move, Refusal, Rule, Tiles, lay};
use table::{Chance, Game, Outcome, Seeded, Side, Turn};

fn game(text: &str) -> Dominos {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn turn(text: &str) -> Turn {
    game(text).turn()
}

/// R10: the highest double under Rule 1, without one the highest tile; always the highest tile
/// under Rule 2, where 6-0 comes before 5-5.
#[test]
fn the_opening_is_the_highest_double_or_tile() {
    let cases = [
        ("1x2 65,11/64,22", Side::Second, "22"),
        ("1x2 65,10/64,20", Side::First, "65"),
        ("2x2 55,11/60,22", Side::Second, "60"),
        ("2x2 66,11/65,22", Side::First, "66"),
    ];
    for (text, side, opening) in cases {
        let mut game = game(text);
        assert_eq!(game.turn(), Turn::Player(side), "{text}");
        let mut moves = Vec::new();
        moves.extend(game.legal().map(|mv| mv.to_string()));
        assert_eq!(moves, [opening], "{text}");
        game.play(opening.parse().unwrap()).unwrap();
        assert_eq!(game.turn(), Turn::Player(side.other()), "{text}");
    }
}

/// R12: a blocked game is won by fewer points and drawn with equal points; an empty hand wins.
#[test]
fn rule_1_ends_blocked_or_with_an_empty_hand() {
    let won = |side| Turn::Over(Outcome::Win(side));
    assert_eq!(turn("1x2 66,10/55,11 : 66 passe passe"), won(Side::First));
    assert_eq!(
        turn("1x2 66,31/30,10 : 66 passe passe"),
        Turn::Over(Outcome::Draw)
    );
    assert_eq!(turn("1x1 66/00 : 66"), won(Side::First));
    assert_eq!(turn("1x2 11,10/64,61 : 11 61 10"), won(Side::First));
}

/// R13: a player draws one tile and passes even if the tile fits; with an empty boneyard it passes.
#[test]
fn rule_2_draws_one_tile_and_passes() {
    let draw = Turn::Chance {
        side: Side::Second,
        outcomes: 2,
    };
    assert_eq!(turn("2x2 66,10/55,11/64,63 : 66 pioche"), draw);
    let first = Turn::Player(Side::First);
    assert_eq!(turn("2x2 66,10/55,11/64,63 : 66 pioche +64"), first);
    let blocked = "2x2 66,10/55,11/44 : 66 pioche +44 passe passe";
    assert_eq!(turn(blocked), Turn::Over(Outcome::Win(Side::First)));
}

#[test]
fn refused_moves_give_the_reason() {
    let start = "1x2 66,21/61,10";
    let tile = |text: &str| text.parse().unwrap();
    let ends = game("1x2 66,21/61,10 : 66").ends().unwrap();
    let cases = [
        (start, "21", Refusal::MustOpen(tile("66"))),
        (start, "66d", Refusal::NoChoice(tile("66"))),
        (start, "passe", Refusal::CanPlay(tile("66"))),
        ("1x2 66,21/61,10 : 66", "21", Refusal::NotHeld(tile("21"))),
        (
            "1x2 66,21/61,10 : 66",
            "passe",
            Refusal::CanPlay(tile("61")),
        ),
        ("2x2 66,21/54,10/63 : 66", "passe", Refusal::MustDraw),
        ("1x2 66,21/54,10 : 66", "pioche", Refusal::NothingToDraw),
        ("1x1 66/00 : 66", "00", Refusal::Over),
        ("1x10 66/-", "66", Refusal::Dealing),
        (
            "1x2 66,21/61,10 : 66",
            "10",
            Refusal::DoesNotFit(tile("10"), ends),
        ),
    ];
    for (text, mv, refusal) in cases {
        assert_eq!(
            game(text).play(mv.parse().unwrap()),
            Err(refusal),
            "{text}: {mv}"
        );
    }
}

/// R14: a tile that fits both ends is laid at the left unless the move says right.
#[test]
fn a_tile_that_fits_both_ends_is_laid_at_the_chosen_end() {
    let start = "1x3 66,65,42/64,54,30 : 66 64";
    let ends = |text: &str| {
        let ends = game(text).ends().unwrap();
        (ends.left, ends.right)
    };
    assert_eq!(ends(start), (4, 6));
    assert_eq!(ends(&format!("{start} 65")), (4, 5));
    assert_eq!(ends(&format!("{start} 65 54")), (5, 5));
    assert_eq!(ends(&format!("{start} 65 54d")), (4, 4));
    let mut moves = Vec::new();
    moves.extend(
        game(&format!("{start} 65"))
            .legal()
            .map(|mv| mv.to_string()),
    );
    assert_eq!(moves, ["54", "54d"]);
}

#[test]
fn random_games_conserve_tiles_match_end_to_end_and_pass_only_when_stuck() {
    for rule in [Rule::One, Rule::Two] {
        let mut luck = Seeded::new(7);
        for _ in 0..100_000 {
            check_random_game(rule, &mut luck);
        }
    }
}

#[track_caller]
fn check_random_game(rule: Rule, luck: &mut Seeded) {
    let mut game = Dominos::new(rule, rule.usual_size()).expect("the usual size can be dealt");
    loop {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance { outcomes, .. } => {
                game.draw(luck.below(outcomes.into()) as u8);
            }
            Turn::Player(side) => {
                let mut moves = Vec::new();
                moves.extend(game.legal());
                let mv = moves[luck.below(moves.len() as u32) as usize];
                if let (Move::Pass | Move::Draw, Some(ends)) = (mv, game.ends()) {
                    let fits = |tile: dominos::Tile| {
                        tile.halves().contains(&ends.left) || tile.halves().contains(&ends.right)
                    };
                    assert!(!game.hand(side).into_iter().any(fits), "{game}: {mv}");
                }
                game.play(mv).expect("the move is legal");
            }
        }
    }
    let line = game.line();
    assert!(
        line.windows(2).all(|pair| pair[0][1] == pair[1][0]),
        "{line:?}"
    );
    let hands = game.hand(Side::First) | game.hand(Side::Second) | game.boneyard();
    assert_eq!(line.len() + usize::from(hands.len()), 28, "{game}");
    let laid: Tiles = line
        .iter()
        .filter_map(|&[a, b]| dominos::Tile::new(a, b))
        .collect();
    assert_eq!((laid | hands).len(), 28, "{game}");
}

/// The subject's *`positionne`* gives the same line as the game, which lays at the left too.
#[test]
fn the_line_of_a_game_equals_the_line_of_positionne() {
    let game = game("1x3 66,65,42/64,54,30 : 66 64 65 54");
    let tiles = [[6, 4], [6, 5], [5, 4]];
    let line = tiles
        .into_iter()
        .try_fold(vec![[6, 6]], |line, tile| lay(tile, &line));
    assert_eq!(line.unwrap(), game.line());
}
