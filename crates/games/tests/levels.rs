//! Levels 1 to 8 at the tables of every registered game.

use games::RegisteredGame;
use host::{LEVELS, Options, POSITION, Setup, Table};
use table::{Ending, Entry, Limits, Next, Outcome, Player, Trust};

fn opened(
    game: &RegisteredGame,
    players: [&str; 2],
    position: Option<&str>,
    seed: u64,
) -> Box<dyn Table> {
    let mut options = Options::default();
    if let Some(position) = position {
        options.set(POSITION.name, position);
    }
    let players = players.map(|who| host::seat(&format!("P@{who}"), game).expect("a player"));
    let setup = Setup {
        options,
        players,
        trust: Trust::Guarded,
        seed,
    };
    game.open(&setup).expect("the options are accepted")
}

/// Plays to the end, and returns the lines of the record and the ending.
fn finish(table: &mut dyn Table) -> (Vec<Entry>, Ending) {
    let limits = Limits {
        effort: Some(20_000),
        ..Limits::default()
    };
    let mut entries = Vec::new();
    loop {
        if let Next::Over(ending) = table.next(&mut |event| entries.extend(event.entry())) {
            return (entries, ending);
        }
        let proceeded = table.proceed(&limits, &mut |event| entries.extend(event.entry()));
        proceeded.expect("both players are strategies");
    }
}

/// The first move of a level in a position.
fn first_move(game: &RegisteredGame, level: &str, position: &str, seed: u64) -> String {
    let mut table = opened(game, [level, level], Some(position), seed);
    let mut played = None;
    table.next(&mut |_| ());
    let proceeded = table.proceed(&Limits::default(), &mut |event| {
        if let Some(Entry::Plays(_, mv)) = event.entry() {
            played = Some(mv);
        }
    });
    proceeded.expect("a strategy is to move");
    played.expect("the strategy moved")
}

#[test]
fn every_level_plays_whole_games_at_every_table_and_repeats_them() {
    for game in games::games() {
        for level in LEVELS {
            let play = || finish(&mut *opened(game, [level, "naif"], None, 3));
            let (entries, ending) = play();
            assert!(
                matches!(ending, Ending::Played(_)),
                "{level} at {}: {ending}",
                game.name
            );
            assert_eq!(play(), (entries, ending), "{level} at {}", game.name);
        }
    }
}

#[test]
fn level_eight_is_the_expert() {
    for game in games::games() {
        let [level, expert] =
            [LEVELS[7], "expert"].map(|who| finish(&mut *opened(game, [who, "naif"], None, 5)));
        assert_eq!(level, expert, "{}", game.name);
    }
}

#[test]
fn above_level_two_no_immediate_win_is_missed_and_below_it_sometimes_is() {
    // Three in a column; four to take, so that the other takes the last; a capture that is enough.
    let wins = [
        ("puissance4", "121212", "1"),
        ("allumettes", "4", "3"),
        ("awale", "1,0,0,0,0,1,2,1,1,1,1,1/24-15", "5"),
    ];
    for (name, position, win) in wins {
        let game = games::find(name).expect("the game is registered");
        for level in &LEVELS[2..] {
            for seed in 0..60 {
                assert_eq!(
                    first_move(game, level, position, seed),
                    win,
                    "{level} at {name}"
                );
            }
        }
        let missed = (0..60).filter(|seed| first_move(game, LEVELS[0], position, *seed) != win);
        let missed = missed.count();
        assert!(
            missed < 50,
            "level 1 misses it {missed} times of 60 at {name}"
        );
    }
}

#[test]
fn small_losses_are_made_more_often_than_large_ones() {
    let game = games::find("puissance4").expect("the game is registered");
    // Every column but the first lets the other win at once.
    let position = "12131";
    let mut played = [0; 8];
    for seed in 0..200 {
        let column: usize = first_move(game, LEVELS[3], position, seed)
            .parse()
            .expect("a column");
        played[column] += 1;
    }
    assert!(played[1] > 170, "{played:?}");
}

#[test]
fn a_higher_level_wins_more_games() {
    for game in games::games() {
        let mut ahead = 0;
        for seed in 0..40 {
            let swapped = seed % 2 == 1;
            let [weak, strong] = [LEVELS[0], LEVELS[6]];
            let players = if swapped {
                [weak, strong]
            } else {
                [strong, weak]
            };
            let (_, ending) = finish(&mut *opened(game, players, None, seed));
            let Ending::Played(outcome) = ending else {
                panic!("{ending}")
            };
            ahead += match Outcome::winner(outcome) {
                None => 0,
                Some(side) if (side.index() == 1) == swapped => 1,
                Some(_) => -1,
            };
        }
        assert!(ahead > 0, "{}: {ahead}", game.name);
    }
}

#[test]
fn a_level_that_does_not_exist_is_refused_with_those_that_do() {
    let game = games::find("421").expect("the game is registered");
    let level: Player = host::seat("Lea@level=3", game).expect("a player");
    assert_eq!(level.to_string(), "Lea@niveau=3");
    for text in [
        "Lea@niveau=0",
        "Lea@niveau=9",
        "Lea@niveau",
        "Lea@niveau=03",
    ] {
        let error = host::seat(text, game).expect_err("no level").to_string();
        assert!(error.contains("niveau=1…8"), "{error}");
    }
}
