from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from checkers import git
from checkers.evidence import Unusable
from tests.checkers.guests import LocalGuest


def run(repository: Path, *arguments: str) -> str:
    author = ("-c", "user.name=Ann", "-c", "user.email=ann@example.test")
    command = ["git", *author, "-C", str(repository), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The branch main with two commits, and the branch topic at the first one."""
    folder = tmp_path / "work"
    folder.mkdir()
    run(folder, "init", "--quiet", "-b", "main")
    for name, message in (("a.txt", "First"), ("ü b.txt", "Second\n\nwith a body")):
        (folder / name).write_text(f"{name}\n")
        run(folder, "add", ".")
        run(folder, "commit", "--quiet", "-m", message)
    run(folder, "branch", "topic", "HEAD~1")
    return folder


def test_branches_and_history(local_guest: LocalGuest, repository: Path) -> None:
    first, second = run(repository, "rev-parse", "HEAD~1"), run(repository, "rev-parse", "HEAD")
    assert git.branches(local_guest, str(repository)) == {"main": second, "topic": first}
    assert git.current_branch(local_guest, str(repository)) == "main"
    assert git.history(local_guest, str(repository)) == [
        git.Commit(second, (first,), "Ann", "Second\n\nwith a body"),
        git.Commit(first, (), "Ann", "First"),
    ]
    assert [commit.message for commit in git.history(local_guest, str(repository), "topic")] == ["First"]


def test_files_of_a_commit_and_of_the_index(local_guest: LocalGuest, repository: Path) -> None:
    place = str(repository)
    both = {"a.txt": b"a.txt\n", "ü b.txt": "ü b.txt\n".encode()}
    assert git.files_at_are(local_guest, place, "main", both).holds
    assert git.files_at_are(local_guest, place, "topic", {"a.txt": b"a.txt\n"}).holds
    (repository / "a.txt").write_text("changed\n")
    assert git.staged_files_are(local_guest, place, both).holds
    run(repository, "add", "a.txt")
    claim = git.staged_files_are(local_guest, place, both)
    assert not claim.holds and claim.found == "different: a.txt"
    assert git.staged_files_are(local_guest, place, {**both, "a.txt": b"changed\n"}).holds
    assert git.files_at_are(local_guest, place, "main", both).holds


def test_settings_and_replaced_objects_change_nothing(local_guest: LocalGuest, repository: Path) -> None:
    first, second = run(repository, "rev-parse", "HEAD~1"), run(repository, "rev-parse", "HEAD")
    trap = repository / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {repository}/trapped\n")
    trap.chmod(0o755)
    run(repository, "replace", second, first)
    run(repository, "config", "core.fsmonitor", str(trap))
    run(repository, "config", "log.showSignature", "true")
    assert [commit.message for commit in git.history(local_guest, str(repository))] == [
        "Second\n\nwith a body",
        "First",
    ]
    git.staged_files(local_guest, str(repository))
    assert not (repository / "trapped").exists()


def test_what_is_missing_is_unusable(local_guest: LocalGuest, repository: Path) -> None:
    run(repository, "checkout", "--quiet", "--detach")
    for look in (
        lambda: git.current_branch(local_guest, str(repository)),
        lambda: git.history(local_guest, str(repository), "no-such"),
        lambda: git.history(local_guest, str(repository), "--all"),
        lambda: git.files_at(local_guest, str(repository), "no-such"),
        lambda: git.branches(local_guest, f"{repository}/none"),
    ):
        with pytest.raises(Unusable):
            look()
    assert not git.files_at_are(local_guest, str(repository), "no-such", {}).holds
