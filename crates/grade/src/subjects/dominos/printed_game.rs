//! Rules of a printed game of dominos: deal, first tile, chain, passes, and the tiles left at the end.

use std::cmp::Ordering;

use serde_json::{Value as Json, json};

use crate::{PrintedGameRules, RuleViolation, Verdict};

/// The rules of a printed game of dominos. Nothing is typed: the program plays both sides.
pub(super) static RULES: PrintedGameRules = PrintedGameRules {
    checks: subject_checks! {
        "2.2", "mains", "grade-says-partie-mains";
        "2.2", "depart", "grade-says-partie-depart";
        "2.2", "chaine", "grade-says-partie-chaine";
        "2.2", "tours", "grade-says-partie-tours";
        "2.2", "passe", "grade-says-partie-passe";
        "2.2", "fin", "grade-says-partie-fin";
    },
    ending: "fin",
    typed: || vec![String::new(); RUNS],
    violations,
};

/// Number of games played, each with another deal.
const RUNS: usize = 60;
/// Number of tiles that rule 1 deals to each player.
const DEALT: usize = 10;

/// The two halves of a tile, in the order in which it is printed.
type Halves = [u8; 2];

/// A line of the output that belongs to the game. Players are 0 and 1.
#[derive(Debug, PartialEq)]
enum PrintedLine {
    Hand(usize, Vec<Halves>),
    Table(Vec<Halves>),
    Begins(usize),
    Passes(usize),
    Wins(usize),
    Draw,
}

/// The first violation in a printed game; `None` without two hands and a table after them.
fn violations(printed: &str) -> Option<Vec<RuleViolation>> {
    let lines: Vec<PrintedLine> = printed.lines().filter_map(line).collect();
    let is_table = |it: &PrintedLine| matches!(it, PrintedLine::Table(_));
    let first = lines.iter().position(is_table)?;
    let hand = |side| last_hand(&lines[..first], side);
    let dealt = [hand(0)?, hand(1)?];
    let mut game = FollowedGame {
        left: dealt.clone(),
        dealt,
        ..FollowedGame::default()
    };
    game.check_deal();
    for line in &lines {
        // A later violation may be a consequence of the first.
        if !game.violations.is_empty() {
            break;
        }
        game.follow(line);
    }
    if game.violations.is_empty() {
        game.check_end(&lines[first..]);
    }
    Some(game.violations)
}

/// The last hand that a player shows.
fn last_hand(lines: &[PrintedLine], side: usize) -> Option<Vec<Halves>> {
    lines.iter().rev().find_map(|it| match it {
        PrintedLine::Hand(owner, tiles) if *owner == side => Some(tiles.clone()),
        _ => None,
    })
}

/// The meaning of a line; `None` for a line that does not belong to the game.
fn line(text: &str) -> Option<PrintedLine> {
    let text = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let tables = ["table", "tapis", "chaine", "chaîne"];
    if let Some(at) = tables.iter().find_map(|it| text.find(it)) {
        let chain = tiles(&text[at..])?;
        return (!chain.is_empty()).then_some(PrintedLine::Table(chain));
    }
    let Some((side, rest)) = player(&text) else {
        let draw = has(&["égalité", "egalite", "match nul", "partie nulle"]);
        return draw.then_some(PrintedLine::Draw);
    };
    let rest = rest.trim_start();
    match () {
        () if has(&["passe"]) => Some(PrintedLine::Passes(side)),
        () if has(&["commence", "débute", "debute"]) => Some(PrintedLine::Begins(side)),
        () if has(&["gagn", "vainqueur", "remport", "victoire"]) => Some(PrintedLine::Wins(side)),
        () if rest.starts_with([':', '=', '[', '(']) => Some(PrintedLine::Hand(side, tiles(rest)?)),
        () => None,
    }
}

/// The player that a line names, 0 or 1, and the text after the name.
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

/// The tiles of a text, written as pairs of digits or as two-digit numbers.
fn tiles(text: &str) -> Option<Vec<Halves>> {
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

#[derive(Default)]
struct FollowedGame {
    /// Hands after the deal.
    dealt: [Vec<Halves>; 2],
    /// Hands now, as far as they are known.
    left: [Vec<Halves>; 2],
    /// Tiles on the table, from left to right.
    chain: Vec<Halves>,
    /// Player who begins, if the program printed it.
    begins: Option<usize>,
    turn: Option<usize>,
    /// Number of passes in a row.
    passes: usize,
    /// Number of passes of each player. Under rule 2 each pass drew a tile that is not printed.
    passed: [usize; 2],
    /// Number of tiles that were laid without being printed. The subject's own program prints a
    /// second pass for the player who plays after a pass (R15).
    unprinted: usize,
    /// Number of lines followed.
    lines: usize,
    violations: Vec<RuleViolation>,
}

impl FollowedGame {
    /// Records a violation in the present position.
    fn violation(&mut self, check: &'static str, expected: Json, got: Json) {
        self.violations.push(RuleViolation {
            check,
            verdict: Verdict::Wrong,
            position: Some(self.position()),
            expected,
            got,
            printed_before: self.lines,
        });
    }

    fn position(&self) -> Json {
        json!({"table": self.chain, "joueur 1": self.left[0], "joueur 2": self.left[1]})
    }

    /// Checks that both hands have the same number of tiles and that no tile is there twice.
    fn check_deal(&mut self) {
        let [one, other] = &self.dealt;
        let mut all: Vec<Halves> = one.iter().chain(other).copied().map(high_first).collect();
        all.sort_unstable();
        let twice = all.windows(2).find(|it| it[0] == it[1]).map(|it| it[0]);
        let impossible = all.iter().find(|it| it[0] > 6).copied();
        if let Some(tile) = twice.or(impossible) {
            self.violation("mains", Json::Null, json!(tile));
        } else if one.len() != other.len() || one.is_empty() {
            let got = json!([one.len(), other.len()]);
            self.violation("mains", json!([DEALT, DEALT]), got);
        }
    }

    fn follow(&mut self, line: &PrintedLine) {
        self.lines += 1;
        match line {
            PrintedLine::Begins(side) => self.begins = Some(*side),
            PrintedLine::Table(tiles) if self.chain.is_empty() => self.begin(tiles),
            PrintedLine::Table(tiles) => self.lay(tiles),
            PrintedLine::Passes(side) => self.pass(*side),
            PrintedLine::Hand(..) | PrintedLine::Wins(_) | PrintedLine::Draw => {}
        }
    }

    /// Checks the first tile: the highest double or the highest tile of both hands (R10). Under rule
    /// 2 the first player may lay the highest of their own tiles.
    fn begin(&mut self, tiles: &[Halves]) {
        let held = |side: usize| holds(&self.dealt[side], tiles[0]);
        let owner = match (held(0), held(1)) {
            (true, _) => 0,
            (_, true) => 1,
            _ => return self.violation("chaine", Json::Null, json!(tiles[0])),
        };
        let right = self.first_tiles(owner);
        let wrong_owner = self.begins.is_some_and(|it| it != owner);
        if tiles.len() == 1 && (wrong_owner || !right.contains(&high_first(tiles[0]))) {
            let got = json!({"joueur": self.begins.unwrap_or(owner) + 1, "pose": tiles[0]});
            return self.violation("depart", json!(right), got);
        }
        remove(&mut self.left[owner], tiles[0]);
        self.chain = vec![tiles[0]];
        self.turn = Some(1 - owner);
        if tiles.len() > 1 {
            self.unprinted = tiles.len() - 1;
            self.lay(tiles);
            self.turn = None;
        }
    }

    /// The tiles with which a player may begin, the highest first.
    fn first_tiles(&self, owner: usize) -> Vec<Halves> {
        let all = || self.dealt.iter().flatten().copied().map(high_first);
        let own = || self.dealt[owner].iter().copied().map(high_first);
        let double = all().filter(|it| it[0] == it[1]).max();
        let mut tiles: Vec<Halves> = double.into_iter().chain(all().max()).collect();
        if self.dealt[0].len() != DEALT {
            tiles.extend(own().max());
            tiles.extend(own().max_by_key(|it| it[0] + it[1]));
        }
        tiles.sort_unstable();
        tiles.dedup();
        tiles.reverse();
        tiles
    }

    /// Follows the next chain, which may have one tile more, plus those laid without being printed.
    fn lay(&mut self, shown: &[Halves]) {
        if shown == self.chain {
            return;
        }
        let Some(added) = added(&self.chain, shown) else {
            return self.violation("chaine", json!(self.chain), json!(shown));
        };
        let joined = shown.windows(2).all(|it| it[0][1] == it[1][0]);
        if !joined || added.len() > 1 + self.unprinted {
            return self.violation("chaine", Json::Null, json!(shown));
        }
        if [0, 1].into_iter().any(|side| self.is_out(side)) {
            return self.violation("fin", Json::Null, json!(shown));
        }
        // The position stays as it was until all new tiles are checked.
        let mut left = self.left.clone();
        for tile in &added {
            if holds(&self.chain, *tile) {
                return self.violation("chaine", Json::Null, json!(tile));
            }
            let is_only = added.len() == 1 && self.unprinted == 0;
            let mover = self.turn.filter(|_| is_only);
            if let Some(side) = mover.filter(|side| !holds(&left[*side], *tile)) {
                if holds(&left[1 - side], *tile) {
                    let expected = json!({"joueur": side + 1});
                    return self.violation("tours", expected, json!({"pose": tile}));
                }
                // The tile was drawn from the boneyard: rule 2.
                left[side].push(*tile);
            }
            for hand in &mut left {
                remove(hand, *tile);
            }
        }
        self.left = left;
        self.chain = shown.to_vec();
        self.turn = self.turn.map(|it| 1 - it);
        (self.passes, self.unprinted) = (0, 0);
    }

    /// Checks that a player passes in turn and without a tile that fits.
    fn pass(&mut self, side: usize) {
        if self.turn.is_some_and(|it| it != side) {
            let expected = json!({"joueur": 2 - side});
            return self.violation("tours", expected, json!({"passe": side + 1}));
        }
        let able = self.fitting(&self.left[side]);
        if self.passes == 1 && (able.is_some() || self.unprinted > 0) {
            self.unprinted += 1;
            self.passes = 0;
        } else if able.is_some() && self.unprinted == 0 {
            let expected = json!({"pose": able});
            return self.violation("passe", expected, json!({"passe": side + 1}));
        } else {
            self.passes += 1;
        }
        self.passed[side] += 1;
        self.turn = Some(1 - side);
    }

    /// Whether a player has laid all tiles and drew none.
    fn is_out(&self, side: usize) -> bool {
        self.left[side].is_empty() && self.passed[side] == 0
    }

    /// A tile of a hand that fits one end of the chain.
    fn fitting(&self, hand: &[Halves]) -> Option<Halves> {
        let ends = [self.chain.first()?[0], self.chain.last()?[1]];
        let fits = |tile: &&Halves| tile.iter().any(|half| ends.contains(half));
        hand.iter().find(fits).copied()
    }

    /// Checks the hands at the end, that no player can play, and the winner if one is printed.
    fn check_end(&mut self, lines: &[PrintedLine]) {
        for side in [0, 1] {
            let Some(shown) = last_hand(lines, side) else {
                continue;
            };
            if self.unprinted == 0 && !self.is_left(side, &shown) {
                return self.violation("fin", json!(self.left[side]), json!(shown));
            }
            self.left[side] = shown;
        }
        let able = self.left.iter().any(|hand| self.fitting(hand).is_some());
        if able && !self.left.iter().any(Vec::is_empty) && self.unprinted == 0 {
            return self.violation("fin", Json::Null, json!("fin"));
        }
        self.check_winner(lines);
    }

    /// Whether a hand holds the dealt tiles that were not laid, and otherwise only drawn tiles.
    fn is_left(&self, side: usize, shown: &[Halves]) -> bool {
        let kept = self.left[side].iter().all(|it| holds(shown, *it));
        let gone = |it: &Halves| holds(&self.chain, *it) || holds(&self.dealt[1 - side], *it);
        kept && !shown.iter().any(gone)
    }

    fn check_winner(&mut self, lines: &[PrintedLine]) {
        let printed = lines.iter().rev().find_map(|it| match it {
            PrintedLine::Wins(side) => Some(Some(*side)),
            PrintedLine::Draw => Some(None),
            _ => None,
        });
        let points = |side: usize| -> u32 {
            let halves = self.left[side].iter().flatten();
            halves.map(|half| u32::from(*half)).sum()
        };
        let right = match points(0).cmp(&points(1)) {
            _ if self.left[0].is_empty() => Some(0),
            _ if self.left[1].is_empty() => Some(1),
            Ordering::Less => Some(0),
            Ordering::Greater => Some(1),
            Ordering::Equal => None,
        };
        if let Some(winner) = printed.filter(|winner| *winner != right) {
            let json = |side: Option<usize>| json!({"gagne": side.map(|it| it + 1)});
            self.violation("fin", json(right), json(winner));
        }
    }
}

/// The tiles that a chain has more at its ends than the chain before; `None` if the chain before is
/// not part of it. A single tile may be turned round.
fn added(before: &[Halves], shown: &[Halves]) -> Option<Vec<Halves>> {
    let count = shown.len().checked_sub(before.len())?;
    let turned: Vec<Halves> = before.iter().map(|it| [it[1], it[0]]).collect();
    let same = |at: usize| {
        let part = &shown[at..at + before.len()];
        part == before || before.len() == 1 && part == turned
    };
    let at = (0..=count).find(|at| same(*at))?;
    let rest = shown[..at].iter().chain(&shown[at + before.len()..]);
    Some(rest.copied().collect())
}

fn high_first(tile: Halves) -> Halves {
    [tile[0].max(tile[1]), tile[0].min(tile[1])]
}

fn holds(hand: &[Halves], tile: Halves) -> bool {
    hand.iter().any(|it| high_first(*it) == high_first(tile))
}

fn remove(hand: &mut Vec<Halves>, tile: Halves) {
    hand.retain(|it| high_first(*it) != high_first(tile));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(printed: &str, rule: Option<&str>) {
        let violations = violations(printed).expect("the output is a game");
        let found = violations.first().map(|it| it.check);
        assert_eq!(found, rule, "{violations:?}");
    }

    const HANDS: &str = "Joueur 1: [[6, 6], [3, 1]]\nJoueur 2: [[6, 3], [5, 2]]\n";

    #[test]
    fn a_game_by_the_rules_has_no_violation() {
        let printed = "Joueur 1 commence\nTable: [[6, 6]]\nTable: [[3, 6], [6, 6]]\n\
                    Table: [[1, 3], [3, 6], [6, 6]]\nJoueur 1: []\nJoueur 2: [[5, 2]]\n";
        check(&(HANDS.to_owned() + printed), None);
        let numbers = "joueur 1 : 66 31\njoueur 2 : 63 52\nTapis : 66\nTapis : 36 66\n\
                       Tapis : 13 36 66\nLe joueur 1 a gagné\n";
        check(numbers, None);
    }

    #[test]
    fn each_broken_rule_is_named() {
        for (printed, rule) in [
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
            check(&(HANDS.to_owned() + printed), Some(rule));
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
    fn an_output_without_a_game_is_not_judged() {
        assert_eq!(violations("Combien de joueurs ? "), None);
        assert_eq!(violations(HANDS), None);
    }
}
