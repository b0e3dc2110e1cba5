"""Which worker runs which test file."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = "pytester"
pytestmark = pytest.mark.slow

TEST = """
import os
from pathlib import Path

def test_it():
    with (Path({log!r}) / os.environ["PYTEST_XDIST_WORKER"]).open("a") as file:
        file.write(__file__ + "\\n")
"""


def test_one_worker_of_three_boots_no_guests(
    pytester: pytest.Pytester, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    log = tmp_path / "log"
    log.mkdir()
    names = [f"tests/guest/test_{number}.py" for number in range(6)]
    names += [f"tests/test_host_{number}.py" for number in range(3)]
    for name in names:
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(TEST.format(log=str(log)))
    options = ["-n", "3", "--dist", "loadfile", "--import-mode=importlib", "-p", "no:cacheprovider"]
    result = pytester.runpytest("-p", "tests.scheduling", *options)
    result.assert_outcomes(passed=len(names))
    ran = [path.read_text().replace(str(pytester.path), "") for path in log.iterdir()]
    assert sum("guest" in files for files in ran) == 2
