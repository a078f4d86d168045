//! The subjects' functions for Python: arguments changed in place, text printed by Python's own
//! `print`, answers read by its `input`, luck taken from its `random`.

use std::io::{self, BufRead, Read, Write};

use ::table::{Chance, Explain};
use house::subject::{self, After, CallError, Function, Kind, Problem, Type};
use pyo3::create_exception;
use pyo3::exceptions::{PyEOFError, PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use serde_json::Value as Json;

use crate::json;
use crate::language::{Refused, spoken};

create_exception!(
    brelan,
    CoupInvalideException,
    PyException,
    "The subject's own: so many matches cannot be taken."
);

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let exception = module.py().get_type::<CoupInvalideException>();
    module.add("CoupInvalideException", exception)?;
    module.add_function(wrap_pyfunction!(functions, module)?)?;
    module.add_function(wrap_pyfunction!(samples, module)?)?;
    module.add_function(wrap_pyfunction!(cases, module)?)?;
    module.add_function(wrap_pyfunction!(call, module)?)
}

/// Every function of a subject, for whoever makes Python functions of them.
#[pyfunction]
fn functions<'py>(py: Python<'py>, subject: &str) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for function in known(subject)?.functions {
        let entry = PyDict::new(py);
        entry.set_item("name", function.name)?;
        entry.set_item("aliases", function.aliases)?;
        entry.set_item("random", function.effects.random)?;
        entry.set_item("program", function.kind == Kind::Program)?;
        entry.set_item("constant", function.kind == Kind::Constant)?;
        entry.set_item("doc", function.described(house::Language::French))?;
        entry.set_item("returns", function.returns.to_string())?;
        let parameters = PyList::empty(py);
        for parameter in function.parameters {
            let default = match parameter.default {
                None => py.None().into_bound(py),
                Some(text) => {
                    let default: Json = serde_json::from_str(text).unwrap_or(Json::Null);
                    PyTuple::new(py, [json::written(py, &default)?])?.into_any()
                }
            };
            let changes = matches!(parameter.after, After::Changed | After::MayChange);
            let of = parameter.of.to_string();
            parameters.append((parameter.name, of, default, changes))?;
        }
        entry.set_item("parameters", parameters)?;
        list.append(entry)?;
    }
    Ok(list)
}

/// The values that a subject shows, by name.
#[pyfunction]
fn samples<'py>(py: Python<'py>, subject: &str) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for sample in known(subject)?.samples {
        let value: Json = serde_json::from_str(sample.json).unwrap_or(Json::Null);
        dict.set_item(sample.name, json::written(py, &value)?)?;
    }
    Ok(dict)
}

/// Cases to call a function with: arguments, and what it can read.
#[pyfunction]
fn cases<'py>(
    py: Python<'py>,
    subject: &str,
    name: &str,
    count: usize,
) -> PyResult<Bound<'py, PyList>> {
    let function = known(subject)?
        .function(name)
        .map_err(|error| raised(&error))?;
    let list = PyList::empty(py);
    for input in function.inputs(1).take(count) {
        let case = input.case();
        list.append((json::written(py, &Json::Array(case.args))?, case.input))?;
    }
    Ok(list)
}

/// What a function returns, and its arguments afterwards; lists and dicts are changed in place.
#[pyfunction]
fn call<'py>(
    py: Python<'py>,
    subject: &str,
    name: &str,
    args: Vec<Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyList>)> {
    let function = known(subject)?
        .function(name)
        .map_err(|error| raised(&error))?;
    let given = args.iter().map(json::read).collect::<PyResult<Vec<_>>>()?;
    let trouble = &mut None;
    let ran = run(py, function, &given, trouble);
    if let Some(error) = trouble.take() {
        return Err(error);
    }
    let (returned, after) = ran.map_err(|error| raised(&error))?;
    let pairs = args.iter().any(holds_pairs);
    let list = PyList::empty(py);
    for ((arg, given), after) in args.iter().zip(&given).zip(&after) {
        if given != after {
            change(arg, after, pairs)?;
        }
        list.append(json::written(py, after)?)?;
    }
    Ok((shaped(py, &returned, function.returns, pairs)?, list))
}

fn run(
    py: Python<'_>,
    function: &Function,
    args: &[Json],
    trouble: &mut Option<PyErr>,
) -> Result<(Json, Vec<Json>), CallError> {
    let trouble = std::cell::RefCell::new(trouble);
    let mut luck = Luck(None);
    let mut input = Input {
        py,
        line: Vec::new(),
        read: 0,
        trouble: &trouble,
    };
    let mut output = Output {
        py,
        trouble: &trouble,
    };
    let ran = function.run(args, &mut luck, &mut input, &mut output);
    if let Some(error) = luck.0 {
        **trouble.borrow_mut() = Some(error);
    }
    ran
}

fn known(name: &str) -> PyResult<&'static subject::Subject> {
    subject::subject(name).map_err(|error| raised(&error))
}

/// An error as Python raises it: a wrong type, a value that cannot be, the subject's own.
fn raised(error: &CallError) -> PyErr {
    let text = spoken().say(&error.explain());
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

/// Whether tiles or colours are given as tuples: they are then answered as such.
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

/// A value as the type says: a tuple where the subject has one.
fn shaped<'py>(
    py: Python<'py>,
    value: &Json,
    of: Type,
    pairs: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let Json::Array(items) = value else {
        return json::written(py, value);
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
                || json::written(py, value),
                |of| shaped(py, value, *of, pairs),
            )
        }
        _ => json::written(py, value),
    }
}

/// Changes a list or a dict in place to what it is after the call.
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
                    _ => dict.set_item(key, json::written(py, value)?)?,
                }
            }
            Ok(())
        }
        // A number cannot change in place: whoever wants it takes the arguments afterwards.
        _ => Ok(()),
    }
}

/// Luck of Python's own `random`, so that its `seed` makes a call repeat.
#[derive(Debug)]
struct Luck(Option<PyErr>);

impl Chance for Luck {
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

type Trouble<'a> = std::cell::RefCell<&'a mut Option<PyErr>>;

fn failed(trouble: &Trouble<'_>, error: PyErr) -> io::Error {
    **trouble.borrow_mut() = Some(error);
    io::Error::other("Python raised")
}

/// What Python's `input` reads, line by line.
struct Input<'py, 'a> {
    py: Python<'py>,
    line: Vec<u8>,
    read: usize,
    trouble: &'a Trouble<'a>,
}

impl Input<'_, '_> {
    fn next_line(&mut self) -> PyResult<()> {
        let builtins = self.py.import("builtins")?;
        self.read = 0;
        match builtins.call_method0("input") {
            Ok(line) => self.line = (line.extract::<String>()? + "\n").into_bytes(),
            Err(error) if error.is_instance_of::<PyEOFError>(self.py) => self.line.clear(),
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

impl Read for Input<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Input<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read >= self.line.len() {
            self.next_line()
                .map_err(|error| failed(self.trouble, error))?;
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, count: usize) {
        self.read += count;
    }
}

/// Python's standard output, as it is at that moment.
struct Output<'py, 'a> {
    py: Python<'py>,
    trouble: &'a Trouble<'a>,
}

impl Output<'_, '_> {
    fn stdout(&self) -> PyResult<Bound<'_, PyAny>> {
        self.py.import("sys")?.getattr("stdout")
    }
}

impl Write for Output<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let written = self
            .stdout()
            .and_then(|out| out.call_method1("write", (text,)));
        written.map_err(|error| failed(self.trouble, error))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.stdout().and_then(|out| out.call_method0("flush"));
        flushed
            .map_err(|error| failed(self.trouble, error))
            .map(drop)
    }
}
