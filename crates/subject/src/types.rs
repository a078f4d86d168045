//! The types of arguments and answers, and the check of JSON values against them.
//!
//! A type is written in Python's notation, in French and in English. `Domino` and `Couleur` are
//! values that the subjects write in two ways.

use std::fmt;

use serde_json::Value as Json;

use crate::error::Problem;

/// The type of an argument or an answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Type {
    /// Python's `None`.
    Nothing,
    /// Python's `bool`.
    Boolean,
    /// Python's `int`, from the first to the second number, both included.
    Integer(i64, i64),
    /// Python's `float`.
    Real,
    /// Python's `str`.
    Text,
    /// The colour of a pixel: a number, or a tuple of levels. Every JSON value is accepted.
    Colour,
    /// A tile as the pair `[6, 1]` or as the number 61.
    Tile,
    /// A list of any length.
    List(&'static Self),
    /// A list of this length.
    Array(usize, &'static Self),
    /// Rows of one length.
    Grid(&'static Self),
    /// A tuple; in JSON, a list.
    Tuple(&'static [Self]),
    /// A list of rows of these types, such as the subject's matrices.
    Rows(&'static [Self]),
    /// A dictionary with exactly these keys, in this order.
    Record(&'static [(&'static str, Self)]),
    /// The first of these types that fits the value.
    Either(&'static [Self]),
}

impl Type {
    /// A signed integer of 32 bits.
    pub const INT: Self = Self::Integer(i32::MIN as i64, i32::MAX as i64);

    /// An integer from 0 to 2^31 − 1.
    pub const COUNT: Self = Self::Integer(0, i32::MAX as i64);

    /// A level of red, green or blue, from 0 to 255.
    pub const LEVEL: Self = Self::Integer(0, 255);

    /// Whether a value is of this type.
    pub fn admits(&self, value: &Json) -> bool {
        self.check(value, String::new()).is_ok()
    }

    /// Whether a word of the command line can be a value without quotes.
    pub(crate) fn admits_text(&self) -> bool {
        match self {
            Self::Text => true,
            Self::Either(types) => types.iter().any(Self::admits_text),
            _ => false,
        }
    }

    /// Checks a value; an error is the path of the wrong part and the problem. `path` leads to the
    /// value.
    pub(crate) fn check(&self, value: &Json, path: String) -> Result<(), (String, Problem)> {
        match (self, value) {
            (Self::Colour, _)
            | (Self::Nothing, Json::Null)
            | (Self::Boolean, Json::Bool(_))
            | (Self::Text, Json::String(_))
            | (Self::Real, Json::Number(_)) => Ok(()),
            (Self::Integer(from, to), Json::Number(_)) => {
                integer(value, *from, *to).map_err(|problem| (path, problem))
            }
            (Self::Tile, _) if tile(value).is_some() => Ok(()),
            (Self::Tile, _) => Err((path, Problem::NotATile(short(value)))),
            (Self::List(of), Json::Array(items)) => each(items, &path, |_| of),
            (Self::Array(length, of), Json::Array(items)) => {
                same_length(items, *length, &path)?;
                each(items, &path, |_| of)
            }
            (Self::Tuple(types) | Self::Rows(types), Json::Array(items)) => {
                same_length(items, types.len(), &path)?;
                each(items, &path, |index| &types[index])
            }
            (Self::Grid(of), Json::Array(rows)) => {
                let row = Self::List(of);
                each(rows, &path, |_| &row)?;
                rectangular(rows, &path)
            }
            (Self::Record(keys), Json::Object(_)) => record(keys, value, &path),
            (Self::Either(types), _) if types.iter().any(|of| of.admits(value)) => Ok(()),
            _ => Err((path, Problem::of_type(value, self))),
        }
    }
}

/// The halves of a tile: `[6, 1]`, 61 or `"61"`.
pub fn tile(value: &Json) -> Option<[u8; 2]> {
    let halves = |number: u64| match number {
        0..=99 => Some([(number / 10) as u8, (number % 10) as u8]),
        _ => None,
    };
    match value {
        Json::Array(_) => serde_json::from_value(value.clone()).ok(),
        Json::Number(number) => number.as_u64().and_then(halves),
        Json::String(digits) if digits.len() == 2 => digits.parse().ok().and_then(halves),
        _ => None,
    }
}

fn integer(value: &Json, from: i64, to: i64) -> Result<(), Problem> {
    match value.as_i64() {
        Some(number) if (from..=to).contains(&number) => Ok(()),
        _ if value.is_f64() => Err(Problem::of_type(value, &Type::Integer(from, to))),
        _ => Err(Problem::Range {
            found: short(value),
            from,
            to,
        }),
    }
}

fn each<'a>(
    items: &[Json],
    path: &str,
    of: impl Fn(usize) -> &'a Type,
) -> Result<(), (String, Problem)> {
    let mut items = items.iter().enumerate();
    items.try_for_each(|(index, item)| of(index).check(item, format!("{path}[{index}]")))
}

fn same_length(items: &[Json], expected: usize, path: &str) -> Result<(), (String, Problem)> {
    match items.len() {
        found if found == expected => Ok(()),
        found => Err((path.to_owned(), Problem::Length { found, expected })),
    }
}

fn rectangular(rows: &[Json], path: &str) -> Result<(), (String, Problem)> {
    let length = |row: &Json| row.as_array().map_or(0, Vec::len);
    let expected = rows.first().map_or(0, length);
    let mut lengths = rows.iter().map(length).enumerate();
    let ragged = lengths.find(|(_, length)| *length != expected);
    ragged.map_or(Ok(()), |(row, found)| {
        let problem = Problem::Ragged {
            row,
            found,
            expected,
        };
        Err((path.to_owned(), problem))
    })
}

fn record(keys: &[(&str, Type)], value: &Json, path: &str) -> Result<(), (String, Problem)> {
    let given = value.as_object().into_iter().flatten();
    for (key, _) in given {
        if !keys.iter().any(|(known, _)| known == key) {
            return Err((path.to_owned(), Problem::UnknownKey(key.clone())));
        }
    }
    keys.iter().try_for_each(|(key, of)| match value.get(key) {
        Some(value) => of.check(value, format!("{path}[\"{key}\"]")),
        None => Err((path.to_owned(), Problem::MissingKey((*key).to_owned()))),
    })
}

/// JSON cut to 40 characters, for errors.
pub fn short(value: &Json) -> String {
    const LONGEST: usize = 40;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |types: &[Self], separator: &str| {
            let names: Vec<_> = types.iter().map(Self::to_string).collect();
            names.join(separator)
        };
        match self {
            Self::Nothing => f.write_str("None"),
            Self::Boolean => f.write_str("bool"),
            Self::Integer(..) => f.write_str("int"),
            Self::Real => f.write_str("float"),
            Self::Text => f.write_str("str"),
            Self::Colour => f.write_str("Couleur"),
            Self::Tile => f.write_str("Domino"),
            Self::List(of) | Self::Array(_, of) => write!(f, "list[{of}]"),
            Self::Grid(of) => write!(f, "list[list[{of}]]"),
            Self::Tuple(types) => write!(f, "tuple[{}]", joined(types, ", ")),
            Self::Rows(_) => f.write_str("list[list[int]]"),
            Self::Record(_) => f.write_str("dict"),
            Self::Either(types) => f.write_str(&joined(types, " | ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_type_reads_as_python_writes_it() {
        const TYPE: Type = Type::Tuple(&[
            Type::INT,
            Type::List(&Type::Tile),
            Type::Either(&[Type::Text, Type::Nothing]),
        ]);
        assert_eq!(TYPE.to_string(), "tuple[int, list[Domino], str | None]");
    }

    #[test]
    fn what_does_not_fit_is_found_where_it_stands() {
        const RECORD: Type = Type::Record(&[("pos", Type::Tuple(&[Type::COUNT, Type::COUNT]))]);
        const NESTED: Type = Type::List(&RECORD);
        let cases = [
            (json!([{"pos": [0, -1]}]), "[0][\"pos\"][1]"),
            (json!([{"pos": [0, 1]}, {"pos": [0]}]), "[1][\"pos\"]"),
            (json!([{"pos": [0, 1]}, {}]), "[1]"),
            (json!([{"pos": [0, 1], "x": 0}]), "[0]"),
            (json!(3), ""),
        ];
        for (value, place) in cases {
            let (path, problem) = NESTED.check(&value, String::new()).unwrap_err();
            assert_eq!(path, place, "{value}: {problem}");
        }
        assert!(NESTED.admits(&json!([{"pos": [0, 1]}])));
    }

    #[test]
    fn rows_of_different_lengths_are_no_grid() {
        let (_, problem) = Type::Grid(&Type::LEVEL)
            .check(&json!([[0, 1], [1]]), String::new())
            .unwrap_err();
        assert_eq!(problem.to_string(), "row 1 has 1 pixel where row 0 has 2");
        assert!(!Type::Grid(&Type::LEVEL).admits(&json!([[0, 256]])));
        assert!(Type::Grid(&Type::LEVEL).admits(&json!([])));
    }

    #[test]
    fn a_tile_is_a_pair_or_a_number_of_two_digits() {
        assert_eq!(tile(&json!([6, 1])), Some([6, 1]));
        assert_eq!(tile(&json!(61)), Some([6, 1]));
        assert_eq!(tile(&json!(0)), Some([0, 0]));
        assert_eq!(tile(&json!("00")), Some([0, 0]));
        for wrong in [json!(100), json!(-1), json!("6-1"), json!([6]), json!(6.5)] {
            assert_eq!(tile(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_integer_has_32_bits() {
        assert!(Type::INT.admits(&json!(2_147_483_647)));
        assert!(!Type::INT.admits(&json!(2_147_483_648_u32)));
        assert!(!Type::INT.admits(&json!(u64::MAX)));
        assert!(!Type::INT.admits(&json!(1.0)));
    }
}
