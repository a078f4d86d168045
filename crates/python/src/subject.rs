//! The subjects' functions for Python: they change their arguments in place, write to Python's
//! `sys.stdout`, read from its `input` and draw from its `random`.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};

use ::table::{Chance, Explain};
use pyo3::create_exception;
use pyo3::exceptions::{PyEOFError, PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use serde_json::{Value as Json, json};
use subject::{After, CallError, Function, FunctionKind, Problem, Type};

use crate::json;
use crate::language::{Refused, current_language};

create_exception!(
    brelan,
    CoupInvalideException,
    PyException,
    "The exception of the subjects for a move that the rules forbid."
);

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let exception = module.py().get_type::<CoupInvalideException>();
    module.add("CoupInvalideException", exception)?;
    module.add_function(wrap_pyfunction!(functions, module)?)?;
    module.add_function(wrap_pyfunction!(samples, module)?)?;
    module.add_function(wrap_pyfunction!(cases, module)?)?;
    module.add_function(wrap_pyfunction!(call, module)?)
}

/// Describes every function of a subject: name, parameters, result and documentation, from which the
/// Python functions are made.
#[pyfunction]
fn functions<'py>(py: Python<'py>, subject: &str) -> PyResult<Bound<'py, PyAny>> {
    let described = known(subject)?.functions.iter().map(|function| {
        let parameters = function.parameters.iter().map(|parameter| {
            let default = parameter.default.map(|text| json!([parsed(text)]));
            let changes = matches!(parameter.after, After::Changed | After::MayChange);
            json!([parameter.name, parameter.of.to_string(), default, changes])
        });
        json!({
            "name": function.name,
            "aliases": function.aliases,
            "random": function.effects.random,
            "program": function.kind == FunctionKind::Program,
            "constant": function.kind == FunctionKind::Constant,
            "doc": function.described(text::Language::French),
            "returns": function.returns.to_string(),
            "parameters": parameters.collect::<Json>(),
        })
    });
    json::to_python(py, &described.collect())
}

/// Parses JSON of a subject's data.
fn parsed(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or(Json::Null)
}

/// The example values of a subject, by name.
#[pyfunction]
fn samples<'py>(py: Python<'py>, subject: &str) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for sample in known(subject)?.samples {
        dict.set_item(sample.name, json::to_python(py, &parsed(sample.json))?)?;
    }
    Ok(dict)
}

/// Generates cases for a function: the arguments, and the text that it can read.
#[pyfunction]
fn cases<'py>(
    py: Python<'py>,
    subject: &str,
    name: &str,
    count: usize,
) -> PyResult<Bound<'py, PyList>> {
    let function = known(subject)?
        .function(name)
        .map_err(|error| call_exception(&error))?;
    let list = PyList::empty(py);
    for input in function.inputs(1).take(count) {
        let case = input.case();
        list.append((json::to_python(py, &Json::Array(case.args))?, case.input))?;
    }
    Ok(list)
}

/// Calls a function. Returns its result and its arguments afterwards; lists and dicts are also changed
/// in place.
#[pyfunction]
fn call<'py>(
    py: Python<'py>,
    subject: &str,
    name: &str,
    args: Vec<Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyList>)> {
    let function = known(subject)?
        .function(name)
        .map_err(|error| call_exception(&error))?;
    let given = args
        .iter()
        .map(json::from_python)
        .collect::<PyResult<Vec<_>>>()?;
    let python_error = &mut None;
    let ran = run(py, function, &given, python_error);
    if let Some(error) = python_error.take() {
        return Err(error);
    }
    let (returned, after) = ran.map_err(|error| call_exception(&error))?;
    let pairs = args.iter().any(holds_pairs);
    let list = PyList::empty(py);
    for ((arg, given), after) in args.iter().zip(&given).zip(&after) {
        if given != after {
            change(arg, after, pairs)?;
        }
        list.append(json::to_python(py, after)?)?;
    }
    Ok((shaped(py, &returned, function.returns, pairs)?, list))
}

/// Runs a function. An exception raised by Python while it reads, prints or draws goes to
/// `python_error`.
fn run(
    py: Python<'_>,
    function: &Function,
    args: &[Json],
    python_error: &mut Option<PyErr>,
) -> Result<(Json, Vec<Json>), CallError> {
    let raised = std::cell::RefCell::new(python_error);
    let mut random = PythonRandom(None);
    let mut input = BufReader::new(PythonInput {
        py,
        line: VecDeque::new(),
        raised: &raised,
    });
    let mut output = PythonOutput {
        py,
        raised: &raised,
    };
    let ran = function.run(args, &mut random, &mut input, &mut output);
    if let Some(error) = random.0 {
        **raised.borrow_mut() = Some(error);
    }
    ran
}

fn known(name: &str) -> PyResult<&'static subject::Subject> {
    ::games::subject(name).map_err(|error| call_exception(&error))
}

/// Makes the exception for an error of a call: `TypeError`, `ValueError`, `EOFError`, the subject's
/// own, or `Refused`.
fn call_exception(error: &CallError) -> PyErr {
    let text = current_language().say(&error.explain());
    match error {
        CallError::Arity { .. }
        | CallError::Argument {
            problem: Problem::Type { .. },
            ..
        } => PyTypeError::new_err(text),
        CallError::Raised { .. } => CoupInvalideException::new_err(text),
        CallError::EndOfInput => PyEOFError::new_err(text),
        CallError::Argument { .. } | CallError::Requires { .. } => PyValueError::new_err(text),
        _ => Refused::new_err(text),
    }
}

/// Whether an argument holds tiles or colours as tuples, so that the answer has tuples too.
fn holds_pairs(arg: &Bound<'_, PyAny>) -> bool {
    if arg.is_instance_of::<PyTuple>() {
        return true;
    }
    let first = arg
        .cast::<PyList>()
        .ok()
        .and_then(|list| list.get_item(0).ok());
    first.is_some_and(|first| holds_pairs(&first))
}

/// Converts a value to Python by its declared type: a tuple where the subject has a tuple, a list
/// elsewhere.
fn shaped<'py>(
    py: Python<'py>,
    value: &Json,
    of: Type,
    pairs: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let Json::Array(items) = value else {
        return json::to_python(py, value);
    };
    let each = |of: Type| {
        let items = items.iter().map(|item| shaped(py, item, of, pairs));
        items.collect::<PyResult<Vec<_>>>()
    };
    let list = |items: Vec<_>| Ok(PyList::new(py, items)?.into_any());
    let tuple = |items: Vec<_>| Ok(PyTuple::new(py, items)?.into_any());
    match of {
        Type::Tile if pairs => tuple(each(Type::INT)?),
        Type::Colour => tuple(each(Type::INT)?),
        Type::List(of) | Type::Array(_, of) => list(each(*of)?),
        Type::Grid(of) => {
            let rows = items
                .iter()
                .map(|row| shaped(py, row, Type::List(of), pairs));
            list(rows.collect::<PyResult<_>>()?)
        }
        Type::Tuple(types) => {
            let items = items.iter().zip(types);
            let items = items.map(|(item, of)| shaped(py, item, *of, pairs));
            tuple(items.collect::<PyResult<_>>()?)
        }
        Type::Either(types) => {
            let fitting = types.iter().find(|of| of.admits(value));
            fitting.map_or_else(
                || json::to_python(py, value),
                |of| shaped(py, value, *of, pairs),
            )
        }
        _ => json::to_python(py, value),
    }
}

/// Changes a list or dict in place to its value after the call.
fn change(arg: &Bound<'_, PyAny>, after: &Json, pairs: bool) -> PyResult<()> {
    let py = arg.py();
    match after {
        Json::Array(items) if arg.is_instance_of::<PyList>() => {
            let list = arg.cast::<PyList>()?;
            let tuples = pairs
                && list
                    .get_item(0)
                    .is_ok_and(|it| it.is_instance_of::<PyTuple>());
            let of = if tuples { Type::Tile } else { Type::Nothing };
            let items = items.iter().map(|item| shaped(py, item, of, pairs));
            let items = items.collect::<PyResult<Vec<_>>>()?;
            list.set_slice(0, list.len(), PyList::new(py, items)?.as_any())
        }
        Json::Object(pairs_after) => {
            let dict = arg.cast::<PyDict>()?;
            for (key, value) in pairs_after {
                match dict.get_item(key)? {
                    Some(old) if old.is_instance_of::<PyList>() => change(&old, value, pairs)?,
                    _ => dict.set_item(key, json::to_python(py, value)?)?,
                }
            }
            Ok(())
        }
        // Numbers cannot change in place; `call` returns them with the arguments afterwards.
        _ => Ok(()),
    }
}

/// Chance from Python's module `random`, so that `random.seed` makes a call repeat. Holds the
/// exception that `random` raised last.
#[derive(Debug)]
struct PythonRandom(Option<PyErr>);

impl Chance for PythonRandom {
    fn below(&mut self, n: u32) -> u32 {
        let drawn = Python::attach(|py| {
            let random = py.import("random")?;
            random.call_method1("randrange", (n,))?.extract::<u32>()
        });
        match drawn {
            Ok(drawn) if drawn < n => drawn,
            Ok(_) => 0,
            Err(error) => {
                self.0 = Some(error);
                0
            }
        }
    }
}

/// The exception that Python raised during input or output, shared by both.
type RaisedCell<'a> = std::cell::RefCell<&'a mut Option<PyErr>>;

/// Stores an exception and returns the I/O error that stands for it.
fn io_error(raised: &RaisedCell<'_>, error: PyErr) -> io::Error {
    **raised.borrow_mut() = Some(error);
    io::Error::other("Python raised an exception")
}

/// A reader over Python's `input`, one line at a time.
struct PythonInput<'py, 'a> {
    py: Python<'py>,
    /// The rest of the current line, empty at the end of the input.
    line: VecDeque<u8>,
    raised: &'a RaisedCell<'a>,
}

impl PythonInput<'_, '_> {
    fn next_line(&mut self) -> PyResult<()> {
        let builtins = self.py.import("builtins")?;
        match builtins.call_method0("input") {
            Ok(line) => self.line = (line.extract::<String>()? + "\n").into_bytes().into(),
            Err(error) if error.is_instance_of::<PyEOFError>(self.py) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

impl Read for PythonInput<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            self.next_line()
                .map_err(|error| io_error(self.raised, error))?;
        }
        self.line.read(buffer)
    }
}

/// A writer to Python's `sys.stdout`, which is looked up for each write because callers may replace it.
struct PythonOutput<'py, 'a> {
    py: Python<'py>,
    raised: &'a RaisedCell<'a>,
}

impl PythonOutput<'_, '_> {
    fn stdout(&self) -> PyResult<Bound<'_, PyAny>> {
        self.py.import("sys")?.getattr("stdout")
    }
}

impl Write for PythonOutput<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let written = self
            .stdout()
            .and_then(|out| out.call_method1("write", (text,)));
        written.map_err(|error| io_error(self.raised, error))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.stdout().and_then(|out| out.call_method0("flush"));
        flushed
            .map_err(|error| io_error(self.raised, error))
            .map(drop)
    }
}
