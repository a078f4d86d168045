//! A game of dominos as its program tells it: two hands, who begins, the table after each tile, who
//! passes, and what is left.

use serde_json::{Value as Json, json};

use super::story::{Fault, Story};
use crate::verdict::Verdict;

pub(super) const STORY: Story = Story {
    subject: "dominos",
    aspects: &[
        ("mains", "2.2", "grade-says-partie-mains"),
        ("depart", "2.2", "grade-says-partie-depart"),
        ("chaine", "2.2", "grade-says-partie-chaine"),
        ("tours", "2.2", "grade-says-partie-tours"),
        ("passe", "2.2", "grade-says-partie-passe"),
        ("fin", "2.2", "grade-says-partie-fin"),
    ],
    ending: "fin",
    typed: || vec![String::new(); RUNS],
    read,
};

/// Games, of which each has another deal.
const RUNS: usize = 60;
/// What rule 1 deals to each.
const DEALT: usize = 10;

type Tile = [u8; 2];

/// What a line says.
#[derive(Debug, PartialEq)]
enum Line {
    Hand(usize, Vec<Tile>),
    Table(Vec<Tile>),
    Begins(usize),
    Passes(usize),
    Wins(usize),
    Draw,
}

fn read(shown: &str) -> Option<Vec<Fault>> {
    let lines: Vec<Line> = shown.lines().filter_map(line).collect();
    let first = lines.iter().position(|it| matches!(it, Line::Table(_)))?;
    let hand = |side: usize| {
        let hands = lines[..first].iter().rev();
        let mut hands = hands.filter_map(|it| match it {
            Line::Hand(of, tiles) if *of == side => Some(tiles.clone()),
            _ => None,
        });
        hands.next()
    };
    let mut game = Game::new([hand(0)?, hand(1)?]);
    game.deal();
    for line in &lines {
        // Whatever follows a fault may come of it.
        if !game.faults.is_empty() {
            break;
        }
        game.hear(line);
    }
    if game.faults.is_empty() {
        game.end(&lines[first..]);
    }
    Some(game.faults)
}

fn line(text: &str) -> Option<Line> {
    let text = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if let Some(at) = ["table", "tapis", "chaine", "chaîne"]
        .iter()
        .find_map(|it| text.find(it))
    {
        return Some(Line::Table(tiles(&text[at..])?)).filter(|it| *it != Line::Table(vec![]));
    }
    let Some((side, rest)) = player(&text) else {
        return has(&["égalité", "egalite", "match nul", "partie nulle"]).then_some(Line::Draw);
    };
    if has(&["passe"]) {
        return Some(Line::Passes(side));
    }
    if has(&["commence", "débute", "debute"]) {
        return Some(Line::Begins(side));
    }
    if has(&["gagn", "vainqueur", "remport", "victoire"]) {
        return Some(Line::Wins(side));
    }
    let rest = rest.trim_start();
    let listed = rest.starts_with([':', '=', '[', '(']);
    listed
        .then(|| tiles(rest))
        .flatten()
        .map(|it| Line::Hand(side, it))
}

/// Which player a line names, and what follows the name.
fn player(text: &str) -> Option<(usize, &str)> {
    ["joueur", "player"].iter().find_map(|word| {
        let (_, rest) = text.split_once(word)?;
        let rest = rest.trim_start_matches([' ', '_', 'n', '°']);
        let side = match rest.chars().next()? {
            '1' => 0,
            '2' => 1,
            _ => return None,
        };
        Some((side, &rest[1..]))
    })
}

/// Tiles as pairs of digits or as numbers of two.
fn tiles(text: &str) -> Option<Vec<Tile>> {
    let numbers: Option<Vec<u8>> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|it| !it.is_empty())
        .map(|it| it.parse().ok())
        .collect();
    let numbers = numbers?;
    if numbers.len() % 2 == 0 && numbers.iter().all(|it| *it < 10) {
        return Some(numbers.chunks(2).map(|it| [it[0], it[1]]).collect());
    }
    let tile = |it: &u8| (*it < 100).then_some([it / 10, it % 10]);
    numbers.iter().map(tile).collect()
}

struct Game {
    dealt: [Vec<Tile>; 2],
    left: [Vec<Tile>; 2],
    chain: Vec<Tile>,
    begins: Option<usize>,
    turn: Option<usize>,
    passes: usize,
    /// How often each passed: under rule 2 he drew a tile each time, which is not shown.
    passed: [usize; 2],
    /// Tiles that were laid and not shown: the subject's own program says of whoever plays after a
    /// pass that he passes too (R15).
    unseen: usize,
    /// Lines heard.
    told: usize,
    faults: Vec<Fault>,
}

impl Game {
    fn new(dealt: [Vec<Tile>; 2]) -> Self {
        Self {
            left: dealt.clone(),
            dealt,
            chain: vec![],
            begins: None,
            turn: None,
            passes: 0,
            passed: [0; 2],
            unseen: 0,
            told: 0,
            faults: vec![],
        }
    }

    fn fault(&mut self, aspect: &'static str, position: Json, expected: Json, got: Json) {
        self.faults.push(Fault {
            aspect,
            verdict: Verdict::Wrong,
            position: Some(position),
            expected,
            got,
            told: self.told,
        });
    }

    fn position(&self) -> Json {
        json!({"table": self.chain, "joueur 1": self.left[0], "joueur 2": self.left[1]})
    }

    /// Two hands of as many tiles, of which none is there twice.
    fn deal(&mut self) {
        let [one, other] = &self.dealt;
        let mut all: Vec<Tile> = one.iter().chain(other).copied().map(turned_up).collect();
        all.sort_unstable();
        let twice = all.windows(2).find(|it| it[0] == it[1]).map(|it| it[0]);
        let strange = all.iter().find(|it| it[0] > 6).copied();
        if let Some(tile) = twice.or(strange) {
            self.fault("mains", self.position(), Json::Null, json!(tile));
        } else if one.len() != other.len() || one.is_empty() {
            let got = json!([one.len(), other.len()]);
            self.fault("mains", self.position(), json!([DEALT, DEALT]), got);
        }
    }

    fn hear(&mut self, line: &Line) {
        self.told += 1;
        match line {
            Line::Begins(side) => self.begins = Some(*side),
            Line::Table(tiles) if self.chain.is_empty() => self.begin(tiles),
            Line::Table(tiles) => self.lay(tiles),
            Line::Passes(side) => self.pass(*side),
            Line::Hand(..) | Line::Wins(_) | Line::Draw => {}
        }
    }

    /// The first tile: the highest double, or the highest of all (R10); under rule 2 whoever begins
    /// lays the highest of his own.
    fn begin(&mut self, tiles: &[Tile]) {
        let held = |side: usize| holds(&self.dealt[side], tiles[0]);
        let owner = match (held(0), held(1)) {
            (true, _) => 0,
            (_, true) => 1,
            _ => {
                let hands = self.position();
                return self.fault("chaine", hands, Json::Null, json!(tiles[0]));
            }
        };
        let right = self.first_tiles(owner);
        let wrong_owner = self.begins.is_some_and(|it| it != owner);
        if tiles.len() == 1 && (wrong_owner || !right.contains(&turned_up(tiles[0]))) {
            let got = json!({"joueur": self.begins.unwrap_or(owner) + 1, "pose": tiles[0]});
            let hands = self.position();
            return self.fault("depart", hands, json!(right), got);
        }
        remove(&mut self.left[owner], tiles[0]);
        self.chain = vec![tiles[0]];
        self.turn = Some(1 - owner);
        if tiles.len() > 1 {
            self.unseen = tiles.len() - 1;
            self.lay(tiles);
            self.turn = None;
        }
    }

    fn first_tiles(&self, owner: usize) -> Vec<Tile> {
        let all = || self.dealt.iter().flatten().copied().map(turned_up);
        let own = || self.dealt[owner].iter().copied().map(turned_up);
        let mut tiles: Vec<Tile> = all()
            .filter(|it| it[0] == it[1])
            .max()
            .into_iter()
            .collect();
        tiles.extend(all().max());
        if self.dealt[0].len() != DEALT {
            tiles.extend(own().max());
            tiles.extend(own().max_by_key(|it| it[0] + it[1]));
        }
        tiles.sort_unstable();
        tiles.dedup();
        tiles.reverse();
        tiles
    }

    fn lay(&mut self, shown: &[Tile]) {
        if shown == self.chain {
            return;
        }
        let before = self.position();
        let Some(added) = added(&self.chain, shown) else {
            return self.fault("chaine", before, json!(self.chain), json!(shown));
        };
        let joined = shown.windows(2).all(|it| it[0][1] == it[1][0]);
        if !joined || added.len() > 1 + self.unseen {
            return self.fault("chaine", before, Json::Null, json!(shown));
        }
        if [0, 1].into_iter().any(|side| self.is_out(side)) {
            return self.fault("fin", before, Json::Null, json!(shown));
        }
        for tile in &added {
            if self
                .chain
                .iter()
                .any(|it| turned_up(*it) == turned_up(*tile))
            {
                return self.fault("chaine", before, Json::Null, json!(tile));
            }
            let alone = self.turn.filter(|_| added.len() == 1 && self.unseen == 0);
            if let Some(side) = alone.filter(|side| !holds(&self.left[*side], *tile)) {
                if holds(&self.left[1 - side], *tile) {
                    let expected = json!({"joueur": side + 1});
                    return self.fault("tours", before, expected, json!({"pose": tile}));
                }
                // Drawn from what was not dealt: rule 2.
                self.left[side].push(*tile);
            }
            for hand in &mut self.left {
                remove(hand, *tile);
            }
        }
        self.chain = shown.to_vec();
        self.turn = self.turn.map(|it| 1 - it);
        (self.passes, self.unseen) = (0, 0);
    }

    fn pass(&mut self, side: usize) {
        let before = self.position();
        if self.turn.is_some_and(|it| it != side) {
            let expected = json!({"joueur": 2 - side});
            return self.fault("tours", before, expected, json!({"passe": side + 1}));
        }
        let able = self.fitting(&self.left[side]);
        if self.passes == 1 && (able.is_some() || self.unseen > 0) {
            self.unseen += 1;
            self.passes = 0;
        } else if able.is_some() && self.unseen == 0 {
            let expected = json!({"pose": able});
            return self.fault("passe", before, expected, json!({"passe": side + 1}));
        } else {
            self.passes += 1;
        }
        self.passed[side] += 1;
        self.turn = Some(1 - side);
    }

    fn is_out(&self, side: usize) -> bool {
        self.left[side].is_empty() && self.passed[side] == 0
    }

    /// A tile of a hand that can be laid.
    fn fitting(&self, hand: &[Tile]) -> Option<Tile> {
        let ends = [self.chain.first()?[0], self.chain.last()?[1]];
        let fits = |tile: &&Tile| tile.iter().any(|half| ends.contains(half));
        hand.iter().find(fits).copied()
    }

    /// What is left, that nobody can play, and who wins if that is said.
    fn end(&mut self, lines: &[Line]) {
        let last = |side: usize| {
            let hands = lines.iter().rev();
            let mut hands = hands.filter_map(|it| match it {
                Line::Hand(of, tiles) if *of == side => Some(tiles.clone()),
                _ => None,
            });
            hands.next()
        };
        for side in [0, 1] {
            let Some(shown) = last(side) else { continue };
            if self.unseen == 0 && !self.is_left(side, &shown) {
                let left = json!(self.left[side]);
                let before = self.position();
                return self.fault("fin", before, left, json!(shown));
            }
            self.left[side] = shown;
        }
        let able = self.left.iter().any(|hand| self.fitting(hand).is_some());
        if able && !self.left.iter().any(Vec::is_empty) && self.unseen == 0 {
            let before = self.position();
            return self.fault("fin", before, Json::Null, json!("fin"));
        }
        self.win(lines);
    }

    /// Whether a hand is what was dealt less what was laid; what was drawn may be there too.
    fn is_left(&self, side: usize, shown: &[Tile]) -> bool {
        let kept = self.left[side].iter().all(|it| holds(shown, *it));
        let laid = |it: &Tile| {
            self.chain
                .iter()
                .any(|laid| turned_up(*laid) == turned_up(*it))
        };
        let others = |it: &Tile| holds(&self.dealt[1 - side], *it);
        kept && !shown.iter().any(|it| laid(it) || others(it))
    }

    fn win(&mut self, lines: &[Line]) {
        let told = lines.iter().rev().find_map(|it| match it {
            Line::Wins(side) => Some(Some(*side)),
            Line::Draw => Some(None),
            _ => None,
        });
        let points = |side: usize| {
            self.left[side]
                .iter()
                .flatten()
                .map(|it| u32::from(*it))
                .sum::<u32>()
        };
        let right = match points(0).cmp(&points(1)) {
            _ if self.left[0].is_empty() => Some(0),
            _ if self.left[1].is_empty() => Some(1),
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Greater => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        if let Some(told) = told.filter(|told| *told != right) {
            let said = |side: Option<usize>| json!({"gagne": side.map(|it| it + 1)});
            self.fault("fin", self.position(), said(right), said(told));
        }
    }
}

/// What a longer chain has more at its ends than the chain before; a tile alone may be turned.
fn added(before: &[Tile], shown: &[Tile]) -> Option<Vec<Tile>> {
    let count = shown.len().checked_sub(before.len())?;
    let turned: Vec<Tile> = before.iter().map(|it| [it[1], it[0]]).collect();
    let same = |at: usize| {
        let part = &shown[at..at + before.len()];
        part == before || before.len() == 1 && part == turned
    };
    let at = (0..=count).find(|at| same(*at))?;
    let rest = shown[..at].iter().chain(&shown[at + before.len()..]);
    Some(rest.copied().collect())
}

fn turned_up(tile: Tile) -> Tile {
    [tile[0].max(tile[1]), tile[0].min(tile[1])]
}

fn holds(hand: &[Tile], tile: Tile) -> bool {
    hand.iter().any(|it| turned_up(*it) == turned_up(tile))
}

fn remove(hand: &mut Vec<Tile>, tile: Tile) {
    hand.retain(|it| turned_up(*it) != turned_up(tile));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(told: &str, aspect: Option<&str>) {
        let faults = read(told).expect("a story");
        let found = faults.first().map(|it| it.aspect);
        assert_eq!(found, aspect, "{faults:?}");
    }

    const HANDS: &str = "Joueur 1: [[6, 6], [3, 1]]\nJoueur 2: [[6, 3], [5, 2]]\n";

    #[test]
    fn a_game_as_the_rules_have_it_is_right() {
        let told = "Joueur 1 commence\nTable: [[6, 6]]\nTable: [[3, 6], [6, 6]]\n\
                    Table: [[1, 3], [3, 6], [6, 6]]\nJoueur 1: []\nJoueur 2: [[5, 2]]\n";
        check(&(HANDS.to_owned() + told), None);
        let numbers = "joueur 1 : 66 31\njoueur 2 : 63 52\nTapis : 66\nTapis : 36 66\n\
                       Tapis : 13 36 66\nLe joueur 1 a gagné\n";
        check(numbers, None);
    }

    #[test]
    fn each_rule_that_is_broken_has_its_name() {
        for (told, aspect) in [
            ("Table: [[5, 2]]", "depart"),
            ("Joueur2 commence\nTable: [[6, 6]]", "depart"),
            ("Table: [[6, 6]]\nTable: [[6, 3], [6, 6]]", "chaine"),
            ("Table: [[6, 6]]\nTable: [[6, 6], [6, 3], [3, 1]]", "chaine"),
            ("Table: [[6, 6]]\nJoueur 1 passe", "tours"),
            ("Table: [[6, 6]]\nJoueur 2 passe", "passe"),
            (
                "Table: [[6, 6]]\nTable: [[6, 6], [6, 3]]\nTable: [[6, 6], [6, 3], [3, 1]]\nTable: [[5, 6], [6, 6], [6, 3], [3, 1]]",
                "fin",
            ),
            ("Table: [[6, 6]]\nTable: [[6, 6], [6, 3]]", "fin"),
            (
                "Table: [[6, 6]]\nTable: [[6, 6], [6, 3]]\nTable: [[6, 6], [6, 3], [3, 1]]\nJoueur 1: [[3, 1]]",
                "fin",
            ),
            (
                "Table: [[6, 6]]\nTable: [[6, 6], [6, 3]]\nTable: [[6, 6], [6, 3], [3, 1]]\nJoueur 2 gagne",
                "fin",
            ),
        ] {
            check(&(HANDS.to_owned() + told), Some(aspect));
        }
        check(
            "Joueur 1: [[6, 6]]\nJoueur 2: [[6, 6]]\nTable: [[6, 6]]",
            Some("mains"),
        );
        check(
            "Joueur 1: [[6, 6], [1, 0]]\nJoueur 2: [[6, 5]]\nTable: [[6, 6]]",
            Some("mains"),
        );
    }

    #[test]
    fn what_tells_no_game_is_no_story() {
        assert_eq!(read("Combien de joueurs ? "), None);
        assert_eq!(read(HANDS), None);
    }
}
