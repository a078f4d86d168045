//! The table drawn: three dice in the middle, each side's tokens, and the throws that were kept.

use crate::{Combination, Effect, Face, Game421, MAX_TOKENS, MOST_THROWS, Move};
use table::{Game as _, Key, Message, Side, key, message};

use super::{board, edits, words};
use draw::{Group, Svg, units};
use host::{DrawingContext, Drawn, Edits, Field, RuleSentence, TextBoard};
use text::counted;

const DIE: i32 = 130;
/// Maximum number of tokens drawn one by one in front of a side.
const MOST_TOKENS: i32 = 40;

impl Drawn for Game421 {
    type Sight = Self;
    const SAMPLE: &'static str = "7/13/second/412/2/661";
    const GOAL: Key = key!("jeu421-goal");
    const RULES: &'static [RuleSentence] = &[
        RuleSentence::shown(key!("jeu421-rule-turn"), "10/10/first/614/1"),
        RuleSentence::shown(key!("jeu421-rule-combinations"), "10/10/first/421/2"),
        RuleSentence::shown(key!("jeu421-rule-tokens"), "10/10/second/663/3/111"),
        RuleSentence::shown(key!("jeu421-rule-end"), "0/20#9"),
    ];
    const FIELDS: &'static [Field] = &[Field::number(
        "tokens",
        key!("jeu421-field-tokens"),
        (1, MAX_TOKENS as u32),
        Some(10),
    )];
    const BEGINS: Key = key!("jeu421-begins");
    const EDITS: Option<Edits<Self>> = Some(edits::edits);

    fn picture(pose: &DrawingContext<'_, Self>) -> Svg {
        let table = if pose.style.tall { &TALL } else { &WIDE };
        let (round, throw) = (pose.sight.round, pose.sight.throws);
        let label = message!("jeu421-board", round, throw);
        let mut svg = Svg::new("dice", table.size, &pose.say(&label));
        for side in [pose.style.near.other(), pose.style.near] {
            draw_zone(&mut svg, pose, side, table);
        }
        draw_tray(&mut svg, pose, table);
        if pose.sight.winner().is_none() {
            draw_throws(&mut svg, pose, table);
            for die in 0..3 {
                draw_die(&mut svg, pose, die, table);
            }
            draw_buttons(&mut svg, pose, table);
        }
        svg
    }

    fn board(context: &DrawingContext<'_, Self>, _width: u16) -> Option<TextBoard> {
        Some(board::board(context))
    }

    fn moves(sight: &Self, most: usize) -> Vec<Move> {
        sight.legal().take(most).collect()
    }

    /// Throwing no die again can only be typed: by touch it would be a mistake.
    fn touches(_pose: &DrawingContext<'_, Self>, mv: Move) -> Vec<String> {
        let Move::Throw(again) = mv else {
            return vec!["keep".to_owned()];
        };
        let mut parts: Vec<String> = again.dice().map(die_name).collect();
        if !parts.is_empty() {
            parts.push("throw".to_owned());
        }
        parts
    }

    fn words(pose: &DrawingContext<'_, Self>, mv: Move) -> Message {
        words(pose.sight.dice, mv)
    }

    fn fell(effect: &Effect) -> String {
        match effect {
            Effect::Fell { face, .. } => face.to_string(),
            Effect::Threw(_) | Effect::Kept { .. } => effect.to_string(),
        }
    }

    fn changed(pose: &DrawingContext<'_, Self>) -> Vec<String> {
        match &pose.last {
            Some((_, Effect::Fell { die, .. })) => vec![die_name(*die)],
            Some((_, Effect::Threw(again))) => again.dice().map(die_name).collect(),
            Some((side, Effect::Kept { round: None, .. })) => vec![format!("result-{side}")],
            Some((side, Effect::Kept { round: Some(_), .. })) => {
                let tokens = [*side, side.other()].map(|side| format!("tokens-{side}"));
                [vec![format!("result-{side}")], tokens.to_vec()].concat()
            }
            None => Vec::new(),
        }
    }
}

pub(super) fn die_name(die: usize) -> String {
    format!("die-{}", die + 1)
}

/// Positions on the table; `near` and `far` are the heights of the tokens.
struct Layout {
    size: (i32, i32),
    tray: (i32, i32),
    near: i32,
    far: i32,
}

const WIDE: Layout = Layout {
    size: (1100, 720),
    tray: (550, 330),
    near: 640,
    far: 86,
};
const TALL: Layout = Layout {
    size: (680, 900),
    tray: (340, 400),
    near: 790,
    far: 110,
};

/// Draws the tray in the colour of the side that throws. At the end of the game it holds the dice
/// that won the last round.
fn draw_tray(svg: &mut Svg, pose: &DrawingContext<'_, Game421>, table: &Layout) {
    let winner = pose.sight.winner();
    let decided = winner.and_then(|winner| Some((winner, kept(pose, winner)?)));
    let thrower = decided.map_or(pose.sight.side(), |(by, _)| by).to_string();
    svg.part("tray", Group::new("", &thrower), |svg| {
        svg.slab("tray", table.tray, (table.size.0 - 60, 250), 40);
        let faces = decided.into_iter().flat_map(|(_, faces)| faces);
        for (die, face) in faces.enumerate() {
            svg.at(die_place(die, table), 0, |svg| draw_cube(svg, face, DIE));
        }
    });
}

fn die_place(die: usize, table: &Layout) -> (i32, i32) {
    let x = table.tray.0 + (units(die) - 1) * (DIE + 50);
    (x, table.tray.1 + 20)
}

/// Whether a die was left lying when the others were thrown again.
pub(super) fn was_left(pose: &DrawingContext<'_, Game421>, die: usize) -> bool {
    match &pose.played {
        Some((by, Effect::Threw(again))) => {
            *by == pose.sight.side() && pose.sight.throws > 1 && !again.0[die]
        }
        Some((_, Effect::Kept { .. } | Effect::Fell { .. })) | None => false,
    }
}

/// The dice that a side kept, if they still count: the result to beat, the dice just kept, or those
/// of the first player in the round just ended.
pub(super) fn kept(pose: &DrawingContext<'_, Game421>, side: Side) -> Option<[Face; 3]> {
    match &pose.played {
        Some((by, Effect::Kept { faces, .. })) if *by == side => Some(*faces),
        Some((_, Effect::Kept { round, .. })) if round.is_some() && side == Side::First => {
            round.map(|round| round.first.faces())
        }
        _ if side == Side::First => pose.sight.to_beat.map(Combination::faces),
        _ => None,
    }
}

/// Number of tokens drawn in front of a side. A total below zero is drawn as zero, and the other
/// side gets that many tokens fewer.
pub(super) fn before(pose: &DrawingContext<'_, Game421>, side: Side) -> i32 {
    let totals = pose.sight.totals();
    let owed = totals[side.other().index()].min(0);
    (totals[side.index()] + owed).max(0)
}

fn draw_zone(svg: &mut Svg, pose: &DrawingContext<'_, Game421>, side: Side, table: &Layout) {
    let near = side == pose.style.near;
    let tokens = before(pose, side);
    let (y, key) = if near {
        (table.near, key!("jeu421-near-tokens", count, form))
    } else {
        (table.far, key!("jeu421-far-tokens", count, form))
    };
    let label = counted(Message::new(key), "count", tokens.cast_unsigned());
    let (label, class) = (pose.say(&label), format!("tokens {side}"));
    let (per_row, most) = if pose.style.tall {
        (7, 21)
    } else {
        (20, MOST_TOKENS)
    };
    let rows = (tokens.clamp(1, most) + per_row - 1) / per_row;
    let name = format!("tokens-{side}");
    svg.part(&name, Group::new(&label, &class), |svg| {
        // A finger may touch between two tokens.
        let wide = 146 + 31 * tokens.clamp(0, most.min(per_row));
        svg.slab("reach", (22 + wide / 2, y), (wide, 88), 44);
        svg.disc("purse", (66, y), 44);
        svg.words("count", (66, y), &tokens.to_string());
        for token in 0..tokens.clamp(0, most) {
            let (column, row) = (token % per_row, token / per_row);
            let at = (146 + 31 * column, y + 40 * row - 20 * (rows - 1));
            svg.disc("token", at, 18);
            svg.gloss(at, 18);
            svg.disc("token-ring", at, 11);
        }
    });
    draw_kept(svg, pose, side, (table.size.0 - 280, y));
}

fn draw_kept(svg: &mut Svg, pose: &DrawingContext<'_, Game421>, side: Side, (x, y): (i32, i32)) {
    let Some(faces) = kept(pose, side) else {
        return;
    };
    let worth = Combination::from_faces(faces).tokens();
    let label = Message::new(key!("jeu421-result", dice, count, form))
        .with("dice", crate::Dice::from(faces).to_string());
    let label = pose.say(&counted(label, "count", worth.into()));
    // The dice of the last round are no result to beat.
    let over = pose.sight.winner().is_some();
    let (class, told) = match pose.sight.to_beat {
        Some(_) => ("result", Some(key!("jeu421-to-beat"))),
        None if over => ("result", None),
        None => ("result past", Some(key!("jeu421-last-round"))),
    };
    let name = format!("result-{side}");
    svg.part(&name, Group::new(&label, class), |svg| {
        if let Some(key) = told {
            svg.words("told", (x + 72, y - 54), &pose.style.language.word(key));
        }
        for (place, face) in faces.into_iter().enumerate() {
            let at = (x + 72 * units(place), y);
            svg.at(at, 0, |svg| draw_cube(svg, face, 60));
        }
        svg.disc("worth", (x + 222, y), 24);
        svg.words("worth-count", (x + 222, y), &worth.to_string());
    });
}

fn draw_throws(svg: &mut Svg, pose: &DrawingContext<'_, Game421>, table: &Layout) {
    let label = message!("jeu421-throw-number", throw = pose.sight.throws);
    svg.part("throws", Group::new(&pose.say(&label), "throws"), |svg| {
        for throw in 1..=MOST_THROWS {
            let class = if throw <= pose.sight.throws {
                "done"
            } else {
                "left"
            };
            let x = table.tray.0 - 40 + 40 * (i32::from(throw) - 1);
            svg.disc(class, (x, table.tray.1 - 98), 10);
        }
    });
}

fn draw_die(svg: &mut Svg, pose: &DrawingContext<'_, Game421>, die: usize, table: &Layout) {
    let face = pose.sight.dice.0[die];
    let number = die + 1;
    let (label, class) = match face {
        Some(face) => {
            let label = message!("jeu421-die", die = number, face = face.pips());
            (label, "die rolls")
        }
        None => (message!("jeu421-die-air", die = number), "die flying"),
    };
    let label = pose.say(&label);
    let about = Group {
        keys: &number.to_string(),
        ..Group::new(&label, class)
    };
    // A throw never falls straight.
    let tilt = face.map_or(0, |face| {
        [-5, 3, 6][die] + i32::from(face.pips() % 3) * 3 - 4
    });
    svg.part(&die_name(die), about, |svg| {
        svg.at(die_place(die, table), tilt, |svg| match face {
            Some(face) => {
                draw_cube(svg, face, DIE);
                if was_left(pose, die) {
                    svg.slab("left-lying", (0, DIE / 2 + 14), (DIE - 40, 8), 4);
                }
            }
            None => svg.slab("air", (0, 0), (DIE, DIE), 24),
        });
    });
}

fn draw_cube(svg: &mut Svg, face: Face, size: i32) {
    svg.slab("bone-shade", (0, size / 18), (size, size), size / 5);
    svg.slab("bone", (0, 0), (size, size), size / 5);
    svg.pips((0, 0), size * 5 / 18, size / 11, face.pips());
}

fn draw_buttons(svg: &mut Svg, pose: &DrawingContext<'_, Game421>, table: &Layout) {
    if pose.sight.dice.faces().is_none() {
        return;
    }
    let word = |key| pose.style.language.word(key);
    let (x, y) = (table.tray.0, table.tray.1 + 185);
    let keep = word(key!("jeu421-keep"));
    svg.button("keep", "0 g", (x - 160, y), (300, 76), &keep);
    if pose.sight.throws < MOST_THROWS {
        let throw = word(key!("jeu421-throw"));
        svg.button("throw", "t Enter", (x + 160, y), (300, 76), &throw);
    }
}
