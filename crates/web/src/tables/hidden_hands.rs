//! What dominos hide stays hidden, as information: of two games that are equal in everything a
//! viewer may know, all that this viewer is sent is equal, byte by byte.

use std::collections::BTreeSet;

use house::{Kind, Moment, Options, Setup, Viewer};
use table::{Chance, Limits, Next, Record, Seeded, Side, Trust};

use crate::log::{Log, Resumption, Stored};
use crate::wire::{Event, News, Role};

const VIEWERS: [Role; 3] = [
    Role::Player(Side::First),
    Role::Player(Side::Second),
    Role::Spectator,
];
const TILES: usize = 28;

/// What one viewer may know of an event by the rules alone: who has the hand, the tiles on the
/// table, its own draws and answers.
type Fact = (Kind, Option<Side>, Option<String>, Option<String>);

/// A game as the house has it, with what each viewer was sent and may know.
#[derive(Default)]
struct Heard {
    sent: [Vec<String>; 3],
    known: [Vec<Fact>; 3],
    /// In the order of the record: the tile that came, for a draw.
    tiles: Vec<(Side, String)>,
    laid: BTreeSet<String>,
}

impl Heard {
    fn hear(&mut self, moment: &dyn Moment) {
        let number = self.sent[0].len();
        for (place, role) in VIEWERS.into_iter().enumerate() {
            let event = Event::seen(number, moment, role);
            self.sent[place].push(News::Event(event).text());
            self.known[place].push(fact(moment, role));
        }
        let effect = moment.effect(Viewer::House).unwrap_or_default();
        match (effect.split_once(' '), moment.side()) {
            (Some(("received", tile)), Some(side)) => self.tiles.push((side, tile.to_owned())),
            (Some(("laid", rest)), _) => {
                self.laid.insert(rest[..2].to_owned());
            }
            _ => (),
        }
    }

    /// Tiles that a viewer cannot place: it neither drew them nor saw them laid.
    fn unknown_to(&self, role: Role) -> Vec<String> {
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

fn fact(moment: &dyn Moment, role: Role) -> Fact {
    let (kind, side) = (moment.kind(), moment.side());
    let own = side.is_some_and(|side| role.holds(side));
    let public = matches!(kind, Kind::Played | Kind::Unreadable | Kind::Caught);
    let text = moment.text(Viewer::House).filter(|_| kind != Kind::Chance);
    let effect = moment.effect(Viewer::House);
    (
        kind,
        side,
        text.filter(|_| own || public),
        effect.filter(|_| own || kind == Kind::Played),
    )
}

/// Every tile in the order in which nature counts them, from the rules themselves: outcome `n` of
/// the first draw is the tile number `n`.
fn descending() -> Vec<String> {
    let halves = (0..=6).rev();
    let tiles = halves.flat_map(|high| (0..=high).rev().map(move |low| format!("{high}{low}")));
    tiles.collect()
}

fn opened(rule: &str, hand: u32) -> Box<dyn house::Table> {
    let mut options = Options::default();
    options.set("rule", rule);
    options.set("hand", hand.to_string());
    let offer = house::find("dominos").unwrap();
    let player = |name: &str| house::seat(&format!("{name}@humain"), offer).unwrap();
    let setup = Setup {
        options,
        players: [player("A"), player("B")],
        trust: Trust::Guarded,
        seed: 0,
    };
    offer.open(&setup).unwrap()
}

/// A random game of people who now and then try what they may not, or stop in the middle.
fn random_game(luck: &mut Seeded) -> Record {
    let (rule, hand) = (1 + luck.below(2), 2 + luck.below(6));
    let table = opened(&rule.to_string(), hand);
    let mut record = Record::new(table.header().clone());
    let mut table = {
        let offer = house::find("dominos").unwrap();
        let seed = u64::from(luck.below(u32::MAX));
        let resumed = offer.resume(&record, &Options::default(), seed, &mut |_| ());
        resumed.unwrap()
    };
    let tiles = descending();
    let most = 4 + luck.below(60);
    for _ in 0..most {
        let (mut legal, mut entries) = (Vec::new(), Vec::new());
        let mut hear = |moment: &dyn Moment| {
            entries.extend(moment.entry());
            let side = moment.side().map_or(Viewer::House, Viewer::Player);
            legal = moment.legal(side, TILES);
        };
        let next = table.next(&mut hear);
        let told_legal = std::mem::take(&mut legal);
        let mut hear = |moment: &dyn Moment| entries.extend(moment.entry());
        match next {
            Next::Draw { .. } => {
                table.proceed(&Limits::default(), &mut hear).unwrap();
            }
            Next::Answer(_) => {
                let text = match luck.below(8) {
                    0 => tiles[luck.below(TILES as u32) as usize].clone(),
                    1 => ["pioche", "passe", "x"][luck.below(3) as usize].to_owned(),
                    _ => told_legal
                        .get(luck.below(told_legal.len().max(1) as u32) as usize)
                        .cloned()
                        .unwrap_or_else(|| "pioche".to_owned()),
                };
                table.answer(&text, &mut hear).unwrap();
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

/// As much of a record as can happen, heard by everybody.
fn replayed(record: &Record) -> (Heard, usize) {
    let mut heard = Heard::default();
    let offer = house::find("dominos").unwrap();
    let entries = record.entries.len();
    let played = match offer.replay(record, &mut |moment| heard.hear(moment)) {
        Ok(_) => entries,
        Err(error) => {
            let lines = record.entries.iter().map(|(line, _)| *line);
            lines.take_while(|line| *line < error.line).count()
        }
    };
    (heard, played)
}

/// The same game with two tiles exchanged wherever they are: draws get the number that brings the
/// exchanged tile out of the other boneyard; what was said stays.
fn exchanged(record: &Record, heard: &Heard, [one, other]: [&str; 2]) -> Record {
    let swap = |tile: &str| match tile {
        tile if tile == one => other.to_owned(),
        tile if tile == other => one.to_owned(),
        tile => tile.to_owned(),
    };
    let mut left = descending();
    let mut draws = heard.tiles.iter();
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

/// What somebody is told who comes with everything up to `after`, after a restart.
fn rejoined(record: &Record, entries: usize, role: Role, after: Option<usize>) -> Vec<String> {
    let header = Record::new(record.header.clone());
    let lines = record.entries.iter().take(entries);
    let lines = lines
        .map(|(_, entry)| Stored::Entry(entry.clone()))
        .collect();
    let resumption = Resumption {
        options: Options::default(),
        seed: 0,
    };
    let (log, _) = Log::rebuild(header, lines, &resumption).unwrap();
    let seen = |number, moment: &dyn Moment| News::Event(Event::seen(number, moment, role)).text();
    log.since(after, seen).unwrap().1
}

/// What whoever has the hand is advised after so many entries, and what its moves are worth.
fn advised(record: &Record, entries: usize) -> Option<(Side, String)> {
    let mut record = record.clone();
    record.entries.truncate(entries);
    let offer = house::find("dominos").unwrap();
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

/// How long both games look the same by the rules; the end shows everything. Whose turn follows an
/// event is everybody's to know, and told with it.
fn alike(one: &[Fact], other: &[Fact]) -> usize {
    let turn = |facts: &[Fact], place: usize| facts.get(place + 1).and_then(|fact| fact.1);
    let same = |place: &usize| {
        let (fact, twin) = (&one[*place], &other[*place]);
        fact == twin && fact.0 != Kind::Over && turn(one, *place) == turn(other, *place)
    };
    (0..one.len().min(other.len())).take_while(same).count()
}

fn check_pair(records: [&Record; 2], place: usize, whole: &Heard, figures: &mut Figures) {
    let role = VIEWERS[place];
    let (twin, twin_entries) = replayed(records[1]);
    let until = alike(&whole.known[place], &twin.known[place]);
    let [ours, theirs] = [whole, &twin].map(|heard| &heard.sent[place][..until]);
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
            let told = records.map(|record| rejoined(record, entries, role, after));
            assert_eq!(told[0], told[1], "{role:?} after {after:?}");
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

/// 43,758 hands may be the other's when each has ten of twenty-eight; none is less likely for what
/// was sent.
#[test]
fn games_that_look_alike_are_told_alike() {
    let (mut luck, mut figures) = (Seeded::new(15), Figures::default());
    for _ in 0..3000 {
        let record = random_game(&mut luck);
        let (heard, entries) = replayed(&record);
        assert_eq!(entries, record.entries.len());
        for (place, role) in VIEWERS.into_iter().enumerate() {
            let hidden = heard.unknown_to(role);
            if hidden.len() < 2 {
                continue;
            }
            let mut pick = || &*hidden[luck.below(hidden.len() as u32) as usize];
            let twin = exchanged(&record, &heard, [pick(), pick()]);
            check_pair([&record, &twin], place, &heard, &mut figures);
        }
    }
    assert!(figures.whole > 2000 && figures.hints > 100, "{figures:?}");
}
