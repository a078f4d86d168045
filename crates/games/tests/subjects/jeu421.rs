//! Naive version of 421, after the Python of the subject.

use super::*;

pub(super) const NAIVE: &[(&str, Naive)] = &[
    ("permuter2i", |sheet| json!([sheet.int(1), sheet.int(0)])),
    ("decroitre2i", |sheet| {
        json!(down(vec![sheet.int(0), sheet.int(1)]))
    }),
    ("decroitre3i", |sheet| json!(down(three(sheet)))),
    ("test_calcul0", |sheet| {
        show_three(sheet);
        Json::Null
    }),
    ("tierce", |sheet| json!(is_run(&three(sheet)))),
    ("brelan", |sheet| {
        json!(three(sheet).iter().all(|it| *it == sheet.int(0)))
    }),
    ("est421", |sheet| json!(three(sheet) == [4, 2, 1])),
    ("njetons", |sheet| json!(tokens(&three(sheet)))),
    ("evalcmb", |sheet| json!(value(&three(sheet)))),
    ("test_calcul", |sheet| {
        let faces = show_three(sheet);
        // Booleans as Python prints them, like the solution of the subject.
        let truth = |it: bool| if it { "True" } else { "False" };
        sheet.print(format!("tierce = {}\n", truth(is_run(&faces))));
        sheet.print(format!("brelan = {}\n", truth(faces[0] == faces[2])));
        sheet.print(format!("est421 = {}\n", truth(faces == [4, 2, 1])));
        sheet.print(format!(
            "njetons = {}\nevalcmb = {}\n",
            tokens(&faces),
            value(&faces)
        ));
        Json::Null
    }),
    ("jetDe", |sheet| json!(throw(sheet))),
    ("relancer", |sheet| {
        let (die, number) = (sheet.int(0), sheet.int(1));
        json!(again(sheet, die, number))
    }),
    ("jouerTour", |sheet| {
        let (tokens, value) = turn(sheet);
        json!([tokens, value])
    }),
    ("test_tour", |sheet| {
        let (tokens, value) = turn(sheet);
        sheet.print(format!("njetons = {tokens}, evalcmb = {value}\n"));
        Json::Null
    }),
    ("traiterJetonsDiff", |sheet| {
        let args: Vec<i64> = (0..4).map(|index| sheet.int(index)).collect();
        sheet.print("cas de jetons différents -- ");
        json!(settle(
            sheet,
            args[0] > args[1],
            args[0].max(args[1]),
            [args[2], args[3]]
        ))
    }),
    ("traiterJetonsEgaux", |sheet| {
        let args: Vec<i64> = (0..5).map(|index| sheet.int(index)).collect();
        sheet.print("cas de jetons egaux -- ");
        json!(settle(
            sheet,
            args[1] > args[2],
            args[0],
            [args[3], args[4]]
        ))
    }),
    ("test_jeu", |sheet| {
        sheet.print("Nombre de jetons? ");
        let given: i64 = sheet.answer().parse().unwrap();
        let mut totals = [given; 2];
        while totals[0] > 0 && totals[1] > 0 {
            sheet.print("==> Joueur 1 actif:\n");
            let first = turn(sheet);
            sheet.print("==> Joueur 2 actif:\n");
            let second = turn(sheet);
            if first.1 == second.1 {
                sheet.print("cas d'egalite de combinaisons -- tour a vide... on recommence\n");
            } else if first.0 == second.0 {
                sheet.print("cas de jetons egaux -- ");
                totals = settle(sheet, first.1 > second.1, first.0, totals);
            } else {
                sheet.print("cas de jetons differents -- ");
                totals = settle(sheet, first.0 > second.0, first.0.max(second.0), totals);
            }
            sheet.print(format!("njtot1 = {}, njtot2 = {}\n", totals[0], totals[1]));
        }
        Json::Null
    }),
];

fn three(sheet: &Sheet<'_>) -> Vec<i64> {
    (0..3).map(|index| sheet.int(index)).collect()
}

fn down(mut numbers: Vec<i64>) -> Vec<i64> {
    numbers.sort_unstable();
    numbers.reverse();
    numbers
}

fn is_run(faces: &[i64]) -> bool {
    faces.windows(2).all(|pair| pair[0] - pair[1] == 1)
}

fn tokens(faces: &[i64]) -> i64 {
    match faces {
        [4, 2, 1] => 8,
        [a, b, c] if a == b && b == c => 5,
        faces if is_run(faces) => 2,
        _ => 1,
    }
}

fn value(faces: &[i64]) -> i64 {
    faces.iter().fold(0, |value, face| 10 * value + face)
}

fn show_three(sheet: &mut Sheet<'_>) -> Vec<i64> {
    sheet.print("Trois entiers? ");
    let faces = down((0..3).map(|_| sheet.answer().parse().unwrap()).collect());
    sheet.print(format!("==> {} {} {}\n", faces[0], faces[1], faces[2]));
    faces
}

pub(super) fn throw(sheet: &mut Sheet<'_>) -> i64 {
    i64::from(sheet.luck.below(6)) + 1
}

fn again(sheet: &mut Sheet<'_>, die: i64, number: i64) -> i64 {
    sheet.print(format!(
        "Valeur du {number}eme de = {die} (tapez 1 pour relancer)? "
    ));
    if sheet.answer() == "1" {
        throw(sheet)
    } else {
        die
    }
}

/// Prints the number before each throw, like the solution of the subject.
pub(super) fn turn(sheet: &mut Sheet<'_>) -> (i64, i64) {
    let mut dice = [throw(sheet), throw(sheet), throw(sheet)];
    let mut throws = 1;
    loop {
        let [a, b, c] = dice;
        sheet.print(format!(
            "{throws}eme jet -- Combinaison actuelle = {a}{b}{c}\n"
        ));
        sheet.print("Pour la rejouer, tapez 1 (autre==fin)? ");
        if sheet.answer() != "1" {
            sheet.print(format!("Combinaison finale = {a}{b}{c}\n"));
            let faces = down(dice.to_vec());
            return (tokens(&faces), value(&faces));
        }
        for (number, die) in (1..).zip(dice) {
            dice[number as usize - 1] = again(sheet, die, number);
        }
        throws += 1;
    }
}

fn settle(sheet: &mut Sheet<'_>, first_wins: bool, given: i64, totals: [i64; 2]) -> [i64; 2] {
    let winner = if first_wins { 1 } else { 2 };
    sheet.print(format!("joueur {winner} gagnant\n"));
    let to_second = if first_wins { given } else { -given };
    [totals[0] - to_second, totals[1] + to_second]
}

#[test]
fn jeu_421_equals_the_naive_version() {
    check_subject("421", NAIVE);
}

#[test]
fn a_turn_that_returns_other_dice_than_it_prints_is_wrong() {
    let function = subject("421").unwrap().function("jouerTour").unwrap();
    let case = Case::answered(vec![], [0]);
    let constant: Naive = |sheet| {
        turn(sheet);
        json!([8, 421])
    };
    let caught = (0..20).filter(|&seed| {
        let judged = function.judge(&case, &run(constant, &case, seed)).unwrap();
        matches!(judged, Judgement::Wrong(difference) if difference.part == Part::Returned)
    });
    assert!(caught.count() >= 15);
}
