"""What the git tools are called with: repositories, revisions, dates, names; valid, odd and wrong ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hypothesis import strategies as st

from tests.guest.fuzz.git_reader import EMPTY, PLAIN, REPO, ROOT
from tests.guest.fuzz.promises import Arguments, State

OPERATION: Final = "osworld_mcp_os.git_operation"


PLACES: Final = {REPO: "repo", EMPTY: "empty", PLAIN: "plain", f"{ROOT}/new/in": "new"}


ODD_PLACES: Final = ("/tmp", "~", f"{REPO}/sub", "no/such", "", "x" * 1_000_000, f"{ROOT}/a\0b")


REVISIONS: Final = (
    *("HEAD", "HEAD~1", "main", "topic/é", "side", "v1", "HEAD^{tree}", "HEAD:a.txt"),
    *("nothing", "--output=x", "", "-", "HEAD --all", "x" * 100_000, "append", "main..side", "a\0b"),
)


DATES: Final = {
    **dict.fromkeys(("2020-01-01", "yesterday", "2 weeks ago", "Jan 15 2024", "2024-01-15T14:30:25"), True),
    **dict.fromkeys(("soon", "--output=x", "", "2024-02-30", "x" * 100_000), False),
}


COUNTS: Final = (1, 2, 10, 2.0, 0, -1, 1.5, "2", True)


MESSAGES: Final = ("a message", "two\n\nlines ü", "# kept\n ", "", " \n", "x" * 200_000, "a\0b", "-m")


def repository_arguments(
    *needed: str, **values: st.SearchStrategy[Any]
) -> Callable[[State], st.SearchStrategy[Arguments]]:
    """Draws a repository, mostly the full one, with these arguments, of which `needed` are always there."""
    place = st.one_of(
        st.just(REPO), st.just(REPO), st.just(REPO), st.sampled_from((EMPTY, PLAIN, *ODD_PLACES))
    )
    required = {"repo_path": place, **{name: values[name] for name in needed}}
    optional = {name: value for name, value in values.items() if name not in needed}
    return lambda _state: st.fixed_dictionaries(required, optional=optional)


def entries(state: State, name: str, kind: str = "index") -> dict[str, str]:
    start = f"{name}/{kind}/"
    return {key.removeprefix(start): str(value) for key, value in state.items() if key.startswith(start)}


SAFE: Final = {
    ("status", ()): True,
    ("log", ("--format=%s",)): True,
    ("branch", ("made",)): None,
    ("tag", ("made",)): None,
    ("config", ("user.name", "Cleo")): None,
    ("stash", ("list",)): True,
}


UNSAFE: Final = (
    ("commit", ("-m", "x", "--output=/etc/x")),
    ("rebase", ("-x", "touch /tmp/x", "HEAD")),
    ("config", ("core.hooksPath", "/tmp")),
    ("config", ("alias.x", "!touch /tmp/x")),
    ("log", ("--output=/tmp/x", "-1")),
    ("clone", ("ext::sh", "x")),
    ("status; true", ()),
    ("x" * 100_000, ()),
    ("show", ("nothing",)),
    ("diff", ("--ext-diff",)),
    ("archive", ("-o", "/tmp/x.tar", "HEAD")),
)


def operations(_state: State) -> st.SearchStrategy[Arguments]:
    places = st.one_of(st.just(REPO), st.just(REPO), st.sampled_from((EMPTY, PLAIN, *ODD_PLACES)))
    calls = st.one_of(st.sampled_from(list(SAFE)), st.sampled_from(UNSAFE))
    return st.builds(
        lambda place, call: {"repo_path": place, "operation": call[0], "arguments": list(call[1])},
        places,
        calls,
    )


def inits(_state: State) -> st.SearchStrategy[Arguments]:
    odd = ("/tmp/x", "", "x" * 1_000_000, f"{REPO}/a.txt", f"{REPO}/a.txt/x")
    return st.fixed_dictionaries({"repo_path": st.sampled_from((*PLACES, *odd))})


def files_to_add(state: State) -> st.SearchStrategy[Arguments]:
    known = sorted({*entries(state, "repo", "file"), *entries(state, "repo")})
    odd = ("", "no.txt", "../x", "/etc/passwd", "*.txt", ":top.txt", "x" * 300, "x" * 1_000_000)
    files = st.one_of(
        st.sampled_from([*known, ".", "sub"]), st.sampled_from([*known, ".", "sub"]), st.sampled_from(odd)
    )
    return repository_arguments("files", files=st.lists(files, max_size=3))(state)


REVISION: Final = st.sampled_from(REVISIONS)


DATE: Final = st.sampled_from(list(DATES))


COUNT: Final = st.sampled_from(COUNTS)
