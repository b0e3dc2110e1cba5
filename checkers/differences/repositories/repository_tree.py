"""Git repositories as trees: what is on which branch, staged, put away and set."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping

from checkers.differences.name_patterns import matches_any
from checkers.differences.repositories.index import StagedFile, read_index
from checkers.differences.repositories.objects import ObjectStore
from checkers.differences.settings.git import git_settings
from checkers.differences.text_tree import encodable
from checkers.differences.tree import Span, TreeNode
from checkers.evidence import Unusable

MAX_FILES = 20_000
MAX_COMMITS = 2000
NOISE = (
    *("logs/*", "objects/*", "refs/*", "packed-refs", "index", "config", "HEAD", "hooks/*"),
    *("ORIG_HEAD", "FETCH_HEAD", "COMMIT_EDITMSG", "AUTO_MERGE", "MERGE_MSG", "MERGE_MODE", "MERGE_RR"),
    *(f"{place}/*/{name}" for place in ("modules", "worktrees") for name in ("index", "logs/*", "objects/*")),
    *("*.lock", "gc.log", "gc.pid", "info/refs", "rr-cache/*", "fsmonitor--daemon*", "branches/*"),
)
"""Files that are left out of those that are compared by their hashes: they are read otherwise, or Git's own."""
OPERATIONS = {
    "MERGE_HEAD": "merge",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "REBASE_HEAD": "rebase",
    "rebase-merge/onto": "rebase",
    "rebase-apply/onto": "rebase",
    "BISECT_START": "bisect",
}
"""Files that are there while an operation waits to be continued."""
_KINDS = {"heads": "branch", "tags": "tag", "remotes": "remote branch"}
_ID = re.compile(r"[0-9a-f]{40}")
_STASH = "refs/stash"


def read_repository_tree(files: Mapping[str, bytes]) -> TreeNode:
    """Read the files of a .git, by path relative to it; any may be missing.

    Branches, tags and other references have the commit that they point to; a tag with a message, the id of its object.
    Commits that they lead to are listed as far as `files` holds them: a commit's id fixes its content. How objects and
    references are stored, the journals of references, and times and sizes of staged files are left out.

    Raises Unusable if a file is damaged, or there are too many.
    """
    if len(files) > MAX_FILES:
        raise Unusable(f"the repository has at most {MAX_FILES} files", len(files))
    references = _references(files)
    stash = references.pop(_STASH, None)
    return TreeNode(
        "repository",
        attributes={"HEAD": _target(files.get("HEAD")).removeprefix("refs/heads/") or None},
        children=(
            *_reference_nodes(references),
            *_stashes(files, stash),
            *map(_staged, read_index(files["index"]) if "index" in files else ()),
            *git_settings(files.get("config", b""), "the repository's config"),
            *_operations(files),
            *_hooks(files),
            *_other_files(files),
            *_commits(ObjectStore(files), {*references.values(), _target(files.get("HEAD"))}),
        ),
    )


def _references(files: Mapping[str, bytes]) -> dict[str, str]:
    """Map the references to the ids, or other references, that they point to; loose ones override packed ones."""
    packed = (line.split(" ", 1) for line in _text(files.get("packed-refs")).splitlines())
    references = {words[1]: words[0] for words in packed if len(words) == 2 and _ID.fullmatch(words[0])}
    loose = {path: _target(content) for path, content in files.items() if path.startswith("refs/")}
    return references | {path: target for path, target in loose.items() if not path.endswith(".lock")}


def _target(content: bytes | None) -> str:
    return _text(content).strip().removeprefix("ref: ")


def _reference_nodes(references: Mapping[str, str]) -> Iterator[TreeNode]:
    for path, target in sorted(references.items()):
        _, group, *names = path.split("/")
        kind = _KINDS.get(group, "reference")
        name = path if kind == "reference" else "/".join(names)
        yield TreeNode(kind, encodable(name), {"commit": target})


def _stashes(files: Mapping[str, bytes], newest: str | None) -> Iterator[TreeNode]:
    """Yield what is stashed, the newest first; only the newest has a reference, the journal lists the others."""
    lines = [line.partition("\t") for line in _text(files.get(f"logs/{_STASH}")).splitlines()]
    listed = [(words.split(" ")[1], message) for words, _, message in lines if words.count(" ") > 1]
    if not listed and newest:
        listed = [(newest, "")]
    for commit, message in reversed(listed):
        yield TreeNode("stash", commit, spans=(Span(message),))


def _staged(entry: StagedFile) -> TreeNode:
    name = entry.path + (f" (stage {entry.stage})" if entry.stage else "")
    marks = dict.fromkeys(entry.flags, True)
    return TreeNode("staged file", name, {"mode": entry.mode, "content": entry.content, **marks})


def _operations(files: Mapping[str, bytes]) -> Iterator[TreeNode]:
    for path, operation in OPERATIONS.items():
        if path in files:
            yield TreeNode("operation", operation, {"commit": _target(files[path])})


def _hooks(files: Mapping[str, bytes]) -> Iterator[TreeNode]:
    for path, content in sorted(files.items()):
        if path.startswith("hooks/") and not path.endswith(".sample"):
            yield TreeNode(
                "hook", path.removeprefix("hooks/"), {"sha256": hashlib.sha256(content).hexdigest()}
            )


def _other_files(files: Mapping[str, bytes]) -> Iterator[TreeNode]:
    for path, content in sorted(files.items()):
        started = path in OPERATIONS or path.startswith(("rebase-merge/", "rebase-apply/", "sequencer/"))
        if not started and not matches_any(path, NOISE):
            yield TreeNode("file", encodable(path), {"sha256": hashlib.sha256(content).hexdigest()})


def _commits(store: ObjectStore, starts: set[str]) -> Iterator[TreeNode]:
    """Yield the commits that the references lead to, by id."""
    found: dict[str, TreeNode] = {}
    left = sorted(starts)
    while left and len(found) <= MAX_COMMITS:
        object_id = left.pop()
        if object_id in found or not _ID.fullmatch(object_id) or (stored := store.read(object_id)) is None:
            continue
        kind, content = stored
        headers, _, message = content.decode("utf-8", "backslashreplace").partition("\n\n")
        fields = [line.partition(" ")[::2] for line in headers.split("\n")]
        if kind == "tag":
            left += [value for key, value in fields if key == "object"]
        elif kind == "commit":
            parents = [value for key, value in fields if key == "parent"]
            found[object_id] = _commit(object_id, dict(fields), parents, message)
            left += parents
    if len(found) > MAX_COMMITS:
        raise Unusable(f"the repository has at most {MAX_COMMITS} commits", "more")
    yield from (found[object_id] for object_id in sorted(found))


def _commit(object_id: str, fields: Mapping[str, str], parents: list[str], message: str) -> TreeNode:
    return TreeNode(
        "commit",
        object_id,
        {
            "author": re.sub(r" \d+ [+-]\d+$", "", fields.get("author", "")),
            "parents": " ".join(parents),
            "tree": fields.get("tree"),
        },
        spans=(Span(message.rstrip("\n")),),
    )


def _text(content: bytes | None) -> str:
    return (content or b"").decode("utf-8", "backslashreplace")
