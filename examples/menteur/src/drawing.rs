//! The drawing of the table: both dice, the last bid, and a button for each move.

use draw::{Group, Svg};
use host::{DrawingContext, Drawn, RuleSentence};
use table::{Game as _, Key, Message, Side, key, message};

use crate::rules::{Die, Effect, Menteur, Move};
use crate::view::View;

const WIDTH: i32 = 900;
const DIE: i32 = 110;

impl Drawn for Menteur {
    type Sight = View;
    const SAMPLE: &'static str = "3/? first 1x4";
    const GOAL: Key = key!("menteur-rule-call");
    const RULES: &'static [RuleSentence] = &[
        RuleSentence::shown(key!("menteur-rule-bid"), "3/? first 1x4"),
        RuleSentence::shown(key!("menteur-rule-call"), "3/5 first 1x4 menteur"),
    ];

    fn picture(pose: &DrawingContext<'_, Self>) -> Svg {
        let game = &pose.sight.0;
        let mut svg = Svg::new("dice", (WIDTH, 660), &pose.say(&message!("menteur-board")));
        draw_die(&mut svg, pose, pose.style.near.other(), 80);
        let bid = game.bid.map_or("–".to_owned(), |bid| bid.to_string());
        let label = pose.say(&message!("menteur-last-bid", bid = bid.as_str()));
        svg.part("bid", Group::new(&label, ""), |svg| {
            svg.words("count", (WIDTH / 2, 190), &bid);
        });
        draw_die(&mut svg, pose, pose.style.near, 300);
        for mv in game.legal() {
            let words = pose.say(&Self::words(pose, mv));
            let (keys, at, width) = match mv {
                Move::Bid(bid) => {
                    let (row, column) = (i32::from(bid.count), i32::from(bid.face));
                    ("", (150 * column - 75, 90 * row + 330), 130)
                }
                Move::Call => ("m", (WIDTH / 2, 600), 280),
            };
            svg.button(&mv.to_string(), keys, at, (width, 70), &words);
        }
        svg
    }

    fn moves(sight: &View, most: usize) -> Vec<Move> {
        sight.0.legal().take(most).collect()
    }

    fn touches(_pose: &DrawingContext<'_, Self>, mv: Move) -> Vec<String> {
        vec![mv.to_string()]
    }

    fn words(_pose: &DrawingContext<'_, Self>, mv: Move) -> Message {
        match mv {
            Move::Bid(bid) => message!("menteur-bid", bid = bid.to_string()),
            Move::Call => message!("menteur-call"),
        }
    }

    fn changed(pose: &DrawingContext<'_, Self>) -> Vec<String> {
        match &pose.last {
            Some((side, Effect::Fell(_))) => vec![die_name(*side)],
            Some((_, Effect::Said(Move::Bid(_)))) => vec!["bid".to_owned()],
            Some((_, Effect::Said(Move::Call))) => Side::BOTH.map(die_name).to_vec(),
            None => Vec::new(),
        }
    }
}

fn die_name(side: Side) -> String {
    format!("die-{side}")
}

fn draw_die(svg: &mut Svg, pose: &DrawingContext<'_, Menteur>, side: Side, y: i32) {
    let die = pose.sight.0.dice[side.index()];
    let player = side.number();
    let label = match die {
        Die::Unthrown => message!("menteur-die-unthrown", player),
        Die::Hidden => message!("menteur-die-hidden", player),
        Die::Face(face) => message!("menteur-die-shows", player, face),
    };
    let (label, class) = (pose.say(&label), side.to_string());
    let at = (WIDTH / 2, y);
    svg.part(&die_name(side), Group::new(&label, &class), |svg| {
        svg.slab("tray", at, (DIE + 40, DIE + 40), 24);
        match die {
            Die::Unthrown => svg.slab("air", at, (DIE, DIE), 20),
            Die::Hidden => svg.words("count", at, "?"),
            Die::Face(face) => {
                svg.slab("bone", at, (DIE, DIE), 20);
                svg.pips(at, 30, 11, face);
            }
        }
    });
}
