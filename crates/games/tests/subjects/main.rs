//! Compares every function of every subject with a naive version, on generated cases and with the
//! relation that grades students. Wrong versions must be caught and their cases shrunk.
#![expect(
    clippy::unwrap_used,
    clippy::cast_possible_wrap,
    reason = "naive functions get JSON whose types were checked"
)]

mod allumettes;
mod awale;
mod dominos;
mod image;
mod jeu421;
mod mistakes;
mod puissance4;
mod shrinking;

use games::{SUBJECTS, subject};
use serde_json::{Value as Json, json};
use subject::{
    CallOutcome, Case, Force, Function, FunctionKind, Judgement, Part, Relation, Subject,
};
use table::{Chance, Seeded};

/// Number of cases per function.
const CASES: usize = 300;

/// A naive function: reads and changes the sheet, and returns its value.
type Naive = fn(&mut Sheet<'_>) -> Json;

/// State of one call of a naive function: arguments, standard input, output and random numbers.
struct Sheet<'a> {
    args: Vec<Json>,
    answers: std::str::Lines<'a>,
    printed: String,
    raised: Option<String>,
    luck: Seeded,
}

impl<'a> Sheet<'a> {
    fn new(case: &'a Case, seed: u64) -> Self {
        Self {
            args: case.args.clone(),
            answers: case.input.lines(),
            printed: String::new(),
            raised: None,
            luck: Seeded::new(seed),
        }
    }

    fn outcome(self, returned: Json) -> CallOutcome {
        CallOutcome {
            returned,
            args: self.args,
            printed: self.printed,
            raised: self.raised,
        }
    }

    fn int(&self, index: usize) -> i64 {
        self.args[index].as_i64().unwrap()
    }

    fn ints(&self, index: usize) -> Vec<i64> {
        ints(&self.args[index])
    }

    fn rows(&self, index: usize) -> Vec<Vec<i64>> {
        self.args[index]
            .as_array()
            .unwrap()
            .iter()
            .map(ints)
            .collect()
    }

    fn text(&self, index: usize) -> String {
        self.args[index].as_str().unwrap().to_owned()
    }

    /// The next line of the standard input.
    fn answer(&mut self) -> String {
        self.answers.next().unwrap().to_owned()
    }

    fn print(&mut self, text: impl AsRef<str>) {
        self.printed += text.as_ref();
    }
}

fn ints(list: &Json) -> Vec<i64> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_i64().unwrap())
        .collect()
}

fn run(naive: Naive, case: &Case, seed: u64) -> CallOutcome {
    let mut sheet = Sheet::new(case, seed);
    let returned = naive(&mut sheet);
    sheet.outcome(returned)
}

/// Checks that each function and its naive version are judged right on generated cases.
#[track_caller]
fn check_subject(name: &str, naive: &[(&str, Naive)]) {
    let subject = subject(name).unwrap();
    for function in subject.functions {
        let found = naive.iter().find(|(name, _)| *name == function.name);
        let (_, naive) = found.unwrap_or_else(|| panic!("{name}: no naive {}", function.name));
        for (seed, input) in (0..).zip(function.inputs(7).take(CASES)) {
            check_case(function, &input.case(), *naive, seed);
        }
    }
}

#[track_caller]
fn check_case(function: &Function, case: &Case, naive: Naive, seed: u64) {
    let name = function.name;
    assert!(function.admits(case), "{name}: {case:?} breaks a condition");
    let right = function.call(case, &mut Seeded::new(seed)).unwrap();
    let judged = function.judge(case, &right).unwrap();
    assert_eq!(judged, Judgement::Right, "{name} on {case:?}: {right:?}");
    let other = run(naive, case, seed);
    let judged = function.judge(case, &other).unwrap();
    assert_eq!(
        judged,
        Judgement::Right,
        "naive {name} on {case:?}: {other:?}"
    );
}

#[test]
fn the_same_seed_draws_the_same_cases_and_another_seed_others() {
    let cases = |function: &'static Function, seed| -> Vec<Case> {
        function
            .inputs(seed)
            .take(20)
            .map(|input| input.case())
            .collect()
    };
    for function in SUBJECTS.iter().flat_map(|subject| subject.functions) {
        assert_eq!(cases(function, 1), cases(function, 1), "{}", function.name);
        let varied = cases(function, 1)
            .iter()
            .any(|case| *case != cases(function, 1)[0]);
        if varied {
            assert_ne!(cases(function, 1), cases(function, 2), "{}", function.name);
        } else {
            assert!(
                function.parameters.is_empty(),
                "{} has parameters but all its cases are equal",
                function.name
            );
        }
    }
}

#[test]
fn random_functions_follow_their_stated_distribution() {
    const DRAWS: u64 = 1000;
    for function in SUBJECTS.iter().flat_map(|subject| subject.functions) {
        for input in function.inputs(3).take(12) {
            let case = input.case();
            if !matches!(function.relation.resolved(&case), Relation::Drawn(_)) {
                continue;
            }
            let draws =
                (0..DRAWS).map(|seed| function.call(&case, &mut Seeded::new(seed)).unwrap());
            let draws: Vec<CallOutcome> = draws.collect();
            if let Some(counted) = function.frequencies(&case, &draws).unwrap() {
                let name = function.name;
                let seen: usize = counted.classes.iter().map(|class| class.seen).sum();
                assert_eq!(seen, draws.len(), "{name}: an answer belongs to no class");
                assert!(counted.chance > 1e-6, "{name} on {case:?}: {counted:?}");
            }
        }
    }
}

#[test]
fn every_random_function_has_a_relation_that_allows_for_chance() {
    for function in SUBJECTS.iter().flat_map(|subject| subject.functions) {
        let by_chance = matches!(
            function.relation,
            Relation::Drawn(_) | Relation::Shown(_) | Relation::By(_) | Relation::OneOf(_)
        );
        assert!(!function.effects.random || by_chance, "{}", function.name);
    }
}

#[test]
fn names_and_aliases_are_unique_and_default_parameters_come_last() {
    for Subject {
        name, functions, ..
    } in SUBJECTS
    {
        let names = functions
            .iter()
            .flat_map(|it| it.aliases.iter().chain([&it.name]));
        let mut names: Vec<_> = names.collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{name}");
        for function in *functions {
            let given = function.parameters.iter().map(|it| it.default.is_some());
            assert!(given.is_sorted(), "{}", function.name);
        }
    }
}

#[test]
fn every_sample_parses_and_some_function_accepts_it() {
    for subject in SUBJECTS {
        for sample in subject.samples {
            let value: Json = serde_json::from_str(sample.json).unwrap();
            let parameters = subject
                .functions
                .iter()
                .flat_map(|function| function.parameters);
            let accepting = parameters.filter(|parameter| parameter.of.admits(&value));
            assert_ne!(accepting.count(), 0, "{}", sample.name);
        }
    }
}

/// The smallest and largest integers of each type are answered or refused, and cause no panic.
#[test]
fn the_extreme_integers_of_every_type_cause_no_panic() {
    use subject::{CallError, Problem, Type};
    for function in SUBJECTS.iter().flat_map(|subject| subject.functions) {
        let case = function.inputs(1).next().unwrap().case();
        for (index, parameter) in function.parameters.iter().enumerate().take(case.args.len()) {
            let Type::Integer(from, to) = parameter.of else {
                continue;
            };
            for extreme in [from, to] {
                let mut case = case.clone();
                case.args[index] = json!(extreme);
                let called = function.call(&case, &mut Seeded::new(0));
                let unreadable = matches!(
                    called,
                    Err(CallError::Argument {
                        problem: Problem::Type { .. },
                        ..
                    })
                );
                assert!(!unreadable, "{} on {case:?}: {called:?}", function.name);
            }
        }
    }
}

#[test]
fn a_binding_condition_that_does_not_hold_is_refused_by_name() {
    let refused = |subject_name: &str, name: &str, args: Vec<Json>| {
        let function = subject(subject_name).unwrap().function(name).unwrap();
        let error = function
            .call(&Case::new(args), &mut Seeded::new(0))
            .unwrap_err();
        let binding = function.requires.iter().any(|it| {
            it.force == Force::Binding
                && error.to_string() == format!("{name} requires {}", it.text)
        });
        assert!(binding, "{error}");
    };
    refused("dominos", "distribue", vec![json!([[6, 1]]), json!(2)]);
    refused(
        "dominos",
        "positionne",
        vec![json!([1, 5]), json!([[3, 4]])],
    );
    refused("image", "rectangle_max", vec![json!([[1]]), json!([1, 0])]);
    refused(
        "image",
        "decompresse_image",
        vec![json!(4), json!([1, 1, 1, 3])],
    );
    let grid = serde_json::from_str(
        subject("puissance4")
            .unwrap()
            .sample("figure1")
            .unwrap()
            .json,
    );
    refused(
        "puissance4",
        "ligne_de_chute",
        vec![grid.unwrap(), json!(4)],
    );
}

#[test]
fn different_spacing_is_a_layout_difference_and_different_text_is_wrong() {
    let function = subject("puissance4").unwrap().function("afficher").unwrap();
    let case = function.inputs(5).next().unwrap().case();
    let right = function.call(&case, &mut Seeded::new(0)).unwrap();
    // The code in the subject prints blank lines between lines; its figures have none.
    let spaced = CallOutcome {
        printed: right.printed.replace('\n', "\n \n"),
        ..right.clone()
    };
    let judged = function.judge(&case, &spaced).unwrap();
    let expected = right.printed.clone();
    assert_eq!(judged, Judgement::LaidOut { expected });
    let wrong = CallOutcome {
        printed: right.printed.replacen('7', "8", 1),
        ..right
    };
    let Judgement::Wrong(difference) = function.judge(&case, &wrong).unwrap() else {
        panic!("a wrong column number was accepted");
    };
    assert_eq!(difference.part, Part::Printed);
}

#[test]
fn constants_functions_and_programs_have_different_kinds() {
    let kinds = |name: &str| subject("puissance4").unwrap().function(name).unwrap().kind;
    assert_eq!(kinds("NB_LIGNES"), FunctionKind::Constant);
    assert_eq!(kinds("vider"), FunctionKind::Function);
    let program = subject("421").unwrap().function("test_jeu").unwrap().kind;
    assert_eq!(program, FunctionKind::Program);
}

/// Tries unexpected values, and some expected ones, for each argument alone and for all together.
#[test]
fn no_json_argument_causes_a_panic() {
    let odd = [
        "null",
        "true",
        "-1",
        "0",
        "1",
        "2",
        "12",
        "2147483647",
        "2147483648",
        "-2147483648",
        "18446744073709551615",
        "0.5",
        "1e400",
        r#""""#,
        r#""x""#,
        r#""00""#,
        r#""humain""#,
        "[]",
        "[[]]",
        "[[],[]]",
        "[0]",
        "[1,1]",
        "[[0]]",
        "[[0,0],[0,0]]",
        "[61,0]",
        "[[6,1],[1,0]]",
        "[0,0,0,0,0,0,0,0,0,0,0,0]",
        "[1,1,1,1,1,1,1,1,1,1,1,1]",
        "[2147483647,0]",
        "[2147483647,0,[]]",
        "[0,0,[]]",
        "[0,2147483647,[]]",
        "{}",
        r#"[1,1,[{"pos":[2147483647,2147483647],"coul":0,"ha":2147483647,"la":2147483647}]]"#,
    ];
    let odd: Vec<Json> = odd
        .iter()
        .filter_map(|text| serde_json::from_str(text).ok())
        .collect();
    for function in SUBJECTS.iter().flat_map(|subject| subject.functions) {
        let valid = function.inputs(1).next().unwrap().case();
        let with = |indices: &[usize], value: &Json| {
            let mut case = valid.clone();
            for &index in indices {
                case.args[index] = value.clone();
            }
            case
        };
        let all: Vec<usize> = (0..valid.args.len()).collect();
        for value in &odd {
            let each = all.iter().map(|index| with(&[*index], value));
            for case in each.chain([with(&all, value)]) {
                let called = function.call(&case, &mut Seeded::new(0));
                if let Ok(outcome) = called {
                    function.judge(&case, &outcome).unwrap();
                }
            }
        }
    }
}

/// A student's program may return anything.
#[test]
fn no_outcome_makes_the_judge_panic() {
    let odd = [
        json!(null),
        json!(-1),
        json!("x"),
        json!([]),
        json!([[1], [2, 3]]),
        json!({"a": 1}),
    ];
    for function in SUBJECTS.iter().flat_map(|subject| subject.functions) {
        let case = function.inputs(1).next().unwrap().case();
        for value in &odd {
            for args in [
                vec![],
                case.args.clone(),
                vec![value.clone(); case.args.len()],
            ] {
                let got = CallOutcome {
                    returned: value.clone(),
                    args,
                    printed: "Combinaison actuelle = 666 njtot1 = é".to_owned(),
                    raised: None,
                };
                function.judge(&case, &got).unwrap();
                function.frequencies(&case, &[got]).unwrap();
            }
        }
    }
}
