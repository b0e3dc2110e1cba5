"""The evaluator functions and getters of a checkout, by name, without importing them."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from testbed.errors import UsageError


@dataclass(frozen=True)
class Evaluators:
    """The evaluators of a checkout.

    Attributes:
        folder: Its `desktop_env/evaluators`.
        functions: Names of the functions that compare; none when the checkout has no evaluators.
        getters: Types of the getters, as tasks name them; likewise.
    """

    folder: Path
    functions: frozenset[str]
    getters: frozenset[str]


def find_evaluators(checkout: Path) -> Evaluators:
    """Read the names of a checkout's evaluators from its source. Raises UsageError when it is not Python."""
    folder = checkout / "desktop_env" / "evaluators"
    getters = _names(folder / "getters" / "__init__.py")
    return Evaluators(
        folder,
        frozenset(_names(folder / "metrics" / "__init__.py")),
        frozenset(name.removeprefix("get_") for name in getters if name.startswith("get_")),
    )


def _names(path: Path) -> set[str]:
    """Return the names that a module imports by name or defines as functions; none when there is no such file."""
    if not path.is_file():
        return set()
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError, OSError) as error:
        raise UsageError(f"{path}: cannot be read: {error}", hint="restore it from the checkout") from error
    names = set()
    for node in tree.body:
        match node:
            case ast.ImportFrom(names=aliases):
                names |= {alias.asname or alias.name for alias in aliases}
            case ast.FunctionDef(name=name):
                names.add(name)
    return names
