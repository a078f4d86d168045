//! Typical mistakes of students: every one is judged wrong.

use super::*;

/// Number of calls by which a random function is judged on one case.
const DRAWS: u64 = 600;
/// A random function is wrong if its frequencies are less likely than this.
const SURE: f64 = 1e-9;

/// Subject, function, description and wrong implementation of each mistake.
const MISTAKES: &[(&str, &str, &str, Naive)] = &[
    ("dominos", "creation_jeu", "no double blank", |sheet| {
        let mut tiles = right("dominos", "creation_jeu", sheet);
        tiles.as_array_mut().unwrap().pop();
        tiles
    }),
    (
        "dominos",
        "distribue",
        "draws the first tile twice",
        |sheet| {
            let mut hand = naive("dominos", "distribue", sheet);
            if let [first, second, ..] = hand.as_array_mut().unwrap().as_mut_slice() {
                second.clone_from(first);
            }
            hand
        },
    ),
    ("dominos", "distribue", "always the first tiles", |sheet| {
        let mut tiles = sheet.rows(0);
        let hand: Vec<_> = tiles.drain(..sheet.int(1) as usize).collect();
        sheet.args[0] = json!(tiles);
        json!(hand)
    }),
    (
        "dominos",
        "est_avant",
        "compares the smaller halves alone",
        |sheet| json!(sheet.ints(0).iter().min() > sheet.ints(1).iter().min()),
    ),
    ("dominos", "doubles", "places from 0", |sheet| {
        let mut columns = right("dominos", "doubles", sheet);
        columns[2] = ints(&columns[2]).iter().map(|place| place - 1).collect();
        columns
    }),
    ("dominos", "histogramme", "a double counts once", |sheet| {
        let count = |pips: i64| {
            sheet
                .rows(0)
                .iter()
                .filter(|tile| tile.contains(&pips))
                .count()
        };
        json!((0..=6).map(count).collect::<Vec<_>>())
    }),
    ("dominos", "possibilites", "only the left end", |sheet| {
        if sheet.args.len() == 3 {
            sheet.args[2] = sheet.args[1].clone();
            return right("dominos", "possibilites", sheet);
        }
        let left = sheet.rows(0)[0][0];
        json!(dominos::possible(&[vec![left, left]], &sheet.rows(1)))
    }),
    ("dominos", "positionne", "tiles are never turned", |sheet| {
        let (tile, mut table) = (sheet.ints(0), sheet.rows(1));
        if tile.contains(&table[0][0]) {
            table.insert(0, tile);
        } else {
            table.push(tile);
        }
        json!(table)
    }),
    (
        "dominos",
        "un_tour_de_jeu",
        "passes are not reset to 0",
        |sheet| {
            let passes = sheet.int(2);
            let mut turn = naive("dominos", "un_tour_de_jeu", sheet);
            if turn[2] == json!(0) {
                turn[2] = json!(passes);
            }
            turn
        },
    ),
    (
        "dominos",
        "un_tour_de_jeu",
        "the tile stays in the hand",
        |sheet| {
            let hand = sheet.args[1].clone();
            let mut turn = naive("dominos", "un_tour_de_jeu", sheet);
            turn[1] = hand;
            turn
        },
    ),
    ("awale", "case_ramassable", "one's own pits too", |sheet| {
        json!([2, 3].contains(&sheet.ints(0)[sheet.int(1) as usize]))
    }),
    (
        "awale",
        "semer_graines",
        "the pit is not emptied",
        |sheet| {
            let (pits, from) = (sheet.ints(0), sheet.int(1) as usize);
            let last = naive("awale", "semer_graines", sheet);
            sheet.args[0][from] = json!(pits[from]);
            last
        },
    ),
    ("awale", "test_famine", "tested before capturing", |sheet| {
        let mut pits = sheet.ints(0);
        awale::sow(&mut pits, sheet.int(1) as usize);
        json!(pits[6..].iter().sum::<i64>() == 0)
    }),
    ("awale", "test_case", "famine ignored", |sheet| {
        let pit = sheet.int(1) as usize;
        json!(pit < 6 && sheet.ints(0)[pit] > 0)
    }),
    ("awale", "cases_possibles", "numbers from 1", |sheet| {
        let pits = awale::playable(&ints(&sheet.args[0]["plateau"]));
        json!(pits.iter().map(|pit| pit + 1).collect::<Vec<_>>())
    }),
    ("awale", "tour_termine", "returns the opposite", |sheet| {
        json!(right("awale", "tour_termine", sheet) == json!(false))
    }),
    ("awale", "tour_jeu", "the board is not turned", |sheet| {
        let before = sheet.args[0].clone();
        let answer = naive("awale", "tour_jeu", sheet);
        if sheet.args[0] != before {
            sheet.args[0]["plateau"] = json!(awale::turned(&ints(&sheet.args[0]["plateau"])));
        }
        answer
    }),
    (
        "awale",
        "tour_jeu",
        "prints nothing for a refusal",
        |sheet| {
            let answer = naive("awale", "tour_jeu", sheet);
            sheet.printed.clear();
            answer
        },
    ),
    (
        "awale",
        "gagnant",
        "ignores the seeds left on the board",
        |sheet| {
            let score = |key: &str| sheet.args[0][key].as_i64().unwrap();
            let winner = match score("score_j1") - score("score_j2") {
                0 => "égalité",
                1.. => "Alice",
                _ => "Bob",
            };
            json!(winner)
        },
    ),
    ("awale", "awale", "names the loser", |sheet| {
        naive("awale", "awale", sheet);
        let swapped = sheet.printed.replace("Alice", "?").replace("Bob", "Alice");
        sheet.printed = swapped.replace('?', "Bob");
        Json::Null
    }),
    ("421", "decroitre3i", "sorts upwards", |sheet| {
        let sorted = right("421", "decroitre3i", sheet);
        json!([sorted[2], sorted[1], sorted[0]])
    }),
    ("421", "brelan", "two are enough", |sheet| {
        json!(sheet.int(0) == sheet.int(1))
    }),
    ("421", "njetons", "421 is worth 1 token", |sheet| {
        let tokens = right("421", "njetons", sheet);
        if tokens == json!(8) { json!(1) } else { tokens }
    }),
    ("421", "evalcmb", "digits reversed", |sheet| {
        json!(sheet.int(0) + 10 * sheet.int(1) + 100 * sheet.int(2))
    }),
    ("421", "jetDe", "faces from 0 to 5", |sheet| {
        json!(sheet.luck.below(6))
    }),
    ("421", "jetDe", "never a six", |sheet| {
        json!(sheet.luck.below(5) + 1)
    }),
    ("421", "relancer", "always throws again", |sheet| {
        naive("421", "relancer", sheet);
        json!(jeu421::throw(sheet))
    }),
    ("421", "traiterJetonsDiff", "the loser's tokens", |sheet| {
        let (one, two) = (sheet.args[0].clone(), sheet.args[1].clone());
        naive("421", "traiterJetonsDiff", sheet);
        let (one, two) = (one.as_i64().unwrap(), two.as_i64().unwrap());
        let given = if one > two { two } else { -one };
        json!([sheet.int(2) - given, sheet.int(3) + given])
    }),
    (
        "421",
        "traiterJetonsEgaux",
        "the winner is not printed",
        |sheet| {
            let totals = naive("421", "traiterJetonsEgaux", sheet);
            sheet.printed = sheet
                .printed
                .replace(" 1 gagnant", "")
                .replace(" 2 gagnant", "");
            totals
        },
    ),
    ("421", "test_calcul", "not in order", |sheet| {
        naive("421", "test_calcul", sheet);
        sheet.printed = sheet.printed.replace("==> ", "==> 0 ");
        Json::Null
    }),
    (
        "puissance4",
        "est_coup_possible",
        "tests the bottom line",
        |sheet| json!(sheet.rows(0)[1][sheet.int(1) as usize] == 0),
    ),
    ("puissance4", "ligne_de_chute", "lines from 0", |sheet| {
        json!(puissance4::fall(&sheet.rows(0), sheet.int(1) as usize).unwrap() - 1)
    }),
    ("puissance4", "lacher", "stays at the top", |sheet| {
        let (column, colour) = (sheet.int(1) as usize, sheet.args[2].clone());
        sheet.args[0][6][column] = colour;
        Json::Null
    }),
    (
        "puissance4",
        "nb_pions_dir",
        "counts one way only",
        |sheet| {
            let (grid, (line, column)) = (sheet.rows(0), (sheet.int(1), sheet.int(2)));
            let cell = |step: i64| {
                grid[(line + step * sheet.int(4)) as usize][(column + step * sheet.int(3)) as usize]
            };
            json!((0..7).take_while(|&step| cell(step) == cell(0)).count())
        },
    ),
    ("puissance4", "colonne_conseillee", "any column", |sheet| {
        naive("puissance4", "colonne_conseillee_aleatoire", sheet)
    }),
    (
        "puissance4",
        "colonne_conseillee_aleatoire",
        "the first that is free",
        |sheet| json!((1..=7).find(|&column| puissance4::fall(&sheet.rows(0), column).is_some())),
    ),
    ("puissance4", "afficher", "upside down", |sheet| {
        naive("puissance4", "afficher", sheet);
        let lines: Vec<&str> = sheet.printed.lines().rev().collect();
        sheet.printed = lines.join("\n") + "\n";
        Json::Null
    }),
    ("image", "noir_ou_blanc", "128 is black", |sheet| {
        json!(u8::from(sheet.args[0].as_f64().unwrap() > 128.0))
    }),
    ("image", "passer_en_nb", "the mean is rounded", |sheet| {
        let white = |pixel: &Json| {
            let sum: i64 = ints(pixel).iter().sum();
            u8::from((sum as f64 / 3.0).round() >= 128.0)
        };
        let row = |row: &Json| {
            row.as_array()
                .unwrap()
                .iter()
                .map(white)
                .collect::<Vec<_>>()
        };
        json!(
            sheet.args[0]
                .as_array()
                .unwrap()
                .iter()
                .map(row)
                .collect::<Vec<_>>()
        )
    }),
    (
        "image",
        "passer_en_8_couleurs",
        "changes the image it is given",
        |sheet| {
            let image = right("image", "passer_en_8_couleurs", sheet);
            sheet.args[0] = image.clone();
            image
        },
    ),
    (
        "image",
        "image_vers_ligne",
        "the rows, not the columns",
        |sheet| json!([sheet.rows(0).len(), sheet.rows(0).concat()]),
    ),
    (
        "image",
        "dim_largeur_max",
        "beyond the last column",
        |sheet| {
            let last = sheet.rows(0)[0].len() - 1;
            sheet.args[2] = json!(last);
            right("image", "dim_largeur_max", sheet)
        },
    ),
    (
        "image",
        "rectangle_max",
        "returns the width first",
        |sheet| {
            let size = right("image", "rectangle_max", sheet);
            json!([size[1], size[0]])
        },
    ),
    (
        "image",
        "compression_rectangle",
        "covers pixels again",
        |sheet| {
            let (rows, mut rects) = (sheet.rows(0), Vec::new());
            let free = vec![vec![true; rows[0].len()]; rows.len()];
            for (i, row) in rows.iter().enumerate() {
                for (j, colour) in row.iter().enumerate() {
                    let (ha, la) = image::largest(&rows, &free, i, j);
                    rects.push(json!({"pos": [i, j], "coul": colour, "ha": ha, "la": la}));
                }
            }
            json!([rows.len(), rows[0].len(), rects])
        },
    ),
    ("allumettes", "retirer", "takes three of two", |sheet| {
        let (left, taken) = (sheet.int(0), sheet.int(1));
        if (1..=3).contains(&taken) {
            sheet.args[0] = json!((left - taken).max(0));
        } else {
            sheet.raised = Some("CoupInvalideException".to_owned());
        }
        Json::Null
    }),
    (
        "allumettes",
        "getPrise",
        "rapide takes three of two",
        |sheet| {
            let answer = naive("allumettes", "getPrise", sheet);
            if sheet.text(0) == "rapide" {
                json!(3)
            } else {
                answer
            }
        },
    ),
    (
        "allumettes",
        "getPrise",
        "expert leaves a multiple of four",
        |sheet| {
            let (strategy, left) = (sheet.text(0), sheet.int(1));
            let answer = naive("allumettes", "getPrise", sheet);
            if strategy == "expert" {
                json!((left % 4).max(1))
            } else {
                answer
            }
        },
    ),
    (
        "allumettes",
        "getPrise",
        "tricheur leaves the game alone",
        |sheet| {
            let left = sheet.args[1].clone();
            let answer = naive("allumettes", "getPrise", sheet);
            if sheet.text(0) == "tricheur" {
                sheet.args[1] = left;
            }
            answer
        },
    ),
    (
        "allumettes",
        "getPrise",
        "naif sometimes takes none",
        |sheet| {
            let answer = naive("allumettes", "getPrise", sheet);
            if sheet.text(0) == "naif" {
                json!(sheet.luck.below(4))
            } else {
                answer
            }
        },
    ),
    (
        "allumettes",
        "getPrise",
        "naif never takes three",
        |sheet| {
            let answer = naive("allumettes", "getPrise", sheet);
            if sheet.text(0) == "naif" {
                json!(sheet.luck.below(2) + 1)
            } else {
                answer
            }
        },
    ),
];

/// Calls the naive function of that name on the sheet.
fn naive(subject: &str, name: &str, sheet: &mut Sheet<'_>) -> Json {
    let functions = match subject {
        "421" => jeu421::NAIVE,
        "allumettes" => allumettes::NAIVE,
        "awale" => awale::NAIVE,
        "dominos" => dominos::NAIVE,
        "image" => image::NAIVE,
        _ => puissance4::NAIVE,
    };
    let found = functions.iter().find(|(known, _)| *known == name);
    (found.unwrap().1)(sheet)
}

/// The value that the reference returns; the sheet is unchanged.
fn right(name: &str, function: &str, sheet: &Sheet<'_>) -> Json {
    let function = subject(name).unwrap().function(function).unwrap();
    let case = Case::new(sheet.args.clone());
    function.call(&case, &mut Seeded::new(0)).unwrap().returned
}

/// Whether a case reveals the mistake, in one call or by the frequencies of a random function.
fn shows(function: &Function, case: &Case, wrong: Naive) -> bool {
    let is_wrong = |got: &CallOutcome| matches!(function.judge(case, got), Ok(Judgement::Wrong(_)));
    if !matches!(function.relation.resolved(case), Relation::Drawn(_)) {
        return is_wrong(&run(wrong, case, 1));
    }
    let draws: Vec<CallOutcome> = (0..DRAWS).map(|seed| run(wrong, case, seed)).collect();
    let counted = function.frequencies(case, &draws).unwrap();
    draws.iter().any(is_wrong) || counted.is_some_and(|counted| counted.chance < SURE)
}

#[test]
fn every_mistake_is_caught() {
    for (name, function, mistake, wrong) in MISTAKES {
        let function = subject(name).unwrap().function(function).unwrap();
        let shown = function
            .inputs(2)
            .take(1000)
            .any(|input| shows(function, &input.case(), *wrong));
        assert!(shown, "{} is not caught: {mistake}", function.name);
    }
}

#[test]
fn no_naive_function_fails_the_frequency_test() {
    for (name, function) in [
        ("dominos", "distribue"),
        ("421", "jetDe"),
        ("421", "relancer"),
        ("puissance4", "colonne_conseillee_aleatoire"),
        ("allumettes", "getPrise"),
    ] {
        let all = subject(name).unwrap();
        let function = all.function(function).unwrap();
        for input in function.inputs(2).take(40) {
            let case = input.case();
            let draws: Vec<CallOutcome> = (0..DRAWS)
                .map(|seed| {
                    let mut sheet = Sheet::new(&case, seed);
                    let returned = naive(name, function.name, &mut sheet);
                    sheet.outcome(returned)
                })
                .collect();
            let counted = function.frequencies(&case, &draws).unwrap();
            let fails = counted.is_some_and(|counted| counted.chance < SURE);
            assert!(!fails, "{} on {case:?}", function.name);
        }
    }
}
