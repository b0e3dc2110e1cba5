"""Files of a task whose `{placeholders}` have the facts of a variant."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from string import Formatter
from typing import Any

from controller.tasks.sources.folder.toml_form import Form, Model, at

_BRACES = "name one of these facts: {}; write {{{{ and }}}} for braces"


def fill(path: Path, form: Form[Model], file: Model, facts: object, names: Collection[str]) -> Model:
    """Return the file at `path`, which has this form, with facts for the placeholders in the fields with these names.

    `{month}` is the attribute `month` of the facts, `{total:.2f}` is formatted as by `str.format`. In the regular
    expression `window` of a step a fact matches itself.

    Raises TaskError naming line and field when there is no such fact, or the file is malformed with it.
    """
    data = file.model_dump(by_alias=True, exclude_defaults=True)
    text = path.read_text(encoding="utf-8")

    def fill_value(value: Any, location: tuple[str | int, ...]) -> Any:
        if isinstance(value, str):
            escape = re.escape if location[-1] == "window" else str
            try:
                return _Facts(facts, escape).vformat(value, (), {})
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                raise at(path, text, (*form.within, *location), _problem(error), _hint(facts)) from error
        if isinstance(value, Mapping):
            return {name: fill_value(item, (*location, name)) for name, item in value.items()}
        if isinstance(value, Sequence):
            return [fill_value(item, (*location, number)) for number, item in enumerate(value)]
        return value

    changed = {name: fill_value(data[name], (name,)) for name in names if name in data}
    return form.validate(path, text, data | changed)


class _Facts(Formatter):
    """Formats texts with the attributes of an object."""

    def __init__(self, facts: object, escape: Callable[[str], str]) -> None:
        self._facts = facts
        self._escape = escape

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:  # noqa: ARG002
        if not isinstance(key, str) or key.startswith("_") or not hasattr(self._facts, key):
            raise LookupError(f"there is no fact {str(key)!r}")
        return getattr(self._facts, key)

    def format_field(self, value: Any, format_spec: str) -> Any:
        return self._escape(super().format_field(value, format_spec))


def _problem(error: Exception) -> str:
    if type(error) is LookupError:
        return str(error)
    return f"a placeholder cannot be filled: {error}"


def _hint(facts: object) -> str:
    own = [item.name for item in fields(facts)]  # type: ignore[arg-type]
    derived = [name for name, value in vars(type(facts)).items() if isinstance(value, property)]
    return _BRACES.format(", ".join([*own, *derived]))
