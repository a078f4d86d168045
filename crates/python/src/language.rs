//! The language of error messages, and the exceptions that carry them.

use std::sync::atomic::{AtomicU8, Ordering};

use ::table::{Explain, Message};
use pyo3::PyTypeInfo;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use text::Language;

create_exception!(
    brelan,
    Refused,
    PyValueError,
    "A move, position, option or record that is not valid; the message says why."
);

/// Index in `Language::ALL` of the language that was chosen; any greater number until then.
static CHOSEN: AtomicU8 = AtomicU8::new(u8::MAX);

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("Refused", module.py().get_type::<Refused>())?;
    module.add_function(wrap_pyfunction!(language, module)?)
}

/// The language that was chosen, else that of the locale.
pub(crate) fn current_language() -> Language {
    let chosen = Language::ALL.get(usize::from(CHOSEN.load(Ordering::Relaxed)));
    chosen.copied().unwrap_or_else(locale_language)
}

fn locale_language() -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok());
    let locale = set.into_iter().find(|value| !value.is_empty());
    Language::of_locale(&locale.unwrap_or_default())
}

/// Returns the language of error messages, 'fr' or 'en'; with a name, sets it first.
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
        CHOSEN.store(index.unwrap_or(0) as u8, Ordering::Relaxed);
    }
    Ok(current_language().to_string())
}

/// Makes the exception `Refused` from an error or a message.
pub(crate) fn refused(error: &impl Explain) -> PyErr {
    exception::<Refused>(&error.explain())
}

/// Makes an exception of a type from a message.
pub(crate) fn exception<E: PyTypeInfo>(message: &Message) -> PyErr {
    PyErr::new::<E, _>(current_language().say(message))
}
