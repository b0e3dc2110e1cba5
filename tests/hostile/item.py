"""An item of the corpus: what a liar made, and how the host must end on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.hostile.guard import Guard, TooSlow
from tests.hostile.record_parsers import place
from tests.memory import takes_at_most

MEMORY_MEBIBYTES = 512
SECONDS = 60.0
"""Most processor time for one item: a bound for what does not end, not a measurement."""


@dataclass(frozen=True)
class Item:
    """One hostile thing.

    Attributes:
        name: What it is, for people.
        make: Makes it.
        play: Gives it to the host; returns what the host makes of it.
        raises: The error it must end in; None when it must be accepted, with what is hostile in it left out.
        message: A pattern of the error's text.
    """

    name: str
    make: Callable[[], Any]
    play: Callable[[Any], object]
    raises: type[Exception] | None = None
    message: str = ""


@cache
def guard() -> Guard:
    """The one of this process: audit hooks cannot be removed."""
    return Guard(str(place()))


def check(item: Item) -> object:
    """Play an item: bounded memory and time, the error it must end in, and no effect on the host."""
    problem: Exception | None = None
    value: object = None
    thing = item.make()
    with takes_at_most(MEMORY_MEBIBYTES), guard().watched(SECONDS):
        try:
            value = item.play(thing)
        except Exception as error:
            problem = error
            if item.raises is None or not isinstance(error, item.raises):
                raise
        except TooSlow as error:
            raise AssertionError(f"{item.name}: over {SECONDS:g} s of processor time") from error
    if item.raises is not None:
        assert problem is not None, f"{item.name}: accepted as {value!r:.200}"
        assert re.search(item.message, str(problem)), f"{item.name}: {problem}"
    assert not guard().effects, f"{item.name}: {guard().effects}"
    return value


def canary() -> Path:
    """A file of this host whose content no parser may reach."""
    path = place() / "canary"
    path.write_text(CANARY)
    return path


CANARY = "the-secret-of-this-host"
