//! What a program at dominos is sent is its view: of two deals that are equal in everything its side
//! may know, all lines are equal, byte by byte.

use std::collections::BTreeMap;

use house::{Hear, Kind, Language, Moment, Options, Setup, Table, Viewer};
use table::{Chance as _, Limits, Next, Player, Seeded, Side, Trust};

use crate::protocol::{self, MOST_MOVES};

const DEALS: u64 = 8000;

/// What a side may know by the rules alone, and what a program there was sent.
#[derive(Default)]
struct Heard {
    known: Vec<String>,
    sent: Vec<String>,
}

impl Heard {
    fn hear(&mut self, moment: &dyn Moment, side: Side) {
        let told = protocol::told(moment, side, None, Language::English);
        self.sent.extend(told);
        let (kind, by) = (moment.kind(), moment.side());
        let open = by == Some(side) || kind == Kind::Played;
        // The number that nature drew says more than the tile that came.
        let text = moment.text(Viewer::House).filter(|_| kind != Kind::Chance);
        let facts = [text, moment.effect(Viewer::House)];
        let facts = facts.map(|fact| fact.filter(|_| open));
        self.known.push(format!("{kind:?} {by:?} {facts:?}"));
    }

    /// Everything up to a question: known, sent.
    fn asked(&self, table: &dyn Table, side: Side) -> [String; 2] {
        let question = protocol::question(table.brief(side, MOST_MOVES));
        let opening = protocol::game(table, side, 0);
        let sent = [opening].into_iter().chain(self.sent.iter().cloned());
        let sent: Vec<String> = sent.chain(question).collect();
        [self.known.join("\n"), sent.join("\n")]
    }
}

fn dealt(rule: u32, hand: u32, seed: u64) -> Box<dyn Table> {
    let mut options = Options::default();
    options.set("rule", rule.to_string());
    options.set("hand", hand.to_string());
    let setup = Setup {
        options,
        players: ["A", "B"].map(Player::person),
        trust: Trust::Guarded,
        seed,
    };
    let game = house::find("dominos").expect("a game of the house");
    game.open(&setup).expect("possible options")
}

/// A legal move, or now and then any tile.
fn answer(table: &dyn Table, side: Side, luck: &mut Seeded) -> String {
    if luck.below(8) == 0 {
        return format!("{}{}", luck.below(7), luck.below(7));
    }
    let mut moves = table.brief(side, MOST_MOVES).moves;
    moves.swap_remove(luck.below(moves.len() as u32) as usize)
}

/// A game with what each side heard of it, and what nobody is told.
struct Watched {
    table: Box<dyn Table>,
    heard: [Heard; 2],
    whole: String,
}

impl Watched {
    /// Lets the table do something, and hears it.
    fn with<T>(&mut self, act: impl FnOnce(&mut dyn Table, Hear<'_>) -> T) -> T {
        let Self {
            table,
            heard,
            whole,
        } = self;
        act(&mut **table, &mut |moment| {
            *whole = moment.view(Viewer::House);
            for side in Side::BOTH {
                heard[side.index()].hear(moment, side);
            }
        })
    }

    /// Goes on to the next question.
    fn next(&mut self) -> Option<Side> {
        loop {
            match self.with(|table, hear| table.next(hear)) {
                Next::Over(_) => return None,
                Next::Answer(side) => return Some(side),
                Next::Think(_) | Next::Draw { .. } => {
                    let drawn = self.with(|table, hear| table.proceed(&Limits::default(), hear));
                    drawn.expect("nature draws");
                }
            }
        }
    }
}

#[test]
fn deals_that_look_alike_are_sent_alike() {
    let mut asked: BTreeMap<String, [String; 2]> = BTreeMap::new();
    let mut pairs = 0;
    for (deal, (rule, hand)) in (0..DEALS).zip([(1, 1), (2, 1), (1, 2), (2, 2)].into_iter().cycle())
    {
        let mut luck = Seeded::new(deal);
        let mut game = Watched {
            table: dealt(rule, hand, deal),
            heard: Default::default(),
            whole: String::new(),
        };
        while let Some(side) = game.next() {
            let [known, sent] = game.heard[side.index()].asked(&*game.table, side);
            let key = format!("{side} {rule} {hand}\n{known}");
            let now = [game.whole.clone(), sent];
            let before = asked.entry(key).or_insert_with(|| now.clone());
            assert_eq!(before[1], now[1], "in {} and in {}", before[0], now[0]);
            pairs += u32::from(before[0] != now[0]);
            let answer = answer(&*game.table, side, &mut luck);
            let given = game.with(|table, hear| table.answer(&answer, hear));
            given.expect("it was asked");
        }
    }
    assert!(pairs > 2000, "{pairs} pairs of deals");
}
