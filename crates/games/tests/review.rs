//! Reviews of recorded games: the sum adds up, mistakes are found, what is hidden stays so.

use std::time::{Duration, Instant};

use games::RegisteredGame;
use host::{Options, Setup};
use review::{Choice, MOST_LINES, Name, PlyKind, Review, ReviewError, Reviewer};
use table::{Chance, Entry, Forfeit, Header, Limits, Next, Player, Record, Seeded, Side, Trust};
use text::Language;

fn offer(name: &str) -> &'static RegisteredGame {
    games::find(name).expect("a game of the house")
}

fn reviewer(name: &str) -> Box<dyn Reviewer> {
    let reviewer = offer(name).reviewer(&Options::default());
    reviewer.expect("no options")
}

/// Engines that search get little, and give the same every time.
fn effort(effort: u64) -> Limits {
    Limits {
        effort: Some(effort),
        ..Limits::default()
    }
}

/// How a recorded game may end before its time.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Played,
    Forfeited(Forfeit),
    BrokenOff,
}

/// Two cheats under trust would throw 421 for ever.
const LONGEST: usize = 2_000;

/// Lets two strategies play; fate strikes after some lines.
fn recorded(
    game: &RegisteredGame,
    players: [&str; 2],
    trust: Trust,
    seed: u64,
    fate: Fate,
) -> Record {
    let players = players.map(|strategy| Player::strategy(strategy, strategy));
    let setup = Setup {
        options: Options::default(),
        players,
        trust,
        seed,
    };
    let mut table = game.open(&setup).expect("the usual options");
    let mut record = Record::new(table.header().clone());
    let strikes = 5 + Seeded::new(seed).below(60) as usize;
    loop {
        let mut told = Vec::new();
        let mut hear = |moment: &dyn host::EventView| told.extend(moment.entry());
        let next = table.next(&mut hear);
        let struck = record.entries.len() >= strikes && !matches!(next, Next::Over(_));
        match fate {
            Fate::Forfeited(reason) if struck => {
                let side = Side::BOTH[seed as usize % 2];
                let forfeited = table.forfeit(side, reason, &mut hear);
                forfeited.expect("a game in progress");
            }
            Fate::BrokenOff if struck => return record,
            _ if matches!(next, Next::Over(_)) => {}
            _ => table
                .proceed(&effort(1_000_000), &mut hear)
                .expect("strategies only"),
        }
        for entry in told {
            record.push(entry);
        }
        if matches!(next, Next::Over(_)) || record.entries.len() > LONGEST {
            return record;
        }
    }
}

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
    review.plies.iter().filter_map(|ply| match &ply.deed {
        PlyKind::Choice(choice) => Some((ply.side, choice)),
        PlyKind::Chance(_) | PlyKind::Cheat(_) => None,
    })
}

/// The formula, from nothing but the object that programs get.
#[track_caller]
fn check_sum(review: &Review) {
    let json = review.json(Language::English);
    let terms = &json["terms"];
    let term = |name: &str| terms[name].as_f64().unwrap_or(0.0);
    let mistakes = |side: &str| terms["mistakes"][side].as_f64().expect("a number");
    let sum = term("seat") + term("deal") + term("luck") + mistakes("second") - mistakes("first")
        + term("cheats")
        + term("forfeit")
        + term("hidden");
    if let Some(result) = json["result"].as_f64() {
        assert!((result - 0.5 - sum).abs() < 1e-9, "{result}: {json}");
    }
    let moves = json["moves"].as_array().expect("a list");
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

/// Luck of every game of 421 between every two strategies, with every end there is.
fn luck_of_421(games: u64) -> Vec<f64> {
    const STRATEGIES: [&str; 4] = ["naif", "glouton", "expert", "tricheur"];
    const FATES: [Fate; 4] = [
        Fate::Played,
        Fate::Forfeited(Forfeit::Resignation),
        Fate::Forfeited(Forfeit::Time),
        Fate::BrokenOff,
    ];
    let game = offer("421");
    let mut desk = reviewer("421");
    let mut luck = Vec::new();
    for number in 0..games {
        let pair = number % 16;
        let players = [pair / 4, pair % 4].map(|index| STRATEGIES[index as usize]);
        let trust = [Trust::Guarded, Trust::Trusting][(number / 16 % 2) as usize];
        let fate = FATES[(number / 32 % 4) as usize];
        let record = recorded(game, players, trust, number, fate);
        let review = desk
            .review(&record, &Limits::default(), &mut |_| ())
            .expect("a possible game");
        check_sum(&review);
        assert_eq!(review.sum.hidden, None);
        assert_eq!(review.sum.error, None);
        let cheated = record.to_string().contains("cheats");
        assert!(cheated || review.sum.cheats.abs() < 1e-12, "{record}");
        luck.push(review.sum.luck);
    }
    luck
}

fn check_mean_is_nothing(luck: &[f64]) {
    let count = luck.len() as f64;
    let mean = luck.iter().sum::<f64>() / count;
    let variance = luck.iter().map(|luck| (luck - mean).powi(2)).sum::<f64>() / count;
    let error = (variance / count).sqrt();
    assert!(mean.abs() < 4.0 * error, "{mean} ± {error}");
}

#[test]
fn the_terms_of_421_add_up_to_the_result_and_luck_to_nothing() {
    check_mean_is_nothing(&luck_of_421(256));
}

#[test]
#[ignore = "takes a minute"]
fn the_terms_of_10_000_games_of_421_add_up_to_the_result_and_luck_to_nothing() {
    check_mean_is_nothing(&luck_of_421(10_000));
}

#[test]
fn two_experts_make_no_mistake_at_matches_and_puissance_4() {
    for game in ["allumettes", "puissance4"] {
        let record = recorded(offer(game), ["expert"; 2], Trust::Guarded, 7, Fate::Played);
        let review = reviewer(game).review(&record, &Limits::default(), &mut |_| ());
        let review = review.unwrap();
        check_sum(&review);
        assert!(choices(&review).count() > 5);
        let named = choices(&review).all(|(_, choice)| choice.name == Some(Name::Best));
        assert!(named, "{game}: {record}");
        assert!(
            review.sum.total().abs() > 0.4,
            "with best play neither is drawn"
        );
    }
}

/// The first column of Puissance 4: the middle wins, beside it is a draw, the others lose.
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
            "@" => offer(game).start(&Options::default()).unwrap(),
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
    // Thirteen are lost for whoever begins: nothing more was lost by being caught.
    assert!(caught.sum.forfeit.abs() < 1e-12 && caught.sum.cheats.abs() < 1e-12);
    let trusted = cheat(Trust::Trusting);
    // Twelve are won.
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
        let mut desk = game.reviewer(&Options::default()).unwrap();
        let weak = game.strategies().nth(1).unwrap();
        for seed in 0..2 {
            let record = recorded(game, [weak; 2], Trust::Guarded, seed, Fate::Played);
            let mut told = Vec::new();
            let review = desk.review(&record, &effort(300), &mut |progress| told.push(progress));
            let review = review.unwrap();
            check_sum(&review);
            let last = told.last().unwrap();
            assert_eq!((last.done, last.total), (told.len() as u64, last.total));
            assert_eq!(last.done, last.total);
            let again = desk.review(&record, &effort(300), &mut |_| ()).unwrap();
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
fn a_review_stays_within_its_time_and_says_what_it_did_not_prove() {
    let record = recorded(
        offer("awale"),
        ["glouton"; 2],
        Trust::Guarded,
        3,
        Fate::Played,
    );
    let mut desk = reviewer("awale");
    // The small values are made once, by whoever asks first.
    desk.advise("1,0,0,0,0,1,1,0,0,0,0,1", &effort(1)).unwrap();
    let limits = Limits {
        time: Some(Duration::from_millis(400)),
        ..Limits::default()
    };
    let start = Instant::now();
    let review = desk.review(&record, &limits, &mut |_| ()).unwrap();
    assert!(
        start.elapsed() < Duration::from_secs(4),
        "{:?}",
        start.elapsed()
    );
    check_sum(&review);
    assert_eq!(review.sum.error, Some(0.5));
    assert!(choices(&review).any(|(_, choice)| choice.name.is_none()));
    assert!(choices(&review).any(|(_, choice)| choice.name.is_some()));
}

#[test]
fn a_stop_ends_a_review() {
    let record = recorded(offer("awale"), ["naif"; 2], Trust::Guarded, 3, Fate::Played);
    let limits = Limits::default();
    limits.stop.pull();
    let stopped = reviewer("awale").review(&record, &limits, &mut |_| ());
    assert_eq!(stopped, Err(ReviewError::Stopped));
}

#[test]
fn foreign_impossible_and_enormous_records_are_refused() {
    let mut desk = reviewer("allumettes");
    let mut review = |record: &Record| desk.review(record, &Limits::default(), &mut |_| ());
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
fn a_million_matches_are_no_harder() {
    let moves = [(Side::First, "999000"), (Side::Second, "1")];
    let record = written("allumettes", "1000000/max=any", &moves);
    let start = Instant::now();
    let review = reviewer("allumettes").review(&record, &Limits::default(), &mut |_| ());
    let losses: Vec<f64> = choices(&review.unwrap())
        .map(|(_, choice)| choice.loss.value())
        .collect();
    // Whoever leaves one match wins: both could.
    assert_eq!(losses, [1.0, 1.0]);
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "{:?}",
        start.elapsed()
    );
}

/// A deal, and another in which the second side holds a tile of the boneyard instead of one that it
/// never laid; both games go the same way.
fn twins(seed: u64) -> Option<[Record; 2]> {
    let game = offer("dominos");
    let whole = recorded(
        game,
        ["premier", "naif"],
        Trust::Guarded,
        seed,
        Fate::BrokenOff,
    );
    let mut position = String::new();
    let mut moves = Vec::new();
    game.replay(&whole, &mut |moment| {
        if moment.kind() == host::EventKind::Asked && position.is_empty() {
            position = moment.view(host::Viewer::Referee);
        }
        moves.extend(
            moment
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
            own.filter(|ply| matches!(ply.deed, PlyKind::Choice(_)))
                .cloned()
                .collect::<Vec<_>>()
        });
        assert_eq!(one, other);
        compared += one.len();
    }
    assert!(compared > 8, "{compared}");
}
