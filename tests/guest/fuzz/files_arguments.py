"""What the file tools are called with: paths, texts, patterns; valid, odd and wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hypothesis import strategies as st

from tests.guest.fuzz.files_model import shown
from tests.guest.fuzz.files_reader import OUTSIDE, ROOT
from tests.guest.fuzz.promises import Arguments, State

TEXTS: Final = ("x\n", "", "zwei\r\nzeilen\n", "ü\u2028\x00\x1b", "```diff\n", "long " * 2_000)


_OLD: Final = ("alpha", "eins\nzwei", "two\n", "a", "", "nothing of it", "beta\r\nalpha", "three\rfour", "\n")


_NEW: Final = (
    "new.txt",
    "new folder/x.txt",
    "sub/new",
    "no/such/folder",
    "linked folder/new.txt",
    "out/new.txt",
    "dangling/x",
)


_ODD: Final = (
    *(
        "/etc/passwd",
        f"{OUTSIDE}/secret.txt",
        "",
        "/home",
        "../..",
        "x" * 300,
        "x" * 1_000_000,
    ),
    *(f"{ROOT}/notes.txt/x", f"{ROOT}/gr\u00fcn.txt", f"{ROOT}/a\0b", "~/fuzz-files/notes.txt"),
)


def _paths(state: State, *kinds: str) -> st.SearchStrategy[str]:
    """Paths, most of them of entries of these kinds ("new": of none)."""
    known = sorted(
        key[:-5]
        for key in state
        if key.endswith("#kind") and key != "outside#kind" and key == shown(key)  # others cannot be sent
    )
    fitting = [name for name in known if state[f"{name}#kind"] in kinds] + [*_NEW[:3]] * ("new" in kinds)
    fit = st.sampled_from([f"{ROOT}/{name}" for name in fitting or known])
    return st.one_of(
        fit, fit, fit, st.sampled_from([f"{ROOT}/{name}" for name in (*known, *_NEW)]), st.sampled_from(_ODD)
    )


def with_path(
    *kinds: str, **others: st.SearchStrategy[Any]
) -> Callable[[State], st.SearchStrategy[Arguments]]:
    def arguments(state: State) -> st.SearchStrategy[Arguments]:
        return st.fixed_dictionaries({"path": _paths(state, *kinds)}, optional=others)

    return arguments


COUNTS: Final = st.sampled_from((1, 2, 3, 1_000, 2.0, 0, -1, 1.5, "2", True))


PATTERNS: Final = st.sampled_from(
    ("**/*.txt", "*.txt", "*", "{a,b}*", "no", "", "{1..1000000}", "x" * 100_000, "[a", "!(x)", "\\")
)


EXCLUDED: Final = st.lists(PATTERNS, max_size=2)


_EDITS: Final = st.lists(
    st.fixed_dictionaries(
        {"oldText": st.sampled_from(_OLD), "newText": st.sampled_from(("y", "1\n2", "", "1\r\n2\r\n"))}
    ),
    max_size=2,
)


def several(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries({"paths": st.lists(_paths(state, "file"), max_size=3)})


def two_paths(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {"source": _paths(state, "file", "folder"), "destination": _paths(state, "new")}
    )


def searching(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {"path": _paths(state, "folder"), "pattern": PATTERNS}, optional={"excludePatterns": EXCLUDED}
    )


def writing(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries({"path": _paths(state, "file", "new"), "content": st.sampled_from(TEXTS)})


def editing(state: State) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {"path": _paths(state, "file"), "edits": _EDITS}, optional={"dryRun": st.booleans()}
    )


def nothing(_state: State) -> st.SearchStrategy[Arguments]:
    return st.just({})
