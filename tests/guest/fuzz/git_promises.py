"""What the git tools promise."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from glob import escape
from typing import Final

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from tests.guest.fuzz.git_arguments import (
    COUNT,
    DATE,
    DATES,
    MESSAGES,
    OPERATION,
    PLACES,
    REVISION,
    UNSAFE,
    entries,
    files_to_add,
    inits,
    operations,
    repository_arguments,
)
from tests.guest.fuzz.git_differences import blob, blobs, names_changed, names_staged, names_unstaged
from tests.guest.fuzz.git_reader import REPO
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State

_PROGRAMS: Final = (
    "Repositories outside the home folder, folders in one, and those whose settings start programs"
)


def _place(state: State, arguments: Arguments) -> str | None:
    """The name of a repository that a tool works in."""
    name = PLACES.get(arguments.get("repo_path", ""))
    if name is None or f"{name}/none" in state:
        return None
    config = str(state.get(f"{name}/config", ""))
    return None if "clean =" in config or "external =" in config else name


def _has_commit(state: State, name: str | None) -> bool:
    return f"{name}/commit" in state


def _is_count(value: object, least: int) -> bool:
    return (
        not isinstance(value, bool | str) and isinstance(value, int | float) and value == int(value) >= least
    )


def _reading(
    answer: Callable[[ToolResult], str | None] | None = None, *, error: bool | None = False
) -> Expected:
    return Expected(error=error, undoable=False, long_answer=True, answer=answer)


def _contains(*texts: str) -> Callable[[ToolResult], str | None]:
    return lambda result: next((f"without {text!r}" for text in texts if text not in result.text), None)


def _status(state: State, arguments: Arguments) -> Expected:
    name = _place(state, arguments)
    if name is None:
        return REFUSED
    head = str(state[f"{name}/HEAD"])
    return _reading(
        _contains(head.removeprefix("ref: refs/heads/") if head.startswith("ref:") else "detached")
    )


def _difference(*, staged: bool) -> Callable[[State, Arguments], Expected]:
    """The difference of index and files, or of commit and index."""

    def expected(state: State, arguments: Arguments) -> Expected:
        name, lines = _place(state, arguments), arguments.get("context_lines", 3)
        if name is None or not _is_count(lines, 0):
            return REFUSED
        return _reading(names_staged(state, name) if staged else names_unstaged(state, name))

    return expected


def _is_revision(state: State, name: str, text: str) -> bool | None:
    if text in ("HEAD", "HEAD^{tree}", "HEAD:a.txt"):
        return True
    if text == "HEAD~1":
        return bool(state[f"{name}/parents"])
    return any(f"{name}/ref/refs/{kind}/{text}" in state for kind in ("heads", "tags"))


def _difference_with(state: State, arguments: Arguments) -> Expected:
    name, lines, target = _place(state, arguments), arguments.get("context_lines", 3), arguments["target"]
    if name is None or not _is_count(lines, 0) or not _has_commit(state, name):
        return REFUSED
    if not _is_revision(state, name, target):
        return REFUSED
    answer = names_changed(state, name) if target == "HEAD" else None
    return _reading(answer, error=None if ":" in target else False)


def _commit(state: State, arguments: Arguments) -> Expected:
    name, message = _place(state, arguments), arguments["message"]
    if name is None or not message.strip() or "\0" in message or len(message) > 100_000:
        return REFUSED
    index, tree = entries(state, name), entries(state, name, "tree")
    merging = f"{name}/MERGE_HEAD" in state
    if any("," in entry or not entry.endswith(" 0") for entry in index.values()) or (
        index == tree and not merging
    ):
        return REFUSED
    if not index and not tree:
        return REFUSED
    before = [str(state[f"{name}/commit"])] if _has_commit(state, name) else []
    merged = str(state[f"{name}/MERGE_HEAD"]).split() if merging else []
    changes: dict[str, object] = {
        f"{name}/message": message.removesuffix("\n"),
        f"{name}/parents": before + merged,
    }
    changes |= {f"{name}/tree/{path}": index.get(path, "(absent)") for path in {*index, *tree}}
    free = [f"{name}/{part}" for part in ("commit", "count", "author", "MERGE_HEAD", "HEAD")]
    head = str(state[f"{name}/HEAD"])
    if head.startswith("ref:"):
        free = free[:-1] + [f"{name}/{kind}/{escape(head[5:])}" for kind in ("ref", "trees")]
    return Expected(changes=changes, free=tuple(free), undoable=False)


def _add(state: State, arguments: Arguments) -> Expected:
    name, files = _place(state, arguments), arguments["files"]
    if name is None or not files:
        return REFUSED
    here, index = entries(state, name, "file"), entries(state, name)
    ignoring = ".gitignore" in here
    changes: dict[str, object] = {}
    for file in files:
        known = {*here, *index}
        named = [
            path
            for path in known
            if file in (".", path) or path.startswith(f"{file}/") or fnmatchcase(path, file)
        ]
        if not named or ":" in file:
            return (
                Expected(error=None, free=(f"{name}/index/*",), undoable=False)
                if named or file == "."
                else REFUSED
            )
        for path in named:
            if ignoring and path.endswith(".log") and path not in index:
                if file == path:
                    return Expected(error=None, free=(f"{name}/index/*",), undoable=False)
                continue
            changes[f"{name}/index/{path}"] = f"100644 {blob(here[path])} 0" if path in here else "(absent)"
    return Expected(changes=changes, undoable=False)


def _reset(state: State, arguments: Arguments) -> Expected:
    name = _place(state, arguments)
    if name is None:
        return REFUSED
    index, tree = entries(state, name), entries(state, name, "tree")
    changes = {f"{name}/index/{path}": tree.get(path, "(absent)") for path in {*index, *tree}}
    return Expected(changes=changes, undoable=False)


def _log(state: State, arguments: Arguments) -> Expected:
    name, count = _place(state, arguments), arguments.get("max_count", 10)
    dates = [arguments[key] for key in ("start_timestamp", "end_timestamp") if arguments.get(key) is not None]
    if name is None or not _has_commit(state, name) or not _is_count(count, 1):
        return REFUSED
    if not all(DATES[date] for date in dates):
        return REFUSED
    total = state[f"{name}/count"]
    assert isinstance(total, int)

    def wrong(result: ToolResult) -> str | None:
        shown = result.text.count("Commit: ")
        number = 0 if arguments.get("end_timestamp") else min(total, int(count))  # all are of today
        return None if shown == number else f"{shown} commits, not {number}"

    return _reading(wrong)


NEW_BRANCHES: Final = ("new", "new/er/est", "topic/new", "ünï", "topic", "main/new")


def _create_branch(state: State, arguments: Arguments) -> Expected:
    name, branch, base = _place(state, arguments), arguments["branch_name"], arguments.get("base_branch")
    if name is None or not _has_commit(state, name) or branch not in NEW_BRANCHES:
        return REFUSED
    taken = [
        key.removeprefix(f"{name}/ref/refs/heads/")
        for key in state
        if key.startswith(f"{name}/ref/refs/heads/")
    ]
    if any(f"{branch}/".startswith(f"{other}/") or other.startswith(f"{branch}/") for other in taken):
        return REFUSED
    if base is None:
        start = state[f"{name}/commit"]
    else:
        known = [
            state[key] for kind in ("heads", "tags") if (key := f"{name}/ref/refs/{kind}/{base}") in state
        ]
        if not known:
            return REFUSED
        start = known[0]
    return Expected(
        changes={f"{name}/ref/refs/heads/{branch}": start},
        free=(f"{name}/trees/refs/heads/{escape(branch)}",),
        undoable=False,
    )


def _checkout(state: State, arguments: Arguments) -> Expected:
    name, branch = _place(state, arguments), arguments["branch_name"]
    if name is None or not _has_commit(state, name) or not _is_revision(state, name, branch):
        return REFUSED
    if branch in ("HEAD^{tree}", "HEAD:a.txt"):
        return REFUSED
    index, tree = entries(state, name), entries(state, name, "tree")
    here = blobs(state, name)
    clean = index == tree and all(here.get(path) == entry for path, entry in tree.items())
    changes = (
        {f"{name}/HEAD": f"ref: refs/heads/{branch}"} if f"{name}/ref/refs/heads/{branch}" in state else {}
    )
    known = [f"{name}/{kind}/{escape(path)}" for kind in ("file", "index") for path in {*tree, *index}]
    free = [
        f"{name}/{part}" for part in ("commit", "count", "author", "message", "parents", "HEAD", "tree/*")
    ]
    conflict = any("," in entry for entry in index.values()) or f"{name}/MERGE_HEAD" in state
    return Expected(
        error=False if clean and not conflict else None, changes=changes, free=(*free, *known), undoable=False
    )


def _show(state: State, arguments: Arguments) -> Expected:
    name, revision = _place(state, arguments), arguments["revision"]
    if name is None or not _has_commit(state, name) or not _is_revision(state, name, revision):
        return REFUSED
    message = str(state[f"{name}/message"]).splitlines()[0]
    known = [
        state[key] for kind in ("tags", "heads") if (key := f"{name}/ref/refs/{kind}/{revision}") in state
    ]
    if revision == "HEAD":
        return _reading(_contains(str(state[f"{name}/commit"]), message))
    return _reading(_contains(str(known[0])) if known else None)


def _branch(state: State, arguments: Arguments) -> Expected:
    name, kind = _place(state, arguments), arguments["branch_type"]
    revisions = [arguments[key] for key in ("contains", "not_contains") if arguments.get(key) is not None]
    if name is None or kind not in ("local", "remote", "all"):
        return REFUSED
    if not all(_has_commit(state, name) and _is_revision(state, name, revision) for revision in revisions):
        return REFUSED
    if revisions:
        return _reading(error=None)
    start = f"{name}/ref/refs/heads/"
    names = [key.removeprefix(start) for key in state if key.startswith(start)]
    return _reading(_contains(*names) if kind != "remote" else None)


def _init(state: State, arguments: Arguments) -> Expected:
    name = PLACES.get(arguments["repo_path"])
    if name is None:
        return REFUSED
    if f"{name}/none" not in state:
        return Expected(undoable=False)
    return Expected(free=(f"{name}/*", "entries"), undoable=False, answer=_contains("existed"))


def _operate(state: State, arguments: Arguments) -> Expected:
    name, call = _place(state, arguments), (arguments["operation"], tuple(arguments["arguments"]))
    if arguments["repo_path"] == f"{REPO}/sub" or call[0] == "config":
        return Expected(
            error=None, free=("repo/ref/*", "repo/trees/*", "*/config"), undoable=False, long_answer=True
        )
    if name is None or call in UNSAFE:
        return REFUSED
    if call[0] in ("branch", "tag"):
        kind = "heads" if call[0] == "branch" else "tags"
        free = (f"{name}/ref/refs/{kind}/made", f"{name}/trees/refs/heads/made")
        return Expected(error=None, free=free, undoable=False, long_answer=True)
    return _reading(error=False if _has_commit(state, name) else None)


PROMISES: Final = [
    Promise("git_status", "The answer is git's status.", f"{_PROGRAMS}.", repository_arguments(), _status),
    Promise(
        "git_diff_unstaged",
        "The answer is git's difference.",
        f"{_PROGRAMS}; fewer than 0 lines of context.",
        repository_arguments(context_lines=COUNT),
        _difference(staged=False),
    ),
    Promise(
        "git_diff_staged",
        "The answer is git's difference.",
        f"{_PROGRAMS}; fewer than 0 lines of context.",
        repository_arguments(context_lines=COUNT),
        _difference(staged=True),
    ),
    Promise(
        "git_diff",
        "The answer is git's difference with the revision.",
        f"{_PROGRAMS}; what is no revision.",
        repository_arguments("target", target=REVISION, context_lines=COUNT),
        _difference_with,
    ),
    Promise(
        "git_commit",
        "What is staged is a commit with exactly this message; no hook runs, nothing is signed.",
        f"{_PROGRAMS}; nothing staged, unmerged files, an empty message.",
        repository_arguments("message", message=st.sampled_from(MESSAGES)),
        _commit,
    ),
    Promise(
        "git_add",
        "The index has the files as they are, also those of a folder or a pattern such as *.txt.",
        f"{_PROGRAMS}; paths outside the repository or of nothing.",
        files_to_add,
        _add,
    ),
    Promise(
        "git_reset",
        "The index is as in the last commit; files and a merge that is going on stay.",
        f"{_PROGRAMS}.",
        repository_arguments(),
        _reset,
    ),
    Promise(
        "git_log",
        "The answer has the last commits, within the dates.",
        f"{_PROGRAMS}; counts below 1, what is no date, a repository without a commit.",
        repository_arguments(max_count=COUNT, start_timestamp=DATE, end_timestamp=DATE),
        _log,
    ),
    Promise(
        "git_create_branch",
        "The branch is at the base's commit; the current branch stays.",
        f"{_PROGRAMS}; a name that is taken, or none, or a folder of a branch, a base that is no branch or tag.",
        repository_arguments(
            "branch_name",
            branch_name=st.sampled_from((*NEW_BRANCHES, "main", "a..b", "-d", "@{-1}", "", "x" * 1_000)),
            base_branch=REVISION,
        ),
        _create_branch,
    ),
    Promise(
        "git_checkout",
        "The branch is the current one, tracked files are its; a commit or tag detaches HEAD.",
        f"{_PROGRAMS}; what is no commit, changes that would be lost.",
        repository_arguments("branch_name", branch_name=REVISION),
        _checkout,
    ),
    Promise(
        "git_show",
        "The answer is the commit with its difference, or the file or folder.",
        f"{_PROGRAMS}; what is no revision.",
        repository_arguments("revision", revision=REVISION),
        _show,
    ),
    Promise(
        "git_branch",
        "The answer lists the branches.",
        f"{_PROGRAMS}; other types, what is no revision.",
        repository_arguments(
            "branch_type",
            branch_type=st.sampled_from(("local", "remote", "all", "both", "")),
            contains=REVISION,
            not_contains=REVISION,
        ),
        _branch,
    ),
    Promise(
        "git_init",
        "The folder is a repository; one that is there stays as it is.",
        "Paths outside the home folder, files, over-long names.",
        inits,
        _init,
    ),
    Promise(
        OPERATION,
        "Git does what the words say; the answer has its exit code and output.",
        "Words and settings by which git starts programs or writes outside the home folder; whatever git refuses.",
        operations,
        _operate,
    ),
]
