//! Label maps for Python: arrays arrive and leave as bytes, `python/pavage/labels.py` knows their types.

use crate::picture::refused;
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1, ToPyArray};
use pavage::CodecLimits;
use pavage::pav::{LabelExtent, LabelFile, LabelKind, LabelMap, encode_labels, is_label_file};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(labels_encode, module)?)?;
    module.add_function(wrap_pyfunction!(is_label_map, module)?)?;
    module.add_class::<LabelReader>()
}

#[pyfunction]
fn labels_encode<'py>(
    py: Python<'py>,
    bytes: &Bound<'py, PyArray1<u8>>,
    shape: [usize; 3],
    is_stack: bool,
    kind: (usize, bool),
    max_memory: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let (item, is_signed) = kind;
    let kind = LabelKind::new(item, is_signed).ok_or_else(|| {
        PyTypeError::new_err(format!("labels have 1, 2, 4 or 8 bytes, not {item}"))
    })?;
    let limits = CodecLimits {
        memory: max_memory,
        pixels: u64::MAX,
    };
    let bytes = bytes.readonly();
    let bytes = bytes.as_slice()?;
    let map = LabelMap {
        kind,
        shape,
        is_stack,
        bytes,
    };
    let file = py.detach(|| encode_labels(&map, &limits));
    Ok(PyBytes::new(py, &file.map_err(refused)?))
}

#[pyfunction]
fn is_label_map(file: &[u8]) -> bool {
    is_label_file(file)
}

/// The native part of `pavage.Labels`.
#[pyclass(frozen)]
struct LabelReader(LabelFile);

/// Area, first and last slice, row and column of a label.
type Extent = (u64, [usize; 3], [usize; 3]);

#[pymethods]
impl LabelReader {
    #[new]
    fn new(py: Python<'_>, file: &[u8], max_pixels: u64, max_memory: u64) -> PyResult<Self> {
        let limits = CodecLimits {
            pixels: max_pixels,
            memory: max_memory,
        };
        let file = file.to_vec();
        let file = py.detach(|| LabelFile::open(file, &limits));
        file.map(Self).map_err(refused)
    }

    fn shape(&self) -> ([usize; 3], bool) {
        (self.0.shape(), self.0.is_stack())
    }

    /// The number of bytes of a label, and whether it is signed.
    fn kind(&self) -> (usize, bool) {
        (self.0.kind().bytes(), self.0.kind().is_signed())
    }

    fn labels<'py>(&self, py: Python<'py>, slice: usize) -> PyResult<Bound<'py, PyArray1<u64>>> {
        self.check(slice)?;
        Ok(self.0.labels(slice).to_pyarray(py))
    }

    fn decode(
        &self,
        py: Python<'_>,
        slice: usize,
        mut bytes: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        self.check(slice)?;
        let bytes = bytes.as_slice_mut()?;
        let [_, height, width] = self.0.shape();
        if bytes.len() != height * width * self.0.kind().bytes() {
            return Err(PyValueError::new_err(
                "the array has another size than the slice",
            ));
        }
        py.detach(|| self.0.decode_slice(slice, bytes))
            .map_err(refused)
    }

    fn decode_all(&self, py: Python<'_>, mut bytes: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let bytes = bytes.as_slice_mut()?;
        if bytes.len() != self.0.shape().iter().product::<usize>() * self.0.kind().bytes() {
            return Err(PyValueError::new_err(
                "the array has another size than the label map",
            ));
        }
        py.detach(|| self.0.decode(bytes)).map_err(refused)
    }

    fn extent(&self, py: Python<'_>, label: u64) -> PyResult<Option<Extent>> {
        let extent = py.detach(|| self.0.extent(label)).map_err(refused)?;
        Ok(extent.map(|LabelExtent { area, first, last }| (area, first, last)))
    }

    fn paint(
        &self,
        py: Python<'_>,
        label: u64,
        mut mask: PyReadwriteArray1<'_, u8>,
    ) -> PyResult<()> {
        let mask = mask.as_slice_mut()?;
        if mask.len() != self.0.shape().iter().product::<usize>() {
            return Err(PyValueError::new_err(
                "the array has another size than the label map",
            ));
        }
        py.detach(|| self.0.paint(label, mask)).map_err(refused)
    }
}

impl LabelReader {
    fn check(&self, slice: usize) -> PyResult<()> {
        if slice < self.0.shape()[0] {
            return Ok(());
        }
        Err(PyIndexError::new_err(format!("there is no slice {slice}")))
    }
}
