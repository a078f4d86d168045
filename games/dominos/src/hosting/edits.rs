//! A deal set up by touch: tiles exchanged between the hands, and with the boneyard.

use crate::{Dominos, Tile, Tiles};
use table::{Side, key};

use super::drawing::tile_name;
use host::Edit;

/// Touching a tile of each hand exchanges them; touching a tile and the boneyard exchanges it with the
/// next tile there. The moves played so far stay, so only exchanges that they allow are offered.
pub(super) fn edits(game: &Dominos) -> Vec<Edit> {
    let [first, second] = Side::BOTH.map(|side| game.hand(side));
    let between = first.into_iter().flat_map(|one| {
        second
            .into_iter()
            .map(move |other| (one, other, tile_name(other)))
    });
    let drawn = (first | second).into_iter().filter_map(|held| {
        let next = next_below(game.boneyard(), held)?;
        Some((held, next, "boneyard".to_owned()))
    });
    let exchange = |(one, other, part)| {
        let position = exchanged(game, one, other)?;
        let tool = key!("dominos-edit-exchange");
        Edit::touch::<Dominos>(tool, [tile_name(one), part], &position)
    };
    between.chain(drawn).filter_map(exchange).collect()
}

/// The highest of `tiles` below `one`, or the highest of all if there is none.
fn next_below(tiles: Tiles, one: Tile) -> Option<Tile> {
    let lower = tiles.into_iter().find(|tile| tile.index() > one.index());
    lower.or_else(|| tiles.into_iter().next())
}

/// The same game with two tiles exchanged in the deal.
fn exchanged(game: &Dominos, one: Tile, other: Tile) -> Option<String> {
    let text = game.to_string();
    let (deal, moves) = text.split_once(" : ").unwrap_or((&text, ""));
    let (rule, hands) = deal.split_once(' ')?;
    let tile = |text: &str| match text {
        text if text == one.to_string() => other.to_string(),
        text if text == other.to_string() => one.to_string(),
        text => text.to_owned(),
    };
    let hand = |text: &str| text.split(',').map(tile).collect::<Vec<_>>().join(",");
    let hands: Vec<String> = hands.split('/').map(hand).collect();
    Some(format!("{rule} {} : {moves}", hands.join("/")))
}
