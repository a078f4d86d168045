//! Cases for a function: generated from a seed, and shrunk when one of them fails.

use std::fmt;

use proptest::strategy::{BoxedStrategy, Strategy as _, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value as Json;

use crate::call::Case;
use crate::function::Function;
use crate::types::Type;

/// An endless iterator over cases that meet a function's conditions; equal for equal seeds.
pub struct Inputs {
    function: &'static Function,
    strategy: BoxedStrategy<Case>,
    runner: TestRunner,
}

/// A case that can be made smaller.
pub struct Input {
    function: &'static Function,
    tree: Box<dyn ValueTree<Value = Case>>,
}

impl fmt::Debug for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Inputs").field(&self.function.name).finish()
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Input").field(&self.case()).finish()
    }
}

impl Function {
    /// Generates the cases of a seed.
    pub fn inputs(&'static self, seed: u64) -> Inputs {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &key);
        Inputs {
            function: self,
            strategy: (self.cases)(),
            runner: TestRunner::new_with_rng(Config::default(), rng),
        }
    }
}

impl Iterator for Inputs {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        // The strategies of the subjects build what they need and reject nothing, so this is `Ok`.
        let tree = self.strategy.new_tree(&mut self.runner).ok()?;
        Some(Input {
            function: self.function,
            tree: Box::new(tree),
        })
    }
}

impl Input {
    /// The arguments and the input of the case.
    pub fn case(&self) -> Case {
        self.tree.current()
    }

    /// The smallest failing case found: this one if no smaller one fails.
    ///
    /// Proptest shrinks first, because it keeps dependent arguments consistent. Then single steps
    /// follow until none fails, because proptest does not try a step twice. `fails` is called `tries`
    /// times at most, and only with cases that the function admits.
    pub fn shrink(mut self, tries: usize, mut fails: impl FnMut(&Case) -> bool) -> Case {
        let function = self.function;
        let mut left = tries;
        let mut still_fails = |case: &Case| {
            let asked = left > 0 && function.admits(case);
            left -= usize::from(asked);
            asked && fails(case)
        };
        let coarse = self.descend(&mut still_fails);
        let steps = |case: &Case| smaller(case).find(&mut still_fails);
        let smallest = std::iter::successors(Some(coarse), steps).last();
        let smallest = smallest.expect("there is a first");
        if tries == 0 {
            return smallest;
        }
        let mut clearer = clearer(function, &smallest).into_iter();
        let clear = clearer.find(|case| function.admits(case) && fails(case));
        clear.unwrap_or(smallest)
    }

    fn descend(&mut self, fails: &mut impl FnMut(&Case) -> bool) -> Case {
        let mut best = self.case();
        let mut moved = self.tree.simplify();
        while moved {
            let case = self.case();
            moved = if fails(&case) {
                best = case;
                self.tree.simplify()
            } else {
                self.tree.complicate()
            };
        }
        best
    }
}

/// Cases without the tile 0-0 and without the numbers 0, which a reader takes for missing values: all
/// tiles and numbers are one larger, so that equal ones stay equal and halves that match still match.
fn clearer(function: &Function, case: &Case) -> Vec<Case> {
    let raised = |only_tiles: bool| {
        let args = case.args.iter().zip(function.parameters);
        let args = args.map(|(arg, parameter)| one_larger(&parameter.of, arg, only_tiles));
        Case {
            args: args.collect(),
            input: case.input.clone(),
        }
    };
    let mut cases = vec![raised(false), raised(true)];
    cases.retain(|raised| {
        let mut args = raised.args.iter().zip(&case.args);
        raised.args.len() == case.args.len() && args.any(|(new, old)| new != old && has_zero(old))
    });
    cases
}

fn has_zero(value: &Json) -> bool {
    match value {
        Json::Array(items) => items.iter().any(has_zero),
        number => number.as_i64() == Some(0),
    }
}

fn one_larger(of: &Type, value: &Json, only_tiles: bool) -> Json {
    match (of, value) {
        (Type::Tile, Json::Array(halves)) => {
            let half = |it: &Json| one_larger(&Type::INT, it, false);
            halves.iter().map(half).collect()
        }
        (Type::List(Type::Tile), Json::Array(tiles)) => {
            let tile = |it: &Json| one_larger(&Type::Tile, it, only_tiles);
            tiles.iter().map(tile).collect()
        }
        (Type::Integer(..), Json::Number(number)) if !only_tiles => match number.as_i64() {
            Some(number @ 0..=8) => (number + 1).into(),
            _ => value.clone(),
        },
        (Type::Either(types), _) => {
            let fits = types.iter().find(|of| of.admits(value));
            fits.map_or_else(|| value.clone(), |of| one_larger(of, value, only_tiles))
        }
        _ => value.clone(),
    }
}

/// Cases with one argument made one step smaller, then with two: in a grid, a row can often be
/// removed only together with a smaller row number.
fn smaller(case: &Case) -> impl Iterator<Item = Case> {
    let steps: Vec<(usize, Json)> = (case.args.iter().enumerate())
        .flat_map(|(index, arg)| reduced(arg).into_iter().map(move |arg| (index, arg)))
        .collect();
    let one = steps.clone().into_iter().map(|step| with(case, [step]));
    let two = steps.clone().into_iter().flat_map(move |first| {
        let others = steps
            .clone()
            .into_iter()
            .filter(move |other| other.0 > first.0);
        others.map(move |other| with(case, [first.clone(), other]))
    });
    one.chain(two)
}

fn with<const N: usize>(case: &Case, steps: [(usize, Json); N]) -> Case {
    let mut case = case.clone();
    for (index, arg) in steps {
        case.args[index] = arg;
    }
    case
}

/// Every value that is one step smaller than `value`.
fn reduced(value: &Json) -> Vec<Json> {
    match value {
        Json::Number(number) => match number.as_i64() {
            Some(number) => towards_zero(number).into_iter().map(Json::from).collect(),
            None => vec![],
        },
        Json::Array(items) => {
            let mut reduced = without_an_item(items);
            reduced.extend(without_a_column(items));
            reduced.extend(with_a_smaller_item(items));
            reduced.extend(with_a_larger_item_earlier(items));
            reduced
        }
        Json::Object(fields) => {
            let fields_of = |(key, field): (&String, &Json)| {
                let with = |field| {
                    let mut fields = fields.clone();
                    fields.insert(key.clone(), field);
                    Json::Object(fields)
                };
                reduced(field).into_iter().map(with).collect::<Vec<_>>()
            };
            fields.iter().flat_map(fields_of).collect()
        }
        Json::Null | Json::Bool(_) | Json::String(_) => vec![],
    }
}

/// Smaller integers to try: 0, half of `number`, and one step nearer to 0.
fn towards_zero(number: i64) -> Vec<i64> {
    let mut steps = vec![0, number / 2, number - number.signum()];
    steps.retain(|&step| step != number);
    steps.dedup();
    steps
}

fn without_an_item(items: &[Json]) -> Vec<Json> {
    let without = |index| {
        let mut items = items.to_vec();
        items.remove(index);
        Json::Array(items)
    };
    (0..items.len()).map(without).collect()
}

/// Rows of one length with one column removed.
fn without_a_column(rows: &[Json]) -> Vec<Json> {
    let rows: Option<Vec<&Vec<Json>>> = rows.iter().map(Json::as_array).collect();
    let rows = rows.unwrap_or_default();
    let width = rows.iter().map(|row| row.len()).min().unwrap_or(0);
    let without = |column: usize| {
        let row = |row: &&Vec<Json>| {
            let mut row = (*row).clone();
            row.remove(column);
            Json::Array(row)
        };
        rows.iter().map(row).collect()
    };
    (0..width).map(without).collect()
}

fn with_a_smaller_item(items: &[Json]) -> Vec<Json> {
    let with = |index: usize, item: Json| {
        let mut items = items.to_vec();
        items[index] = item;
        Json::Array(items)
    };
    let indexed = items.iter().enumerate();
    indexed
        .flat_map(|(index, item)| reduced(item).into_iter().map(move |item| (index, item)))
        .map(|(index, item)| with(index, item))
        .collect()
}

/// Lists of integers with two of them swapped, the larger one to the front: this brings seeds of
/// awalé closer to pit 0.
fn with_a_larger_item_earlier(items: &[Json]) -> Vec<Json> {
    let numbers: Option<Vec<i64>> = items.iter().map(Json::as_i64).collect();
    let numbers = numbers.unwrap_or_default();
    let pairs =
        (0..numbers.len()).flat_map(|one| (one + 1..items.len()).map(move |two| (one, two)));
    let swapped = |(one, two)| {
        let mut items = items.to_vec();
        items.swap(one, two);
        Json::Array(items)
    };
    pairs
        .filter(|&(one, two)| numbers[one] < numbers[two])
        .map(swapped)
        .collect()
}
