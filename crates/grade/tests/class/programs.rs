//! Grading of main programs that print a game: right programs in several styles, and programs with one
//! mistake each, which fails one check and no other.

use grade::{GradeOptions, Report, Verdict, grade};

use super::{cage, homework, written};

const DOMINOS: &str = include_str!("dominos.main.py");
const PUISSANCE4: &str = include_str!("puissance4.main.py");

fn report_of_program(name: &str, text: &str) -> Report {
    let folder = written(&[("principal.py", text)]);
    let options = GradeOptions {
        run: Some("python3 principal.py".to_owned()),
        inputs: 25,
        ..GradeOptions::default()
    };
    grade(cage(), homework(name), folder.path(), &options).expect("the program can be run")
}

fn replaced(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    })
}

#[track_caller]
fn check_right(name: &str, text: &str, styles: &[&[(&str, &str)]]) {
    for changes in styles {
        let report = report_of_program(name, &replaced(text, changes));
        let fine = [Verdict::Right, Verdict::Layout];
        let other = report.checks.iter().find(|it| !fine.contains(&it.verdict));
        assert!(other.is_none(), "{changes:?}: {other:?}");
    }
}

#[track_caller]
fn check_wrong(name: &str, text: &str, mistakes: &[(&str, &str, &str)]) {
    let mut failures = vec![];
    for (rule, old, new) in mistakes {
        let report = report_of_program(name, &replaced(text, &[(old, new)]));
        for check in &report.checks {
            let blamed = check.function.as_deref() == Some(rule);
            let input = !blamed || check.input.is_some();
            if check.verdict.passes() == blamed || !input {
                failures.push(format!("{rule}, {new}: {check:?}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The slip of the subject's own program (R15): it prints a pass for the player who plays after one.
const SLIP: [(&str, &str); 2] = [
    (
        "        passes = 0\n        print(\"Table:\", table)\n",
        "        print(*([\"Table:\", table] if passes == 0 else [\"Joueur %d passe\" % (turn + 1)]))\n        passes = 0\n",
    ),
    ("\"Joueur %d commence\"", "\"Joueur%d commence\""),
];
/// Rule 1: the highest double begins, or the highest tile if there is no double.
const DOUBLE: (&str, &str) = (
    "turn = 0 if hands[0][0] > hands[1][0] else 1",
    "best = max([t for h in hands for t in h if t[0] == t[1]], default=max(hands[0] + hands[1]))\n\
     turn = 0 if best in hands[0] else 1\n\
     hands[turn].remove(best)\n\
     hands[turn].insert(0, best)",
);
/// Rule 2: seven tiles each, and a player who cannot play draws.
const DRAWING: [(&str, &str); 3] = [
    ("box[:10]", "box[:7]"),
    ("box[10:20]", "box[7:14]"),
    (
        "        passes += 1\n",
        "        passes += 1\n        if len(box) > 14:\n            hands[turn].append(box.pop())\n            passes = 0\n",
    ),
];

#[test]
fn a_game_of_dominos_is_right_under_either_rule() {
    let numbers = (
        "import random\n",
        "import random\nimport builtins\n\
         def shown(it):\n    return [10 * a + b for a, b in it] if isinstance(it, list) else it\n\
         def print(*all):\n    builtins.print(*map(shown, all))\n",
    );
    check_right(
        "dominos",
        DOMINOS,
        &[
            &[],
            &SLIP,
            &[DOUBLE],
            &DRAWING,
            &[numbers],
            &[
                ("\"Table:\"", "\"Tapis =\""),
                (
                    "    print(\"Joueur %d:\" % number, hand)",
                    "    print(\"Main du joueur %d : \" % number, tuple(map(tuple, hand)))",
                ),
            ],
            &[(
                "    print(\"Joueur %d gagne\"",
                "    print(\"Le vainqueur est le joueur %d\"",
            )],
        ],
    );
}

#[test]
fn each_mistake_in_a_game_of_dominos_is_found() {
    check_wrong(
        "dominos",
        DOMINOS,
        &[
            ("mains", "box[10:20]", "box[9:19]"),
            ("mains", "box[10:20]", "box[10:19]"),
            (
                "mains",
                "range(6, -1, -1) for j in range(i",
                "range(7, 0, -1) for j in range(i",
            ),
            (
                "depart",
                "hands[0][0] > hands[1][0]",
                "hands[0][0] < hands[1][0]",
            ),
            (
                "depart",
                "table = [hands[turn].pop(0)]",
                "table = [hands[turn].pop()]",
            ),
            (
                "depart",
                "\"Joueur %d commence\" % (turn + 1)",
                "\"Joueur %d commence\" % (2 - turn)",
            ),
            (
                "chaine",
                "        return [tile] + table",
                "        return [tile[::-1]] + table",
            ),
            (
                "chaine",
                "        return table + [tile]",
                "        return [tile] + table",
            ),
            (
                "chaine",
                "    return table + [tile[::-1]]\n",
                "    return table + [tile]\n",
            ),
            (
                "tours",
                "    turn = 1 - turn\n    possible",
                "    turn = 1 - turn if passes == 0 else turn\n    possible",
            ),
            ("passe", "if fits(table, tile)]", "if table[-1][1] in tile]"),
            (
                "passe",
                "if fits(table, tile)]",
                "if fits(table, tile) and tile[0] != tile[1]]",
            ),
            ("fin", "while passes < 2 and", "while passes < 1 and"),
            (
                "fin",
                "points = [",
                "print('Joueur 1:', hands[0] + [[6, 6]])\npoints = [",
            ),
            ("fin", "points[0] < points[1]", "points[0] > points[1]"),
        ],
    );
}

#[test]
fn a_game_of_puissance_4_is_right_in_every_style() {
    check_right(
        "puissance4",
        PUISSANCE4,
        &[
            &[],
            &[("colour = \"*\"", "colour = \"o\"")],
            &[(
                "        print(\"%3d\" % (line + 1)",
                "        print(\"\\n%3d\" % (line + 1)",
            )],
            &[(
                "    print(\"   \" + \"\".join",
                "    print(\"  |\" + \"\".join",
            )],
            &[(
                "    column = ask(colour)\n",
                "    column = ask(colour) if turn % 2 == 0 else max(c for c in range(7) if grid[5][c] == \" \")\n",
            )],
            &[
                (
                    "    column = ask(colour)\n",
                    "    column = ask(colour) if turn % 2 == 0 else max(c for c in range(7) if grid[5][c] == \" \")\n",
                ),
                (
                    "    show()\n    if wins",
                    "    won = wins(line, column)\n    if won or turn % 2:\n        show()\n    if wins",
                ),
            ],
        ],
    );
}

#[test]
fn each_mistake_in_a_game_of_puissance_4_is_found() {
    check_wrong(
        "puissance4",
        PUISSANCE4,
        &[
            (
                "chute",
                "for line in range(6):\n        if",
                "for line in range(5, -1, -1):\n        if",
            ),
            (
                "tours",
                "            return line\n",
                "            if line < 5:\n                grid[line + 1][column] = colour\n            return line\n",
            ),
            (
                "chute",
                "and grid[5][int(answer) - 1] == \" \"",
                "and (grid[5][int(answer) - 1] == \" \" or not grid[5].__setitem__(int(answer) - 1, \" \"))",
            ),
            (
                "tours",
                "    colour = \"o\" if colour == \"*\" else \"*\"",
                "    colour = \"o\" if turn % 3 else \"*\"",
            ),
            (
                "tours",
                "    column = ask(colour)\n",
                "    column = ask(colour)\n    colour = \"*\"\n",
            ),
            ("alignement", "- 1 >= 4", "- 1 >= 5"),
            (
                "alignement",
                "[(0, 1), (1, 0), (1, 1), (1, -1)]",
                "[(0, 1), (1, 0), (1, 1)]",
            ),
            (
                "alignement",
                "[(0, 1), (1, 0), (1, 1), (1, -1)]",
                "[(0, 1), (1, 0), (1, -1)]",
            ),
            (
                "alignement",
                "[(0, 1), (1, 0), (1, 1), (1, -1)]",
                "[(0, 1), (1, 1), (1, -1)]",
            ),
            ("alignement", "        break\n", "        pass\n"),
        ],
    );
}

#[test]
fn the_input_is_the_fewest_columns_that_show_a_mistake() {
    for (rule, old, new, columns) in [
        ("alignement", "- 1 >= 4", "- 1 >= 5", 8),
        (
            "tours",
            "    column = ask(colour)\n",
            "    column = ask(colour)\n    colour = \"*\"\n",
            2,
        ),
    ] {
        let report = report_of_program("puissance4", &replaced(PUISSANCE4, &[(old, new)]));
        let check = report
            .checks
            .iter()
            .find(|it| it.function.as_deref() == Some(rule));
        let check = check.expect("the rule is judged");
        let typed = check.input.as_ref().and_then(|it| it["typed"].as_str());
        let typed = typed.unwrap_or_default();
        assert_eq!(typed.lines().count(), columns, "{check:?}");
        let again = format!("--typed '{}'", typed.trim_end().replace('\n', " "));
        assert!(
            check
                .command
                .as_ref()
                .is_some_and(|it| it.ends_with(&again)),
            "{check:?}"
        );
    }
}

#[test]
fn a_program_without_a_game_is_not_judged_and_an_endless_one_hangs() {
    let report = report_of_program("dominos", "print('Bonjour', input('Nom ? '))");
    assert!(
        report
            .checks
            .iter()
            .all(|it| it.verdict == Verdict::Unjudged)
    );
    let endless = replaced(
        DOMINOS,
        &[(
            "        passes += 1\n        print(",
            "        passes = 0\n        0 and print(",
        )],
    );
    let report = report_of_program("dominos", &endless);
    assert_eq!(super::verdict(&report, "fin"), Verdict::Hung);
}
