//! Trees of moves written as text.

use host::{Tree, TreeError};
use table::{Seeded, Side, Turn};
use text::Language;

fn grown(game: &str, position: &str, text: &str) -> Result<Tree, TreeError> {
    let offer = games::find(game).expect("a game");
    offer.tree(position, text, &mut Seeded::new(1), Language::English)
}

fn positions(tree: &Tree) -> Vec<&str> {
    tree.nodes.iter().map(|node| &*node.position).collect()
}

#[test]
fn what_is_in_brackets_is_played_instead_of_the_move_before_them() {
    let tree = grown("puissance4", "@", "4 4 (3 5 (6)) (1) 2").unwrap();
    let expected = ["@", "4", "44", "43", "435", "436", "41", "442"];
    assert_eq!(positions(&tree), expected);
    assert_eq!(tree.nodes[7].words, "column 2");
    assert_eq!(tree.nodes[7].side, Some(Side::First));
}

#[test]
fn what_is_written_twice_stands_once() {
    let tree = grown("dominos", "1x2 66,21/61,10", "66 61 (16)").unwrap();
    assert_eq!(tree.nodes.len(), 3);
}

#[test]
fn brackets_that_follow_no_move_or_do_not_close_are_refused() {
    for text in ["(4)", "4 (3", "4 3)", "4 ((3))", "4 ()(", ")"] {
        assert_eq!(
            grown("puissance4", "@", text),
            Err(TreeError::Shape),
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_played_is_refused_with_its_number_and_reason() {
    let cases = [
        ("puissance4", "@", "4 4 9", 3),
        ("puissance4", "@", "4 =1", 2),
        ("puissance4", "1212121", "4", 1),
        ("421", "10/10", "=6", 1),
        ("421", "10/10", "0", 1),
        ("421", "10/10", "=", 1),
    ];
    for (game, position, text, expected) in cases {
        match grown(game, position, text) {
            Err(TreeError::Move { number, .. }) => assert_eq!(number, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn nature_decides_until_somebody_has_the_hand() {
    let tree = grown("421", "10/10", "*").unwrap();
    assert_eq!(tree.nodes[0].outcomes, ["1", "2", "3", "4", "5", "6"]);
    assert_eq!(tree.nodes.len(), 4);
    assert_eq!(tree.nodes[3].turn, Some(Turn::Player(Side::First)));
    let again = tree.nodes[1..].iter().map(|node| &*node.text);
    let again: Vec<&str> = again.collect();
    assert_eq!(grown("421", "10/10", &again.join(" ")), Ok(tree));
}

#[test]
fn what_one_side_sees_is_looked_at_and_not_played_on() {
    let view = "1x10 second 54,41,31,30,21,10,00 6/8 : first 66 62 42 64d 44 43 33";
    let tree = grown("dominos", view, "").unwrap();
    assert_eq!((tree.nodes.len(), tree.nodes[0].turn), (1, None));
    assert!(matches!(
        grown("dominos", view, "54"),
        Err(TreeError::Position(_))
    ));
}

#[test]
fn a_tree_has_an_end() {
    let moves = "1 ".repeat(host::MOST_NODES + 1);
    assert_eq!(grown("allumettes", "5000", &moves), Err(TreeError::TooLong));
    assert!(grown("allumettes", "5000", &moves[2..]).is_ok());
}
