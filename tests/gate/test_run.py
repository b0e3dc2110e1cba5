"""Whole runs of a tier, over a checkout with a few small tests."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.commit import commit
from tests.gate import run
from tests.gate.outcome import MOST_UNSTEADY
from tests.gate.tiers import Part

pytestmark = pytest.mark.slow

PARTS = (Part("tests", ()),)
SIDE_BY_SIDE = (Part("tests", ("--numprocesses", "2", "--dist", "loadfile", "-p", "tests.scheduling")),)
FAILS_ONCE = """
import os
import pytest
from pathlib import Path

@pytest.mark.parametrize("number", range({count}))
def test_unsteady(number):
    seen = Path(os.environ["SEEN"]) / str(number)
    if not seen.exists():
        seen.write_text("")
        {fail}
"""
FAILS_ONCE_FIXTURE = """
import os
import pytest
from pathlib import Path

@pytest.fixture(scope="module")
def guest():
    seen = Path(os.environ["SEEN"]) / "guest"
    if not seen.exists():
        seen.write_text("")
        raise RuntimeError("the guest did not boot")

@pytest.mark.parametrize("number", range(30))
def test_on_it(guest, number): pass
"""


class Checkout:
    """A Git checkout whose tests are run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        (root / ".gitignore").write_text("/test-report/\n__pycache__/\n.pytest_cache/\n")
        (root / "pytest.ini").write_text("[pytest]\naddopts = -p tests.gate.results -p no:cacheprovider\n")
        self.add("test_sound", "def test_one(): pass\ndef test_two(): pass\n")
        self.git("init", "--quiet")
        self.commit()

    def add(self, name: str, code: str) -> None:
        (self.root / f"{name}.py").write_text(code)

    def commit(self) -> None:
        self.git("add", ".")
        self.git("-c", "user.name=x", "-c", "user.email=x@localhost", "commit", "--quiet", "-m", "x")

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", "-C", str(self.root), *arguments], check=True)

    @property
    def tested(self) -> str:
        path = self.root / ".git" / "tested"
        return path.read_text().strip() if path.exists() else ""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    seen = tmp_path / "seen"
    seen.mkdir()
    monkeypatch.setenv("SEEN", str(seen))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    for variable in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(variable, raising=False)
    return Checkout(tmp_path / "checkout")


def test_a_clean_commit_that_passes_is_written_down(checkout: Checkout) -> None:
    outcome, results = run.run_tier("gate", PARTS, checkout.root)
    assert outcome.is_success and outcome.passed == len(results) == 2
    assert checkout.tested == outcome.commit == commit(checkout.root)
    assert (checkout.root / "test-report" / "tests.xml").exists()
    assert outcome.text().splitlines()[-1] == "2 passed, 0 failed"


def test_a_changed_tree_names_no_commit(checkout: Checkout) -> None:
    checkout.add("test_more", "def test_three(): pass\n")
    outcome, _ = run.run_tier("gate", PARTS, checkout.root)
    assert outcome.is_success and outcome.passed == 3
    assert checkout.tested == ""


def test_what_fails_again_fails_the_tier(checkout: Checkout) -> None:
    checkout.add("test_wrong", "def test_sum(): assert 1 + 1 == 3\n")
    checkout.commit()
    outcome, _ = run.run_tier("gate", PARTS, checkout.root)
    assert not outcome.is_success and not outcome.unsteady
    assert checkout.tested == ""
    assert outcome.text().splitlines()[-5:] == [
        "test_wrong.py::test_sum",
        "",
        "scripts/test test_wrong.py::test_sum",
        "",
        "2 passed, 1 failed",
    ]


@pytest.mark.parametrize("parts", [PARTS, SIDE_BY_SIDE])
def test_what_passes_alone_is_unsteady(checkout: Checkout, parts: tuple[Part, ...]) -> None:
    checkout.add("test_now_and_then", FAILS_ONCE.format(count=2, fail="raise OSError('busy')"))
    checkout.commit()
    outcome, _ = run.run_tier("gate", parts, checkout.root)
    assert outcome.is_success and len(outcome.unsteady) == 2 and outcome.passed == 4
    assert checkout.tested == commit(checkout.root)
    assert "unsteady: test_now_and_then.py::test_unsteady[1]" in outcome.text()
    assert "OSError: busy" in outcome.text()
    written = json.loads((checkout.root / "test-report" / "outcome.json").read_text())
    assert [failure["tests"] for failure in written["unsteady"]] == [
        ["test_now_and_then.py::test_unsteady[0]"],
        ["test_now_and_then.py::test_unsteady[1]"],
    ]


def test_a_worker_that_dies_is_a_test_that_failed(checkout: Checkout) -> None:
    checkout.add("test_deadly", FAILS_ONCE.format(count=3, fail="os._exit(3) if number == 1 else None"))
    outcome, _ = run.run_tier("gate", SIDE_BY_SIDE, checkout.root)
    assert outcome.is_success and outcome.passed == 5
    assert [failure.tests for failure in outcome.unsteady] == [("test_deadly.py::test_unsteady[1]",)]
    assert "crashed" in outcome.text()


def test_a_guest_that_did_not_boot_is_one_failure(checkout: Checkout) -> None:
    checkout.add("test_booting", FAILS_ONCE_FIXTURE)
    outcome, _ = run.run_tier("gate", PARTS, checkout.root)
    assert outcome.is_success and len(outcome.unsteady) == 1 and outcome.passed == 32


def test_many_unsteady_tests_fail_the_tier(checkout: Checkout) -> None:
    count = MOST_UNSTEADY + 1
    checkout.add("test_now_and_then", FAILS_ONCE.format(count=count, fail="raise OSError('busy')"))
    outcome, _ = run.run_tier("gate", PARTS, checkout.root)
    assert not outcome.is_success and not outcome.failed and len(outcome.unsteady) == count
    assert f"{count} unsteady tests; at most {MOST_UNSTEADY} are accepted" in outcome.text()


def test_with_many_failures_none_is_run_again(checkout: Checkout) -> None:
    count = run.MOST_REPEATED + 1
    checkout.add("test_wrong", FAILS_ONCE.format(count=count, fail="raise OSError('busy')"))
    outcome, _ = run.run_tier("gate", PARTS, checkout.root)
    assert not outcome.is_success and len(outcome.failed) == count and not outcome.unsteady


@pytest.mark.parametrize("parts", [PARTS, SIDE_BY_SIDE])
def test_a_file_that_cannot_be_read_fails_the_tier(checkout: Checkout, parts: tuple[Part, ...]) -> None:
    checkout.add("test_broken", "import nothing_of_that_name\n")
    outcome, _ = run.run_tier("gate", parts, checkout.root)
    assert not outcome.is_success
    assert "pytest ended with exit code" in outcome.problem


def test_a_part_without_tests_fails_the_tier(checkout: Checkout) -> None:
    outcome, _ = run.run_tier("gate", (Part("tests", ("-k", "nothing")),), checkout.root)
    assert not outcome.is_success
