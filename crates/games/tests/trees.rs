//! Trees of moves written as text.

use host::{Tree, TreeError};
use table::{Seeded, Side, Turn};
use text::Language;

/// Parses a tree, with a fixed seed and English words.
fn parse_tree(game: &str, position: &str, text: &str) -> Result<Tree, TreeError> {
    let game = games::find(game).expect("the game is registered");
    game.tree(position, text, &mut Seeded::new(1), Language::English)
}

fn positions(tree: &Tree) -> Vec<&str> {
    tree.nodes.iter().map(|node| &*node.position).collect()
}

#[test]
fn moves_in_brackets_replace_the_move_before_them() {
    let tree = parse_tree("puissance4", "@", "4 4 (3 5 (6)) (1) 2").unwrap();
    let expected = ["@", "4", "44", "43", "435", "436", "41", "442"];
    assert_eq!(positions(&tree), expected);
    assert_eq!(tree.nodes[7].words, "column 2");
    assert_eq!(tree.nodes[7].side, Some(Side::First));
}

#[test]
fn equal_branches_are_merged() {
    let tree = parse_tree("dominos", "1x2 66,21/61,10", "66 61 (16)").unwrap();
    assert_eq!(tree.nodes.len(), 3);
}

#[test]
fn brackets_that_follow_no_move_or_do_not_close_are_refused() {
    for text in ["(4)", "4 (3", "4 3)", "4 ((3))", "4 ()(", ")"] {
        assert_eq!(
            parse_tree("puissance4", "@", text),
            Err(TreeError::Shape),
            "{text}"
        );
    }
}

#[test]
fn an_illegal_move_is_refused_with_its_number_and_reason() {
    let cases = [
        ("puissance4", "@", "4 4 9", 3),
        ("puissance4", "@", "4 =1", 2),
        ("puissance4", "1212121", "4", 1),
        ("421", "10/10", "=6", 1),
        ("421", "10/10", "0", 1),
        ("421", "10/10", "=", 1),
    ];
    for (game, position, text, expected) in cases {
        match parse_tree(game, position, text) {
            Err(TreeError::Move { number, .. }) => assert_eq!(number, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn a_star_draws_results_until_a_player_is_to_move() {
    let tree = parse_tree("421", "10/10", "*").unwrap();
    assert_eq!(tree.nodes[0].outcomes, ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(tree.nodes.len(), 4);
    assert_eq!(tree.nodes[3].turn, Some(Turn::Player(Side::First)));
    let texts = tree.nodes[1..].iter().map(|node| &*node.text);
    let texts: Vec<&str> = texts.collect();
    assert_eq!(parse_tree("421", "10/10", &texts.join(" ")), Ok(tree));
}

#[test]
fn the_view_of_one_side_is_shown_but_cannot_be_played() {
    let view = "1x10 second 54,41,31,30,21,10,00 6/8 : first 66 62 42 64d 44 43 33";
    let tree = parse_tree("dominos", view, "").unwrap();
    assert_eq!((tree.nodes.len(), tree.nodes[0].turn), (1, None));
    assert!(matches!(
        parse_tree("dominos", view, "54"),
        Err(TreeError::Position(_))
    ));
}

#[test]
fn a_tree_above_the_node_limit_is_refused() {
    let moves = "1 ".repeat(host::MOST_NODES + 1);
    assert_eq!(
        parse_tree("allumettes", "5000", &moves),
        Err(TreeError::TooLong)
    );
    assert!(parse_tree("allumettes", "5000", &moves[2..]).is_ok());
}
