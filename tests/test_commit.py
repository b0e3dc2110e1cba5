from __future__ import annotations

import subprocess
from pathlib import Path

from tests.commit import UNKNOWN_COMMIT, clean_commit, commit, commit_seed, git_folder


def test_the_commit_is_that_of_the_checkout(tmp_path: Path) -> None:
    assert commit(tmp_path) == UNKNOWN_COMMIT
    here = commit(Path(__file__).parent)
    assert here == UNKNOWN_COMMIT or len(here) == 40


def test_another_commit_has_another_seed(tmp_path: Path) -> None:
    here = Path(__file__).parent
    assert commit_seed(here) == commit_seed(here)
    assert (commit_seed(here) == commit_seed(tmp_path)) == (commit(here) == UNKNOWN_COMMIT)
    assert 0 <= commit_seed(tmp_path) < 2**32


def test_only_a_clean_tree_has_its_commits_content(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True)

    assert clean_commit(tmp_path) == ""
    git("init", "--quiet")
    (tmp_path / "file").write_text("first")
    assert clean_commit(tmp_path) == ""
    git("add", ".")
    git("-c", "user.name=x", "-c", "user.email=x@localhost", "commit", "--quiet", "-m", "x")
    assert clean_commit(tmp_path) == commit(tmp_path)
    assert git_folder(tmp_path) == tmp_path / ".git"
    (tmp_path / "other").write_text("untracked")
    assert clean_commit(tmp_path) == ""
