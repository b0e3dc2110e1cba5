from __future__ import annotations

import io

from rich.console import Console

from controller.cli.display import Goal, LiveTable, PlainLines, default_style, duration
from controller.core.actions import Click, Key, Terminate, ToolCall, TypeText, describe_action
from controller.parts.approval import ApprovalCounts
from controller.records.run_info import Attempt, EpisodeResult, Failure
from controller.records.verdicts import ClaimRecord, EpisodeVerdict

RESULT = EpisodeResult(
    task="os/a",
    epoch=1,
    seed=0,
    status="completed",
    verdicts=(EpisodeVerdict(score=1.0),),
    steps=3,
    tool_calls=1,
    gui_actions=1,
    seconds=2.5,
    guest="fake-1",
)
BROKEN = RESULT.model_copy(
    update={"status": "infra_error", "verdicts": (), "error": Failure(type="X", message="gone\nmore")}
)


def show(table: LiveTable) -> str:
    console = Console(file=io.StringIO(), width=140)
    console.print(table.render())
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_live_table_shows_task_step_last_action_and_time() -> None:
    table = LiveTable(Goal(3, steps=15))
    table.started(1, "os/a", "fake-1")
    table.stepped(1, "os/a", 2, ToolCall(name="os.x", arguments={"path": "[red]"}))
    text = show(table)
    assert "os/a" in text and "fake-1" in text and "os.x(path='[red]')" in text and " s" in text
    table.retried(1, "os/a", Attempt(number=1, error=Failure(type="X", message="gone"), seconds=1))
    assert "try 1 failed: gone" in show(table)
    table.ended(1, "os/a", RESULT)
    table.ended(2, "os/b", BROKEN)
    text = show(table)
    assert "completed, score 1, 3 steps" in text and "infra_error: gone" in text
    assert "2 of 3 episodes, 1 successes" in text


def test_the_live_table_shows_boots_the_bar_and_the_cost() -> None:
    table = LiveTable(Goal(4, steps=15, max_cost=2.0, image="debian-12"))
    table.guests(2, 0, 0)
    table.waiting(1, "os/a")
    text = show(table)
    assert "waiting for a guest" in text and "image debian-12; guests: 2 booting for 0 s" in text
    assert "left" not in text and "$" not in text
    table.guests(1, 0, 1)
    table.started(1, "os/a", "fake-1")
    table.stepped(1, "os/a", 2, TypeText(text="x"))
    table.spent(1200, 0.25)
    text = show(table)
    assert "2/15" in text and "1 in use" in text and "$0.2500 of $2 so far" in text
    table.retried(1, "os/a", Attempt(number=1, error=Failure(type="X", message="gone"), seconds=1))
    table.waiting(1, "os/a")
    assert "waiting for a guest (try 1 failed: gone)" in show(table)
    table.ended(1, "os/a", RESULT)
    table.spent(2400, None)
    table.guests(0, 1, 0)
    text = show(table)
    assert "about 0 s left" in text and "cost unknown" in text and "guests: 0 booting, 1 ready" in text


def test_durations_are_short() -> None:
    assert [duration(value) for value in (0.4, 59.4, 61, 3725)] == ["0 s", "59 s", "1 min 1 s", "1 h 2 min"]


def test_plain_lines_are_one_a_thing() -> None:
    console = Console(file=io.StringIO(), width=40)
    lines = PlainLines(Goal(2, steps=15), console)
    lines.guests(1, 0, 0)
    lines.guests(0, 1, 0)
    lines.started(1, "os/a", "fake-1")
    lines.stepped(1, "os/a", 1, TypeText(text="x" * 300))
    lines.retried(1, "os/a", Attempt(number=1, error=Failure(type="X", message="gone"), seconds=1))
    lines.ended(1, "os/a", RESULT)
    lines.cancelled(1, "os/b")
    assert isinstance(console.file, io.StringIO)
    printed = console.file.getvalue().splitlines()
    assert len(printed) == 6
    assert printed[0].endswith("booting guests: 1 (0 ready, 0 in use)") and "step 1/15: " in printed[2]
    assert printed[4].endswith("os/a: completed, score 1, 3 steps, 2.5 s [1/2]")
    assert default_style(console) == "plain"


def test_actions_are_put_in_a_few_words() -> None:
    assert describe_action(Click(x=1, y=2)) == "click x=1 y=2"
    assert describe_action(Key(keys=("ctrl", "s"))) == "key keys=['ctrl', 's']"
    assert describe_action(Terminate(status="failure", answer="no")) == "terminate failure no"
    assert len(describe_action(TypeText(text="x" * 1000))) == 120


def test_an_episodes_line_tells_of_approvals_and_of_an_evaluator_that_failed() -> None:
    claim = ClaimRecord(
        text="evaluator_error: words gives a verdict", holds=False, found="KeyError: 'a'\nFile x"
    )
    counts = ApprovalCounts(escalated=1, approved=1, denied=2, timed_out=1)
    verdict = EpisodeVerdict(score=0.0, claims=(claim,))
    odd = RESULT.model_copy(update={"verdicts": (verdict,), "parts": {"approval": counts}})
    file = io.StringIO()
    PlainLines(Goal(1), Console(file=file, width=400)).ended(1, "os/a", odd)
    assert "EVALUATOR ERROR: KeyError: 'a' [1/1]" in file.getvalue()
    assert (
        "3 actions needed approval: 1 approved, 2 denied (1 by the time limit), 1 escalated"
        in file.getvalue()
    )
    table = LiveTable(Goal(1))
    table.ended(1, "os/a", odd)
    assert "score 0" in show(table)
