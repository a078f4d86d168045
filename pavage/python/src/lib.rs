//! The module `pavage._pavage`: what of `pavage` for Python is in Rust. The documentation is in
//! `python/pavage`.

mod mask;
mod picture;

use pyo3::prelude::*;

#[pymodule]
fn _pavage(module: &Bound<'_, PyModule>) -> PyResult<()> {
    picture::add(module)?;
    mask::add(module)
}
