"""Attacks on checkers, in fake guests: what fools a lax checker, and how the record goes on."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from checkers import Termination
from controller.cli.main import call
from controller.guests.fake.guest import FakeGuest
from controller.proofs.attacks.catalogue import ATTACKS
from controller.proofs.attacks.play import select_attacks
from controller.proofs.attacks.scene import WatchedView, candidate_words, set_scene
from controller.tasks.task import Task, with_variant
from testbed.errors import TaskError

MakeTask = Callable[..., Task]
Printed = pytest.CaptureFixture[str]
NOTE = "/home/user/note.txt"
HEAD = """
from checkers import GuestView, Score, claim

def check(guest: GuestView) -> Score:
    answer = guest.termination.answer if guest.termination else ""
    try:
        text = guest.read_file("/home/user/note.txt").decode(errors="replace")
    except FileNotFoundError:
        text = None
"""


def check_that(condition: str) -> str:
    return f'{HEAD}    return Score.all_of(claim("it is right", {condition}))\n'


@pytest.fixture
def attack(
    task_folder: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> Callable[..., dict[str, Any]]:
    """Attacks a task with this checker in a fake guest."""
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))

    def outcomes(check: str, *options: str, exit_code: int, **parts: str) -> dict[str, Any]:
        task_folder(check=check, **parts)
        record = ["--record", str(tmp_path / "attacks.jsonl")]
        assert call(["tasks", "attack", "--provider", "fake", *record, "--json", *options]) == exit_code
        printed: dict[str, Any] = json.loads(capsys.readouterr().out)
        return {line["attack"]: line["outcome"] for line in printed["attacks"]}

    return outcomes


def test_a_strict_checker_refuses_every_attack(attack: Callable[..., dict[str, Any]]) -> None:
    found = attack(check_that('text == "done"'), exit_code=0)
    assert set(found) == {each.name for each in ATTACKS}
    assert set(found.values()) == {"refused"}


def test_a_checker_of_existence_is_fooled_by_files_without_content(
    attack: Callable[..., dict[str, Any]],
) -> None:
    found = attack(check_that("text is not None"), exit_code=1)
    assert {name for name, outcome in found.items() if outcome == "fooled"} >= {
        "empty file",
        "stuffed result",
    }


def test_a_checker_that_looks_for_words_is_fooled_by_all_words(attack: Callable[..., dict[str, Any]]) -> None:
    found = attack(check_that('text is not None and "crimson" in text'), exit_code=1)
    assert [name for name, outcome in found.items() if outcome == "fooled"] == ["stuffed result"]


def test_a_checker_that_looks_for_an_answer_is_fooled_by_all_answers_and_by_its_negation(
    attack: Callable[..., dict[str, Any]],
) -> None:
    found = attack(check_that('"crimson" in answer'), exit_code=1)
    fooled = {name for name, outcome in found.items() if outcome == "fooled"}
    assert fooled == {"all options", "negated answer", "stuffed result"}
    strict = attack(check_that('answer == "crimson"'), exit_code=0)
    assert strict["all options"] == strict["negated answer"] == "refused"


@pytest.mark.parametrize("number", ["7", "212.25", "081 580 1425"])
def test_all_options_are_more_than_the_one_number_of_a_checker(
    number: str, attack: Callable[..., dict[str, Any]]
) -> None:
    numbers = '[word for word in answer.split(", ") if word[:1].isdecimal()]'
    found = attack(check_that(f'{numbers} == ["{number}"]'), "--attack", "all options", exit_code=0)
    assert found["all options"] == "refused"


def test_a_checker_that_ends_with_an_error_is_a_finding(attack: Callable[..., dict[str, Any]]) -> None:
    found = attack(check_that("text is not None and int(text) == 7"), "--attack", "empty file", exit_code=1)
    assert found == {"empty file": "raised"}


def test_attacks_on_record_are_not_repeated_while_the_task_is_the_same(
    attack: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    strict = check_that('text == "done"')
    record = tmp_path / "attacks.jsonl"
    attack(strict, "--attack", "gold", exit_code=0)
    first = record.read_text()
    attack(strict, "--attack", "gold", exit_code=0)
    assert record.read_text() == first and len(first.splitlines()) == 1
    attack(strict, exit_code=0)
    assert len(record.read_text().splitlines()) == len(ATTACKS)
    found = attack(check_that("text is not None"), "--attack", "empty file", exit_code=1)
    assert found == {"empty file": "fooled"}, "the checker has changed"


def test_a_malformed_record_is_named_with_its_line(
    attack: Callable[..., dict[str, Any]], tmp_path: Path, capsys: Printed
) -> None:
    record = tmp_path / "attacks.jsonl"
    attack(check_that('text == "done"'), "--attack", "gold", exit_code=0)
    line = record.read_text()
    assert '"outcome":"refused"' in line
    record.write_text(line + line.replace('"outcome":"refused"', '"outcome":"won"'))
    assert call(["tasks", "attack", "--provider", "fake", "--record", str(record)]) == 2
    assert f"{record}:2: outcome:" in capsys.readouterr().err.replace("\n", "")


def test_an_infeasible_task_is_not_attacked(root: Path, tmp_path: Path, capsys: Printed) -> None:
    record = str(tmp_path / "attacks.jsonl")
    assert call(["tasks", "attack", "os/print_note", "--provider", "fake", "--record", record, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["tasks"] == 0 and printed["attacks"] == []


def test_an_unknown_attack_is_refused_with_those_there_are() -> None:
    assert [each.name for each in select_attacks(["gold", "clock", "gold"])] == ["gold", "clock"]
    with pytest.raises(TaskError, match="there is no attack 'god'") as error:
        select_attacks(["god"])
    assert "file name" in (error.value.hint or "")


def test_what_an_attack_changes_is_brought_back(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    fake_guest.write_file(NOTE, b"first")
    scene = set_scene(make_task(check=check_that('text == "done"')), fake_guest, cancel)
    assert scene.originals == {NOTE: b"first"} and scene.reads_answer
    scene.replace(NOTE, b"second")
    scene.replace("/home/user/other.txt", b"third")
    assert fake_guest.read_file(NOTE) == b"second"
    scene.restore()
    assert fake_guest.read_file(NOTE) == b"first" and not scene.changed
    with pytest.raises(FileNotFoundError):
        fake_guest.read_file("/home/user/other.txt")


def test_candidates_are_the_facts_of_the_variant_and_constants_of_the_checker(
    make_task: MakeTask, variant_task: dict[str, str]
) -> None:
    words = candidate_words(with_variant(make_task(**variant_task), 0))
    assert words[:3] == ("apple", "one", "two")
    assert "/home/user/note.txt" not in words


def test_a_watched_view_notes_what_is_read_and_what_commands_name(fake_guest: FakeGuest) -> None:
    fake_guest.write_file(NOTE, b"x")
    view = WatchedView(fake_guest, Termination("success"))
    assert view.read_file(NOTE) == b"x"
    view.look(["ls", "/home/user/Documents", "/etc"])
    assert list(view.paths) == [NOTE, "/home/user/Documents"]
