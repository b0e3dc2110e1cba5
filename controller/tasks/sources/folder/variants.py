"""A task's `variant.py`: the facts of each of its variants.

    @dataclass(frozen=True)
    class Facts:
        month: str

    def facts(rng: random.Random) -> Facts: ...
    def files(facts: Facts, folder: Path) -> None: ...

Variant 0 has the facts `CANONICAL` if the module has that constant.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from controller.tasks.scripts import VARIANT, check_arguments, functions, line_in, load_script
from testbed.errors import TaskError, TestbedError

CANONICAL = "CANONICAL"
DRAW = "def facts(rng: Random) -> Facts"


def draw_facts(folder: Path, task_id: str, number: int) -> object:
    """Return the facts of a variant of the task in `folder`.

    They depend on the task's id, the number and the module alone.

    Raises TaskError when `variant.py` is malformed, a draw fails or gives no frozen dataclass of immutable values,
    or two draws differ.
    """
    path = folder / f"{VARIANT}.py"
    canonical = getattr(load_script(path), CANONICAL, None)
    draw = function(path, "facts", DRAW, 1)
    if number == 0 and canonical is not None:
        return _check(path, CANONICAL, canonical)
    facts, again = (
        _check(path, "facts", call(path, draw, random.Random(f"{task_id}/{number}"))) for _ in range(2)
    )
    if facts != again:
        raise TaskError(
            f"{path}: facts: two draws of variant {number} differ",
            hint="draw with rng alone: no clock, no set order",
        )
    return facts


def function(path: Path, name: str, form: str, arguments: int) -> Callable[..., Any]:
    """Return a function of a task's script. Raises TaskError when it is missing or takes other arguments."""
    found = functions(path).get(name)
    if found is None:
        raise TaskError(f"{path}: has no function {name}", hint=f"write `{form}`")
    check_arguments(path, found, arguments, form)
    return found


def call(path: Path, found: Callable[..., Any], *arguments: object) -> Any:
    """Call a function of `variant.py`. Raises TaskError with the line when it fails."""
    try:
        return found(*arguments)
    except TestbedError:
        raise
    except (Exception, SystemExit) as error:
        raise TaskError(
            f"{path}{line_in(error, path)}: {found.__name__}: {type(error).__name__}: {error}",
            hint="correct the function; it must work for every variant",
        ) from error


def _check(path: Path, field: str, facts: object) -> object:
    kind = type(facts)
    if not is_dataclass(kind) or not getattr(kind, "__dataclass_params__").frozen:  # noqa: B009  # mypy knows no such name
        raise TaskError(
            f"{path}: {field}: it is {_article(kind.__name__)}, not a frozen dataclass",
            hint="write `@dataclass(frozen=True)` above the class of the facts and return an instance",
        )
    for item in fields(kind):
        try:
            hash(getattr(facts, item.name))
        except TypeError as error:
            mutable = type(getattr(facts, item.name)).__name__
            raise TaskError(
                f"{path}: {field}: {item.name} has {_article(mutable)}, which can be changed",
                hint="use tuples, texts, numbers, dates and frozen dataclasses",
            ) from error
    return facts


def _article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
