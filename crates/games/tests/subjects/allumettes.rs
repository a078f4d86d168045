//! Naive version of the 13 matches: wins are found by exhaustive search.

use super::*;

pub(super) const NAIVE: &[(&str, Naive)] = &[
    ("PRISE_MAX", |_| json!(3)),
    ("getNombreAllumettes", |sheet| json!(sheet.int(0))),
    ("retirer", |sheet| {
        let (left, taken) = (sheet.int(0), sheet.int(1));
        if [1, 2, 3].contains(&taken) && taken <= left {
            sheet.args[0] = json!(left - taken);
        } else {
            sheet.raised = Some("CoupInvalideException".to_owned());
        }
        Json::Null
    }),
    ("getPrise", choose),
];

/// Whether the side to move can win. It wins with no match left: the other side took the last one.
fn wins(left: i64) -> bool {
    let mut known = vec![true];
    for left in 1..=left as usize {
        let beats = (1..=3).any(|taken| taken <= left && !known[left - taken]);
        known.push(beats);
    }
    known[left as usize]
}

fn choose(sheet: &mut Sheet<'_>) -> Json {
    let left = sheet.int(1);
    match sheet.text(0).as_str() {
        "rapide" => json!([1, 2, 3].into_iter().filter(|&it| it <= left).max()),
        "naif" => json!(sheet.luck.below(3) + 1),
        "expert" => {
            let best = (1..=3).find(|&taken| taken <= left && !wins(left - taken));
            json!(best.unwrap_or(1))
        }
        "tricheur" => {
            if left > 2 {
                sheet.print("[Je triche...]\n[Allumettes restantes : 2]\n");
                sheet.args[1] = json!(2);
            }
            json!(1)
        }
        _ => loop {
            sheet.print("Xavier, combien d'allumettes ? ");
            match sheet.answer().as_str() {
                "triche" => {
                    let left = sheet.int(1) - 1;
                    sheet.args[1] = json!(left);
                    sheet.print(format!(
                        "[Une allumette en moins, plus que {left}. Chut !]\n"
                    ));
                }
                answer => match answer.parse::<i64>() {
                    Ok(count) => return json!(count),
                    Err(_) => sheet.print("Vous devez donner un entier.\n"),
                },
            }
        },
    }
}

#[test]
fn the_matches_equal_an_exhaustive_search() {
    check_subject("allumettes", NAIVE);
}

#[test]
fn a_naif_that_never_takes_three_fails_the_frequency_test() {
    let function = subject("allumettes").unwrap().function("getPrise").unwrap();
    let case = Case::new(vec![json!("naif"), json!(10)]);
    let draws: Vec<CallOutcome> = (0..200)
        .map(|seed| run(|sheet| json!(sheet.luck.below(2) + 1), &case, seed))
        .collect();
    assert!(
        draws
            .iter()
            .all(|got| function.judge(&case, got).unwrap() == Judgement::Right)
    );
    let counted = function.frequencies(&case, &draws).unwrap().unwrap();
    // No three in 200 draws, each with probability 1/3: (2/3)^200.
    assert!(counted.chance < 1e-30, "{counted:?}");
}

#[test]
fn a_missing_exception_is_wrong() {
    let function = subject("allumettes").unwrap().function("retirer").unwrap();
    let case = Case::new(vec![json!(1), json!(2)]);
    let silent = run(|_| Json::Null, &case, 0);
    let Judgement::Wrong(difference) = function.judge(&case, &silent).unwrap() else {
        panic!("taking 2 matches of 1 was accepted");
    };
    assert_eq!(difference.part, Part::Raised);
    assert_eq!(difference.expected, [json!("CoupInvalideException")]);
}
