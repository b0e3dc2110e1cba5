"""The typed differences of a home folder: what in each file that an episode changed is different.

Files that are one state are compared together: those of a repository, a database and its log. A file that is new or
gone is one difference, whatever it holds. What a user does not see in a new office file or repository, such as a hidden
sheet, is a further difference.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from checkers.differences.apart import compare_apart
from checkers.differences.changed_files import FileChange, FileState
from checkers.differences.compare import Change
from checkers.differences.home_files import HOME, FileRule, find_rule
from checkers.differences.readers import LOGS, REPOSITORY, may_hide
from checkers.evidence import Unusable


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference in the home folder.

    Attributes:
        path: The file's path in the home folder; of a repository that of its `.git`.
        change: What is different. Of a file as a whole the place is "".
        folder: Whether it is a folder.
    """

    path: str
    change: Change
    folder: bool = False

    @property
    def whole_file(self) -> bool:
        """Whether a whole file or folder is new or gone."""
        return not self.change.place and self.change.what in ("added", "removed")

    @property
    def new_folder(self) -> bool:
        """Whether a folder is new."""
        return self.folder and self.change.what == "added"

    def __str__(self) -> str:
        return f"{self.path}: {str(self.change).removeprefix(': ')}"


@dataclass(slots=True)
class _State:
    """The contents before and after of files that are compared together, by their names in it."""

    missing_is_empty: bool
    before: dict[str, bytes] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)


def differences(changes: Sequence[FileChange]) -> list[Difference]:
    """Return what is different in the files that changed; what applications write by themselves is left out."""
    found: list[Difference] = []
    states: dict[str, _State] = {}
    paths = {change.path.removeprefix(f"{HOME}/") for change in changes}
    for change in changes:
        path, name = _split(change.path.removeprefix(f"{HOME}/"), paths)
        rule = find_rule(path, existed=change.before is not None)
        if rule is None or _is_new_hidden_folder(path, change):
            continue
        if not name and not _sets_nothing(rule, change):
            found += _outside(path, change, rule)
        state = states.setdefault(path, _State(missing_is_empty=rule.reads_settings))
        for contents, file in ((state.before, change.before), (state.after, change.after)):
            if file is not None and file.content is not None:
                contents[name] = file.content
    for path, state in states.items():
        found += _inside(path, state)
    return sorted(found, key=lambda one: (one.path, one.change.place, one.change.what))


def _split(path: str, paths: Collection[str]) -> tuple[str, str]:
    """Return the path of the state that a file belongs to, and the file's name in it; "" if it is the state alone.

    `paths` are those of all files that changed.
    """
    parts = path.split("/")
    if REPOSITORY in parts[:-1]:
        top = parts.index(REPOSITORY) + 1
        return "/".join(parts[:top]), "/".join(parts[top:])
    for ending in LOGS:
        if path.endswith(ending) and path.removesuffix(ending) in paths:
            return path.removesuffix(ending), ending
    return path, ""


def _is_new_hidden_folder(path: str, change: FileChange) -> bool:
    """Whether it is a folder that only an application sees: what is in it counts by itself."""
    return (
        change.before is None
        and change.after is not None
        and change.after.kind == "d"
        and path.startswith(".")
    )


def _sets_nothing(rule: FileRule, change: FileChange) -> bool:
    """Whether a file of settings is not there before or after, which is the same as an empty one."""
    return rule.reads_settings and (change.before is None or change.after is None)


def _outside(path: str, change: FileChange, rule: FileRule) -> Iterator[Difference]:
    """Yield the differences of a file that its content does not show.

    Applications choose the permissions of their settings.
    """
    before, after = change.before, change.after
    folder = "d" in (before.kind if before else "", after.kind if after else "")
    if before is None or after is None:
        yield Difference(path, Change("", "added" if before is None else "removed"), folder)
        return
    for what, old, new in (
        ("kind", before.kind, after.kind),
        ("permissions", f"{before.mode:o}", f"{after.mode:o}"),
        ("target", before.target, after.target),
    ):
        if old != new and not (rule.reads_settings and what == "permissions"):
            yield Difference(path, Change("", what, old, new), folder)
    if _has_large_content(before) or _has_large_content(after):
        yield Difference(path, Change("", "content", before.size, after.size))


def _has_large_content(state: FileState) -> bool:
    return state.kind == "f" and state.content is None


def _inside(path: str, state: _State) -> Iterator[Difference]:
    """Yield the differences of contents."""
    if PurePosixPath(path).name == REPOSITORY and not (state.before and state.after):
        yield Difference(path, Change("", "removed" if state.before else "added"))
    is_new = not state.before and may_hide(path)
    is_compared = state.missing_is_empty or is_new or (state.before and state.after)
    if state.before == state.after or not is_compared:
        return
    try:
        changes = compare_apart(path, state.before, state.after)
    except Unusable as problem:
        changes = [] if is_new else [Change("", "content", None, str(problem))]
    for change in changes:
        yield Difference(path, change)
