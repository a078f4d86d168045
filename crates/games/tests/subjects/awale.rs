//! Naive version of awalé: seeds are sown one at a time and captured pit by pit.

use super::*;

pub(super) const NAIVE: &[(&str, Naive)] = &[
    ("initialisation", |sheet| {
        json!({
            "joueur1": sheet.text(0), "joueur2": sheet.text(1), "score_j1": 0, "score_j2": 0,
            "nb_tours": 0, "plateau": [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
        })
    }),
    ("tour_joueur1", |sheet| {
        json!(sheet.args[0]["nb_tours"].as_i64().unwrap() % 2 == 0)
    }),
    ("somme", |sheet| {
        let (pits, n, p) = (sheet.ints(0), sheet.int(1), sheet.int(2));
        let inside = (0..).zip(&pits).filter(|(at, _)| (n..=p).contains(at));
        json!(inside.map(|(_, seeds)| seeds).sum::<i64>())
    }),
    ("tourner_plateau", |sheet| {
        sheet.args[0] = json!(turned(&sheet.ints(0)));
        Json::Null
    }),
    ("semer_graines", |sheet| {
        let (mut pits, from) = (sheet.ints(0), sheet.int(1) as usize);
        let last = sow(&mut pits, from);
        sheet.args[0] = json!(pits);
        json!(last)
    }),
    ("case_ramassable", |sheet| {
        json!(may_capture(&sheet.ints(0), sheet.int(1) as usize))
    }),
    ("ramasser_graines", |sheet| {
        let (mut pits, last) = (sheet.ints(0), sheet.int(1) as usize);
        let captured = capture(&mut pits, last);
        sheet.args[0] = json!(pits);
        json!(captured)
    }),
    ("test_famine", |sheet| {
        json!(starves(&sheet.ints(0), sheet.int(1) as usize))
    }),
    ("test_case", |sheet| {
        json!(acceptable(&sheet.ints(0), sheet.int(1) as usize))
    }),
    ("cases_possibles", |sheet| {
        json!(playable(&ints(&sheet.args[0]["plateau"])))
    }),
    ("tour_termine", |sheet| json!(goes_on(&sheet.args[0]))),
    ("tour_jeu", |sheet| {
        let pit = sheet.int(1) as usize;
        if !acceptable(&ints(&sheet.args[0]["plateau"]), pit) {
            sheet.print("La case choisie n’est pas acceptable\n");
            return json!(true);
        }
        play(&mut sheet.args[0], pit);
        json!(goes_on(&sheet.args[0]))
    }),
    // Leaves the seeds in their pits: the subject does not say to remove them.
    ("gagnant", |sheet| json!(settle(&mut sheet.args[0]))),
    ("awale", |sheet| {
        let mut state = json!({
            "joueur1": sheet.text(0), "joueur2": sheet.text(1), "score_j1": 0, "score_j2": 0,
            "nb_tours": 0, "plateau": [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
        });
        while goes_on(&state) {
            sheet.print(format!("{}\nCase ? ", state["plateau"]));
            let pit = sheet.answer().parse().unwrap();
            if acceptable(&ints(&state["plateau"]), pit) {
                play(&mut state, pit);
            } else {
                sheet.print("La case choisie n’est pas acceptable\n");
            }
        }
        let winner = settle(&mut state);
        sheet.print(format!("Gagnant : {winner}\n"));
        Json::Null
    }),
];

pub(super) fn turned(pits: &[i64]) -> Vec<i64> {
    (0..12).map(|at| pits[(at + 6) % 12]).collect()
}

pub(super) fn sow(pits: &mut [i64], from: usize) -> usize {
    let mut at = from;
    let mut hand = pits[from];
    pits[from] = 0;
    while hand > 0 {
        at = (at + 1) % 12;
        if at != from {
            pits[at] += 1;
            hand -= 1;
        }
    }
    at
}

fn may_capture(pits: &[i64], pit: usize) -> bool {
    pit >= 6 && (pits[pit] == 2 || pits[pit] == 3)
}

fn capture(pits: &mut [i64], last: usize) -> i64 {
    let mut captured = 0;
    let mut at = last;
    while may_capture(pits, at) {
        captured += pits[at];
        pits[at] = 0;
        at -= 1;
    }
    captured
}

pub(super) fn starves(pits: &[i64], pit: usize) -> bool {
    let mut pits = pits.to_vec();
    let last = sow(&mut pits, pit);
    capture(&mut pits, last);
    pits[6..].iter().sum::<i64>() == 0
}

fn acceptable(pits: &[i64], pit: usize) -> bool {
    pit <= 5 && pits[pit] != 0 && !starves(pits, pit)
}

pub(super) fn playable(pits: &[i64]) -> Vec<usize> {
    (0..12).filter(|&pit| acceptable(pits, pit)).collect()
}

fn number(state: &Json, key: &str) -> i64 {
    state[key].as_i64().unwrap()
}

fn goes_on(state: &Json) -> bool {
    let (one, two) = (number(state, "score_j1"), number(state, "score_j2"));
    let stops = one >= 25
        || two >= 25
        || one + two > 45
        || playable(&ints(&state["plateau"])).is_empty()
        || number(state, "nb_tours") >= 100;
    !stops
}

fn play(state: &mut Json, pit: usize) {
    let mut pits = ints(&state["plateau"]);
    let last = sow(&mut pits, pit);
    let captured = capture(&mut pits, last);
    let turns = number(state, "nb_tours");
    let score = if turns % 2 == 0 {
        "score_j1"
    } else {
        "score_j2"
    };
    state[score] = json!(number(state, score) + captured);
    state["nb_tours"] = json!(turns + 1);
    state["plateau"] = json!(turned(&pits));
}

fn settle(state: &mut Json) -> String {
    let pits = ints(&state["plateau"]);
    let (mine, theirs): (i64, i64) = (pits[..6].iter().sum(), pits[6..].iter().sum());
    let even = number(state, "nb_tours") % 2 == 0;
    let (one, two) = if even { (mine, theirs) } else { (theirs, mine) };
    let (one, two) = (
        number(state, "score_j1") + one,
        number(state, "score_j2") + two,
    );
    state["score_j1"] = json!(one);
    state["score_j2"] = json!(two);
    let winner = match one - two {
        0 => "égalité",
        1.. => state["joueur1"].as_str().unwrap(),
        _ => state["joueur2"].as_str().unwrap(),
    };
    winner.to_owned()
}

#[test]
fn awale_equals_the_naive_version() {
    check_subject("awale", NAIVE);
}

#[test]
fn cases_reach_every_branch_of_a_turn() {
    let function = subject("awale").unwrap().function("tour_jeu").unwrap();
    let mut seen = [false; 4];
    for input in function.inputs(1).take(1000) {
        let case = input.case();
        let got = function.call(&case, &mut Seeded::new(0)).unwrap();
        let captured = |state: &Json| number(state, "score_j1") + number(state, "score_j2");
        seen[0] |= !got.printed.is_empty();
        seen[1] |= captured(&got.args[0]) > captured(&case.args[0]);
        seen[2] |= got.returned == json!(false);
        seen[3] |= number(&case.args[0], "nb_tours") % 2 == 1;
    }
    assert_eq!(
        seen, [true; 4],
        "refused, captured, last turn, second player"
    );
}
