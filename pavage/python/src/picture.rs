//! Encodes and decodes numpy arrays, and computes their runs and rectangles.

use numpy::{
    Element, IntoPyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyUntypedArray, PyUntypedArrayMethods, ToPyArray,
};
use pavage::CodecLimits;
use pavage::pav::{self, Effort, Mode, PavError};
use pavage::picture::{Channels, Depth, Layout};
use pavage::{Picture, skyline};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(encode, module)?)?;
    module.add_function(wrap_pyfunction!(decode, module)?)?;
    module.add_function(wrap_pyfunction!(rectangles, module)?)?;
    module.add_function(wrap_pyfunction!(run_lengths, module)?)?;
    module.add("MODES", Mode::ALL.map(Mode::name).to_vec())?;
    module.add("MAX_PIXELS", CodecLimits::default().pixels)?;
    module.add("MAX_MEMORY", CodecLimits::default().memory)
}

pub(crate) fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pyfunction]
fn encode<'py>(
    py: Python<'py>,
    array: &Bound<'py, PyAny>,
    mode: Option<&str>,
    is_fast: bool,
    max_memory: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let picture = picture_from_array(array)?;
    let mode = mode.map(mode_named).transpose()?;
    let limits = CodecLimits {
        memory: max_memory,
        ..CodecLimits::default()
    };
    limits.check_encoding(&picture).map_err(refused)?;
    let file = py.detach(|| match mode {
        Some(mode) => pav::encode_as(&picture, mode),
        None if is_fast => pav::encode_with(&picture, Effort::Fast),
        None => pav::encode(&picture),
    });
    Ok(PyBytes::new(py, &file.map_err(refused)?))
}

fn mode_named(name: &str) -> PyResult<Mode> {
    Mode::parse(name).ok_or_else(|| {
        let known = Mode::ALL.map(Mode::name).join(", ");
        PyValueError::new_err(format!("mode '{name}' is not one of {known}"))
    })
}

#[pyfunction]
fn decode<'py>(
    py: Python<'py>,
    file: &[u8],
    max_pixels: u64,
    max_memory: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = CodecLimits {
        pixels: max_pixels,
        memory: max_memory,
    };
    let picture = py.detach(|| pav::decode(file, &limits));
    array_from_picture(py, &picture.map_err(|error: PavError| refused(error))?)
}

/// Top, left, height and width of each rectangle of the greedy cover.
#[pyfunction]
fn rectangles<'py>(
    py: Python<'py>,
    array: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    let picture = picture_from_array(array)?;
    let sides = py.detach(|| {
        let image = picture.image(picture.pixel_values().collect());
        let mut sides: Vec<[i64; 4]> = Vec::new();
        skyline::for_each_rect(&image, |rect| {
            let (top, left) = rect.position;
            sides.push([top, left, rect.height, rect.width].map(signed));
        });
        sides
    });
    let count = sides.len();
    sides.as_flattened().to_pyarray(py).reshape([count, 4])
}

/// Lengths of the runs of equal pixels in row-major order.
#[pyfunction]
fn run_lengths<'py>(
    py: Python<'py>,
    array: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let picture = picture_from_array(array)?;
    let lengths: Vec<i64> = py.detach(|| {
        let colours: Vec<u64> = picture.pixel_values().collect();
        let runs = colours.chunk_by(PartialEq::eq);
        runs.map(|run| signed(run.len())).collect()
    });
    Ok(lengths.into_pyarray(py))
}

fn signed(length: usize) -> i64 {
    (length as u64).cast_signed()
}

/// Converts an array of `(height, width)` or `(height, width, 1 to 4)` to a picture.
fn picture_from_array(array: &Bound<'_, PyAny>) -> PyResult<Picture> {
    let untyped = array.cast::<PyUntypedArray>().map_err(|_| {
        let kind = array
            .get_type()
            .name()
            .map_or_else(|_| "?".to_owned(), |name| name.to_string());
        PyTypeError::new_err(format!("expected a numpy array, got {kind}"))
    })?;
    let (height, width, channels) = shape(untyped.shape())?;
    let (depth, samples) = if let Ok(levels) = array.extract::<PyReadonlyArrayDyn<'_, u8>>() {
        (Depth::Eight, in_rows(&levels)?.to_vec())
    } else if let Ok(levels) = array.extract::<PyReadonlyArrayDyn<'_, u16>>() {
        let big_endian = in_rows(&levels)?
            .iter()
            .flat_map(|level| level.to_be_bytes());
        (Depth::Sixteen, big_endian.collect())
    } else if let Some(bytes) = bytes_of_bits(array)? {
        let bits: PyReadonlyArrayDyn<'_, u8> = bytes.extract()?;
        let levels = in_rows(&bits)?.iter().map(|&bit| 255 * u8::from(bit != 0));
        (Depth::Eight, levels.collect())
    } else {
        let kind = untyped.dtype();
        return Err(PyTypeError::new_err(format!(
            "expected samples of uint8, uint16 or bool, got {kind}"
        )));
    };
    Picture::new(width, height, Layout { channels, depth }, samples).map_err(refused)
}

/// Views a bool array as uint8, or returns `None` for other types: numpy's true may be any byte but
/// 0.
pub(crate) fn bytes_of_bits<'py>(array: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if array.is_instance_of::<PyArrayDyn<bool>>() {
        array.call_method1("view", ("uint8",)).map(Some)
    } else {
        Ok(None)
    }
}

fn shape(sides: &[usize]) -> PyResult<(usize, usize, Channels)> {
    match *sides {
        [height, width] => Ok((height, width, Channels::Grey)),
        [height, width, count @ 1..=4] => Ok((height, width, Channels::ALL[count - 1])),
        _ => Err(PyValueError::new_err(format!(
            "expected an array of shape (height, width) or (height, width, 1 to 4), got {sides:?}"
        ))),
    }
}

fn in_rows<'a, T: Element>(array: &'a PyReadonlyArrayDyn<'_, T>) -> PyResult<&'a [T]> {
    let is_in_rows = array.is_c_contiguous();
    let slice = array.as_slice().ok().filter(|_| is_in_rows);
    slice.ok_or_else(|| {
        PyValueError::new_err("the array is not C-contiguous: call numpy.ascontiguousarray")
    })
}

fn array_from_picture<'py>(py: Python<'py>, picture: &Picture) -> PyResult<Bound<'py, PyAny>> {
    let Layout { channels, depth } = picture.layout();
    let mut sides = vec![picture.height(), picture.width()];
    if channels != Channels::Grey {
        sides.push(channels.count());
    }
    match depth {
        Depth::Eight => shaped(py, picture.samples().to_vec(), sides),
        Depth::Sixteen => {
            let (pairs, _) = picture.samples().as_chunks();
            let levels = pairs.iter().map(|&pair| u16::from_be_bytes(pair)).collect();
            shaped(py, levels, sides)
        }
    }
}

fn shaped<T: Element>(
    py: Python<'_>,
    samples: Vec<T>,
    sides: Vec<usize>,
) -> PyResult<Bound<'_, PyAny>> {
    let array: Bound<'_, PyArrayDyn<T>> = samples.into_pyarray(py).reshape(sides)?;
    Ok(array.into_any())
}
