//! Conversion between JSON and Python values.

use ::table::message;
use pyo3::exceptions::{PyOverflowError, PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value as Json};

use crate::language::exception;

/// Maximum depth of nested lists and dicts; a list that contains itself reaches it.
const DEEPEST: usize = 16;

/// Converts a Python value to JSON.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Json> {
    within(value, DEEPEST)
}

fn within(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Json> {
    if value.is_none() {
        return Ok(Json::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into());
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = Number::from_f64(number.value());
        return Ok(number.map_or(Json::Null, Json::Number));
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number.into());
    }
    if value.is_instance_of::<PyInt>() {
        let text = value.to_string();
        let message = message!("python-too-large", text = short(&text));
        return Err(exception::<PyOverflowError>(&message));
    }
    let Some(depth) = depth.checked_sub(1) else {
        return Err(exception::<PyRecursionError>(&message!("python-endless")));
    };
    if let Ok(dict) = value.cast::<PyDict>() {
        let pairs = dict.iter().map(|(key, value)| {
            let key = key.cast::<PyString>()?.to_cow()?.into_owned();
            Ok((key, within(&value, depth)?))
        });
        return Ok(Json::Object(pairs.collect::<PyResult<Map<_, _>>>()?));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() || has_items(value) {
        let items = value.try_iter()?.map(|item| within(&item?, depth));
        return Ok(Json::Array(items.collect::<PyResult<_>>()?));
    }
    let kind = value.get_type().name()?.to_string();
    Err(exception::<PyTypeError>(&message!("python-kind", kind)))
}

/// The first 40 digits of a number, for an error message.
fn short(digits: &str) -> &str {
    const LONGEST: usize = 40;
    digits.get(..LONGEST).unwrap_or(digits)
}

/// Whether the value is a sequence without being a list or tuple, such as a numpy array.
fn has_items(value: &Bound<'_, PyAny>) -> bool {
    value.hasattr("__len__").unwrap_or(false) && value.hasattr("__getitem__").unwrap_or(false)
}

/// Converts JSON to a Python value; arrays become lists.
pub(crate) fn to_python<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    Ok(match json {
        Json::Null => py.None().into_bound(py),
        Json::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Json::Number(number) => number_to_python(py, number)?,
        Json::String(text) => PyString::new(py, text).into_any(),
        Json::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        }
        Json::Object(pairs) => {
            let dict = PyDict::new(py);
            for (key, value) in pairs {
                dict.set_item(key, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

fn number_to_python<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    Ok(match (number.as_i64(), number.as_u64(), number.as_f64()) {
        (Some(number), ..) => number.into_pyobject(py)?.into_any(),
        (_, Some(number), _) => number.into_pyobject(py)?.into_any(),
        (.., number) => PyFloat::new(py, number.unwrap_or(f64::NAN)).into_any(),
    })
}
