//! Values of the subject in the encoding that the runner reads.

use serde_json::{Value as Json, json};
use subject::{Function, Type};

/// Arguments in the runner's encoding; those beyond the subject's parameters stay as they are.
pub(super) fn encoded_args(function: &Function, args: &[Json]) -> Vec<Json> {
    let args = args.iter().enumerate();
    let encode = |(at, arg): (usize, &Json)| match function.parameters.get(at) {
        Some(parameter) => encoded(&parameter.of, arg),
        None => arg.clone(),
    };
    args.map(encode).collect()
}

/// A value for the runner: `{"()": […]}` is a tuple, `{"{}": [[key, value]…]}` a dictionary.
pub(super) fn encoded(of: &Type, value: &Json) -> Json {
    let all = |items: &[Json], of: &Type| items.iter().map(|it| encoded(of, it)).collect::<Json>();
    let each = |items: &[Json], types: &[Type]| -> Json {
        let items = items.iter().zip(types);
        items.map(|(it, of)| encoded(of, it)).collect()
    };
    match (of, value) {
        (Type::Tuple(types), Json::Array(items)) => {
            json!({"()": each(items, types)})
        }
        (Type::Rows(types), Json::Array(items)) => each(items, types),
        (Type::Colour, Json::Array(levels)) => json!({"()": levels}),
        (Type::List(of) | Type::Array(_, of), Json::Array(items)) => all(items, of),
        (Type::Grid(of), Json::Array(rows)) => all(rows, &Type::List(of)),
        (Type::Record(keys), Json::Object(fields)) => {
            let field = |(key, of): &(&str, Type)| json!([key, encoded(of, &fields[*key])]);
            json!({"{}": keys.iter().map(field).collect::<Vec<_>>()})
        }
        (Type::Either(types), _) => {
            let fits = types.iter().find(|of| of.admits(value));
            fits.map_or_else(|| value.clone(), |of| encoded(of, value))
        }
        _ => value.clone(),
    }
}
