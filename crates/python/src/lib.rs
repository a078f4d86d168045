//! The module `brelan._brelan`: what of `brelan` for Python is in Rust. The documentation is in
//! `python/brelan`.

#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands arguments over by value"
)]
#![expect(clippy::doc_link_with_quotes, reason = "the examples are Python's")]

mod engines;
mod game;
mod json;
mod language;
mod past;
mod subject;
mod table;

use pyo3::prelude::*;

#[pymodule]
fn _brelan(module: &Bound<'_, PyModule>) -> PyResult<()> {
    language::add(module)?;
    game::add(module)?;
    engines::add(module)?;
    subject::add(module)?;
    table::add(module)
}
