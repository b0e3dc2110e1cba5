"""Strategies of arguments that the operating system's tools have in common."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from controller.core.guest import ToolResult
from tests.guest.fuzz.os_in_guest import DISK, HOME, ROOT
from tests.guest.fuzz.promises import Expected, State

REFUSED = Expected(error=True, undoable=False)
BAD_PATHS = (
    *("", " ", "a\0b", "x" * 256, "/".join(["d" * 200] * 30), "~nobody/x", "m" * 1_000_000),
    *("../../etc/x", "/etc/fuzz", "/etc/passwd", f"{ROOT}/first.txt/x", f"{ROOT}/no/such/x", "/dev/null"),
)


def existing(state: State, *endings: str) -> SearchStrategy[str]:
    """A path of something that is there, written in one of several ways."""
    paths = sorted(
        key.removesuffix("#mode")
        for key in state
        if key.endswith("#mode") and key.removesuffix("#mode").endswith(endings or ("",)) and is_text(key)
    )
    return st.sampled_from(paths or [ROOT]).flatmap(
        lambda path: st.sampled_from([path, path, path, path.replace(HOME, "~"), f"{path}/", _dotted(path)])
    )


def some_path(state: State, *endings: str) -> SearchStrategy[str]:
    """A path of something that is there, mostly; else one that cannot be."""
    known = existing(state, *endings)
    return st.one_of(known, known, known, known, st.sampled_from(BAD_PATHS))


def folder_path(state: State) -> SearchStrategy[str]:
    """A folder that is there, mostly; else something else."""
    folders = sorted(
        key.removesuffix("#mode")
        for key, mode in state.items()
        if key.endswith("#mode") and str(mode).startswith("0o40") and is_text(key)
    )
    known = st.sampled_from(folders or [ROOT])
    return st.one_of(known, known, known, some_path(state))


def new_path(state: State, *endings: str) -> SearchStrategy[str]:
    """A path to write: in some folder, mostly of a new name."""
    folders = [
        f"{ROOT}/",
        f"{ROOT}/a/",
        f"{ROOT}/a/b/",
        f"{DISK}/",
        "~/fuzz/",
        f"{ROOT}/none/",
        f"{ROOT}/new/deep/",
    ]
    names = ["out", "o u't\"", "-o", "ü" * 100, "n" * 251, ".o", "a\nb"]
    fresh = st.builds(
        lambda folder, name, ending: folder + name[: 255 - len(ending)] + ending,
        *map(st.sampled_from, (folders, names, endings or ("",))),
    )
    return st.one_of(fresh, fresh, fresh, fresh, existing(state, *endings), some_path(state))


def is_text(value: str) -> bool:
    """Whether it can be sent: a name may have bytes that are no UTF-8."""
    return value == shown(value)


def shown(path: str) -> str:
    """A path as an answer shows it."""
    return os.fsencode(path).decode("utf-8", "replace")


def answers(field: str, value: object) -> Callable[[ToolResult], str | None]:
    """A check of one field of an answer."""

    def check(result: ToolResult) -> str | None:
        given = dict(result.structured or {}).get(field)
        return (
            None if given == value else f"{field} is {json.dumps(given)[:300]}, not {json.dumps(value)[:300]}"
        )

    return check


def _dotted(path: str) -> str:
    folder, name = os.path.split(path)
    return f"{folder}/./{name}" if len(name.encode()) < 250 else path
