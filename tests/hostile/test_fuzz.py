"""A minute of mutated input for the host's parsers, other input for each commit; the long runs are `scripts/fuzz`."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commit import commit_seed
from tests.hostile.fuzz import PARSERS, Fuzzer
from tests.hostile.host_parser import HostParser

SECONDS = 60
CASES = sorted(Path(__file__).with_name("cases").glob("*.json"))


@pytest.mark.slow
@pytest.mark.long
def test_no_input_makes_a_parser_fail(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.hostile", "--inputs", "1000000", "--seconds", str(SECONDS)]
    command += ["--seed", str(commit_seed(Path(__file__).parent)), "--keep", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    summary = json.loads(done.stdout)
    assert summary["parsers"] == len(PARSERS)
    assert (summary["crashes"], summary["slow"], summary["memory"]) == (0, 0, 0)


@pytest.mark.parametrize("file", CASES, ids=[file.stem for file in CASES])
def test_a_kept_case_finds_nothing_any_more(file: Path) -> None:
    case = json.loads(file.read_text())
    assert Fuzzer(0).check(PARSERS[case["parser"]], base64.b64decode(case["data"])) is None


@pytest.mark.parametrize(
    ("parse", "kind", "problem"),
    [
        (lambda _: {}["x"], "crash", "KeyError"),
        (lambda _: _endless(), "slow", "processor time"),
        (lambda _: b"a" * (600 * 2**20), "memory", "512 MiB"),
        (lambda _: Path("/dev/null").write_text("x"), "crash", "open for writing '/dev/null'"),
        (lambda _: subprocess.run(["true"], check=True), "crash", "subprocess.Popen"),
    ],
)
def test_the_fuzzer_notices(parse: object, kind: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.hostile.fuzz.SLOW_SECONDS", 2.0)
    finding = Fuzzer(0).check(HostParser("x", parse, list, ()), b"")  # type: ignore[arg-type]
    assert finding is not None
    assert finding.kind == kind
    assert problem in finding.problem


def _endless() -> None:
    while True:
        pass
