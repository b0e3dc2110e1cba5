"""`testbed tasks mutate`: what a checker sees and does not see of changed evidence, without a guest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.proofs.mutation import mutate as make_mutants
from controller.proofs.solved_episodes import SolvedEpisode
from controller.records.final_state import HomeFiles, State
from controller.records.recorded_changes import HomeChanges, RecordedChange, RecordedFile
from controller.tasks.task import Task

Printed = pytest.CaptureFixture[str]
TASK = "os/write_note"
NOTHING_ELSE = """
from checkers import Score, claim
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_add, nothing_else

@judged
def check(guest):
    text = fetch(guest, "/home/user/note.txt").decode()
    return Score.all_of(
        claim("the note says done", text == "done\\n", text), nothing_else(guest, may_add("note.txt"))
    )
"""


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


def outcomes_of(found: dict[str, Any], *, additive: bool) -> dict[str, str]:
    """The outcomes of the mutants that are additive, or of the others, by kind."""
    return {
        mutant["kind"]: mutant["outcome"] for mutant in found["mutants"] if mutant["additive"] is additive
    }


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
    outcomes = outcomes_of(found, additive=False)
    assert {"line changed", "missing", "emptied"} <= outcomes.keys() and set(outcomes.values()) == {"killed"}
    assert mutate() == found
    drawn = mutate("--most", "2")
    assert (drawn["made"], drawn["additive"]["made"]) == (4, 2)


def test_a_lax_checker_lets_mutants_survive(mutate: Callable[..., dict[str, Any]], root: Path) -> None:
    change_check(root, 'text.strip() == "done"', '"done" in text')
    outcomes = outcomes_of(mutate(), additive=False)
    assert [kind for kind, outcome in outcomes.items() if outcome == "survived"] == ["line doubled"]
    assert set(outcomes.values()) == {"survived", "killed"}


def test_a_checker_that_looks_at_its_file_alone_does_not_see_what_is_added_beside_it(
    mutate: Callable[..., dict[str, Any]], root: Path
) -> None:
    change_check(root, 'text.strip() == "done"', 'text == "done\\n"')
    found = mutate()
    outcomes = outcomes_of(found, additive=True)
    assert outcomes["file added"] == outcomes["copy left behind"] == "survived"
    assert found["additive"]["made"] >= len(outcomes) >= 6


def test_what_is_added_is_killed_by_the_claim_that_nothing_else_has_changed(
    make_task: Callable[..., Task], tmp_path: Path
) -> None:
    """The episode wrote note.txt, and left list.txt as it was."""
    task = make_task(check=NOTHING_ELSE)
    contents = {"/home/user/note.txt": b"done\n", "/home/user/list.txt": b"milk\n"}
    names = {path: hashlib.sha256(data).hexdigest()[:32] for path, data in contents.items()}
    note = RecordedFile(kind="f", mode=0o644, size=5, content=names["/home/user/note.txt"])
    written = RecordedChange(path="/home/user/note.txt", after=note)
    state = State(
        initial_state_hash="",
        home=HomeFiles(whole=True, files=names),
        changes=(HomeChanges(after=0, changes=(written,)),),
    )
    (tmp_path / "final").mkdir()
    (tmp_path / "final/state.json").write_text(state.model_dump_json())
    for path, data in contents.items():
        (tmp_path / "final" / names[path]).write_bytes(data)
    mutants = make_mutants(SolvedEpisode(task, tmp_path / "final", None, "", ""), most=40, seed=0)
    additive = [mutant for mutant in mutants if mutant.additive]
    assert {(mutant.evidence, mutant.kind) for mutant in additive} >= {
        ("/home/user/added.txt", "file added"),
        ("/home/user/list.txt", "file renamed"),
    }
    assert [mutant for mutant in additive if mutant.outcome != "killed"] == []


def test_equivalent_mutants_are_declared(mutate: Callable[..., dict[str, Any]], root: Path) -> None:
    change_check(root, 'text.strip() == "done"', '"done" in text')
    with (root / TASK / "task.toml").open("a") as file:
        file.write('\n[[equivalent]]\nkind = "line doubled"\nreason = "a second note does no harm"\n')
    outcomes = outcomes_of(mutate(), additive=False)
    assert set(outcomes.values()) == {"killed"} and len(outcomes) > 3


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
    assert line["added"] == found["additive"]["made"] == sum(line["kinds"].values())
    assert {"files: file added", "settings: git: set"} <= line["kinds"].keys()
    assert [mutant["kind"] for mutant in line["alive"] if "additive" not in mutant] == ["line doubled"]
    assert mutate("--record", str(record))["made"] == 0, "it is on record"
    assert record.read_text() == written
    assert mutate("--record", str(record), "--again")["made"] == found["made"]
    assert mutate("--record", str(record), "--most", "2")["made"] == 4, "others are on record"
    change_check(root, '"done" in text', 'text == "done\\n"')
    assert mutate("--record", str(record))["made"] == found["made"], "the checker has changed"
    (line,) = map(json.loads, record.read_text().splitlines())
    assert all(mutant["additive"] for mutant in line["alive"])


def test_an_episode_that_is_not_solved_is_not_on_record(
    mutate: Callable[..., dict[str, Any]], root: Path, tmp_path: Path
) -> None:
    record = tmp_path / "mutation.jsonl"
    change_check(root, 'text.strip() == "done"', 'text.strip() == "other"')
    mutate("--record", str(record), exit_code=1)
    assert not record.exists()


def test_records_of_proofs_are_mutated_like_those_of_a_run(
    mutate: Callable[..., dict[str, Any]], root: Path, tmp_path: Path, capsys: Printed
) -> None:
    record = tmp_path / "mutation.jsonl"
    of_run = mutate("--record", str(record))
    written = record.read_text()
    proofs = tmp_path / "proofs"
    assert (
        call(["tasks", "validate", TASK, "--provider", "fake", "--display", "none", "--out", str(proofs)])
        == 0
    )
    capsys.readouterr()
    command = ["tasks", "mutate", str(proofs), "--record", str(record), "--again", "--json"]
    assert call(command) == 0
    assert json.loads(capsys.readouterr().out)["made"] == of_run["made"]
    assert record.read_text() == written


def test_a_folder_without_solved_episodes_is_told(root: Path, tmp_path: Path, capsys: Printed) -> None:
    assert call(["tasks", "mutate", str(tmp_path)]) == 2
    assert "Not a run folder" in capsys.readouterr().err
