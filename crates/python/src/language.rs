//! The language that errors are told in, and the errors.

use std::sync::atomic::{AtomicU8, Ordering};

use ::table::{Explain, Message};
use house::Language;
use pyo3::PyTypeInfo;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    brelan,
    Refused,
    PyValueError,
    "A move, a position, an option or a record that cannot be; it says why."
);

/// Which of the languages is spoken; beyond them until somebody chose or the locale was asked.
static SPOKEN: AtomicU8 = AtomicU8::new(u8::MAX);

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Refused", module.py().get_type::<Refused>())?;
    module.add_function(wrap_pyfunction!(language, module)?)
}

/// The language that is spoken: the one chosen, else the locale's.
pub(crate) fn spoken() -> Language {
    let chosen = Language::ALL.get(usize::from(SPOKEN.load(Ordering::Relaxed)));
    chosen.copied().unwrap_or_else(of_the_locale)
}

fn of_the_locale() -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty());
    Language::of_locale(&locale.unwrap_or_default())
}

/// The language that errors are told in, 'fr' or 'en'; with a name, from now on that one.
///
/// >>> import brelan
/// >>> brelan.language("fr")
/// 'fr'
#[pyfunction]
#[pyo3(signature = (name = None))]
fn language(name: Option<&str>) -> PyResult<String> {
    if let Some(name) = name {
        let chosen: Language = name.parse().map_err(|error| refused(&error))?;
        let index = Language::ALL.iter().position(|known| *known == chosen);
        SPOKEN.store(index.unwrap_or(0) as u8, Ordering::Relaxed);
    }
    Ok(spoken().to_string())
}

/// An error as the exception that tells it.
pub(crate) fn refused(error: &impl Explain) -> PyErr {
    told(&error.explain())
}

/// A message as an exception of Python's own.
pub(crate) fn wrong<E: PyTypeInfo>(message: &Message) -> PyErr {
    PyErr::new::<E, _>(spoken().say(message))
}

/// A message as the exception that tells it.
pub(crate) fn told(message: &Message) -> PyErr {
    Refused::new_err(spoken().say(message))
}
