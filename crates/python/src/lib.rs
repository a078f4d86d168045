//! The extension module `brelan._brelan`: the part of `brelan` for Python that is written in Rust.
//! The Python part and its documentation are in `python/brelan`, the examples of docstrings in
//! `doctests`.

#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands arguments over by value"
)]
#![expect(clippy::doc_link_with_quotes, reason = "the examples are Python's")]

mod engines;
mod game;
mod history;
mod json;
mod language;
mod subject;
mod table;

text::catalogue!();

use pyo3::prelude::*;

#[pymodule]
fn _brelan(module: &Bound<'_, PyModule>) -> PyResult<()> {
    language::add(module)?;
    game::add(module)?;
    engines::add(module)?;
    subject::add(module)?;
    table::add(module)
}
