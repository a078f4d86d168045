//! The native module `pavage._pavage` of the Python package; `python/pavage` documents the
//! functions.

mod mask;
mod picture;

use pyo3::prelude::*;

#[pymodule]
fn _pavage(module: &Bound<'_, PyModule>) -> PyResult<()> {
    picture::add(module)?;
    mask::add(module)
}
