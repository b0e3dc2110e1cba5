from __future__ import annotations

from pathlib import Path

from tests.commit import UNKNOWN_COMMIT, commit, commit_seed


def test_the_commit_is_that_of_the_checkout(tmp_path: Path) -> None:
    assert commit(tmp_path) == UNKNOWN_COMMIT
    here = commit(Path(__file__).parent)
    assert here == UNKNOWN_COMMIT or len(here) == 40


def test_another_commit_has_another_seed(tmp_path: Path) -> None:
    here = Path(__file__).parent
    assert commit_seed(here) == commit_seed(here)
    assert (commit_seed(here) == commit_seed(tmp_path)) == (commit(here) == UNKNOWN_COMMIT)
    assert 0 <= commit_seed(tmp_path) < 2**32
