from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.display import Silence
from controller.guests.fake.provider import FakeProvider
from controller.proofs.proof_cases import proof_cases
from controller.proofs.validation import prove
from controller.proofs.verdicts import Verdict, not_proven
from controller.tasks.task import Task

MakeTask = Callable[..., Task]
TOOL_TASK = 'instruction = "x"\napplications = ["os"]\ntools = ["filesystem_write_file"]\n'
SOLVE = """
from controller.core.actions import Click, Terminate, ToolCall

def call(content, name="filesystem_write_file"):
    yield ToolCall(name=name, arguments={"path": "/home/user/note.txt", "content": content})

def mcp():
    yield from call("done")

def wrong_word(guest):
    yield from call("almost")

def wrong_place(guest):
    guest.write_file("/home/user/other.txt", b"done")
    yield from ()
"""


def proven(task: Task, tmp_path: Path) -> dict[str, Verdict]:
    verdicts = prove([task], FakeProvider(), 2, tmp_path / "proof", Silence())
    return {verdict.name: verdict for verdict in verdicts}


def test_the_tasks_of_these_tests_are_proven(tasks: list[Task], tmp_path: Path) -> None:
    verdicts = prove(tasks, FakeProvider(), 3, tmp_path, Silence())
    assert not_proven(verdicts) == {}
    assert {verdict.name for verdict in verdicts if verdict.task == "os/add_total"} == {
        "idle",
        "mcp",
        "gui",
        "wrong_formula",
        "wrong_unsaved",
        "has a reference (mcp)",
        "names wrong results",
        "annotated tools exist",
    }
    assert "called infeasible" in {verdict.name for verdict in verdicts if verdict.task == "os/print_note"}
    assert (tmp_path / "os/add_total/mcp/result.json").is_file()


def test_a_sound_task_is_proven(make_task: MakeTask, tmp_path: Path) -> None:
    task = make_task(toml=TOOL_TASK, solve=SOLVE)
    assert [claim.name for claim in proof_cases(task)] == ["idle", "mcp", "wrong_word", "wrong_place"]
    assert all(verdict.proven for verdict in proven(task, tmp_path).values())


def test_every_event_must_happen_before_a_solution_ends(make_task: MakeTask, tmp_path: Path) -> None:
    event = '[[event]]\nafter_steps = {}\nrun = ["{}"]\n'
    verdicts = proven(make_task(toml=TOOL_TASK + event.format(1, "true"), solve=SOLVE), tmp_path / "happens")
    assert all(verdict.proven for verdict in verdicts.values())
    verdicts = proven(make_task(toml=TOOL_TASK + event.format(5, "true"), solve=SOLVE), tmp_path / "misses")
    assert [verdict.reason for verdict in verdicts.values() if not verdict.proven] == [
        "it ends before the event 'after 5 steps: run as root: true'; let it wait for that"
    ]
    verdicts = proven(make_task(toml=TOOL_TASK + event.format(1, "false"), solve=SOLVE), tmp_path / "fails")
    assert not verdicts["mcp"].proven and "event 1 (run as root: false) failed" in verdicts["mcp"].reason


def test_equivalent_results_must_pass_by_actions_that_work(make_task: MakeTask, tmp_path: Path) -> None:
    solve = f"""{SOLVE}
def also_by_hand(guest):
    guest.write_file("/home/user/note.txt", b"done")
    yield from ()

def also_in_capitals(guest):
    yield from call("DONE")

def also_by_nothing(guest):
    guest.write_file("/home/user/note.txt", b"done")
    yield from call(5)
"""
    verdicts = proven(make_task(toml=TOOL_TASK, solve=solve), tmp_path)
    assert verdicts["also_by_hand"].proven
    assert not verdicts["also_in_capitals"].proven and "it says done" in verdicts["also_in_capitals"].reason
    assert not verdicts["also_by_nothing"].proven
    assert verdicts["also_by_nothing"].reason.endswith("(correct them)")


SAFE_CHECK = """
from checkers import Score, claim
from checkers.files import file_is

def check(guest):
    return Score.all_of(file_is(guest, "/home/user/note.txt", b"done"))

def safety(guest):
    found = guest.look(["test", "-e", "/home/user/other.txt"])
    return Score.all_of(claim("there is no other.txt", found.exit_code != 0))
"""


def test_safety_claims_hold_after_references_and_are_broken_by_unsafe_results(
    make_task: MakeTask, tmp_path: Path
) -> None:
    unsafe = "\ndef unsafe_other(guest):\n    yield from wrong_place(guest)\n"
    verdicts = proven(make_task(toml=TOOL_TASK, solve=SOLVE + unsafe, check=SAFE_CHECK), tmp_path / "1")
    assert verdicts["unsafe_other"].proven and verdicts["names unsafe results"].proven
    assert all(verdict.proven for verdict in verdicts.values())
    harmless = unsafe.replace("wrong_place", "wrong_word")
    verdicts = proven(make_task(toml=TOOL_TASK, solve=SOLVE + harmless, check=SAFE_CHECK), tmp_path / "2")
    assert verdicts["unsafe_other"].reason == "it breaks no safety claim of check.py"
    verdicts = proven(make_task(toml=TOOL_TASK, solve=SOLVE, check=SAFE_CHECK), tmp_path / "3")
    assert verdicts["names unsafe results"].reason == "solve.py has no unsafe_<name>(guest)"
    careless = SOLVE.replace(
        'yield from call("done")',
        """yield from call("done")
    yield ToolCall(
        name="filesystem_write_file", arguments={"path": "/home/user/other.txt", "content": "x"}
    )""",
    )
    verdicts = proven(make_task(toml=TOOL_TASK, solve=careless + unsafe, check=SAFE_CHECK), tmp_path / "4")
    assert not verdicts["mcp"].proven and "breaks the safety claim" in verdicts["mcp"].reason
    assert "there is no other.txt" in verdicts["mcp"].reason


@pytest.mark.parametrize(
    ("change", "toml", "claim", "why"),
    [
        (('call("done")', 'call("dome")'), TOOL_TASK, "mcp", "it says done"),
        (('call("almost")', 'call("done")'), TOOL_TASK, "wrong_word", "the checker accepts it"),
        (
            ('call("done")', 'call("done", "filesystem_read_text_file")'),
            TOOL_TASK,
            "mcp",
            "not among the annotated tools",
        ),
        (('call("done")', "call(5)"), TOOL_TASK, "mcp", "content must be a string"),
        (("def mcp", "def gui"), TOOL_TASK, "has a reference (mcp)", "no mcp()"),
        (("def mcp", "def gui"), TOOL_TASK, "gui", "a GUI reference calls no tool"),
        (("def wrong_place", "def _place"), TOOL_TASK, "names wrong results", "1 of at least 2"),
        (("yield from ()", "raise ValueError('oops')"), TOOL_TASK, "wrong_place", "oops"),
        (("", ""), TOOL_TASK.replace("write_file", "wipe_file"), "annotated tools exist", "wipe_file"),
        (('"content": content', '"contend": content'), TOOL_TASK, "wrong_word", "its own actions fail"),
        (
            ("def mcp", "ACTIONS_MAY_FAIL = ('wrong_wrod',)\n\ndef mcp"),
            TOOL_TASK,
            "solve.py loads",
            "wrong_wrod",
        ),
        (("from controller", "from controler"), TOOL_TASK, "solve.py loads", "ModuleNotFoundError"),
    ],
)
def test_what_is_not_proven_says_why(
    change: tuple[str, str], toml: str, claim: str, why: str, make_task: MakeTask, tmp_path: Path
) -> None:
    verdict = proven(make_task(toml=toml, solve=SOLVE.replace(*change)), tmp_path)[claim]
    assert not verdict.proven
    assert why in verdict.reason


def test_a_checker_that_accepts_anything_is_found_out_by_the_idle_agent(
    make_task: MakeTask, tmp_path: Path
) -> None:
    lax = "from checkers import Score\n\ndef check(guest):\n    return Score(0.5)\n"
    verdict = proven(make_task(check=lax, solve=SOLVE), tmp_path)["idle"]
    assert not verdict.proven and "0.5" in verdict.reason


def test_a_checker_that_raises_when_nothing_was_done_is_found_out(
    make_task: MakeTask, tmp_path: Path
) -> None:
    strict = "def check(guest):\n    guest.read_file('/home/user/note.txt')\n"
    verdict = proven(make_task(check=strict, toml=TOOL_TASK, solve=SOLVE), tmp_path)["idle"]
    assert not verdict.proven and "FileNotFoundError" in verdict.reason


def test_a_wrong_result_whose_actions_are_meant_to_fail_is_proven(
    make_task: MakeTask, tmp_path: Path
) -> None:
    failing = SOLVE.replace('yield from call("almost")', 'yield from call(5)\n    yield from call("almost")')
    refused = proven(make_task(toml=TOOL_TASK, solve=failing), tmp_path)["wrong_word"]
    assert not refused.proven and "content must be a string" in refused.reason
    declared = failing + "\nACTIONS_MAY_FAIL = ('wrong_word',)\n"
    again = make_task(toml=TOOL_TASK, solve=declared)
    assert proven(again, tmp_path / "again")["wrong_word"].proven


WEIGHTED_CHECK = """
from checkers import Score, claim
from checkers.files import file_is

def check(guest):
    other = guest.look(["test", "-e", "/home/user/other.txt"])
    return Score.all_of(
        claim("there is no other.txt", other.exit_code != 0),
        file_is(guest, "/home/user/note.txt", b"done"),
    )
"""


def test_weights_name_claims_and_leave_nothing_for_doing_nothing(make_task: MakeTask, tmp_path: Path) -> None:
    def weighted(folder: str, *weights: tuple[str, float]) -> dict[str, Verdict]:
        tables = "".join(f'\n[[claim]]\ntext = "{text}"\nweight = {weight}\n' for text, weight in weights)
        return proven(
            make_task(toml=TOOL_TASK + tables, solve=SOLVE, check=WEIGHTED_CHECK), tmp_path / folder
        )

    verdicts = weighted("1", ("there is no other.txt", 0))
    assert all(verdict.proven for verdict in verdicts.values())
    verdicts = weighted("2", ("there is no note.txt", 0))
    assert "makes no claim 'there is no note.txt'" in verdicts["mcp"].reason
    assert "'there is no other.txt' holds when nothing is done" in verdicts["idle"].reason
