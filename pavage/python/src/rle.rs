//! The class `RLE` of Python: a mask that keeps its runs, so that merging needs no strings.

use crate::mask::{are_of_one_size, bounds, empty_array, paint, read, read_all, refused, rle};
use numpy::{PyArray1, PyReadonlyArray2, PyUntypedArrayMethods, ToPyArray};
use pavage::coco::{self, CocoMask};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<RunLengthMask>()
}

/// A mask that keeps its run lengths in column-major order.
///
/// It is made from an array of ``(height, width)``, from a dictionary of COCO, or from another one.
#[pyclass(frozen, eq, name = "RLE", module = "pavage.mask")]
#[derive(Clone, PartialEq)]
pub(crate) struct RunLengthMask(CocoMask);

impl From<CocoMask> for RunLengthMask {
    fn from(mask: CocoMask) -> Self {
        Self(mask)
    }
}

impl RunLengthMask {
    pub(crate) fn mask(&self) -> &CocoMask {
        &self.0
    }

    /// The mask that `join` makes of masks of one size.
    fn joined(
        py: Python<'_>,
        masks: &[CocoMask],
        join: impl FnOnce(&[CocoMask]) -> CocoMask + Send,
    ) -> PyResult<Self> {
        match masks {
            [] => Err(PyValueError::new_err("an empty list of masks has no size")),
            _ if !are_of_one_size(masks) => Err(PyValueError::new_err("masks of different sizes")),
            [only] => Ok(Self(only.clone())),
            _ => Ok(Self(py.detach(|| join(masks)))),
        }
    }
}

/// The mask of an array of bytes in Fortran order without two neighbouring values that are both
/// object, so that nothing is copied; `None` for other arrays.
fn of_columns(mask: &Bound<'_, PyAny>) -> PyResult<Option<CocoMask>> {
    let py = mask.py();
    let bytes = if mask.extract::<PyReadonlyArray2<'_, bool>>().is_ok() {
        &mask.call_method1("view", ("uint8",))?
    } else {
        mask
    };
    let Ok(array) = bytes.extract::<PyReadonlyArray2<'_, u8>>() else {
        return Ok(None);
    };
    if !array.is_fortran_contiguous() {
        return Ok(None);
    }
    let (height, width) = (array.shape()[0], array.shape()[1]);
    let pixels = array.as_slice()?;
    let mask = py.detach(|| CocoMask::from_columns(height, width, pixels));
    let mask = mask.map_err(refused)?;
    let mut at = 0;
    let ends = mask.counts.iter().map(|&count| {
        at += count as usize;
        at
    });
    let is_whole =
        |at: usize| at == 0 || at == pixels.len() || pixels[at - 1] == 0 || pixels[at] == 0;
    let is_alternating = ends.into_iter().all(is_whole);
    Ok(is_alternating.then_some(mask))
}

#[pymethods]
impl RunLengthMask {
    #[new]
    fn new(mask: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = mask.py();
        if let Some(mask) = of_columns(mask)? {
            return Ok(Self(mask));
        }
        if mask.hasattr("dtype")? {
            let bytes = py.import("numpy")?.call_method1("not_equal", (mask, 0))?;
            let bytes = py
                .import("numpy")?
                .call_method1("asfortranarray", (bytes,))?;
            let bytes = bytes.call_method1("view", ("uint8",))?;
            let array: PyReadonlyArray2<'_, u8> = bytes
                .extract()
                .map_err(|_| PyValueError::new_err("expected an array of 2 dimensions"))?;
            let (height, width) = (array.shape()[0], array.shape()[1]);
            let pixels = array.as_slice()?;
            let mask = py.detach(|| CocoMask::from_columns(height, width, pixels));
            return Ok(Self(mask.map_err(refused)?));
        }
        read(mask).map(Self)
    }

    /// The union of masks of one size.
    #[staticmethod]
    fn union(py: Python<'_>, masks: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::joined(py, &read_all(masks)?, coco::union)
    }

    /// The intersection of masks of one size.
    #[staticmethod]
    fn intersection(py: Python<'_>, masks: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::joined(py, &read_all(masks)?, coco::intersection)
    }

    fn __or__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::joined(py, &[self.0.clone(), other.0.clone()], coco::union)
    }

    fn __and__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        Self::joined(py, &[self.0.clone(), other.0.clone()], coco::intersection)
    }

    /// ``[height, width]``.
    #[getter]
    fn size(&self) -> [usize; 2] {
        [self.0.height, self.0.width]
    }

    /// The string of COCO, as bytes.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The run lengths, background first.
    #[getter]
    fn runs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.0.counts.to_pyarray(py)
    }

    /// The number of object pixels.
    #[getter]
    fn area(&self) -> u32 {
        self.0.area()
    }

    /// Left, top, width and height of the bounding box.
    #[getter(r#box)]
    fn bounding_box(&self) -> [f64; 4] {
        bounds(&self.0)
    }

    /// The mask as an array of ``uint8`` in Fortran order.
    fn decode<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = empty_array(py, (self.0.height, self.0.width))?;
        paint(py, std::slice::from_ref(&self.0), &array)?;
        Ok(array)
    }

    /// The mask as a dictionary of COCO.
    fn to_coco<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        rle(py, &self.0)
    }

    fn __repr__(&self) -> String {
        let CocoMask { height, width, .. } = self.0;
        format!("RLE({height} by {width}, area {})", self.0.area())
    }
}
