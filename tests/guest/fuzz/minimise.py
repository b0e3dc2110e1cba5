"""Making a case smaller as long as it shows the same problem."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from tests.guest.fuzz.case import Case

SECONDS: Final = 60.0
"""How long a case is made smaller."""


def minimise(case: Case, shows_problem: Callable[[Case], bool], seconds: float = SECONDS) -> None:
    """Ask `shows_problem` for ever smaller cases: fewer calls before the last one, a document with less in it.

    The smallest one found in time is the last for which it said yes.
    """
    deadline = time.monotonic() + seconds
    smaller = True
    while smaller:
        smaller = False
        for candidate in _smaller(case):
            if time.monotonic() > deadline:
                return
            if shows_problem(candidate):
                case, smaller = candidate, True
                break


def _smaller(case: Case) -> Iterator[Case]:
    earlier, last = case.calls[:-1], case.calls[-1:]
    if len(earlier) > 1:
        yield Case(case.app, case.document, last)
    for i in reversed(range(len(earlier))):
        yield Case(case.app, case.document, [*earlier[:i], *earlier[i + 1 :], *last])
    for document in _smaller_values(case.document):
        yield Case(case.app, document, case.calls)


def _smaller_values(value: Any) -> Iterator[Any]:
    """The same JSON value with a list's items left out, at any depth; a tuple keeps its length."""
    if isinstance(value, dict):
        for key, item in value.items():
            for smaller in _smaller_values(item):
                yield {**value, key: smaller}
    elif isinstance(value, list | tuple):
        if isinstance(value, list):
            if len(value) > 2:
                yield value[: len(value) // 2]
                yield value[len(value) // 2 :]
            for i in range(len(value)):
                yield [*value[:i], *value[i + 1 :]]
        for i, item in enumerate(value):
            for smaller in _smaller_values(item):
                yield type(value)((*value[:i], smaller, *value[i + 1 :]))
