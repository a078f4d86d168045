//! Two dominos deals that look the same to a side send byte-identical lines to a program on that side.

use std::collections::BTreeMap;

use host::{EventHandler, EventKind, EventView, Options, Setup, Table, Viewer};
use sandbox::protocol::{self, MOST_MOVES};
use sandbox::{AnswerSource, drive};
use table::{Chance as _, Limits, NotNow, Player, Seeded, Side, Trust};
use text::Language;

const DEALS: u64 = 8000;

/// The facts that the rules show to a side, and the lines sent to a program on that side.
#[derive(Default)]
struct SideView {
    known: Vec<String>,
    sent: Vec<String>,
}

impl SideView {
    fn observe(&mut self, event: &dyn EventView, side: Side) {
        let line = protocol::event_line(event, side, None, Language::English);
        self.sent.extend(line);
        let (kind, by) = (event.kind(), event.side());
        let open = by == Some(side) || kind == EventKind::Played;
        // The random number of a draw reveals more than the tile.
        let text = event
            .text(Viewer::Referee)
            .filter(|_| kind != EventKind::Chance);
        let facts = [text, event.effect(Viewer::Referee)];
        let facts = facts.map(|fact| fact.filter(|_| open));
        self.known.push(format!("{kind:?} {by:?} {facts:?}"));
    }

    /// The known facts and the sent lines, up to and including a question.
    fn at_question(&self, table: &dyn Table, side: Side) -> [String; 2] {
        let question = protocol::question_lines(table.brief(side, MOST_MOVES));
        let opening = protocol::game_line(table, side, 0);
        let sent = [opening].into_iter().chain(self.sent.iter().cloned());
        let sent: Vec<String> = sent.chain(question).collect();
        [self.known.join("\n"), sent.join("\n")]
    }
}

/// Positions by the facts known to the side to move: the complete position, and the lines sent.
#[derive(Default)]
struct Comparison {
    questions: BTreeMap<String, [String; 2]>,
    /// Number of questions that were compared with a different position.
    pairs: u32,
}

/// One game with random answers, whose questions are compared with those of earlier games.
struct ComparedGame<'a> {
    comparison: &'a mut Comparison,
    options: String,
    luck: Seeded,
    views: [SideView; 2],
    position: String,
}

impl AnswerSource for ComparedGame<'_> {
    type Error = NotNow;

    fn observe(&mut self, event: &dyn EventView) {
        self.position = event.view(Viewer::Referee);
        for side in Side::BOTH {
            self.views[side.index()].observe(event, side);
        }
    }

    fn answer(
        &mut self,
        table: &mut dyn Table,
        side: Side,
        _on_event: EventHandler<'_>,
    ) -> Result<(), NotNow> {
        let [known, sent] = self.views[side.index()].at_question(table, side);
        let key = format!("{side} {}\n{known}", self.options);
        let now = [self.position.clone(), sent];
        let before = self.comparison.questions.entry(key);
        let before = before.or_insert_with(|| now.clone());
        assert_eq!(before[1], now[1], "in {} and in {}", before[0], now[0]);
        self.comparison.pairs += u32::from(before[0] != now[0]);
        let answer = random_answer(table, side, &mut self.luck);
        table.answer(&answer, &mut |event| self.observe(event))
    }
}

/// A legal move, or one time in eight any tile.
fn random_answer(table: &dyn Table, side: Side, luck: &mut Seeded) -> String {
    if luck.below(8) == 0 {
        return format!("{}{}", luck.below(7), luck.below(7));
    }
    let mut moves = table.brief(side, MOST_MOVES).moves;
    moves.swap_remove(luck.below(moves.len() as u32) as usize)
}

fn deal(rule: u32, hand: u32, seed: u64) -> Box<dyn Table> {
    let mut options = Options::default();
    options.set("rule", rule.to_string());
    options.set("hand", hand.to_string());
    let setup = Setup {
        options,
        players: ["A", "B"].map(Player::person),
        trust: Trust::Guarded,
        seed,
    };
    let game = games::find("dominos").expect("the game is registered");
    game.open(&setup).expect("the options are valid")
}

#[test]
fn deals_that_look_the_same_to_a_side_send_it_the_same_lines() {
    let mut comparison = Comparison::default();
    for (seed, (rule, hand)) in (0..DEALS).zip([(1, 1), (2, 1), (1, 2), (2, 2)].into_iter().cycle())
    {
        let mut table = deal(rule, hand, seed);
        let mut game = ComparedGame {
            comparison: &mut comparison,
            options: format!("{rule} {hand}"),
            luck: Seeded::new(seed),
            views: Default::default(),
            position: String::new(),
        };
        let limits = Limits::default();
        let ending = drive(&mut *table, &limits, &mut game, &mut |_| ());
        assert!(ending.is_ok(), "{ending:?}");
    }
    let pairs = comparison.pairs;
    assert!(pairs > 2000, "{pairs} pairs of deals");
}
