"""Builds the Python functions of a subject from the descriptions in `brelan._brelan`."""

from __future__ import annotations

import inspect
from typing import Any, Callable

from .. import _brelan


def _function(subject: str, described: dict) -> Callable[..., Any]:
    """Makes the Python function of one description, with its signature and documentation."""
    name = described["name"]
    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature(
        [
            inspect.Parameter(
                parameter,
                positional,
                default=inspect.Parameter.empty if default is None else default[0],
                annotation=of,
            )
            for parameter, of, default, _ in described["parameters"]
        ],
        return_annotation=described["returns"],
    )

    def function(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        returned, _ = _brelan.call(subject, name, list(bound.args))
        return returned

    function.__name__ = function.__qualname__ = name
    function.__module__ = f"brelan.subjects.{_MODULES.get(subject, subject)}"
    function.__doc__ = described["doc"]
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


_MODULES = {"421": "jeu421"}


def subject_names(subject: str) -> dict[str, Any]:
    """Returns every function, constant and example value of a subject, under each spelling of its name."""
    names: dict[str, Any] = {
        name: value for name, value in _brelan.samples(subject).items() if name.isidentifier()
    }
    for described in _brelan.functions(subject):
        if described["constant"]:
            value: Any = _brelan.call(subject, described["name"], [])[0]
        else:
            value = _function(subject, described)
        for name in [described["name"], *described["aliases"]]:
            names[name] = value
    names["__all__"] = sorted(name for name in names if name.isidentifier())
    return names
