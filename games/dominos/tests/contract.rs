//! The generic checks of every game, run on both rules of dominos; a side sees only its own view.

use dominos::{Cheat, Dominos, Move, Rule, Tile, Tiles};
use table::contract::{Contract, check};
use table::{Chance, Game, Side};

#[test]
fn dominos_passes_the_checks_of_every_game_under_both_rules() {
    let starts = vec![
        Dominos::default(),
        Dominos::new(Rule::Two, 7).unwrap(),
        Dominos::new(Rule::One, 14).unwrap(),
        Dominos::new(Rule::Two, 1).unwrap(),
        "1x3 64,51,30/65,20,10".parse().unwrap(),
        "2x2 66,21/53,10/60,43,00".parse().unwrap(),
    ];
    let lays = Tiles::ALL.into_iter().map(Move::Lay);
    let lays_right = Tiles::ALL.into_iter().map(Move::LayRight);
    check(&Contract {
        starts,
        moves: lays
            .chain(lays_right)
            .chain([Move::Draw, Move::Pass])
            .collect(),
        cheats: vec![Cheat],
        redeal: Some(redeal),
        invariant: check_conservation,
        games: 12,
    });
}

/// Checks that every tile is in exactly one place.
#[track_caller]
fn check_conservation(game: &Dominos) {
    let laid: Vec<Tile> = game.history().iter().filter_map(|mv| mv.tile()).collect();
    let places = [
        game.hand(Side::First),
        game.hand(Side::Second),
        game.boneyard(),
    ];
    let count = laid.len()
        + places
            .iter()
            .map(|tiles| usize::from(tiles.len()))
            .sum::<usize>();
    let all = places
        .into_iter()
        .fold(laid.into_iter().collect(), |all, tiles| all | tiles);
    assert_eq!(
        usize::from(Tiles::len(all)),
        count,
        "a tile is in two places: {game}"
    );
    let out = game.to_string().matches('/').count() == 2;
    assert!(out || count == 28, "a tile is missing: {game}");
}

/// Exchanges random hidden tiles in the text of the game; exchanges that contradict the history are
/// refused when the text is parsed.
fn redeal(game: &Dominos, side: Side, luck: &mut dyn Chance) -> Dominos {
    let seen = game.view(side);
    let hidden: Vec<Tile> = seen.unseen().into_iter().collect();
    let mut dealt = game.clone();
    for _ in 0..8 {
        let [one, other] = [(); 2].map(|()| hidden.get(luck.below(28) as usize));
        let (Some(one), Some(other)) = (one, other) else {
            continue;
        };
        let (one, other) = (one.to_string(), other.to_string());
        let text = dealt.to_string();
        let (rule, tiles) = text
            .split_once(' ')
            .expect("the text begins with a rule and a deal");
        let swapped = tiles
            .replace(&one, "?")
            .replace(&other, &one)
            .replace('?', &other);
        if let Ok(new) = format!("{rule} {swapped}").parse::<Dominos>()
            && new.turn() == game.turn()
        {
            dealt = new;
        }
    }
    dealt
}
