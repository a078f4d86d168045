//! The native module `pavage._pavage` of the Python package; `python/pavage` documents the
//! functions.

mod labels;
mod mask;
mod picture;
mod rle;

use pyo3::prelude::*;

#[pymodule]
fn _pavage(module: &Bound<'_, PyModule>) -> PyResult<()> {
    picture::add(module)?;
    labels::add(module)?;
    rle::add(module)?;
    mask::add(module)
}
