"""Cases of an earlier proof are judged again from their records, as long as nothing that was played has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.display import Silence
from controller.cli.main import call
from controller.guests.fake.guest import FakeGuest
from controller.guests.fake.provider import FakeProvider
from controller.proofs import replayed_cases
from controller.proofs.validation import prove
from controller.proofs.verdicts import Verdict
from controller.tasks.task import Task
from tests.controller.proofs.test_validation import SOLVE, TOOL_TASK

MakeTask = Callable[..., Task]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that solutions have written into guests."""
    texts: list[str] = []
    call_tool = FakeGuest.call_tool

    def counting(guest: FakeGuest, name: str, arguments: Any, **given: Any) -> Any:
        if "content" in arguments:
            texts.append(arguments["content"])
        return call_tool(guest, name, arguments, **given)

    monkeypatch.setattr(FakeGuest, "call_tool", counting)
    return texts


@pytest.fixture
def prove_again(tmp_path: Path) -> Callable[..., dict[str, Verdict]]:
    def proven(task: Task, *, image: str = "", resume: bool = True) -> dict[str, Verdict]:
        provider = FakeProvider()
        if image:
            provider.__class__ = type("Other", (FakeProvider,), {"image_hash": image})
        verdicts = prove([task], provider, 1, tmp_path / "proof", Silence(), resume=resume)
        return {verdict.name: verdict for verdict in verdicts}

    return proven


@pytest.fixture
def task(make_task: MakeTask, prove_again: Callable[..., dict[str, Verdict]], played: list[str]) -> Task:
    """A task that was proven."""
    task = make_task(toml=TOOL_TASK, solve=SOLVE)
    assert all(verdict.proven for verdict in prove_again(task, resume=False).values())
    assert sorted(played) == ["almost", "done"]
    played.clear()
    return task


def rewrite(task: Task, name: str, old: str, new: str) -> None:
    assert task.folder
    path = task.folder / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def test_nothing_is_played_but_doing_nothing(
    task: Task, prove_again: Callable[..., dict[str, Verdict]], played: list[str], tmp_path: Path
) -> None:
    before = (tmp_path / "proof/os/note/idle/result.json").stat().st_mtime_ns
    verdicts = prove_again(task)
    assert all(verdict.proven for verdict in verdicts.values())
    assert verdicts["mcp"].steps == 2
    assert played == []
    assert (tmp_path / "proof/os/note/idle/result.json").stat().st_mtime_ns > before


def test_a_changed_checker_judges_what_was_recorded(
    task: Task, make_task: MakeTask, prove_again: Callable[..., dict[str, Verdict]], played: list[str]
) -> None:
    check = (task.folder / "check.py").read_text()  # type: ignore[operator]
    again = make_task(
        toml=TOOL_TASK, solve=SOLVE, check=check.replace('"done"', '"almost"').replace("done", "almost")
    )
    verdicts = prove_again(again)
    assert played == []
    assert {name for name, verdict in verdicts.items() if not verdict.proven} == {"mcp", "wrong_word"}


@pytest.mark.parametrize(
    ("script", "is_imported"),
    [
        ("from .check import NAMES", True),
        ("    from . import check", True),
        ("import check", True),
        ("run(argv, check=not refused)", False),
        ("from .check_in import NAMES", False),
    ],
)
def test_only_an_import_makes_a_checker_part_of_what_is_played(script: str, *, is_imported: bool) -> None:
    assert replayed_cases._is_imported("check", f"import re\n{script}\n") is is_imported


def test_other_words_in_the_instruction_are_no_reason_to_play(
    task: Task, make_task: MakeTask, prove_again: Callable[..., dict[str, Verdict]], played: list[str]
) -> None:
    again = make_task(toml=TOOL_TASK.replace('"x"', '"Write the note."'), solve=SOLVE)
    assert all(verdict.proven for verdict in prove_again(again).values())
    assert played == []


@pytest.mark.parametrize(
    ("toml", "solve", "image"),
    [
        (TOOL_TASK + '[[setup]]\nrun = ["true"]\n', SOLVE, ""),
        (TOOL_TASK, SOLVE + "\nLATER = 1\n", ""),
        (TOOL_TASK, SOLVE, "0" * 64),
    ],
)
def test_another_set_up_solution_or_image_is_played(
    toml: str,
    solve: str,
    image: str,
    task: Task,
    make_task: MakeTask,
    prove_again: Callable[..., dict[str, Verdict]],
    played: list[str],
) -> None:
    del task
    verdicts = prove_again(make_task(toml=toml, solve=solve), image=image)
    assert all(verdict.proven for verdict in verdicts.values())
    assert sorted(played) == ["almost", "done"]


def test_what_the_record_does_not_answer_is_played(
    task: Task, make_task: MakeTask, prove_again: Callable[..., dict[str, Verdict]], played: list[str]
) -> None:
    check = (task.folder / "check.py").read_text()  # type: ignore[operator]
    asks = check.replace("-> Score:\n", '-> Score:\n    guest.look(["whoami"])\n')
    assert asks != check
    verdicts = prove_again(make_task(toml=TOOL_TASK, solve=SOLVE, check=asks))
    assert all(verdict.proven for verdict in verdicts.values())
    assert sorted(played) == ["almost", "done"]


def test_errors_of_the_earlier_episode_still_count(
    make_task: MakeTask, prove_again: Callable[..., dict[str, Verdict]], played: list[str]
) -> None:
    solve = SOLVE + "\ndef also_broken(guest):\n    yield from call(5)\n    yield from call('done')\n"
    task = make_task(toml=TOOL_TASK, solve=solve)
    first = prove_again(task, resume=False)["also_broken"]
    played.clear()
    again = prove_again(task)["also_broken"]
    assert not again.proven
    assert again.reason == first.reason
    assert played == []


def test_without_the_folder_there_is_nothing_to_resume(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["tasks", "validate", "--task", "os/*", "--resume", "--provider", "fake"]) == 2
    assert "--out" in capsys.readouterr().err
