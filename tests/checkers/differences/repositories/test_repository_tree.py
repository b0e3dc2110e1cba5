"""Git repositories as trees."""

from __future__ import annotations

import os
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.repositories.repository_tree import read_repository_tree
from checkers.differences.tree import TreeNode
from checkers.evidence import Unusable
from checkers.git import content_id

FILES = {
    "a.txt": "one\n",
    "b.txt": "two\n" * 50,
    "folder/c.txt": "three\n",
    "folder/cc.txt": "four\n",
    "long/" + "x" * 200: "",
    "z": "",
}


class Repository:
    """A repository in a folder; `tree` reads its .git."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch=main")
        self.git("config", "user.name", "Ada")
        self.git("config", "user.email", "ada@example.test")
        for path, content in FILES.items():
            self.write(path, content)
        self.commit("Begin")
        self.write("a.txt", "one more\n")
        self.commit("More")
        self.git("tag", "first", "HEAD~1")
        self.git("branch", "other", "HEAD~1")

    def git(self, *arguments: str, check: bool = True) -> str:
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.folder.parent),
            **dict.fromkeys(("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"), "2026-03-02T10:00:00Z"),
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        done = subprocess.run(
            ["git", *arguments], cwd=self.folder, env=environment, check=check, capture_output=True, text=True
        )
        return done.stdout.strip()

    def write(self, path: str, content: str) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(content)

    def commit(self, message: str) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def files(self) -> dict[str, bytes]:
        top = self.folder / ".git"
        return {str(path.relative_to(top)): path.read_bytes() for path in top.rglob("*") if path.is_file()}

    def tree(self) -> TreeNode:
        return read_repository_tree(self.files())

    def changes(self, act: Callable[[], object]) -> list[Change]:
        before = self.tree()
        act()
        return list(compare(before, self.tree()))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    folder = tmp_path / "poems"
    folder.mkdir()
    return Repository(folder)


def blob(content: str) -> str:
    return content_id(content.encode())


def test_all_of_a_repository_is_read(repository: Repository) -> None:
    head, first = repository.git("rev-parse", "HEAD"), repository.git("rev-parse", "HEAD~1")
    tree = repository.tree()
    nodes = {(node.kind, node.name): node for node in tree.children}
    assert tree.attributes == {"HEAD": "main"}
    assert nodes["branch", "main"].attributes == {"commit": head}
    assert nodes["branch", "other"].attributes == nodes["tag", "first"].attributes == {"commit": first}
    assert nodes["staged file", "folder/c.txt"].attributes == {"mode": "100644", "content": blob("three\n")}
    assert nodes["setting", "user.name"].attributes == {"value": "Ada"}
    commit = nodes["commit", head]
    assert commit.text == "More"
    assert commit.attributes == {
        "author": "Ada <ada@example.test>",
        "parents": first,
        "tree": repository.git("rev-parse", "HEAD^{tree}"),
    }
    assert nodes["commit", first].attributes["parents"] == ""


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("branch new", [("branch new", "added")]),
        ("branch --delete --force other", [("branch other", "removed")]),
        ("branch --force other main", [("branch other", "commit")]),
        ("tag --force first main", [("tag first", "commit")]),
        ("tag second", [("tag second", "added")]),
        ("tag --annotate --message=Two second", [("tag second", "added")]),
        ("checkout --quiet other", [("", "HEAD"), ("staged file a.txt", "content")]),
        ("checkout --quiet --detach", [("", "HEAD")]),
        ("rm --cached --quiet a.txt", [("staged file a.txt", "removed")]),
        ("update-index --chmod=+x a.txt", [("staged file a.txt", "mode")]),
        ("update-index --assume-unchanged a.txt", [("staged file a.txt", "assume unchanged")]),
        ("update-index --skip-worktree a.txt", [("staged file a.txt", "skip worktree")]),
        ("config user.name Bo", [("setting user.name", "value")]),
        ("config --add user.name Bo", [("setting user.name", "value")]),
        ("config --unset user.email", [("setting user.email", "value")]),
        (
            "remote add home /srv/poems",
            [("setting remote.home.url", "value"), ("setting remote.home.fetch", "value")],
        ),
        ("update-ref refs/notes/x HEAD", [("reference refs/notes/x", "added")]),
        ("update-ref refs/remotes/home/main HEAD", [("remote branch home/main", "added")]),
        (
            "commit --quiet --allow-empty --message=Empty",
            [("branch main", "commit"), ("commit {head}", "added")],
        ),
        (
            "commit --quiet --amend --message=Better",
            [("branch main", "commit"), ("commit {old}", "removed"), ("commit {head}", "added")],
        ),
    ],
)
def test_one_command_is_told(repository: Repository, command: str, expected: list[tuple[str, str]]) -> None:
    old = repository.git("rev-parse", "HEAD")
    changes = repository.changes(lambda: repository.git(*command.split()))
    head = repository.git("rev-parse", "HEAD")
    found = [(change.place, change.what) for change in changes]
    assert sorted(found) == sorted((place.format(old=old, head=head), what) for place, what in expected)


def test_a_staged_file_is_told(repository: Repository) -> None:
    repository.write("a.txt", "staged\n")
    assert repository.changes(lambda: repository.git("add", "a.txt")) == [
        Change("staged file a.txt", "content", blob("one more\n"), blob("staged\n"))
    ]
    repository.write("new.txt", "new\n")
    assert repository.changes(lambda: repository.git("add", "--intent-to-add", "new.txt")) == [
        Change("staged file new.txt", "added")
    ]


def test_stashes_are_told(repository: Repository) -> None:
    def stash(content: str) -> None:
        repository.write("a.txt", content)
        repository.git("stash")

    added = [repository.changes(lambda: stash("x\n")), repository.changes(lambda: stash("y\n"))]
    newest, first = (repository.git("rev-parse", f"stash@{{{number}}}") for number in (0, 1))
    assert [[(change.place, change.what) for change in changes] for changes in added] == [
        [(f"stash {first}", "added")],
        [(f"stash {newest}", "added")],
    ]
    found = repository.changes(lambda: repository.git("stash", "drop", "--quiet", "stash@{1}"))
    assert [(change.place, change.what) for change in found] == [(f"stash {first}", "removed")]
    assert str(found[0].before).startswith("WIP on main")


def test_a_merge_that_waits_is_told(repository: Repository) -> None:
    repository.git("checkout", "--quiet", "other")
    repository.write("a.txt", "another\n")
    repository.commit("Another")
    found = repository.changes(lambda: repository.git("merge", "main", check=False))
    assert {(change.place, change.what) for change in found} == {
        ("operation merge", "added"),
        ("staged file a.txt", "removed"),
        *((f"staged file a.txt (stage {stage})", "added") for stage in (1, 2, 3)),
    }


def test_hooks_and_files_of_the_users_are_told(repository: Repository) -> None:
    top = repository.folder / ".git"
    assert repository.changes(lambda: (top / "hooks/pre-commit").write_text("exit 1")) == [
        Change("hook pre-commit", "added")
    ]
    (change,) = repository.changes(lambda: (top / "info/exclude").write_text("*.log"))
    assert (change.place, change.what) == ("file info/exclude", "sha256")
    assert repository.changes(lambda: (top / "hooks/pre-push.sample").write_text("#")) == []


def touch(repository: Repository) -> None:
    os.utime(repository.folder / "a.txt", (0, 0))
    repository.git("status")


@pytest.mark.parametrize(
    "act",
    [
        touch,
        lambda repository: repository.git("gc", "--quiet"),
        lambda repository: repository.git("repack", "-a", "-d", "--quiet", "--depth=1", "-f"),
        lambda repository: (
            repository.git("checkout", "--quiet", "other") + repository.git("checkout", "--quiet", "main")
        ),
        lambda repository: (
            repository.git("commit", "--quiet", "--allow-empty", "--message=x")
            + repository.git("reset", "--quiet", "HEAD~1")
        ),
        lambda repository: repository.git("update-index", "--index-version=4"),
        lambda repository: repository.git("config", "branch.main.vscode-merge-base", "origin/main"),
        lambda repository: repository.git("hash-object", "-w", ".git/config"),
        lambda repository: repository.git("reflog", "expire", "--expire=all", "--all"),
    ],
)
def test_what_git_does_by_itself_is_no_difference(
    repository: Repository, act: Callable[[Repository], object]
) -> None:
    before = repository.files()
    assert repository.changes(lambda: act(repository)) == []
    assert repository.files() != before


@pytest.mark.parametrize("by_offset", ["true", "false"])
def test_commits_in_packs_with_deltas_are_read(repository: Repository, by_offset: str) -> None:
    for number in range(30):
        repository.write("b.txt", "two\n" * 50 + f"{number}\n")
        repository.commit(
            "The same long message as all of them, but for a number: " + "word " * 80 + str(number)
        )
    loose = repository.tree()
    base = f"repack.useDeltaBaseOffset={by_offset}"
    repository.git("-c", base, "repack", "-a", "-d", "--quiet", "--depth=50", "--window=50", "-f")
    (index,) = (repository.folder / ".git/objects/pack").glob("*.idx")
    listed = [line.split() for line in repository.git("verify-pack", "--verbose", str(index)).splitlines()]
    assert any(words[1] == "commit" and len(words) == 7 for words in listed)  # such a line is that of a delta
    assert list(compare(loose, repository.tree())) == []
    assert sum(node.kind == "commit" for node in loose.children) == 32


def test_a_repository_of_which_only_some_files_are_known_is_read(repository: Repository) -> None:
    before = repository.files()
    repository.git("commit", "--quiet", "--allow-empty", "--message=Empty")
    after = repository.files()
    changed = {path for path in {*before, *after} if before.get(path) != after.get(path)}
    trees = [
        read_repository_tree({path: files[path] for path in changed if path in files})
        for files in (before, after)
    ]
    head = repository.git("rev-parse", "HEAD")
    assert [(change.place, change.what) for change in compare(*trees)] == [
        ("branch main", "commit"),
        (f"commit {head}", "added"),
    ]


@pytest.mark.parametrize(
    "change",
    [
        lambda files: files | {"index": b"DIRC\0\0\0\2\0\0\0\1"},
        lambda files: files | {"index": b"none"},
        lambda files: files | {"config": b"[user\nname = x"},
        lambda files: files | {path: b"none" for path in files if path.startswith("objects/")},
        lambda files: (
            files | {path: zlib.compress(b"commit 4\0none") for path in files if path.startswith("objects/")}
        ),
        lambda files: (
            files | {path: zlib.compress(bytes(10**7)) for path in files if path.startswith("objects/")}
        ),
        lambda files: files | {f"refs/heads/{number}": b"" for number in range(20_001)},
    ],
)
def test_a_damaged_or_too_large_repository_is_unusable(
    repository: Repository, change: Callable[[dict[str, bytes]], dict[str, bytes]]
) -> None:
    with pytest.raises(Unusable):
        read_repository_tree(change(repository.files()))


def test_a_damaged_pack_is_unusable(repository: Repository) -> None:
    repository.git("gc", "--quiet")
    files = repository.files()
    pack = next(path for path in files if path.endswith(".pack"))
    for damaged in (files[pack][:20], files[pack][:12] + b"\x70" * 100, files[pack][:12] + b"\xe0\0" * 100):
        with pytest.raises(Unusable):
            read_repository_tree(files | {pack: damaged})
