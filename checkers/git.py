"""What a Git repository in the guest holds: branches, history, files of a commit, what is staged.

Git runs as the user, because a repository's settings can make it start programs. Only commands that read objects and
references are used: no setting, alias or replaced object changes what they print.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from checkers.base import Claim, GuestView
from checkers.evidence import Unusable, ask, examine

MAX_COMMITS = 1000
_GIT = (
    *("/usr/bin/env", "-i", "PATH=/usr/bin:/bin", "HOME=/nonexistent", "GIT_CONFIG_NOSYSTEM=1"),
    *("GIT_NO_REPLACE_OBJECTS=1", "GIT_OPTIONAL_LOCKS=0", "/usr/bin/git", "-c", "core.fsmonitor=false", "-C"),
)


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit; `message` is without line ends at its end."""

    id: str
    parents: tuple[str, ...]
    author: str
    message: str


def branches(guest: GuestView, repository: str) -> dict[str, str]:
    """Map the local branches to the ids of their commits. Raises Unusable."""
    output = _git(guest, repository, "for-each-ref", "--format=%(objectname) %(refname)", "refs/heads/")
    return {
        name.removeprefix("refs/heads/"): commit
        for commit, name in _pairs(repository, output.splitlines(), " ")
    }


def current_branch(guest: GuestView, repository: str) -> str:
    """Return the branch that is checked out. Raises Unusable, also when none is."""
    return _git(guest, repository, "symbolic-ref", "HEAD").strip().removeprefix("refs/heads/")


def history(guest: GuestView, repository: str, revision: str = "HEAD") -> list[Commit]:
    """List a revision's commit and all before it, the newest first. Raises Unusable."""
    form = "--format=%H%x00%P%x00%an%x00%B%x00"
    output = _git(
        guest,
        repository,
        *("rev-list", "--topo-order", f"--max-count={MAX_COMMITS}", "--no-commit-header", form),
        *("--end-of-options", revision, "--"),
    )
    fields = output.split("\0")[:-1]
    if not fields or len(fields) % 4:
        raise _unreadable(repository, output)
    rows = zip(fields[::4], fields[1::4], fields[2::4], fields[3::4], strict=True)
    return [
        Commit(commit.strip(), tuple(parents.split()), author, message.rstrip("\n"))
        for commit, parents, author, message in rows
    ]


def files_at(guest: GuestView, repository: str, revision: str = "HEAD") -> dict[str, str]:
    """Map the files of a commit to the ids of their contents; `content_id` gives those. Raises Unusable."""
    return _entries(
        repository, _git(guest, repository, "ls-tree", "-r", "-z", "--full-tree", revision), place=2
    )


def staged_files(guest: GuestView, repository: str) -> dict[str, str]:
    """Map the files of the index, which the next commit would have, to the ids of their contents. Raises Unusable."""
    output = _git(guest, repository, "ls-files", "--stage", "-z", "--full-name", ":/")
    return _entries(repository, output, place=1)


def content_id(content: bytes) -> str:
    """Return Git's id of a file's content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def files_at_are(guest: GuestView, repository: str, revision: str, files: Mapping[str, bytes]) -> Claim:
    """Claim that a commit has exactly these files with these contents."""
    return examine(
        f"the files of {revision} are as they should be",
        lambda: _compared(files_at(guest, repository, revision), files),
    )


def staged_files_are(guest: GuestView, repository: str, files: Mapping[str, bytes]) -> Claim:
    """Claim that the index has exactly these files with these contents."""
    return examine(
        "what is staged is as it should be", lambda: _compared(staged_files(guest, repository), files)
    )


def _compared(present: dict[str, str], files: Mapping[str, bytes]) -> tuple[bool, object]:
    expected = {path: content_id(content) for path, content in files.items()}
    paths = sorted(present.keys() | expected.keys())
    different = [path for path in paths if present.get(path) != expected.get(path)]
    return not different, f"different: {', '.join(different)}" if different else f"{len(expected)} files"


def _entries(repository: str, output: str, place: int) -> dict[str, str]:
    """The entries of `ls-tree` and `ls-files`: words, of which the one at `place` is the id, a tab and the path."""
    rows = [(words.split(), path) for words, path in _pairs(repository, output.split("\0")[:-1], "\t")]
    if any(len(words) != 3 for words, _ in rows):
        raise _unreadable(repository, output)
    return {path: words[place] for words, path in rows}


def _pairs(repository: str, rows: Sequence[str], separator: str) -> list[tuple[str, str]]:
    parts = [row.partition(separator) for row in rows]
    if not all(found for _, found, _ in parts):
        raise _unreadable(repository, "\n".join(rows))
    return [(before, after) for before, _, after in parts]


def _unreadable(repository: str, output: str) -> Unusable:
    return Unusable(f"Git tells what {repository} holds", output[:200])


def _git(guest: GuestView, repository: str, *arguments: str) -> str:
    try:
        return ask(guest, [*_GIT, repository, *arguments], as_user=True).text
    except Unusable as problem:
        raise Unusable(
            f"{repository} is a Git repository with what is looked for", problem.found
        ) from problem
