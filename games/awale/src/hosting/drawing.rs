//! The drawing of the board: two rows of pits, a store for each side, seeds that can be counted.

use crate::{Awale, MAX_TURNS, PITS, Pit, SIDE};
use table::{Game as _, Key, Message, Side, key, message};

use super::{board, edits};
use draw::{Group, Svg, units};
use host::{DrawingContext, Drawn, Edits, RuleSentence, TextBoard};
use text::counted;

const WIDTH: i32 = 1240;
const HEIGHT: i32 = 470;
const PITCH: i32 = 150;
const RADIUS: i32 = 66;

impl Drawn for Awale {
    type Sight = Self;
    const SAMPLE: &'static str = "4,0,5,5,5,5,0,5,5,1,4,4/3-2/8";
    const GOAL: Key = key!("awale-goal");
    const RULES: &'static [RuleSentence] = &[
        RuleSentence::shown(key!("awale-rule-sow"), "4,4,4,4,4,4,4,4,4,4,4,4/0-0/0"),
        RuleSentence::shown(
            key!("awale-rule-capture"),
            "0,0,0,0,0,3,1,2,1,0,0,6/16-19/20",
        ),
        RuleSentence::shown(
            key!("awale-rule-famine"),
            "2,0,0,0,1,1,0,0,0,0,0,0/22-22/40",
        ),
        RuleSentence::new(key!("awale-rule-end")),
    ];
    const EDITS: Option<Edits<Self>> = Some(edits::edits);

    fn picture(pose: &DrawingContext<'_, Self>) -> Svg {
        let game = pose.sight;
        let label = message!("awale-board", turn = game.turns(), most = MAX_TURNS);
        let turned = Orientation(pose.style.tall);
        let mut svg = Svg::new("awale", turned.size((WIDTH, HEIGHT)), &pose.say(&label));
        svg.part("board", Group::default(), |svg| draw_wood(svg, turned));
        for side in [pose.style.near.other(), pose.style.near] {
            draw_store(&mut svg, pose, side);
            for number in 0..SIDE {
                draw_pit(&mut svg, pose, side, number);
            }
        }
        svg
    }

    fn board(context: &DrawingContext<'_, Self>, _width: u16) -> Option<TextBoard> {
        Some(board::board(context))
    }

    fn moves(sight: &Self, most: usize) -> Vec<Pit> {
        sight.legal().take(most).collect()
    }

    fn touches(pose: &DrawingContext<'_, Self>, mv: Pit) -> Vec<String> {
        vec![name(pose.sight.to_move(), mv.index())]
    }

    fn words(_pose: &DrawingContext<'_, Self>, mv: Pit) -> Message {
        message!("awale-sow", pit = mv.index())
    }

    /// The parts that a turn changes: the emptied pit, the sown pits in order, the captured pits
    /// from the last one back, and the store.
    fn changed(pose: &DrawingContext<'_, Self>) -> Vec<String> {
        let Some((side, sown)) = pose.last else {
            return Vec::new();
        };
        let mut at = sown.pit.index();
        let mut parts = vec![name(side, at)];
        while at != sown.last.index() {
            at = (at + 1) % PITS;
            parts.push(name(side, at));
        }
        let emptied = |at: usize| seeds(pose.sight, side.other(), at % SIDE) == 0;
        while sown.captured > 0 && at >= SIDE && emptied(at) {
            parts.push(name(side, at));
            at -= 1;
        }
        if sown.captured > 0 {
            parts.push(store_name(side));
        }
        if is_gathered(pose) {
            for owner in [side, side.other()] {
                let held = (0..SIDE).filter(|number| seeds(pose.sight, owner, *number) > 0);
                parts.extend(held.map(|number| name(owner, number)));
                parts.push(store_name(owner));
            }
        }
        parts
    }
}

/// The name of the part that draws a pit, 0 to 11 as `side` numbers the pits.
pub(super) fn name(side: Side, pit: usize) -> String {
    let owner = if pit < SIDE { side } else { side.other() };
    format!("pit-{owner}-{}", pit % SIDE)
}

pub(super) fn store_name(side: Side) -> String {
    format!("store-{side}")
}

/// The orientation of the board: wide, or tall (`true`) for telephones. Parts are placed on the wide
/// board; the tall one is turned a quarter to the left.
#[derive(Clone, Copy)]
struct Orientation(bool);

impl Orientation {
    const fn at(self, (x, y): (i32, i32)) -> (i32, i32) {
        if self.0 { (y, WIDTH - x) } else { (x, y) }
    }

    const fn size(self, (w, h): (i32, i32)) -> (i32, i32) {
        if self.0 { (h, w) } else { (w, h) }
    }
}

fn draw_wood(svg: &mut Svg, turned: Orientation) {
    let (middle, size) = ((WIDTH / 2, HEIGHT / 2), (WIDTH - 20, HEIGHT - 60));
    let (x, y) = turned.at(middle);
    svg.slab("wood-shade", (x, y + 8), turned.size(size), 90);
    svg.slab("wood", (x, y), turned.size(size), 90);
    let seam = [170, WIDTH - 170].map(|x| turned.at((x, HEIGHT / 2)));
    svg.line("seam", seam[0], seam[1]);
    draw_flow(svg, turned);
    draw_names(svg, turned);
}

/// Draws arrows in the direction of sowing: to the right below, to the left above.
fn draw_flow(svg: &mut Svg, turned: Orientation) {
    for step in 0..5 {
        let x = WIDTH / 2 + PITCH * (step - 2);
        for (y, tip) in [(HEIGHT - 52, 7), (52, -7)] {
            let corners = [(x - tip, y - 12), (x + tip, y), (x - tip, y + 12)];
            let [a, b, c] = corners.map(|corner| turned.at(corner));
            let outline = format!("M{} {}L{} {}L{} {}", a.0, a.1, b.0, b.1, c.0, c.1);
            svg.path("flow", &outline);
        }
    }
}

fn pit_x(near: bool, number: usize) -> i32 {
    let place = units(if near { number } else { SIDE - 1 - number });
    WIDTH / 2 + PITCH * place - PITCH * 5 / 2
}

/// Draws the number of each pit beside it.
fn draw_names(svg: &mut Svg, turned: Orientation) {
    for (near, y) in [(true, HEIGHT - 14), (false, 18)] {
        for number in 0..SIDE {
            let at = turned.at((pit_x(near, number), y));
            svg.words("number", at, &number.to_string());
        }
    }
}

/// Whether each side has gathered the seeds of its own pits: once the last turn was played.
fn is_gathered(pose: &DrawingContext<'_, Awale>) -> bool {
    pose.last.is_some() && !pose.sight.goes_on()
}

/// Number of seeds in a pit of `side`, which numbers its pits from 0 to 5.
pub(super) fn seeds(game: &Awale, side: Side, number: usize) -> u8 {
    let own = side == game.to_move();
    game.board().pits()[if own { number } else { SIDE + number }]
}

fn draw_pit(svg: &mut Svg, pose: &DrawingContext<'_, Awale>, side: Side, number: usize) {
    let near = side == pose.style.near;
    let (turned, x) = (Orientation(pose.style.tall), pit_x(near, number));
    let (y, edge) = if near { (318, 404) } else { (152, 66) };
    let count = if is_gathered(pose) {
        0
    } else {
        seeds(pose.sight, side, number)
    };
    let key = if near {
        key!("awale-own-pit", pit, count, form)
    } else {
        key!("awale-other-pit", pit, count, form)
    };
    let label = Message::new(key).with("pit", number);
    let label = counted(label, "count", count.into());
    let keys = format!("{number} {}", char::from(b'a' + number as u8));
    let part = name(side, number);
    let last = pose.played.map(|(by, sown)| name(by, sown.last.index()));
    let about = Group {
        label: &pose.say(&label),
        class: if last.as_ref() == Some(&part) {
            "pit landed"
        } else {
            "pit"
        },
        keys: &keys,
        ..Group::default()
    };
    svg.part(&part, about, |svg| {
        let (middle, aside) = (turned.at((x, y)), turned.at((x, edge)));
        svg.disc("hollow", middle, RADIUS);
        svg.disc("deep", (middle.0, middle.1 + 5), RADIUS - 8);
        scatter(svg, (middle.0, middle.1 + 2), count);
        svg.words("count", aside, &count.to_string());
    });
}

/// Draws seeds in rings, so that up to 19 can be counted.
fn scatter(svg: &mut Svg, (x, y): (i32, i32), count: u8) {
    // Horizontal and vertical offsets from the middle, by number of seeds.
    const INNER: [(&[i32], &[i32]); 8] = [
        (&[], &[]),
        (&[0], &[0]),
        (&[-15, 15], &[0, 0]),
        (&[0, -15, 15], &[-16, 11, 11]),
        (&[-15, 15, -15, 15], &[-15, -15, 15, 15]),
        (&[-19, 19, 0, -19, 19], &[-19, -19, 0, 19, 19]),
        (&[-19, 19, -19, 19, -19, 19], &[-24, -24, 0, 0, 24, 24]),
        (
            &[0, 30, 15, -15, -30, -15, 15],
            &[0, 0, 26, 26, 0, -26, -26],
        ),
    ];
    // Twelve points of a circle, clockwise from the top.
    const OUTER_X: [i32; 12] = [0, 25, 43, 50, 43, 25, 0, -25, -43, -50, -43, -25];
    const OUTER_Y: [i32; 12] = [-50, -43, -25, 0, 25, 43, 50, 43, 25, 0, -25, -43];
    let (inner_x, inner_y) = INNER[usize::from(count.min(7))];
    let outer = OUTER_X.iter().zip(&OUTER_Y);
    let outer = outer.take(usize::from(count.saturating_sub(7)));
    for (dx, dy) in inner_x.iter().zip(inner_y).chain(outer) {
        svg.disc("seed", (x + dx, y + dy), 11);
    }
}

fn draw_store(svg: &mut Svg, pose: &DrawingContext<'_, Awale>, side: Side) {
    let near = side == pose.style.near;
    let (turned, x) = (
        Orientation(pose.style.tall),
        if near { WIDTH - 92 } else { 92 },
    );
    let held = (0..SIDE).map(|number| seeds(pose.sight, side, number));
    let gathered = if is_gathered(pose) { held.sum() } else { 0 };
    let count = pose.sight.score(side) + gathered;
    let key = if near {
        key!("awale-own-store", count, form)
    } else {
        key!("awale-other-store", count, form)
    };
    let label = counted(Message::new(key), "count", count.into());
    let about = Group {
        label: &pose.say(&label),
        class: ["store first", "store second"][side.index()],
        ..Group::default()
    };
    svg.part(&store_name(side), about, |svg| {
        let middle = turned.at((x, HEIGHT / 2));
        svg.slab("hollow", middle, turned.size((124, 300)), 62);
        svg.slab(
            "deep",
            (middle.0, middle.1 + 4),
            turned.size((108, 282)),
            54,
        );
        for seed in 0..i32::from(count.min(48)) {
            let (column, row) = (seed % 4, seed / 4);
            let at = (x - 30 + 20 * column, HEIGHT / 2 + 118 - 15 * row);
            svg.disc("seed small", turned.at(at), 8);
        }
        let badge = turned.at((x, HEIGHT / 2 - 96));
        svg.disc("badge", badge, 34);
        svg.words("score", badge, &count.to_string());
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use host::DrawingStyle;
    use text::Language;

    #[test]
    fn the_last_gathering_is_drawn_so_that_stores_and_score_agree() {
        // Two seeds are left after this turn: the game is over, 25 to 23.
        let before = "0,0,0,0,0,1,2,0,0,0,0,1/22-22/40".parse::<Awale>();
        let mut sight = before.expect("a position");
        let side = sight.to_move();
        let sown = sight
            .play("5".parse().expect("a pit"))
            .expect("a legal move");
        assert!(!sight.goes_on());
        let pose = DrawingContext {
            sight: &sight,
            last: Some((side, sown)),
            played: Some((side, sown)),
            style: DrawingStyle::wide(Language::English),
        };
        let drawn = Awale::picture(&pose).finish();
        assert!(
            drawn.contains("Near store: 25 seeds") && drawn.contains("Far store: 23 seeds"),
            "{drawn}"
        );
        assert!(Awale::changed(&pose).ends_with(&[store_name(side.other())]));
    }

    #[test]
    fn a_pit_that_kept_its_seeds_is_not_marked_as_captured() {
        let before = "0,0,0,0,0,2,4,2,0,0,0,9/20-11/30".parse::<Awale>();
        let mut sight = before.expect("a position");
        let side = sight.to_move();
        let sown = sight
            .play("5".parse().expect("a pit"))
            .expect("a legal move");
        assert_eq!(sown.captured, 3);
        let pose = DrawingContext {
            sight: &sight,
            last: Some((side, sown)),
            played: None,
            style: DrawingStyle::wide(Language::English),
        };
        let captured = [name(side, 7), store_name(side)];
        let sown = [5, 6, 7].map(|pit| name(side, pit));
        assert_eq!(Awale::changed(&pose), [&sown[..], &captured].concat());
    }
}
