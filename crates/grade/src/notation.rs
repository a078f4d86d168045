//! `Notation`: values and calls as the student's language writes them.

use serde_json::Value as Json;
use subject::{Case, Function, Type};

/// The way in which a report writes values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// As in the JSON report.
    Json,
    /// As Python's `repr` does.
    Python,
    /// As Fortran prints them; a grid is drawn as in the subject's figure, with a dot for an empty cell.
    Fortran,
}

impl Notation {
    /// A value of a type; its parts that do not fit the type are written as they are.
    pub(crate) fn value(self, of: &Type, value: &Json) -> String {
        match self {
            Self::Json => value.to_string(),
            Self::Python => python(Some(of), value),
            Self::Fortran => fortran(value),
        }
    }

    /// A call of `name`: `doubles([[1, 1]])`; in Fortran a grid follows the call.
    pub(crate) fn call(self, name: &str, function: &Function, case: &Case) -> String {
        if self == Self::Fortran {
            return fortran_call(name, function, case);
        }
        let args = case.args.iter().enumerate().map(|(at, arg)| {
            let of = function.parameters.get(at).map(|it| &it.of);
            self.value(of.unwrap_or(&Type::Colour), arg)
        });
        format!("{name}({})", args.collect::<Vec<_>>().join(", "))
    }
}

fn fortran(value: &Json) -> String {
    match value {
        Json::Bool(true) => "T".to_owned(),
        Json::Bool(false) => "F".to_owned(),
        Json::String(text) => format!("'{text}'"),
        Json::Array(_) => grid(value).unwrap_or_else(|| value.to_string()),
        other => other.to_string(),
    }
}

/// The call with the name of each argument, then the grid.
fn fortran_call(name: &str, function: &Function, case: &Case) -> String {
    let (mut words, mut drawn) = (vec![], String::new());
    for (parameter, arg) in function.parameters.iter().zip(&case.args) {
        match grid(arg) {
            Some(grid) => {
                words.push(parameter.name.to_owned());
                drawn = format!("\n{grid}");
            }
            None => words.push(format!("{} = {}", parameter.name, fortran(arg))),
        }
    }
    format!("{name}({}){drawn}", words.join(", "))
}

/// A grid of 6 lines and 7 columns, with or without a border, line 1 at the bottom; `None` for another
/// value.
fn grid(value: &Json) -> Option<String> {
    let rows: Vec<&Vec<Json>> = value
        .as_array()?
        .iter()
        .map(Json::as_array)
        .collect::<Option<_>>()?;
    let border = match (rows.len(), rows.first()?.len()) {
        (8, 9) => 1,
        (6, 7) => 0,
        _ => return None,
    };
    let sign = |cell: &Json| match cell.as_i64() {
        Some(0) => " .".to_owned(),
        Some(1) => " *".to_owned(),
        Some(2) => " o".to_owned(),
        _ => format!(" {cell}"),
    };
    let drawn = |(number, row): (usize, &&Vec<Json>)| {
        let cells: String = row.iter().skip(border).take(7).map(sign).collect();
        format!("{number:>3}{cells}\n")
    };
    let lines = (1..)
        .zip(rows.iter().skip(border).take(6))
        .collect::<Vec<_>>();
    let lines: String = lines.into_iter().rev().map(drawn).collect();
    let outside = (border > 0).then(|| outside(&rows)).flatten();
    Some(lines + "    1 2 3 4 5 6 7" + &outside.unwrap_or_default())
}

/// The first cell of the border that is not empty: `grille(7, 0) = 1`.
fn outside(rows: &[&Vec<Json>]) -> Option<String> {
    let cells = rows.iter().enumerate();
    let mut cells = cells.flat_map(|(line, row)| (0..).zip(row.iter()).map(move |it| (line, it)));
    let is_border = |line: usize, column: usize| [0, 7].contains(&line) || [0, 8].contains(&column);
    let (line, (column, cell)) = cells
        .find(|(line, (column, cell))| is_border(*line, *column) && cell.as_i64() != Some(0))?;
    Some(format!("\n    grille({line}, {column}) = {cell}"))
}

fn python(of: Option<&Type>, value: &Json) -> String {
    let of = match of {
        Some(Type::Either(types)) => types.iter().find(|it| it.admits(value)),
        of => of,
    };
    match value {
        Json::Null => "None".to_owned(),
        Json::Bool(true) => "True".to_owned(),
        Json::Bool(false) => "False".to_owned(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => quoted(text),
        Json::Object(fields) => {
            let of_key = |key: &str| match of {
                Some(Type::Record(keys)) => {
                    let mut keys = keys.iter();
                    keys.find(|(known, _)| *known == key).map(|(_, of)| of)
                }
                _ => None,
            };
            let field = |(key, field): (&String, &Json)| {
                format!("{}: {}", quoted(key), python(of_key(key), field))
            };
            format!(
                "{{{}}}",
                fields.iter().map(field).collect::<Vec<_>>().join(", ")
            )
        }
        Json::Array(items) => {
            let parts = items.iter().enumerate();
            let parts: Vec<_> = parts
                .map(|(at, it)| python(item_type(of, at).as_ref(), it))
                .collect();
            match of {
                Some(Type::Tuple(_) | Type::Colour) if parts.len() == 1 => {
                    format!("({},)", parts[0])
                }
                Some(Type::Tuple(_) | Type::Colour) => format!("({})", parts.join(", ")),
                _ => format!("[{}]", parts.join(", ")),
            }
        }
    }
}

/// The type of an item of a list or tuple.
fn item_type(of: Option<&Type>, at: usize) -> Option<Type> {
    match of? {
        Type::List(of) | Type::Array(_, of) => Some(**of),
        Type::Grid(of) => Some(Type::List(of)),
        Type::Tuple(types) | Type::Rows(types) => types.get(at).copied(),
        _ => None,
    }
}

/// A text in the quotes that Python chooses.
fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    let mut quoted = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            '\\' => quoted += "\\\\",
            c if c == quote => quoted.extend(['\\', c]),
            c => quoted.push(c),
        }
    }
    quoted.push(quote);
    quoted
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_written_as_fortran_prints_them_and_a_grid_is_drawn() {
        let value = |value: Json| Notation::Fortran.value(&Type::INT, &value);
        assert_eq!(value(json!(true)), "T");
        assert_eq!(value(json!("*")), "'*'");
        let mut cells = vec![vec![0; 9]; 8];
        cells[1][3] = 2;
        let drawn = value(json!(cells));
        assert!(drawn.starts_with("  6 . . . . . . .\n"), "{drawn}");
        assert!(
            drawn.ends_with("  1 . . o . . . .\n    1 2 3 4 5 6 7"),
            "{drawn}"
        );
        cells[7][0] = 1;
        let drawn = value(json!(cells));
        assert!(drawn.ends_with("\n    grille(7, 0) = 1"), "{drawn}");
    }

    #[test]
    fn values_are_written_as_python_prints_them() {
        const PLACED: Type = Type::Tuple(&[Type::INT, Type::List(&Type::Boolean)]);
        let cases = [
            (PLACED, json!([1, [true, false]]), "(1, [True, False])"),
            (Type::Tuple(&[Type::INT]), json!([1]), "(1,)"),
            (Type::Nothing, json!(null), "None"),
            (Type::Text, json!("l'été\n"), "\"l'été\\n\""),
            (Type::Text, json!("égalité"), "'égalité'"),
            (
                Type::Grid(&Type::Colour),
                json!([[[255, 0, 0], 1]]),
                "[[(255, 0, 0), 1]]",
            ),
            (Type::INT, json!({"a": [1]}), "{'a': [1]}"),
        ];
        for (of, value, expected) in cases {
            assert_eq!(Notation::Python.value(&of, &value), expected);
        }
    }
}
