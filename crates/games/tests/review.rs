//! Reviews of recorded games: the terms add up, mistakes are found, hidden facts are not used.

use std::time::{Duration, Instant};

use games::RegisteredGame;
use host::{Options, Setup};
use review::{Choice, MOST_LINES, Name, PlyKind, Review, ReviewError, Reviewer};
use table::{Chance, Entry, Forfeit, Header, Limits, Next, Player, Record, Seeded, Side, Trust};
use text::Language;

fn find_game(name: &str) -> &'static RegisteredGame {
    games::find(name).expect("the game is registered")
}

fn reviewer(name: &str) -> Box<dyn Reviewer> {
    let reviewer = find_game(name).reviewer(&Options::default());
    reviewer.expect("the default options are accepted")
}

/// An effort limit: fast, and the same result every time.
fn effort(effort: u64) -> Limits {
    Limits {
        effort: Some(effort),
        ..Limits::default()
    }
}

/// How a recorded game ends.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Played,
    Forfeited(Forfeit),
    BrokenOff,
}

/// Maximum number of lines of a record: two strategies that may cheat never finish a game of 421.
const MAX_LINES: usize = 2_000;

/// Plays a game between two strategies. A game that does not end by its rules stops after 5 to 64
/// lines.
fn recorded(
    game: &RegisteredGame,
    players: [&str; 2],
    trust: Trust,
    seed: u64,
    end: End,
) -> Record {
    let players = players.map(|strategy| Player::strategy(strategy, strategy));
    let setup = Setup {
        options: Options::default(),
        players,
        trust,
        seed,
    };
    let mut table = game.open(&setup).expect("the default options are accepted");
    let mut record = Record::new(table.header().clone());
    let cut_after = 5 + Seeded::new(seed).below(60) as usize;
    loop {
        let mut entries = Vec::new();
        let mut on_event = |event: &dyn host::EventView| entries.extend(event.entry());
        let next = table.next(&mut on_event);
        let cut = record.entries.len() >= cut_after && !matches!(next, Next::Over(_));
        match end {
            End::Forfeited(reason) if cut => {
                let side = Side::BOTH[seed as usize % 2];
                let forfeited = table.forfeit(side, reason, &mut on_event);
                forfeited.expect("the game is not over");
            }
            End::BrokenOff if cut => return record,
            _ if matches!(next, Next::Over(_)) => {}
            _ => table
                .proceed(&effort(1_000_000), &mut on_event)
                .expect("both players are strategies"),
        }
        for entry in entries {
            record.push(entry);
        }
        if matches!(next, Next::Over(_)) || record.entries.len() > MAX_LINES {
            return record;
        }
    }
}

/// A record of the given moves between two people.
fn written(game: &str, position: &str, moves: &[(Side, &str)]) -> Record {
    let mut record = Record::new(Header {
        game: game.to_owned(),
        position: position.to_owned(),
        trust: Trust::Guarded,
        players: ["A", "B"].map(Player::person),
    });
    for (side, mv) in moves {
        record.push(Entry::Plays(*side, (*mv).to_owned()));
    }
    record
}

fn choices(review: &Review) -> impl Iterator<Item = (Side, &Choice)> {
    review.plies.iter().filter_map(|ply| match &ply.kind {
        PlyKind::Choice(choice) => Some((ply.side, choice)),
        PlyKind::Chance(_) | PlyKind::Cheat(_) => None,
    })
}

/// Checks that the terms add up to the result, from the JSON form alone.
#[track_caller]
fn check_sum(review: &Review) {
    let json = review.json(Language::English);
    let terms = &json["terms"];
    let term = |name: &str| terms[name].as_f64().unwrap_or(0.0);
    let mistakes = |side: &str| {
        terms["mistakes"][side]
            .as_f64()
            .expect("`mistakes` holds numbers")
    };
    let sum = term("seat") + term("deal") + term("luck") + mistakes("second") - mistakes("first")
        + term("cheats")
        + term("forfeit")
        + term("hidden");
    if let Some(result) = json["result"].as_f64() {
        assert!((result - 0.5 - sum).abs() < 1e-9, "{result}: {json}");
    }
    let moves = json["moves"].as_array().expect("`moves` is a list");
    let added = |field: &str, side: Option<&str>| -> f64 {
        let own = moves
            .iter()
            .filter(|mv| side.is_none_or(|side| mv["side"] == side));
        own.filter_map(|mv| mv[field].as_f64()).sum()
    };
    for side in ["first", "second"] {
        assert!((added("loss", Some(side)) - mistakes(side)).abs() < 1e-9);
    }
    let luck = term("luck")
        + if terms["seat"].is_null() {
            term("deal")
        } else {
            0.0
        };
    let dealt = terms["seat"].is_null() && moves[0]["kind"] != "chance";
    assert!(dealt || (added("luck", None) - luck).abs() < 1e-9, "{json}");
}

/// Luck terms of games of 421, over all pairs of strategies, both referees and all ends.
fn luck_of_421(games: u64) -> Vec<f64> {
    const STRATEGIES: [&str; 4] = ["naif", "glouton", "expert", "tricheur"];
    const ENDS: [End; 4] = [
        End::Played,
        End::Forfeited(Forfeit::Resignation),
        End::Forfeited(Forfeit::Time),
        End::BrokenOff,
    ];
    let game = find_game("421");
    let mut reviewer = reviewer("421");
    let mut luck = Vec::new();
    for number in 0..games {
        let pair = number % 16;
        let players = [pair / 4, pair % 4].map(|index| STRATEGIES[index as usize]);
        let trust = [Trust::Guarded, Trust::Trusting][(number / 16 % 2) as usize];
        let end = ENDS[(number / 32 % 4) as usize];
        let record = recorded(game, players, trust, number, end);
        let review = reviewer
            .review(&record, &Limits::default(), &mut |_| ())
            .expect("a played game replays");
        check_sum(&review);
        assert_eq!(review.sum.hidden, None);
        assert_eq!(review.sum.error, None);
        let cheated = record.to_string().contains("cheats");
        assert!(cheated || review.sum.cheats.abs() < 1e-12, "{record}");
        luck.push(review.sum.luck);
    }
    luck
}

/// Checks that the mean is within four standard errors of zero.
fn check_mean_is_zero(luck: &[f64]) {
    let count = luck.len() as f64;
    let mean = luck.iter().sum::<f64>() / count;
    let variance = luck.iter().map(|luck| (luck - mean).powi(2)).sum::<f64>() / count;
    let error = (variance / count).sqrt();
    assert!(mean.abs() < 4.0 * error, "{mean} ± {error}");
}

#[test]
fn the_terms_of_421_add_up_to_the_result_and_mean_luck_is_zero() {
    check_mean_is_zero(&luck_of_421(256));
}

#[test]
#[ignore = "takes a minute"]
fn the_terms_of_10_000_games_of_421_add_up_and_mean_luck_is_zero() {
    check_mean_is_zero(&luck_of_421(10_000));
}

#[test]
fn two_experts_make_no_mistake_at_matches_and_puissance_4() {
    for game in ["allumettes", "puissance4"] {
        let record = recorded(
            find_game(game),
            ["expert"; 2],
            Trust::Guarded,
            7,
            End::Played,
        );
        let review = reviewer(game).review(&record, &Limits::default(), &mut |_| ());
        let review = review.unwrap();
        check_sum(&review);
        assert!(choices(&review).count() > 5);
        let named = choices(&review).all(|(_, choice)| choice.name == Some(Name::Best));
        assert!(named, "{game}: {record}");
        assert!(
            review.sum.total().abs() > 0.4,
            "neither game is a draw under best play"
        );
    }
}

/// First moves of Puissance 4: column 4 wins, 3 and 5 draw, the others lose.
#[test]
fn planted_mistakes_are_found_with_their_loss_and_name() {
    let cases = [
        ("allumettes", "12", "1", 1.0, Name::Blunder, "3"),
        ("allumettes", "12", "3", 0.0, Name::Best, "3"),
        ("allumettes", "13", "2", 0.0, Name::Best, "1"),
        ("allumettes", "3,5,7", "1:3", 1.0, Name::Blunder, "1"),
        ("puissance4", "@", "4", 0.0, Name::Best, "4"),
        ("puissance4", "@", "3", 0.5, Name::Mistake, "4"),
        ("puissance4", "@", "7", 1.0, Name::Blunder, "4"),
    ];
    for (game, position, mv, loss, name, best) in cases {
        let position = match position {
            "@" => find_game(game).start(&Options::default()).unwrap(),
            other => other.to_owned(),
        };
        let record = written(game, &position, &[(Side::First, mv)]);
        let review = reviewer(game).review(&record, &Limits::default(), &mut |_| ());
        let review = review.unwrap();
        let (_, choice) = choices(&review).next().unwrap();
        assert_eq!(choice.name, Some(name), "{game} {position}: {mv}");
        assert!((choice.loss.value() - loss).abs() < 1e-12);
        assert_eq!(choice.best, best, "{game} {position}");
        assert_eq!(choice.why.is_empty(), loss <= 0.0);
        assert_eq!(review.result(), None);
        check_sum(&review);
    }
}

#[test]
fn a_caught_cheat_loses_and_a_cheat_under_trust_has_a_term() {
    let cheat = |trust| {
        let mut record = written("allumettes", "13", &[]);
        record.header.trust = trust;
        record.push(Entry::Cheats(Side::First, "triche".to_owned()));
        let review = reviewer("allumettes").review(&record, &Limits::default(), &mut |_| ());
        review.unwrap()
    };
    let caught = cheat(Trust::Guarded);
    assert_eq!(caught.result(), Some(0.0));
    // 13 matches are lost for the first side anyway: the forfeit costs nothing.
    assert!(caught.sum.forfeit.abs() < 1e-12 && caught.sum.cheats.abs() < 1e-12);
    let trusted = cheat(Trust::Trusting);
    // 12 matches are won for the first side.
    assert_eq!((trusted.sum.cheats, trusted.result()), (1.0, None));
    assert!((trusted.sum.total() - 0.5).abs() < 1e-12);
    assert_eq!(
        trusted.json(Language::English)["moves"]
            .as_array()
            .unwrap()
            .len(),
        0
    );
}

#[test]
fn every_game_between_strategies_is_reviewed_and_adds_up() {
    for game in games::games() {
        let mut reviewer = game.reviewer(&Options::default()).unwrap();
        let weak = game.strategies().nth(1).unwrap();
        for seed in 0..2 {
            let record = recorded(game, [weak; 2], Trust::Guarded, seed, End::Played);
            let mut reports = Vec::new();
            let review = reviewer.review(&record, &effort(300), &mut |progress| {
                reports.push(progress);
            });
            let review = review.unwrap();
            check_sum(&review);
            let last = reports.last().unwrap();
            assert_eq!((last.done, last.total), (reports.len() as u64, last.total));
            assert_eq!(last.done, last.total);
            let again = reviewer.review(&record, &effort(300), &mut |_| ()).unwrap();
            assert_eq!(again, review, "{}", game.name);
            for language in Language::ALL {
                let page = review.html(language, &|_| None);
                assert!(page.ends_with("</html>\n") && !page.contains("review-"));
                let text = review.text(language);
                assert!(
                    !text.contains("review-") && !text.contains("why-"),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn a_review_stays_within_its_time_and_leaves_unproved_choices_unnamed() {
    let record = recorded(
        find_game("awale"),
        ["glouton"; 2],
        Trust::Guarded,
        3,
        End::Played,
    );
    let mut reviewer = reviewer("awale");
    // Not measured: the first call computes the table of small positions.
    reviewer
        .advise("1,0,0,0,0,1,1,0,0,0,0,1", &effort(1))
        .unwrap();
    let limits = Limits {
        time: Some(Duration::from_millis(400)),
        ..Limits::default()
    };
    let start = Instant::now();
    let review = reviewer.review(&record, &limits, &mut |_| ()).unwrap();
    assert!(start.elapsed() < Duration::from_mins(1));
    check_sum(&review);
    assert_eq!(review.sum.error, Some(0.5));
    assert!(choices(&review).any(|(_, choice)| choice.name.is_none()));
    assert!(choices(&review).any(|(_, choice)| choice.name.is_some()));
}

#[test]
fn a_stopped_review_returns_an_error() {
    let record = recorded(
        find_game("awale"),
        ["naif"; 2],
        Trust::Guarded,
        3,
        End::Played,
    );
    let limits = Limits::default();
    limits.stop.pull();
    let stopped = reviewer("awale").review(&record, &limits, &mut |_| ());
    assert_eq!(stopped, Err(ReviewError::Stopped));
}

#[test]
fn records_of_another_game_impossible_ones_and_long_ones_are_refused() {
    let mut reviewer = reviewer("allumettes");
    let mut review = |record: &Record| reviewer.review(record, &Limits::default(), &mut |_| ());
    let foreign = written("awale", "13", &[]);
    assert_eq!(
        review(&foreign),
        Err(ReviewError::OtherGame("awale".to_owned()))
    );
    let impossible = written("allumettes", "13", &[(Side::Second, "1")]);
    assert!(matches!(review(&impossible), Err(ReviewError::Record(error)) if error.line == 8));
    let unreadable = written("allumettes", "many", &[]);
    assert!(matches!(review(&unreadable), Err(ReviewError::Record(error)) if error.line == 3));
    let nonsense = Entry::Answers(Side::First, "x".to_owned());
    let mut enormous = written("allumettes", "13", &[]);
    (0..=MOST_LINES).for_each(|_| enormous.push(nonsense.clone()));
    assert_eq!(review(&enormous), Err(ReviewError::TooLong(MOST_LINES + 1)));
}

#[test]
fn a_million_matches_are_reviewed_within_a_minute() {
    let moves = [(Side::First, "999000"), (Side::Second, "1")];
    let record = written("allumettes", "1000000/max=any", &moves);
    let start = Instant::now();
    let review = reviewer("allumettes").review(&record, &Limits::default(), &mut |_| ());
    let losses: Vec<f64> = choices(&review.unwrap())
        .map(|(_, choice)| choice.loss.value())
        .collect();
    // Leaving one match wins, and both sides could have.
    assert_eq!(losses, [1.0, 1.0]);
    assert!(start.elapsed() < Duration::from_mins(1));
}

/// Two records with the same moves: in the second one, the second side holds a boneyard tile
/// instead of a tile that it never played.
fn twins(seed: u64) -> Option<[Record; 2]> {
    let game = find_game("dominos");
    let whole = recorded(
        game,
        ["premier", "naif"],
        Trust::Guarded,
        seed,
        End::BrokenOff,
    );
    let mut position = String::new();
    let mut moves = Vec::new();
    game.replay(&whole, &mut |event| {
        if event.kind() == host::EventKind::Asked && position.is_empty() {
            position = event.view(host::Viewer::Referee);
        }
        moves.extend(
            event
                .entry()
                .filter(|entry| matches!(entry, Entry::Plays(..))),
        );
    })
    .ok()?;
    let record = |position: &str| {
        let mut record = written("dominos", position, &[]);
        for entry in &moves {
            record.push(entry.clone());
        }
        record
    };
    let hands: Vec<&str> = position.split_whitespace().nth(1)?.split('/').collect();
    let second = *hands.get(1)?;
    for held in second.split(',') {
        for high in 0..=6 {
            for low in 0..=high {
                let other = format!("{high}{low}");
                if hands
                    .iter()
                    .any(|hand| hand.split(',').any(|tile| tile == other))
                {
                    continue;
                }
                let swapped = second.replace(held, &other);
                let twin = record(&position.replace(second, &swapped));
                if game.replay(&twin, &mut |_| ()).is_ok() {
                    return Some([record(&position), twin]);
                }
            }
        }
    }
    None
}

#[test]
fn mistakes_at_dominos_are_judged_from_the_mover_s_view_alone() {
    let mut compared = 0;
    for pair in (0..40).filter_map(twins).take(4) {
        let reviews = pair.map(|record| {
            let review = reviewer("dominos").review(&record, &effort(3_000), &mut |_| ());
            review.unwrap()
        });
        let [one, other] = reviews.each_ref().map(|review| {
            let own = review.plies.iter().filter(|ply| ply.side == Side::First);
            own.filter(|ply| matches!(ply.kind, PlyKind::Choice(_)))
                .cloned()
                .collect::<Vec<_>>()
        });
        assert_eq!(one, other);
        compared += one.len();
    }
    assert!(compared > 8, "{compared}");
}
