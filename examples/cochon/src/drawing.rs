//! The drawing of the table: both totals, the dice of the turn, and a button for each move.

use draw::{Group, Svg, units};
use host::{DrawingContext, Drawn, RuleSentence};
use table::{Game as _, Key, Message, Side, key, message};

use crate::rules::{Cochon, Effect, Move};

const WIDTH: i32 = 900;
const DIE: i32 = 70;

impl Drawn for Cochon {
    type Sight = Self;
    const SAMPLE: &'static str = "4 9/7 352";
    const GOAL: Key = key!("cochon-rule-end");
    const RULES: &'static [RuleSentence] = &[
        RuleSentence::shown(key!("cochon-rule-turn"), "4 9/7 352"),
        RuleSentence::shown(key!("cochon-rule-end"), "6 9/15 26"),
    ];

    fn picture(pose: &DrawingContext<'_, Self>) -> Svg {
        let label = message!("cochon-board", points = pose.sight.points());
        let mut svg = Svg::new("dice", (WIDTH, 460), &pose.say(&label));
        for side in Side::BOTH {
            draw_total(&mut svg, pose, side);
        }
        svg.part("dice", Group::default(), |svg| draw_dice(svg, pose.sight));
        for (mv, x) in pose.sight.legal().zip([270, 630]) {
            let words = pose.say(&Self::words(pose, mv));
            svg.button(name(mv), key_of(mv), (x, 390), (260, 80), &words);
        }
        svg
    }

    fn moves(sight: &Self, most: usize) -> Vec<Move> {
        sight.legal().take(most).collect()
    }

    fn touches(_pose: &DrawingContext<'_, Self>, mv: Move) -> Vec<String> {
        vec![name(mv).to_owned()]
    }

    fn words(pose: &DrawingContext<'_, Self>, mv: Move) -> Message {
        match mv {
            Move::Throw => message!("cochon-throw"),
            Move::Keep => message!("cochon-keep", points = pose.sight.points()),
        }
    }

    fn changed(pose: &DrawingContext<'_, Self>) -> Vec<String> {
        match &pose.last {
            Some((side, Effect::Kept(_))) => vec![total_name(*side)],
            Some((_, Effect::Threw | Effect::Fell(_))) => vec!["dice".to_owned()],
            None => Vec::new(),
        }
    }
}

const fn name(mv: Move) -> &'static str {
    match mv {
        Move::Throw => "throw",
        Move::Keep => "keep",
    }
}

const fn key_of(mv: Move) -> &'static str {
    match mv {
        Move::Throw => "l t",
        Move::Keep => "g",
    }
}

fn total_name(side: Side) -> String {
    format!("total-{side}")
}

fn draw_total(svg: &mut Svg, pose: &DrawingContext<'_, Cochon>, side: Side) {
    let total = pose.sight.total(side);
    let label = message!("cochon-total", player = side.number(), total);
    let (label, class) = (pose.say(&label), side.to_string());
    let at = (225 + 450 * units(side.index()), 80);
    svg.part(&total_name(side), Group::new(&label, &class), |svg| {
        svg.slab("tray", at, (200, 100), 20);
        svg.words("count", at, &total.to_string());
    });
}

fn draw_dice(svg: &mut Svg, game: &Cochon) {
    let count = units(game.faces.len() + usize::from(game.in_the_air));
    let place = |index| (WIDTH / 2 + (2 * index + 1 - count) * (DIE + 12) / 2, 240);
    for (index, face) in (0..).zip(&game.faces) {
        svg.slab("bone", place(index), (DIE, DIE), 14);
        svg.pips(place(index), 20, 7, *face);
    }
    if game.in_the_air {
        svg.slab("air", place(count - 1), (DIE, DIE), 14);
    }
}
