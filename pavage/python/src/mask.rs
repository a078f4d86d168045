//! COCO masks for Python: the functions of `pycocotools.mask` with the same types and errors.

use crate::picture::{self, bytes_of_bits};
use crate::rle::RunLengthMask;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods, ToPyArray,
};
use pavage::coco::{self, CocoError, CocoMask, PreparedMask, box_iou};
use pyo3::exceptions::{PyAssertionError, PyException, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(mask_encode, module)?)?;
    module.add_function(wrap_pyfunction!(mask_decode, module)?)?;
    module.add_function(wrap_pyfunction!(mask_area, module)?)?;
    module.add_function(wrap_pyfunction!(mask_to_bbox, module)?)?;
    module.add_function(wrap_pyfunction!(mask_merge, module)?)?;
    module.add_function(wrap_pyfunction!(mask_iou, module)?)?;
    module.add_function(wrap_pyfunction!(mask_from_objects, module)?)
}

pub(crate) fn refused(error: CocoError) -> PyErr {
    PyValueError::new_err(format!("Invalid RLE mask representation: {error}"))
}

#[pyfunction]
fn mask_encode<'py>(py: Python<'py>, bimask: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // An object without a shape raises `AttributeError`, as in pycocotools.
    bimask.getattr(intern!(py, "shape"))?;
    let array = bimask.cast::<PyUntypedArray>()?;
    let (height, width, count) = match *array.shape() {
        [height, width] => (height, width, None),
        [height, width, count] => (height, width, Some(count)),
        ref other => {
            let found = other.len();
            let message = format!("expected an array of 2 or 3 dimensions, got {found}");
            return Err(PyValueError::new_err(message));
        }
    };
    if !array.is_fortran_contiguous() {
        return Err(PyValueError::new_err("ndarray is not Fortran contiguous"));
    }
    let bytes = bytes_of_bits(bimask)?;
    let bytes = bytes.as_ref().unwrap_or(bimask);
    let Ok(pixels) = bytes.extract::<PyReadonlyArrayDyn<'_, u8>>() else {
        let kind = array.dtype();
        let message = format!("Buffer dtype mismatch, expected 'uint8_t' but got '{kind}'");
        return Err(PyValueError::new_err(message));
    };
    let masks = masks_from_columns(py, height, width, pixels.as_slice()?, count.unwrap_or(1))?;
    match (count, masks.as_slice()) {
        (None, [only]) => Ok(rle(py, only)?.into_any()),
        _ => rles(py, &masks),
    }
}

fn masks_from_columns(
    py: Python<'_>,
    height: usize,
    width: usize,
    pixels: &[u8],
    count: usize,
) -> PyResult<Vec<CocoMask>> {
    let size = height * width;
    let masks = py.detach(|| {
        let masks = (0..count).map(|at| &pixels[at * size..(at + 1) * size]);
        let masks = masks.map(|pixels| CocoMask::from_columns(height, width, pixels));
        masks.collect::<Result<Vec<_>, _>>()
    });
    masks.map_err(refused)
}

#[pyfunction]
fn mask_decode<'py>(py: Python<'py>, rles: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if !rles.is_exact_instance_of::<PyList>() {
        let mask = read(rles)?;
        let array = empty_array(py, (mask.height, mask.width))?;
        paint(py, std::slice::from_ref(&mask), &array)?;
        return Ok(array);
    }
    let masks = read_all(rles)?;
    let Some(first) = masks.first() else {
        return Err(PyValueError::new_err("an empty list of masks has no size"));
    };
    if !are_of_one_size(&masks) {
        return Err(PyValueError::new_err(
            "Invalid RLE mask representation: masks of different sizes",
        ));
    }
    let array = empty_array(py, (first.height, first.width, masks.len()))?;
    paint(py, &masks, &array)?;
    Ok(array)
}

pub(crate) fn are_of_one_size(masks: &[CocoMask]) -> bool {
    let size = |mask: &CocoMask| (mask.height, mask.width);
    masks
        .windows(2)
        .all(|pair| size(&pair[0]) == size(&pair[1]))
}

/// Makes an uninitialised uint8 array in Fortran order; numpy raises `MemoryError` if it does not
/// fit.
pub(crate) fn empty_array<'py>(
    py: Python<'py>,
    sides: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import(intern!(py, "numpy"))?;
    let kind = numpy.getattr(intern!(py, "uint8"))?;
    numpy.call_method1(intern!(py, "empty"), (sides, kind, intern!(py, "F")))
}

pub(crate) fn paint(py: Python<'_>, masks: &[CocoMask], array: &Bound<'_, PyAny>) -> PyResult<()> {
    let mut pixels = array.cast::<PyArrayDyn<u8>>()?.readwrite();
    let pixels = pixels.as_slice_mut()?;
    py.detach(|| {
        let mut rest = pixels;
        for mask in masks {
            let (these, others) = rest.split_at_mut(mask.height * mask.width);
            mask.paint_columns(these);
            rest = others;
        }
    });
    Ok(())
}

#[pyfunction]
fn mask_area<'py>(py: Python<'py>, rles: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if !rles.is_exact_instance_of::<PyList>() {
        return PyArray1::from_slice(py, &[read(rles)?.area()]).get_item(0);
    }
    let areas: Vec<u32> = read_all(rles)?.iter().map(CocoMask::area).collect();
    Ok(areas.to_pyarray(py).into_any())
}

#[pyfunction]
fn mask_to_bbox<'py>(py: Python<'py>, rles: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if !rles.is_exact_instance_of::<PyList>() {
        return Ok(bounds(&read(rles)?).to_pyarray(py).into_any());
    }
    let boxes: Vec<[f64; 4]> = read_all(rles)?.iter().map(bounds).collect();
    let array = boxes.as_flattened().to_pyarray(py);
    Ok(array.reshape([boxes.len(), 4])?.into_any())
}

pub(crate) fn bounds(mask: &CocoMask) -> [f64; 4] {
    let bounds = mask.bounds();
    [bounds.left, bounds.top, bounds.width, bounds.height].map(f64::from)
}

#[pyfunction]
fn mask_merge<'py>(
    py: Python<'py>,
    rles: &Bound<'py, PyAny>,
    intersect: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let masks = read_all(rles)?;
    let are_kept = rles.try_iter()?.next().transpose()?;
    let are_kept = are_kept.is_some_and(|first| first.is_instance_of::<RunLengthMask>());
    let merged = match masks.as_slice() {
        [only] => only.clone(),
        [] => CocoMask::new(0, 0, Vec::new()),
        _ if !are_of_one_size(&masks) => CocoMask::new(0, 0, Vec::new()),
        _ if intersect => py.detach(|| coco::intersection(&masks)),
        _ => py.detach(|| coco::union(&masks)),
    };
    if are_kept {
        return Ok(Bound::new(py, RunLengthMask::from(merged))?.into_any());
    }
    Ok(rle(py, &merged)?.into_any())
}

/// One of the two lists that `iou` compares.
enum IouOperands {
    None,
    Boxes(Vec<[f64; 4]>),
    Masks(Vec<CocoMask>),
}

impl IouOperands {
    fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Boxes(boxes) => boxes.len(),
            Self::Masks(masks) => masks.len(),
        }
    }
}

#[pyfunction]
fn mask_iou<'py>(
    py: Python<'py>,
    dt: &Bound<'py, PyAny>,
    gt: &Bound<'py, PyAny>,
    crowds: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let crowds = as_array(py, crowds, "uint8")?;
    let crowds: PyReadonlyArray1<'_, u8> = crowds.extract()?;
    let crowds = crowds.as_slice()?;
    let (dt, gt) = (operands(dt)?, operands(gt)?);
    if crowds.len() != gt.len() {
        return Err(PyAssertionError::new_err(
            "iou(iscrowd=) must have the same length as gt",
        ));
    }
    let (rows, columns) = (dt.len(), gt.len());
    if rows == 0 || columns == 0 {
        return Ok(PyList::empty(py).into_any());
    }
    let overlaps = match (&dt, &gt) {
        (IouOperands::Boxes(dt), IouOperands::Boxes(gt)) => {
            py.detach(|| all_pairs(dt, gt, crowds, box_iou))
        }
        (IouOperands::Masks(dt), IouOperands::Masks(gt)) => py.detach(|| {
            let shapes =
                |masks: &[CocoMask]| masks.iter().map(PreparedMask::new).collect::<Vec<_>>();
            all_pairs(&shapes(dt), &shapes(gt), crowds, PreparedMask::iou)
        }),
        _ => {
            return Err(PyException::new_err(
                "The dt and gt should have the same data type, either RLEs, list or np.ndarray",
            ));
        }
    };
    let array = PyArray2::<f64>::zeros(py, [rows, columns], true);
    array.readwrite().as_slice_mut()?.copy_from_slice(&overlaps);
    Ok(array.into_any())
}

/// Applies `overlap` to all pairs, in column-major order: all of `dt` with the first of `gt`, then
/// with the second.
fn all_pairs<T>(
    dt: &[T],
    gt: &[T],
    crowds: &[u8],
    overlap: impl Fn(&T, &T, bool) -> f64,
) -> Vec<f64> {
    let pairs = gt.iter().zip(crowds);
    let pairs = pairs.flat_map(|(gt, &crowd)| dt.iter().map(move |dt| (dt, gt, crowd != 0)));
    pairs
        .map(|(dt, gt, crowd)| overlap(dt, gt, crowd))
        .collect()
}

fn operands(operands: &Bound<'_, PyAny>) -> PyResult<IouOperands> {
    let py = operands.py();
    if operands.len()? == 0 {
        return Ok(IouOperands::None);
    }
    if let Ok(array) = operands.cast::<PyUntypedArray>() {
        if !matches!(array.shape(), [_, 4]) {
            return Err(PyException::new_err(
                "numpy ndarray input is only for *bounding boxes* and should have Nx4 dimension",
            ));
        }
        return boxes(py, operands).map(IouOperands::Boxes);
    }
    let Ok(list) = operands.cast_exact::<PyList>() else {
        return Err(PyException::new_err(
            "unrecognized type.  The following type: RLEs (rle), np.ndarray (box), and list (box) are supported.",
        ));
    };
    let (mut are_boxes, mut are_masks) = (true, true);
    for operand in list {
        if operand.is_instance_of::<RunLengthMask>() {
            are_boxes = false;
            continue;
        }
        let is_row =
            operand.is_exact_instance_of::<PyList>() || operand.cast::<PyUntypedArray>().is_ok();
        are_boxes &= operand.len()? == 4 && is_row;
        are_masks &= operand.is_exact_instance_of::<PyDict>();
    }
    if are_boxes {
        boxes(py, operands).map(IouOperands::Boxes)
    } else if are_masks {
        read_all(operands).map(IouOperands::Masks)
    } else {
        Err(PyException::new_err(
            "list input can be bounding box (Nx4) or RLEs ([RLE])",
        ))
    }
}

fn as_array<'py>(
    py: Python<'py>,
    values: &Bound<'py, PyAny>,
    kind: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import(intern!(py, "numpy"))?;
    numpy.call_method1(intern!(py, "array"), (values, kind))
}

fn boxes(py: Python<'_>, values: &Bound<'_, PyAny>) -> PyResult<Vec<[f64; 4]>> {
    rows_of_four(&as_array(py, values, "float64")?)
}

fn rows_of_four(array: &Bound<'_, PyAny>) -> PyResult<Vec<[f64; 4]>> {
    let array: PyReadonlyArray2<'_, f64> = array.extract()?;
    let array = array.as_array();
    let rows = array.rows().into_iter().map(|row| row.to_vec().try_into());
    let rows: Result<Vec<_>, _> = rows.collect();
    rows.map_err(|_| PyValueError::new_err("each box must have four numbers"))
}

#[pyfunction]
fn mask_from_objects<'py>(
    py: Python<'py>,
    objects: &Bound<'py, PyAny>,
    height: &Bound<'py, PyAny>,
    width: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let unsupported = || PyException::new_err("input type is not supported.");
    if let Ok(array) = objects.cast::<PyUntypedArray>() {
        let masks = rectangles(array, side(height)?, side(width)?)?;
        return rles(py, &masks);
    }
    if let Ok(object) = objects.cast_exact::<PyDict>() {
        if !is_counted(object)? {
            return Err(unsupported());
        }
        return Ok(rle(py, &uncompressed(py, object)?)?.into_any());
    }
    let list = objects.cast_exact::<PyList>().map_err(|_| unsupported())?;
    let first = list.get_item(0)?;
    let masks = match first.len()? {
        4 => {
            return Err(PyTypeError::new_err(
                "Argument 'bb' has incorrect type (expected numpy.ndarray, got list)",
            ));
        }
        5.. => polygons(py, list, side(height)?, side(width)?)?,
        _ => {
            let first = first.cast_exact::<PyDict>().map_err(|_| unsupported())?;
            if !is_counted(first)? {
                return Err(unsupported());
            }
            let masks = list.iter().map(|object| uncompressed(py, &object));
            masks.collect::<PyResult<_>>()?
        }
    };
    rles(py, &masks)
}

fn rectangles(
    array: &Bound<'_, PyUntypedArray>,
    height: usize,
    width: usize,
) -> PyResult<Vec<CocoMask>> {
    check_dimensions(array, 2)?;
    let array = array.as_any();
    if !array.is_instance_of::<PyArray2<f64>>() {
        return Err(PyValueError::new_err(
            "Buffer dtype mismatch, expected 'double_t'",
        ));
    }
    let boxes = rows_of_four(array)?.into_iter();
    let masks = boxes.map(|sides| coco::rectangle(sides, height, width));
    masks.collect::<Result<_, _>>().map_err(picture::refused)
}

fn polygons(
    py: Python<'_>,
    list: &Bound<'_, PyList>,
    height: usize,
    width: usize,
) -> PyResult<Vec<CocoMask>> {
    let polygons = list.iter().map(|corners| numbers(&corners, "float64"));
    let polygons = polygons.collect::<PyResult<Vec<Vec<f64>>>>()?;
    let masks = py.detach(|| {
        let polygons = polygons.iter();
        let masks = polygons.map(|corners| coco::polygon(corners, height, width));
        masks.collect::<Result<_, _>>()
    });
    masks.map_err(picture::refused)
}

/// The numbers of a list, or of anything that numpy converts to an array of one dimension; `kind` is
/// numpy's name of the type.
fn numbers<T>(values: &Bound<'_, PyAny>, kind: &str) -> PyResult<Vec<T>>
where
    T: Element + Clone + for<'a, 'py> FromPyObject<'a, 'py>,
{
    if let Ok(list) = values.cast_exact::<PyList>()
        && let Some(numbers) = list.iter().map(|number| number.extract().ok()).collect()
    {
        return Ok(numbers);
    }
    let array = as_array(values.py(), values, kind)?;
    check_dimensions(array.cast::<PyUntypedArray>()?, 1)?;
    let array: PyReadonlyArray1<'_, T> = array.extract()?;
    Ok(array.as_slice()?.to_vec())
}

fn check_dimensions(array: &Bound<'_, PyUntypedArray>, expected: usize) -> PyResult<()> {
    let found = array.ndim();
    if found == expected {
        return Ok(());
    }
    let message =
        format!("Buffer has wrong number of dimensions (expected {expected}, got {found})");
    Err(PyValueError::new_err(message))
}

fn is_counted(object: &Bound<'_, PyDict>) -> PyResult<bool> {
    Ok(object.contains("counts")? && object.contains("size")?)
}

/// The mask of a dictionary whose counts are a list.
fn uncompressed(py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<CocoMask> {
    let counts = object.get_item(intern!(py, "counts"))?;
    let (height, width) = read_size(object)?;
    let mask = CocoMask::new(height, width, numbers(&counts, "uint32")?);
    mask.check().map_err(refused)?;
    Ok(mask)
}

/// The mask of an `RLE`, or of `{"size": [height, width], "counts": bytes or str}`.
pub(crate) fn read(object: &Bound<'_, PyAny>) -> PyResult<CocoMask> {
    if let Ok(kept) = object.cast::<RunLengthMask>() {
        return Ok(kept.get().mask().clone());
    }
    let counts = object.get_item(intern!(object.py(), "counts"))?;
    let (height, width) = read_size(object)?;
    let mask = if let Ok(bytes) = counts.cast::<PyBytes>() {
        CocoMask::parse(height, width, bytes.as_bytes())
    } else if let Ok(text) = counts.cast::<PyString>() {
        let bytes = text.encode_utf8()?;
        CocoMask::parse(height, width, bytes.as_bytes())
    } else {
        let kind = counts.get_type().name()?;
        let message = format!("Expected bytes, got {kind}");
        return Err(PyTypeError::new_err(message));
    };
    let mask = mask.map_err(refused)?;
    mask.check().map_err(refused)?;
    Ok(mask)
}

pub(crate) fn read_all(objects: &Bound<'_, PyAny>) -> PyResult<Vec<CocoMask>> {
    objects.try_iter()?.map(|object| read(&object?)).collect()
}

fn read_size(object: &Bound<'_, PyAny>) -> PyResult<(usize, usize)> {
    let size = object.get_item(intern!(object.py(), "size"))?;
    Ok((side(&size.get_item(0)?)?, side(&size.get_item(1)?)?))
}

/// Converts a number to a side length; a float is truncated.
fn side(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    match value.extract::<usize>() {
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => value
            .call_method0(intern!(value.py(), "__int__"))?
            .extract(),
        other => other,
    }
}

pub(crate) fn rle<'py>(py: Python<'py>, mask: &CocoMask) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item(
        intern!(py, "size"),
        PyList::new(py, [mask.height, mask.width])?,
    )?;
    object.set_item(intern!(py, "counts"), PyBytes::new(py, &mask.to_bytes()))?;
    Ok(object)
}

fn rles<'py>(py: Python<'py>, masks: &[CocoMask]) -> PyResult<Bound<'py, PyAny>> {
    let objects = masks.iter().map(|mask| rle(py, mask));
    let objects = objects.collect::<PyResult<Vec<_>>>()?;
    Ok(PyList::new(py, objects)?.into_any())
}
