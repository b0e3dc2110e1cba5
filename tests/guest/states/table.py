"""The table: the states of the applications, and the tools to call in each."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.guest import states
from tests.guest.fuzz.promises import Promise, Subject
from tests.guest.fuzz.subjects import find_subjects


class UnreachedError(AssertionError):
    """The application could not be brought into the state: a fault of the walk, not of a tool."""


def nothing(_subject: Any) -> None:
    """For a state that needs nothing of this."""


def always(_subject: Any) -> bool:
    """For a state that no call ends."""
    return True


@dataclass(frozen=True)
class AppState:
    """A state of an application.

    Attributes:
        app: The subject's name.
        name: The state's name.
        enter: Brings the opened application into it, by keys, UNO or DevTools, and waits until it is there.
        holds: Whether the application is in it now. Called after `enter`, and after a call that was refused.
        leave: Ends it as a user would who wants to keep what was typed.
        prepare: Called after the document was opened, before the state to compare with is read.
        names: Pattern that the error of a refused call must match; empty: nothing in this state is a reason to refuse.
        document: What of the subject's plain document differs.
        typed: Text that is being typed, and must be there after `leave`.
        keeps: Whether it is there, where what is read of the application does not hold it.
        free: Patterns of paths that entering or leaving the state changes.
        readable: The subject can be read in the state. Otherwise it is read after `leave`.
        ended: The application cannot be read any more; only what is answered is judged.
        reads: Read-only tools work in it.
    """

    app: str
    name: str
    enter: Callable[[Any], None]
    holds: Callable[[Any], bool] = always
    leave: Callable[[Any], None] = nothing
    prepare: Callable[[Any], None] = nothing
    names: str = ""
    document: Mapping[str, object] = field(default_factory=dict)
    typed: str = ""
    keeps: Callable[[Any], bool] | None = None
    free: tuple[str, ...] = ()
    readable: bool = True
    ended: bool = False
    reads: bool = True


@dataclass(frozen=True)
class AppTable:
    """One application's part of the table.

    Attributes:
        states: Its states.
        document: What its subject opens, but for what a state says.
        reader: A read-only tool without arguments, called after each call; empty where there is none.
        end: Ends the application at once, so that it can be opened again after a state that could not be left.
    """

    states: Sequence[AppState]
    document: Mapping[str, object]
    reader: str
    end: Callable[[Any], None] = nothing


def find_tables() -> dict[str, AppTable]:
    """Return the tables by application: each module of this package called `…_states` has one, `TABLE`."""
    found = {}
    for module in pkgutil.iter_modules(states.__path__):
        if module.name.endswith("_states"):
            table: AppTable = importlib.import_module(f"{states.__name__}.{module.name}").TABLE
            found[table.states[0].app] = table
    return found


def promises_of(app: str) -> Sequence[Promise]:
    """Return the promises of an application's tools."""
    return find_subjects()[app].promises


def subject_type(app: str) -> type[Subject]:
    """Return what opens and reads an application."""
    return find_subjects()[app]
