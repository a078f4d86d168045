//! Checks of the tables of every registered game.

use std::collections::BTreeMap;

use host::{GameInfo, Options, Setup, Table, Viewer};
use table::{Entry, Limits, Next, Player, Record, Trust};

/// A small effort, so that whole games are fast.
fn limits() -> Limits {
    Limits {
        effort: Some(50),
        ..Limits::default()
    }
}

/// Automatic strategies that do not cheat.
fn honest(game: &GameInfo) -> Vec<&'static str> {
    let strategies = game.strategies().skip(1);
    strategies.filter(|name| *name != "tricheur").collect()
}

fn opened(game: &GameInfo, strategies: [&str; 2], seeds: [u64; 2], seed: u64) -> Box<dyn Table> {
    let [first, second] = [0, 1].map(|side| {
        let mut player = Player::strategy("P", strategies[side]);
        player.terms.seed = Some(seeds[side]);
        player
    });
    let setup = Setup {
        options: Options::default(),
        players: [first, second],
        trust: Trust::Guarded,
        seed,
    };
    game.open(&setup).expect("the default options are accepted")
}

/// Plays to the end, and returns the record lines and the effect of chance at each slot.
fn finish(table: &mut dyn Table) -> (Vec<Entry>, BTreeMap<String, String>) {
    let (mut entries, mut effects) = (Vec::new(), BTreeMap::new());
    loop {
        let next = table.next(&mut |event| entries.extend(event.entry()));
        if let Next::Over(_) = next {
            return (entries, effects);
        }
        let slot = table.slot();
        let mut effect = None;
        let proceeded = table.proceed(&limits(), &mut |event| {
            entries.extend(event.entry());
            effect = event.effect(Viewer::Referee);
        });
        proceeded.expect("both players are strategies");
        if let Next::Draw { .. } = next {
            effects.insert(format!("{slot:?}"), effect.expect("a draw has an effect"));
        }
    }
}

#[test]
fn one_seed_gives_the_same_results_at_the_same_slots_whatever_the_players_do() {
    for game in games::games() {
        let strategies = honest(game);
        let (weak, strong) = (strategies[0], strategies[strategies.len().min(3) - 1]);
        let runs = [
            ([weak, weak], [1, 2]),
            ([strong, weak], [3, 4]),
            ([weak, strong], [5, 6]),
        ];
        for seed in 0..5 {
            let [one, two, three] =
                runs.map(|(players, seeds)| finish(&mut *opened(game, players, seeds, seed)).1);
            for (slot, effect) in &one {
                for other in [&two, &three] {
                    let other_effect = other.get(slot).unwrap_or(effect);
                    assert_eq!(other_effect, effect, "{} at {slot}", game.name);
                }
            }
            let shared = one.keys().filter(|slot| two.contains_key(*slot)).count();
            assert!(
                one.len() < 12 || shared > 5,
                "{}: {shared} shared",
                game.name
            );
        }
    }
}

#[test]
fn a_resumed_game_continues_as_without_the_interruption() {
    for game in games::games() {
        let weak = honest(game)[0];
        for seed in 0..3 {
            let mut table = opened(game, [weak, weak], [8, 9], seed);
            let header = table.header().clone();
            let (whole, _) = finish(&mut *table);
            for cut in 0..whole.len() {
                let mut record = Record::new(header.clone());
                whole[..cut]
                    .iter()
                    .for_each(|entry| record.push(entry.clone()));
                // A replay adds the result of a game that was cut just before it.
                let mut lines = Vec::new();
                let resumed = game.resume(&record, &Options::default(), seed, &mut |event| {
                    lines.extend(event.entry());
                });
                let mut rest = lines.split_off(cut);
                rest.extend(finish(&mut *resumed.expect("a played game replays")).0);
                assert_eq!(rest, whole[cut..], "{} after {cut} lines", game.name);
            }
        }
    }
}

/// A node follows a table of another node by repeating its lines.
#[test]
fn lines_repeated_one_by_one_emit_the_events_of_a_replay_and_the_game_continues() {
    for game in games::games() {
        let weak = honest(game)[0];
        let open = || opened(game, [weak, weak], [8, 9], 5);
        let mut table = open();
        let mut record = Record::new(table.header().clone());
        let (whole, _) = finish(&mut *table);
        let (first, rest) = whole.split_at(whole.len() / 2);
        let summary = |event: &dyn host::EventView| {
            let seen = event.view(Viewer::Spectator);
            (event.kind(), event.side(), event.entry(), seen)
        };
        let (mut repeated, mut replayed) = (Vec::new(), Vec::new());
        let mut table = open();
        table.next(&mut |event| repeated.push(summary(event)));
        for entry in first {
            let result = table.repeat(entry, &mut |event| repeated.push(summary(event)));
            result.expect("a line of this game fits");
            record.push(entry.clone());
        }
        let on_event = &mut |event: &dyn host::EventView| replayed.push(summary(event));
        game.replay(&record, on_event)
            .expect("a played game replays");
        assert_eq!(repeated, replayed, "{}", game.name);
        assert_eq!(finish(&mut *table).0, rest, "{}", game.name);
    }
}

#[test]
fn an_owned_event_equals_the_borrowed_one() {
    let viewers = [
        Viewer::Referee,
        Viewer::Spectator,
        Viewer::Player(table::Side::First),
        Viewer::Player(table::Side::Second),
    ];
    for game in games::games() {
        let weak = honest(game)[0];
        let mut table = opened(game, [weak, weak], [1, 2], 3);
        let mut check = |event: &dyn host::EventView| {
            let owned = event.to_owned();
            assert_eq!(owned.entry(), event.entry());
            for viewer in viewers {
                assert_eq!(owned.text(viewer), event.text(viewer));
                assert_eq!(owned.effect(viewer), event.effect(viewer));
                assert_eq!(owned.view(viewer), event.view(viewer));
                assert_eq!(owned.legal(viewer, 5), event.legal(viewer, 5));
                for language in text::Language::ALL {
                    let expected = event.transcript(viewer, language);
                    assert_eq!(owned.transcript(viewer, language), expected);
                }
            }
        };
        while !matches!(table.next(&mut check), Next::Over(_)) {
            table
                .proceed(&limits(), &mut check)
                .expect("both players are strategies");
        }
    }
}
