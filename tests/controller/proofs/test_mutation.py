"""`testbed tasks mutate`: what a checker sees and does not see of changed evidence, without a guest."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call

Printed = pytest.CaptureFixture[str]
TASK = "os/write_note"


@pytest.fixture
def mutate(root: Path, tmp_path: Path, capsys: Printed) -> Callable[..., dict[str, Any]]:
    """Mutates a run of the oracle on a task that it solves."""
    folder = tmp_path / "run"
    arguments = ["run", "--provider", "fake", "--agent", "oracle", "--display", "none", "--out", str(folder)]
    assert call([*arguments, "--task", TASK]) == 0
    capsys.readouterr()

    def again(*options: str, exit_code: int = 0) -> dict[str, Any]:
        assert call(["tasks", "mutate", str(folder), "--json", *options]) == exit_code
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return again


def change_check(root: Path, old: str, new: str) -> None:
    check = root / TASK / "check.py"
    text = check.read_text()
    assert old in text
    check.write_text(text.replace(old, new))


def test_a_strict_checker_kills_every_mutant_that_is_made_alike_each_time(
    mutate: Callable[..., dict[str, Any]], root: Path
) -> None:
    change_check(root, 'text.strip() == "done"', 'text == "done\\n"')
    found = mutate()
    assert found["made"] == found["killed"] >= 5
    assert {mutant["kind"] for mutant in found["mutants"]} >= {"line changed", "missing", "emptied"}
    assert mutate() == found
    assert mutate("--most", "2")["made"] == 2


def test_a_lax_checker_lets_mutants_survive(mutate: Callable[..., dict[str, Any]], root: Path) -> None:
    change_check(root, 'text.strip() == "done"', '"done" in text')
    found = mutate()
    survivors = [mutant["kind"] for mutant in found["mutants"] if mutant["outcome"] == "survived"]
    assert survivors == ["line doubled"]
    assert found["survived"] == 1 and found["killed"] == found["made"] - 1


def test_equivalent_mutants_are_declared(mutate: Callable[..., dict[str, Any]], root: Path) -> None:
    change_check(root, 'text.strip() == "done"', '"done" in text')
    with (root / TASK / "task.toml").open("a") as file:
        file.write('\n[[equivalent]]\nkind = "line doubled"\nreason = "a second note does no harm"\n')
    found = mutate()
    assert found["survived"] == 0 and found["killed"] == found["made"] > 3


def test_a_checker_that_fails_on_a_mutant_is_told(mutate: Callable[..., dict[str, Any]], root: Path) -> None:
    change_check(root, 'text.strip() == "done"', '{"done": True}[text.strip()]')
    found = mutate(exit_code=1)
    assert found["raised"] > 0
    assert all(mutant["outcome"] in ("raised", "killed", "survived") for mutant in found["mutants"])


def test_an_episode_that_is_not_solved_is_not_mutated(
    mutate: Callable[..., dict[str, Any]], root: Path
) -> None:
    change_check(root, 'text.strip() == "done"', 'text.strip() == "other"')
    found = mutate(exit_code=1)
    assert found["made"] == 0
    assert "it scores 0" in found["not_mutated"][TASK]


def test_a_declared_equivalent_needs_a_reason_and_a_right_pattern(
    mutate: Callable[..., dict[str, Any]], root: Path, tmp_path: Path, capsys: Printed
) -> None:
    file = root / TASK / "task.toml"
    before = file.read_text()
    for lines, message in (
        ('kind = "missing"', "reason: is missing"),
        ('place = "("\nreason = "x"', "no regular expression"),
    ):
        file.write_text(f"{before}\n[[equivalent]]\n{lines}\n")
        assert call(["tasks", "mutate", str(tmp_path / "run")]) == 2
        assert message in capsys.readouterr().err


def test_the_record_has_a_line_for_each_task_and_is_not_repeated_while_the_task_is_the_same(
    mutate: Callable[..., dict[str, Any]], root: Path, tmp_path: Path
) -> None:
    record = tmp_path / "mutation.jsonl"
    change_check(root, 'text.strip() == "done"', '"done" in text')
    found = mutate("--record", str(record))
    written = record.read_text()
    (line,) = map(json.loads, written.splitlines())
    assert line["task"] == TASK and line["made"] == found["made"]
    assert [mutant["kind"] for mutant in line["alive"]] == ["line doubled"]
    assert mutate("--record", str(record))["made"] == 0, "it is on record"
    assert record.read_text() == written
    assert mutate("--record", str(record), "--again")["made"] == found["made"]
    assert mutate("--record", str(record), "--most", "2")["made"] == 2, "others are on record"
    change_check(root, '"done" in text', 'text == "done\\n"')
    assert mutate("--record", str(record))["survived"] == 0, "the checker has changed"
    (line,) = map(json.loads, record.read_text().splitlines())
    assert line["made"] == found["made"] and "alive" not in line


def test_an_episode_that_is_not_solved_is_not_on_record(
    mutate: Callable[..., dict[str, Any]], root: Path, tmp_path: Path
) -> None:
    record = tmp_path / "mutation.jsonl"
    change_check(root, 'text.strip() == "done"', 'text.strip() == "other"')
    mutate("--record", str(record), exit_code=1)
    assert not record.exists()
