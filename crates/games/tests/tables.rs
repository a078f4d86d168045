//! What must hold at every table of the house, whichever games it has.

use std::collections::BTreeMap;

use host::{GameInfo, Options, Setup, Table, Viewer};
use table::{Entry, Limits, Next, Player, Record, Trust};

/// Engines that search get little, so that whole games take no time.
fn limits() -> Limits {
    Limits {
        effort: Some(50),
        ..Limits::default()
    }
}

/// Strategies that play by themselves and honestly.
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
    game.open(&setup).expect("the usual options")
}

/// Plays to the end; every line, and what nature did at each place.
fn finish(table: &mut dyn Table) -> (Vec<Entry>, BTreeMap<String, String>) {
    let (mut entries, mut places) = (Vec::new(), BTreeMap::new());
    loop {
        let next = table.next(&mut |moment| entries.extend(moment.entry()));
        if let Next::Over(_) = next {
            return (entries, places);
        }
        let slot = table.slot();
        let mut effect = None;
        let proceeded = table.proceed(&limits(), &mut |moment| {
            entries.extend(moment.entry());
            effect = moment.effect(Viewer::Referee);
        });
        proceeded.expect("strategies only");
        if let Next::Draw { .. } = next {
            places.insert(format!("{slot:?}"), effect.expect("a draw has an effect"));
        }
    }
}

#[test]
fn one_seed_gives_the_same_results_at_the_same_places_whatever_the_players_do() {
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
            for (place, effect) in &one {
                for other in [&two, &three] {
                    let met = other.get(place).unwrap_or(effect);
                    assert_eq!(met, effect, "{} at {place}", game.name);
                }
            }
            let shared = one.keys().filter(|place| two.contains_key(*place)).count();
            assert!(
                one.is_empty() || shared > 5,
                "{}: {shared} shared",
                game.name
            );
        }
    }
}

#[test]
fn an_interrupted_game_goes_on_as_if_nothing_had_been() {
    for game in games::games() {
        let weak = honest(game)[0];
        for seed in 0..3 {
            let mut table = opened(game, [weak, weak], [8, 9], seed);
            let header = table.header().clone();
            let (whole, _) = finish(&mut *table);
            for cut in (0..whole.len()).step_by(whole.len() / 6 + 1) {
                let mut record = Record::new(header.clone());
                whole[..cut]
                    .iter()
                    .for_each(|entry| record.push(entry.clone()));
                let resumed = game.resume(&record, &Options::default(), seed, &mut |_| ());
                let (rest, _) = finish(&mut *resumed.expect("a possible game"));
                assert_eq!(rest, whole[cut..], "{} after {cut} lines", game.name);
            }
        }
    }
}

/// As a table that others play at elsewhere is kept up to date.
#[test]
fn lines_taken_one_by_one_tell_what_a_replay_tells_and_the_game_goes_on() {
    for game in games::games() {
        let weak = honest(game)[0];
        let open = || opened(game, [weak, weak], [8, 9], 5);
        let mut table = open();
        let mut record = Record::new(table.header().clone());
        let (whole, _) = finish(&mut *table);
        let (first, rest) = whole.split_at(whole.len() / 2);
        let told = |moment: &dyn host::EventView| {
            let seen = moment.view(Viewer::Spectator);
            (moment.kind(), moment.side(), moment.entry(), seen)
        };
        let (mut repeated, mut replayed) = (Vec::new(), Vec::new());
        let mut table = open();
        table.next(&mut |moment| repeated.push(told(moment)));
        for entry in first {
            let taken = table.repeat(entry, &mut |moment| repeated.push(told(moment)));
            taken.expect("a line of this game");
            record.push(entry.clone());
        }
        let hear = &mut |moment: &dyn host::EventView| replayed.push(told(moment));
        game.replay(&record, hear).expect("a possible game");
        assert_eq!(repeated, replayed, "{}", game.name);
        assert_eq!(finish(&mut *table).0, rest, "{}", game.name);
    }
}

#[test]
fn a_table_opens_without_making_an_engine() {
    let start = std::time::Instant::now();
    for game in games::games() {
        for strategy in game.strategies().skip(1) {
            opened(game, [strategy; 2], [0; 2], 0);
        }
    }
    // The first engine of awalé alone takes seconds.
    assert!(start.elapsed().as_millis() < 500, "{:?}", start.elapsed());
}

#[test]
fn a_moment_kept_for_later_tells_the_same() {
    let viewers = [
        Viewer::Referee,
        Viewer::Spectator,
        Viewer::Player(table::Side::First),
        Viewer::Player(table::Side::Second),
    ];
    for game in games::games() {
        let weak = honest(game)[0];
        let mut table = opened(game, [weak, weak], [1, 2], 3);
        let mut check = |moment: &dyn host::EventView| {
            let later = moment.to_owned();
            assert_eq!(later.entry(), moment.entry());
            for viewer in viewers {
                assert_eq!(later.text(viewer), moment.text(viewer));
                assert_eq!(later.effect(viewer), moment.effect(viewer));
                assert_eq!(later.view(viewer), moment.view(viewer));
                assert_eq!(later.legal(viewer, 5), moment.legal(viewer, 5));
                for language in text::Language::ALL {
                    let told = moment.transcript(viewer, language);
                    assert_eq!(later.transcript(viewer, language), told);
                }
            }
        };
        while !matches!(table.next(&mut check), Next::Over(_)) {
            table
                .proceed(&limits(), &mut check)
                .expect("strategies only");
        }
    }
}
