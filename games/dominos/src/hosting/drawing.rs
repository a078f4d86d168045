//! The drawing of the table: a line that turns corners, its two ends with their numbers, the hands.

mod line;
pub(super) mod sight;

use crate::{Dominos, Effect, End, Move, Tile};
use table::{Key, Message, Side, key, message};

use self::line::{Laid, Line};
use self::sight::{Hand, Sight};
use super::{board, edits, halves};
use draw::{Group, Svg, units};
use host::{DrawingContext, Drawn, Edits, Field, FieldAnswer, RuleSentence, TextBoard};
use text::counted;

const HALF: i32 = 44;

impl Drawn for Dominos {
    type Sight = Sight;
    const SAMPLE: &'static str =
        "1x10 second 54,41,31,30,21,10,00 6/8 : first 66 62 42 64d 44 43 33";
    const GOAL: Key = key!("dominos-goal");
    const RULES: &'static [RuleSentence] = &[
        RuleSentence::shown(key!("dominos-rule-lay"), Self::SAMPLE),
        RuleSentence::on_page(key!("dominos-rule-ends")),
        RuleSentence::new(key!("dominos-rule-one")),
        RuleSentence::new(key!("dominos-rule-two")),
        RuleSentence::new(key!("dominos-rule-end")),
    ];
    const FIELDS: &'static [Field] = &[
        Field::new(
            "rule",
            key!("dominos-field-rule"),
            FieldAnswer::One(&[("1", key!("dominos-rule-1")), ("2", key!("dominos-rule-2"))]),
        ),
        Field::number("hand", key!("dominos-field-hand"), (1, 14), None),
    ];
    const BEGINS: Key = key!("dominos-who-begins");
    const EDITS: Option<Edits<Self>> = Some(edits::edits);

    fn picture(pose: &DrawingContext<'_, Self>) -> Svg {
        let board = Board::new(pose);
        let tiles = board.line.tiles.iter();
        let tiles: Vec<String> = tiles.map(|laid| halves(laid.tile)).collect();
        let label = match &tiles[..] {
            [] => pose.say(&message!("dominos-board-empty")),
            tiles => pose.say(&message!("dominos-board", tiles = tiles.join(", "))),
        };
        let mut svg = Svg::new("dominos", (board.width, board.height()), &label);
        board.draw_hand(&mut svg, pose, pose.style.near.other());
        board.draw_boneyard(&mut svg, pose);
        for laid in &board.line.tiles {
            board.draw_laid(&mut svg, pose, laid);
        }
        for end in [End::Left, End::Right] {
            board.draw_end(&mut svg, pose, end);
        }
        board.draw_hand(&mut svg, pose, pose.style.near);
        for mv in [Move::Draw, Move::Pass] {
            board.draw_button(&mut svg, pose, mv);
        }
        svg
    }

    fn board(context: &DrawingContext<'_, Self>, width: u16) -> Option<TextBoard> {
        Some(board::board(context, width))
    }

    fn moves(sight: &Sight, most: usize) -> Vec<Move> {
        sight.moves.iter().copied().take(most).collect()
    }

    fn touches(pose: &DrawingContext<'_, Self>, mv: Move) -> Vec<String> {
        match (mv.tile(), pose.sight.end_of(mv)) {
            (Some(tile), Some(end)) => vec![tile_name(tile), end_name(end).to_owned()],
            (Some(tile), None) => vec![tile_name(tile)],
            (None, _) => vec![button(mv).0.to_owned()],
        }
    }

    fn words(pose: &DrawingContext<'_, Self>, mv: Move) -> Message {
        let Some(tile) = mv.tile() else {
            return Message::new(button(mv).1);
        };
        let Some(end) = pose.sight.end_of(mv) else {
            return message!("dominos-lay", tile = halves(tile));
        };
        let place = Board::new(pose).line.place(end);
        message!("dominos-lay-at", tile = halves(tile), place)
    }

    fn fell(effect: &Effect) -> String {
        match effect {
            Effect::Received(tile) => halves(*tile),
            Effect::Laid(..) | Effect::Asked | Effect::Passed => effect.to_string(),
        }
    }

    fn changed(pose: &DrawingContext<'_, Self>) -> Vec<String> {
        match pose.effect() {
            Some(Effect::Laid(tile, _) | Effect::Received(tile)) => vec![tile_name(*tile)],
            Some(Effect::Asked) => vec!["boneyard".to_owned()],
            Some(Effect::Passed) | None => Vec::new(),
        }
    }
}

pub(super) fn tile_name(tile: Tile) -> String {
    format!("tile-{tile}")
}

pub(super) const fn end_name(end: End) -> &'static str {
    match end {
        End::Left => "end-left",
        End::Right => "end-right",
    }
}

/// The name and the label of the button to draw or to pass.
pub(super) const fn button(mv: Move) -> (&'static str, Key) {
    match mv {
        Move::Draw => ("draw", key!("dominos-draw-button")),
        Move::Pass | Move::Lay(_) | Move::LayRight(_) => ("pass", key!("dominos-pass-button")),
    }
}

/// The positions of all parts.
struct Board {
    line: Line,
    width: i32,
    /// Position of the middle of the opening tile.
    opening_at: (i32, i32),
    /// Top of the near hand.
    hand_top: i32,
    /// Side length of half a tile of the near hand, and the distance of its tiles and rows.
    half: i32,
    step: i32,
    row: i32,
    /// Number of tiles of the near hand, in all and in a row.
    held: i32,
    per_row: i32,
    rows: i32,
    /// Number of tiles in a row of the far hand when it is open.
    far_per_row: i32,
}

/// Side length of half a tile of the near hand on a wide and on a tall board, in units of the drawing.
const HELD: i32 = 60;
const TALL_HELD: i32 = 46;
/// Side length of half a tile of the far hand, in units of the drawing.
const FAR: i32 = HALF;
const FAR_STEP: i32 = FAR + 6;
const FAR_ROW: i32 = 2 * FAR + 10;
/// Width of the tall board in units of the drawing. On a telephone 360 pixels wide it takes 307
/// pixels, and a tile 32.
const TALL_WIDTH: i32 = 400;

/// Number of rows of a hand.
fn rows_of(tiles: i32, per_row: i32) -> i32 {
    ((tiles + per_row - 1) / per_row).max(1)
}

impl Board {
    fn new(pose: &DrawingContext<'_, Dominos>) -> Self {
        let width = if pose.style.tall { TALL_WIDTH } else { 1080 };
        let line = Line::new(pose.sight, width / 2 - 14);
        let (top, bottom) = line.reach();
        let far_per_row = (width - 150) / FAR_STEP;
        let far_rows = match pose.sight.hand(pose.style.near.other()) {
            Hand::Open(tiles) => rows_of(i32::from(tiles.len()), far_per_row),
            Hand::Hidden(_) => 1,
        };
        let above = 12 + far_rows * FAR_ROW;
        let opening_at = (width / 2, above - top);
        let hand_top = above + bottom - top + 30;
        let half = if pose.style.tall { TALL_HELD } else { HELD };
        let (step, row) = if pose.style.tall {
            (half + 8, 2 * half + 14)
        } else {
            (half + 16, 2 * half + 20)
        };
        let per_row = (width - 20) / step;
        let held = i32::from(pose.sight.hand(pose.style.near).len());
        let rows = rows_of(held, per_row);
        Self {
            line,
            width,
            opening_at,
            hand_top,
            half,
            step,
            row,
            held,
            per_row,
            rows,
            far_per_row,
        }
    }

    fn height(&self) -> i32 {
        self.hand_top + self.rows * self.row + 16
    }

    fn at(&self, (x, y): (i32, i32)) -> (i32, i32) {
        (self.opening_at.0 + x, self.opening_at.1 + y)
    }

    fn draw_laid(&self, svg: &mut Svg, pose: &DrawingContext<'_, Dominos>, laid: &Laid) {
        let label = pose.say(&message!("dominos-laid", tile = halves(laid.tile)));
        let fresh = matches!(pose.played, Some((_, Effect::Laid(tile, _))) if tile == laid.tile);
        let about = Group {
            // A tile without an earlier place in the drawing comes from the far hand.
            from: "far",
            ..Group::new(&label, if fresh { "tile last" } else { "tile" })
        };
        svg.part(&tile_name(laid.tile), about, |svg| {
            let at = self.at(laid.at);
            svg.at(at, laid.turn, |svg| draw_tile(svg, laid.halves, HALF));
        });
    }

    fn draw_end(&self, svg: &mut Svg, pose: &DrawingContext<'_, Dominos>, end: End) {
        let Some(slot) = self.line.slot(end) else {
            return;
        };
        let place = self.line.place(end);
        let label = pose.say(&message!("dominos-line-end", place, takes = slot.takes));
        let keys = match place {
            "left" => "ArrowLeft g",
            "right" => "ArrowRight d",
            "top" => "ArrowUp g",
            _ => "ArrowDown d",
        };
        let about = Group {
            keys,
            ..Group::new(&label, "end")
        };
        svg.part(end_name(end), about, |svg| {
            let (at, size) = (self.at(slot.at), (2 * HALF - 8, HALF - 6));
            svg.at(at, slot.turn, |svg| svg.slab("slot", (0, 0), size, 8));
            svg.words("takes", at, &slot.takes.to_string());
        });
    }

    fn draw_hand(&self, svg: &mut Svg, pose: &DrawingContext<'_, Dominos>, side: Side) {
        let near = side == pose.style.near;
        match pose.sight.hand(side) {
            Hand::Open(tiles) => {
                for (place, tile) in tiles.into_iter().enumerate() {
                    self.draw_held(svg, pose, (units(place), near), tile);
                }
                if !near {
                    svg.part("far", Group::default(), |svg| {
                        svg.slab("nothing", (self.width / 2, 44), (40, 70), 6);
                    });
                }
            }
            Hand::Hidden(count) => self.draw_backs(svg, pose, count, near),
        }
    }

    fn draw_held(
        &self,
        svg: &mut Svg,
        pose: &DrawingContext<'_, Dominos>,
        (place, near): (i32, bool),
        tile: Tile,
    ) {
        let label = pose.say(&message!("dominos-held", tile = halves(tile)));
        let keys = (near && place < 10).then(|| ((place + 1) % 10).to_string());
        let about = Group {
            label: &label,
            class: if near { "tile held" } else { "tile shown" },
            keys: keys.as_deref().unwrap_or_default(),
            from: "boneyard",
        };
        let at = if near {
            let (column, row) = (place % self.per_row, place / self.per_row);
            let in_row = (self.held - self.per_row * row).min(self.per_row);
            (
                (self.width - self.step * (in_row - 1)) / 2 + self.step * column,
                self.hand_top + self.row / 2 + self.row * row,
            )
        } else {
            let (column, row) = (place % self.far_per_row, place / self.far_per_row);
            (FAR_STEP * column + FAR, FAR_ROW * row + FAR + 8)
        };
        let half = if near { self.half } else { FAR };
        svg.part(&tile_name(tile), about, |svg| {
            svg.at(at, 90, |svg| draw_tile(svg, tile.halves(), half));
        });
    }

    fn draw_backs(&self, svg: &mut Svg, pose: &DrawingContext<'_, Dominos>, count: u8, near: bool) {
        let key = if near {
            key!("dominos-near-hand", count, form)
        } else {
            key!("dominos-far-hand", count, form)
        };
        let label = pose.say(&counted(Message::new(key), "count", count.into()));
        let (name, y) = if near {
            ("near", self.hand_top + self.row / 2)
        } else {
            ("far", 52)
        };
        svg.part(name, Group::new(&label, "backs"), |svg| {
            for place in 0..i32::from(count) {
                let step = ((self.width - 190) / i32::from(count.max(1))).min(42);
                svg.slab("back", (34 + step * place, y), (36, 70), 7);
            }
        });
    }

    fn draw_boneyard(&self, svg: &mut Svg, pose: &DrawingContext<'_, Dominos>) {
        let count = pose.sight.boneyard;
        let label = Message::new(key!("dominos-boneyard", count, form));
        let label = pose.say(&counted(label, "count", count.into()));
        let x = self.width - 66;
        svg.part("boneyard", Group::new(&label, "boneyard"), |svg| {
            for tile in 0..i32::from(count.min(4)) {
                svg.slab("back", (x - 22 + 7 * tile, 52 - 3 * tile), (44, 70), 7);
            }
            svg.disc("badge", (x + 34, 52), 26);
            svg.words("badge-count", (x + 34, 52), &count.to_string());
        });
    }

    /// Draws the button to pass or to draw, when the player has no other move.
    fn draw_button(&self, svg: &mut Svg, pose: &DrawingContext<'_, Dominos>, mv: Move) {
        if !pose.sight.moves.contains(&mv) {
            return;
        }
        let (name, key) = button(mv);
        let words = pose.style.language.word(key);
        let at = (self.width / 2, self.hand_top - 34);
        svg.button(name, "p", at, (300, 72), &words);
    }
}

/// Draws a horizontal tile with its middle at the origin.
fn draw_tile(svg: &mut Svg, [left, right]: [u8; 2], half: i32) {
    svg.slab("bone-shade", (0, 3), (2 * half, half), half / 6);
    svg.slab("bone", (0, 0), (2 * half - 2, half - 2), half / 6);
    svg.line("bar", (0, 6 - half / 2), (0, half / 2 - 6));
    let (step, r) = (half * 2 / 9, half / 12);
    svg.pips((-half / 2, 0), step, r, left);
    svg.pips((half / 2, 0), step, r, right);
}
