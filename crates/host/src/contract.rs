//! Contract: no viewer is sent hidden information. Random games check it for any registered game.
//!
//! `Game::show` decides what a viewer sees. While two games show a viewer the same events, they
//! must send that viewer the same bytes everywhere else: transcript, sentences, drawing, legal
//! moves, and the lines for programs.

use table::{Chance as _, Entry, Limits, Player, Record, Seeded, Side, Trust, Viewer};
use text::Language;

use crate::{
    DrawingRequest, DrawingStyle, EventKind, EventView, GameInfo, Options, Setup, Table, Waiting,
    advance,
};

/// Random games played for each viewer.
const GAMES: u64 = 6;
/// Altered copies made of each record.
const CHANGES: usize = 15;
/// Maximum number of legal moves listed at each event.
const MOST_MOVES: usize = 200;

/// One event as a viewer receives it.
#[derive(PartialEq, Eq, Debug)]
struct Received {
    /// Texts that `Game::show` allows; `None` where it hides one.
    known: Vec<Option<String>>,
    /// Texts made for the viewer, except those in `known`.
    sent: Vec<String>,
    /// The full position after the event.
    whole: String,
    is_recorded: bool,
    is_question: bool,
}

/// Checks that `game` sends no viewer what it hides. Each random game is compared with copies in
/// which one chance result or one move differs, as long as the viewer is shown the same events.
///
/// # Panics
/// When a viewer is sent something hidden, or when `HIDES` does not match what the game shows.
pub fn check_hiding(game: &GameInfo) {
    for viewer in [
        Viewer::Player(Side::First),
        Viewer::Player(Side::Second),
        Viewer::Spectator,
    ] {
        let mut alike = 0;
        let mut hidden = false;
        for seed in 0..GAMES {
            let record = random_record(game, seed);
            let received = replayed(game, &record, viewer);
            hidden |= received
                .iter()
                .any(|event| event.known.last() != Some(&Some(event.whole.clone())));
            for changed in changed_records(game, &record, seed) {
                alike += compare(&received, &replayed(game, &changed, viewer), game, viewer);
            }
        }
        assert_eq!(
            hidden, game.hides,
            "{}: `HIDES` does not match what {viewer:?} is shown",
            game.name
        );
        assert_eq!(
            alike > 0,
            game.hides,
            "{}: {viewer:?} cannot tell {alike} pairs of different positions apart",
            game.name
        );
    }
}

/// Pairs of games with different positions that show `viewer` the same events, up to a question. Each
/// pair is the beginning of one of `games` random games and of a copy in which one chance result or
/// one move differs.
pub fn alike_games(game: &GameInfo, viewer: Viewer, games: u64) -> Vec<[Record; 2]> {
    let mut pairs = Vec::new();
    for seed in 0..games {
        let record = random_record(game, seed);
        let received = replayed(game, &record, viewer);
        for changed in changed_records(game, &record, seed) {
            let other = replayed(game, &changed, viewer);
            let events = received.iter().zip(&other);
            let alike = events.take_while(|(one, other)| one.known == other.known);
            let mut alike = alike.count();
            while alike > 0 && !received[alike - 1].is_question {
                alike -= 1;
            }
            if alike > 0 && received[alike - 1].whole != other[alike - 1].whole {
                let lines = received[..alike].iter().filter(|event| event.is_recorded);
                let (mut one, mut other, lines) = (record.clone(), changed, lines.count());
                one.entries.truncate(lines);
                other.entries.truncate(lines);
                pairs.push([one, other]);
            }
        }
    }
    pairs
}

/// Counts the pairs of different positions that look alike to the viewer.
fn compare(one: &[Received], other: &[Received], game: &GameInfo, viewer: Viewer) -> usize {
    let mut alike = 0;
    for (one, other) in one.iter().zip(other) {
        if one.known != other.known {
            break;
        }
        let (name, left, right) = (game.name, &one.whole, &other.whole);
        assert_eq!(
            one.sent, other.sent,
            "{name} sends {viewer:?} different text for {left} and {right}, which look alike"
        );
        alike += usize::from(left != right);
    }
    alike
}

/// Plays a game of at most 1,000 steps between two people whose moves are random.
fn random_record(game: &GameInfo, seed: u64) -> Record {
    let setup = Setup {
        options: Options::default(),
        players: ["A", "B"].map(Player::person),
        trust: Trust::default(),
        seed,
    };
    let mut table = game.open(&setup).expect("the default options are valid");
    let mut record = Record::new(table.header().clone());
    let mut luck = Seeded::new(seed);
    for _ in 0..1_000 {
        let mut on_event = |event: &dyn EventView| {
            if let Some(entry) = event.entry() {
                record.push(entry);
            }
        };
        let Waiting::Answer(side) = advance(&mut *table, &Limits::default(), &mut on_event) else {
            break;
        };
        let moves = table.brief(side, MOST_MOVES).moves;
        let chosen = &moves[luck.below(moves.len() as u32) as usize];
        table
            .answer(chosen, &mut on_event)
            .expect("a player is asked");
    }
    record
}

/// Copies of the record, each with one chance result or one move replaced at random.
fn changed_records(game: &GameInfo, record: &Record, seed: u64) -> Vec<Record> {
    let mut luck = Seeded::new(seed);
    let chance = places(record, |entry| matches!(entry, Entry::Chance(_)));
    // Another move of an open game is seen at once: its copies would compare nothing.
    let moves = if game.hides {
        places(record, |entry| matches!(entry, Entry::Plays(..)))
    } else {
        Vec::new()
    };
    let mut copies = Vec::new();
    for places in [chance, moves] {
        let count = if places.is_empty() { 0 } else { CHANGES };
        copies.extend((0..count).map(|_| changed_at(record, &places, &mut luck)));
    }
    copies
}

/// Indices of the entries that meet the condition.
fn places(record: &Record, condition: fn(&Entry) -> bool) -> Vec<usize> {
    let entries = record.entries.iter().enumerate();
    let found = entries.filter(|(_, (_, entry))| condition(entry));
    found.map(|(place, _)| place).collect()
}

/// A copy in which the entry at one of `places` is replaced: a result of chance by a random one, a
/// move by the move at another of these places.
fn changed_at(record: &Record, places: &[usize], luck: &mut Seeded) -> Record {
    let mut changed = record.clone();
    let place = places[luck.below(places.len() as u32) as usize];
    match &mut changed.entries[place].1 {
        // After a neighbouring result, most later draws of tiles or cards stay the same.
        Entry::Chance(result) => {
            *result = match luck.below(2) {
                0 => luck.below(6) as u8,
                _ => *result ^ 1,
            };
        }
        Entry::Plays(_, mv) => {
            let other = places[luck.below(places.len() as u32) as usize];
            if let Entry::Plays(_, other) = &record.entries[other].1 {
                mv.clone_from(other);
            }
        }
        _ => {}
    }
    changed
}

/// Everything that `viewer` receives of a record, up to the first line that cannot be played.
fn replayed(game: &GameInfo, record: &Record, viewer: Viewer) -> Vec<Received> {
    let mut received = Vec::new();
    let table = game.replay(record, &mut |event| {
        received.push(receive(game, event, viewer));
    });
    if let (Ok(table), Viewer::Player(side), Some(last)) = (table, viewer, received.last_mut()) {
        last.sent.extend(program_lines(&*table, side));
    }
    received
}

fn program_lines(table: &dyn Table, side: Side) -> Vec<String> {
    let brief = table.brief(side, MOST_MOVES);
    [
        vec![table.rules(), brief.position],
        brief.plain,
        brief.moves,
    ]
    .concat()
}

fn receive(game: &GameInfo, event: &dyn EventView, viewer: Viewer) -> Received {
    let whole = event.view(Viewer::Referee);
    // Everyone may see the whole position of a finished game.
    let position = match event.kind() {
        EventKind::Over => whole.clone(),
        _ => event.view(viewer),
    };
    let kind_and_side = format!("{} {:?}", event.kind(), event.side());
    Received {
        known: vec![
            Some(kind_and_side),
            event.text(viewer),
            event.effect(viewer),
            Some(position),
        ],
        sent: sent(game, event, viewer),
        whole,
        is_recorded: event.entry().is_some(),
        is_question: event.kind() == EventKind::Asked,
    }
}

fn sent(game: &GameInfo, event: &dyn EventView, viewer: Viewer) -> Vec<String> {
    let you = match viewer {
        Viewer::Player(side) => Some(side),
        Viewer::Spectator | Viewer::Referee => None,
    };
    let mut sent = event.legal(viewer, MOST_MOVES);
    sent.extend(you.and_then(|side| event.seen(side)));
    for language in Language::ALL {
        sent.push(event.transcript(viewer, language));
        sent.push(event.sentence(viewer, you, language));
        sent.push(event.briefly(viewer, language));
        sent.extend(event.refusal(viewer).map(|refusal| language.say(&refusal)));
        sent.push(drawing(game, event, viewer, language));
    }
    sent
}

fn drawing(game: &GameInfo, event: &dyn EventView, viewer: Viewer, language: Language) -> String {
    let effect = event.effect(viewer);
    let request = DrawingRequest {
        view: &event.view(viewer),
        last: event.side().zip(effect.as_deref()),
        played: None,
        style: DrawingStyle::wide(language),
    };
    format!("{:?}", game.drawing(&request))
}
