//! Test that hidden tiles stay hidden: of two games of dominos that are equal in everything one viewer may
//! know, all messages to this viewer are equal, byte by byte.

use std::collections::BTreeSet;

use host::{EventKind, EventView, Options, Setup, Viewer};
use table::{Chance, Limits, Next, Record, Seeded, Side, Trust};
use text::Language;

use super::log::{EventLog, ResumeOptions};
use super::role::TableRole;
use super::stored_line::StoredLine;
use super::trail::EffectTrail;
use super::wire::{ReaderView, SocketMessage, TableEvent};

const VIEWERS: [TableRole; 3] = [
    TableRole::Player(Side::First),
    TableRole::Player(Side::Second),
    TableRole::Spectator,
];
const TILES: usize = 28;

/// The facts of an event that one viewer may know by the rules: the side to move, the tiles on the table,
/// the viewer's own draws and answers.
type Fact = (EventKind, Option<Side>, Option<String>, Option<String>);

/// A whole game, with the messages that each viewer was sent and the facts that each may know.
struct WatchedGame {
    trails: [EffectTrail; 3],
    sent: [Vec<String>; 3],
    known: [Vec<Fact>; 3],
    /// The tile of every draw, in the order of the record.
    tiles: Vec<(Side, String)>,
    laid: BTreeSet<String>,
}

impl WatchedGame {
    fn new() -> Self {
        Self {
            trails: VIEWERS.map(EffectTrail::new),
            sent: Default::default(),
            known: Default::default(),
            tiles: Vec::new(),
            laid: BTreeSet::new(),
        }
    }

    fn note(&mut self, moment: &dyn EventView) {
        let number = self.sent[0].len();
        for (place, role) in VIEWERS.into_iter().enumerate() {
            self.trails[place].note(moment);
            self.sent[place].push(message(number, moment, &self.trails[place], role));
            self.known[place].push(fact(moment, role));
        }
        let effect = moment.effect(Viewer::Referee).unwrap_or_default();
        match (effect.split_once(' '), moment.side()) {
            (Some(("received", tile)), Some(side)) => self.tiles.push((side, tile.to_owned())),
            (Some(("laid", rest)), _) => {
                self.laid.insert(rest[..2].to_owned());
            }
            _ => (),
        }
    }

    /// Tiles that a viewer neither drew nor saw laid.
    fn unknown_to(&self, role: TableRole) -> Vec<String> {
        let drawn = |tile: &String| {
            let owner = self.tiles.iter().find(|(_, drawn)| drawn == tile);
            owner.is_some_and(|(side, _)| role.holds(*side))
        };
        let all = descending();
        let hidden = all
            .into_iter()
            .filter(|tile| !drawn(tile) && !self.laid.contains(tile));
        hidden.collect()
    }
}

/// The message of an event; every tenth has its drawing, which takes long.
fn message(number: usize, moment: &dyn EventView, trail: &EffectTrail, role: TableRole) -> String {
    let reader = ReaderView {
        role,
        language: Language::French,
        tall: false,
    };
    let event = TableEvent::new(number, moment, reader);
    let event = if number % 10 == 9 {
        event.drawn(games::find("dominos").unwrap(), trail, reader)
    } else {
        event
    };
    SocketMessage::Event(Box::new(event)).text()
}

fn fact(moment: &dyn EventView, role: TableRole) -> Fact {
    let (kind, side) = (moment.kind(), moment.side());
    let own = side.is_some_and(|side| role.holds(side));
    let public = matches!(
        kind,
        EventKind::Played | EventKind::Unreadable | EventKind::Caught
    );
    let text = moment
        .text(Viewer::Referee)
        .filter(|_| kind != EventKind::Chance);
    let effect = moment.effect(Viewer::Referee);
    (
        kind,
        side,
        text.filter(|_| own || public),
        effect.filter(|_| own || kind == EventKind::Played),
    )
}

/// All tiles in the order of chance's results: result `n` of the first draw is tile number `n`.
fn descending() -> Vec<String> {
    let halves = (0..=6).rev();
    let tiles = halves.flat_map(|high| (0..=high).rev().map(move |low| format!("{high}{low}")));
    tiles.collect()
}

fn opened(rule: &str, hand: u32) -> Box<dyn host::Table> {
    let mut options = Options::default();
    options.set("rule", rule);
    options.set("hand", hand.to_string());
    let offer = games::find("dominos").unwrap();
    let player = |name: &str| host::seat(&format!("{name}@humain"), offer).unwrap();
    let setup = Setup {
        options,
        players: [player("A"), player("B")],
        trust: Trust::Guarded,
        seed: 0,
    };
    offer.open(&setup).unwrap()
}

/// A random game whose players try illegal moves now and then, or stop in the middle.
fn random_game(luck: &mut Seeded) -> Record {
    let (rule, hand) = (1 + luck.below(2), 2 + luck.below(6));
    let table = opened(&rule.to_string(), hand);
    let mut record = Record::new(table.header().clone());
    let mut table = {
        let offer = games::find("dominos").unwrap();
        let seed = u64::from(luck.below(u32::MAX));
        let resumed = offer.resume(&record, &Options::default(), seed, &mut |_| ());
        resumed.unwrap()
    };
    let tiles = descending();
    let most = 4 + luck.below(60);
    for _ in 0..most {
        let (mut legal, mut entries) = (Vec::new(), Vec::new());
        let mut note = |moment: &dyn EventView| {
            entries.extend(moment.entry());
            let side = moment.side().map_or(Viewer::Referee, Viewer::Player);
            legal = moment.legal(side, TILES);
        };
        let next = table.next(&mut note);
        let choices = std::mem::take(&mut legal);
        let mut note = |moment: &dyn EventView| entries.extend(moment.entry());
        match next {
            Next::Draw { .. } => {
                table.proceed(&Limits::default(), &mut note).unwrap();
            }
            Next::Answer(_) => {
                let text = match luck.below(8) {
                    0 => tiles[luck.below(TILES as u32) as usize].clone(),
                    1 => ["pioche", "passe", "x"][luck.below(3) as usize].to_owned(),
                    _ => choices
                        .get(luck.below(choices.len().max(1) as u32) as usize)
                        .cloned()
                        .unwrap_or_else(|| "pioche".to_owned()),
                };
                table.answer(&text, &mut note).unwrap();
            }
            Next::Think(_) | Next::Over(_) => {
                for entry in entries {
                    record.push(entry);
                }
                break;
            }
        }
        for entry in entries {
            record.push(entry);
        }
    }
    record
}

/// Replays a record up to its first impossible entry; the game, and the number of entries played.
fn replayed(record: &Record) -> (WatchedGame, usize) {
    let mut game = WatchedGame::new();
    let offer = games::find("dominos").unwrap();
    let entries = record.entries.len();
    let played = match offer.replay(record, &mut |moment| game.note(moment)) {
        Ok(_) => entries,
        Err(error) => {
            let lines = record.entries.iter().map(|(line, _)| *line);
            lines.take_while(|line| *line < error.line).count()
        }
    };
    (game, played)
}

/// The same game with two tiles exchanged: the results of chance are those that draw the exchanged
/// tiles; the players' answers stay.
fn exchanged(record: &Record, game: &WatchedGame, [one, other]: [&str; 2]) -> Record {
    let swap = |tile: &str| match tile {
        tile if tile == one => other.to_owned(),
        tile if tile == other => one.to_owned(),
        tile => tile.to_owned(),
    };
    let mut left = descending();
    let mut draws = game.tiles.iter();
    let mut twin = Record::new(record.header.clone());
    for (_, entry) in &record.entries {
        let text = entry.to_string();
        let text = if text.starts_with("chance ") {
            let (_, tile) = draws.next().expect("every draw brought a tile");
            let tile = swap(tile);
            let rank = left.iter().position(|known| *known == tile).unwrap();
            left.remove(rank);
            format!("chance {rank}")
        } else {
            text
        };
        twin.push(text.parse().unwrap());
    }
    twin
}

/// The messages to a viewer who connects after a restart with the events up to number `after`.
fn rejoined(record: &Record, entries: usize, role: TableRole, after: Option<usize>) -> Vec<String> {
    let header = Record::new(record.header.clone());
    let lines = record.entries.iter().take(entries);
    let lines = lines
        .map(|(_, entry)| StoredLine::Entry(entry.clone()))
        .collect();
    let resumed = ResumeOptions {
        options: Options::default(),
        seed: 0,
    };
    let (log, _) = EventLog::rebuild(header, lines, &resumed).unwrap();
    let (mut trail, mut messages) = (EffectTrail::new(role), Vec::new());
    let visit = |number, moment: &dyn EventView| {
        trail.note(moment);
        if after.is_none_or(|after| number > after) {
            messages.push(message(number, moment, &trail, role));
        }
    };
    log.replay_since(after, visit).unwrap();
    messages
}

/// The side to move after so many entries, and its advice.
fn advised(record: &Record, entries: usize) -> Option<(Side, String)> {
    let mut record = record.clone();
    record.entries.truncate(entries);
    let offer = games::find("dominos").unwrap();
    let table = offer.resume(&record, &Options::default(), 0, &mut |_| ());
    let table = table.unwrap();
    let limits = Limits {
        effort: Some(20),
        ..Limits::default()
    };
    let side = table.to_move()?;
    let mut reviewer = offer.reviewer(&Options::default()).unwrap();
    let advice = reviewer.advise(&table.brief(side, 0).position, &limits);
    Some((side, format!("{:?}", advice.ok()?)))
}

#[derive(Default, Debug)]
struct Figures {
    pairs: usize,
    events: usize,
    whole: usize,
    hints: usize,
}

/// Number of events during which both games look the same by the rules; the end shows everything. The
/// side to move after an event is public, and part of its message.
fn alike(one: &[Fact], other: &[Fact]) -> usize {
    let turn = |facts: &[Fact], place: usize| facts.get(place + 1).and_then(|fact| fact.1);
    let same = |place: &usize| {
        let (fact, twin) = (&one[*place], &other[*place]);
        fact == twin && fact.0 != EventKind::Over && turn(one, *place) == turn(other, *place)
    };
    (0..one.len().min(other.len())).take_while(same).count()
}

fn check_pair(records: [&Record; 2], place: usize, whole: &WatchedGame, figures: &mut Figures) {
    let role = VIEWERS[place];
    let (twin, twin_entries) = replayed(records[1]);
    let until = alike(&whole.known[place], &twin.known[place]);
    let [ours, theirs] = [whole, &twin].map(|game| &game.sent[place][..until]);
    assert_eq!(ours, theirs, "{role:?}\n{}\n{}", records[0], records[1]);
    figures.pairs += 1;
    figures.events += until;
    let all = until == whole.known[place].len() && twin_entries == records[0].entries.len();
    if !all {
        return;
    }
    figures.whole += 1;
    if figures.whole.is_multiple_of(8) {
        let entries = records[0].entries.len();
        for after in [None, Some(until / 2), Some(until)] {
            let sent = records.map(|record| rejoined(record, entries, role, after));
            assert_eq!(sent[0], sent[1], "{role:?} after {after:?}");
        }
        let hints = records.map(|record| advised(record, entries));
        if hints[0].as_ref().is_some_and(|(side, _)| role.holds(*side)) {
            assert_eq!(hints[0], hints[1], "{role:?}\n{}", records[0]);
            figures.hints += 1;
        }
    }
}

#[test]
fn tiles_are_counted_from_the_highest() {
    let mut table = opened("1", 2);
    let header = Record::new(table.header().clone());
    table.next(&mut |_| ());
    for (outcome, tile) in descending().into_iter().enumerate() {
        let mut record = header.clone();
        record.push(format!("chance {outcome}").parse().unwrap());
        assert_eq!(replayed(&record).0.tiles[0].1, tile);
    }
}

/// The messages must not make any of the possible hands of the opponent less likely.
#[test]
fn games_that_look_alike_send_the_same_messages() {
    let (mut luck, mut figures) = (Seeded::new(15), Figures::default());
    for _ in 0..3000 {
        let record = random_game(&mut luck);
        let (game, entries) = replayed(&record);
        assert_eq!(entries, record.entries.len());
        for (place, role) in VIEWERS.into_iter().enumerate() {
            let hidden = game.unknown_to(role);
            if hidden.len() < 2 {
                continue;
            }
            let mut pick = || &*hidden[luck.below(hidden.len() as u32) as usize];
            let twin = exchanged(&record, &game, [pick(), pick()]);
            check_pair([&record, &twin], place, &game, &mut figures);
        }
    }
    assert!(figures.whole > 2000 && figures.hints > 100, "{figures:?}");
}
