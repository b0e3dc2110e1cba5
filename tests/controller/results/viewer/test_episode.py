"""Reading an episode for its page: whole, while it runs, damaged, hostile."""

from __future__ import annotations

from pathlib import Path

from controller.records.run_info import Recheck
from controller.records.run_records import RunRecords
from controller.records.trajectory import Search
from controller.records.verdicts import ClaimRecord, EpisodeVerdict
from controller.results.viewer.episode import EpisodeView, read_episode
from tests.controller.made_runs import CLICK, call
from tests.controller.results.viewer.stories import DONE, Story

CLAIM = {"text": "it is there", "holds": True, "found": "yes", "forgeable": True}


def read(records: RunRecords, task: str = "os/a", epoch: int = 1, attempt: int = 0) -> EpisodeView:
    found = next(item for item in records.info.tasks if item.id == task)
    view = read_episode(records, found, epoch, attempt)
    assert view is not None
    return view


def test_a_whole_episode(records: RunRecords) -> None:
    story = Story(records, "os/a").look("Files", "Terminal").offer("a.count")
    details = {
        "model": "m-1",
        "mistakes": ["no JSON"],
        "leniencies": ["code_fence"],
        "unknown_tools": ["x.y"],
    }
    search = {"query": "count", "found": ["a.count"], "unknown": ["z.z"]}
    story.decide(call("a.count", path="p"), CLICK, thought="I count.", searches=[search], **details)
    story.step(call("a.count", path="p"), "3 letters", structured={"letters": 3}).step(CLICK).look()
    story.decide(DONE).step(DONE).look().end(claims=[CLAIM], answer="3")
    view = read(records)
    trajectory = view.trajectory
    first, last = trajectory.turns
    assert (trajectory.guest, trajectory.snapshot, trajectory.seed) == ("tb-1", "desktop", 7)
    assert [(item.title, item.active) for item in first.before.windows] == [
        ("Files", True),
        ("Terminal", False),
    ]
    assert (first.before.width, first.before.height) == (1280, 720) and first.before.screen.is_file()
    assert first.offered == last.offered == ("a.count",)
    decision = first.decision
    assert (decision.thought, decision.model, decision.seconds) == ("I count.", "m-1", 2.0)
    assert (decision.mistakes, decision.leniencies, decision.unknown_tools) == (
        ("no JSON",),
        ("code_fence",),
        ("x.y",),
    )
    assert decision.searches == (Search("count", ("a.count",), ("z.z",), ""),)
    assert (decision.tokens.input_tokens, decision.tokens.output_tokens) == (135, 20)
    assert [step.kind for step in first.steps] == ["tool_call", "click"]
    result = first.steps[0].result
    assert (result.text, result.structured, result.is_error) == ("3 letters", {"letters": 3}, False)
    assert first.after == last.before and last.after is not None and len(trajectory.steps) == 3
    assert (view.status, view.score, view.seconds, view.error) == ("completed", 1.0, 12.5, None)
    assert view.claims == (ClaimRecord(**CLAIM),) and view.damage == () and view.tries == ()


def test_a_running_episode_with_a_line_half_written(records: RunRecords) -> None:
    story = Story(records, "os/a").look().do(CLICK)
    with story.events.open("a") as file:
        file.write('{"event": "deci')
    view = read(records)
    assert (view.status, view.score, view.result) == ("", None, None)
    assert len(view.trajectory.steps) == 1 and view.trajectory.last >= view.trajectory.began > 0
    assert [str(item) for item in view.damage] == ["episodes/os/a/1/events.jsonl:7: cut short"]


def test_damage_is_named_by_its_place_in_the_run_and_the_rest_is_read(records: RunRecords) -> None:
    story = Story(records, "os/a").look().do(CLICK).end(claims=[CLAIM])
    lines = story.events.read_text().splitlines(keepends=True)
    story.events.write_text("".join([*lines[:2], "{bad}\n", '["event"]\n', *lines[2:]]))
    folder = story.recorder.folder
    (folder / "result.json").write_text('{"task": "os/a"}')
    (folder / "recheck.json").write_text("[]")
    view = read(records)
    told = [str(item) for item in view.damage]
    assert [item.partition(": ")[0] for item in told] == [
        "episodes/os/a/1/events.jsonl:3",
        "episodes/os/a/1/events.jsonl:4",
        "episodes/os/a/1/result.json",
        "episodes/os/a/1/recheck.json",
    ]
    assert str(records.folder) not in "".join(told)
    assert (view.status, view.score, view.claims) == ("completed", 1.0, (ClaimRecord(**CLAIM),))


def test_earlier_tries(records: RunRecords) -> None:
    story = Story(records, "os/a").look()
    error = {"type": "GuestError", "message": "gone", "hint": "start it"}
    story.recorder.event("end", status="infra_error", error=error)
    Story(records, "os/a").look().do(CLICK).end()
    (story.recorder.folder / "attempts" / "odd.jsonl").write_text("")
    view = read(records)
    assert (view.tries, view.attempt, view.status) == ((1,), 0, "completed")
    first = read(records, attempt=1)
    assert (first.status, first.score, first.result) == ("infra_error", None, None)
    assert (first.error.type, first.error.message, first.error.hint) == tuple(error.values())
    assert first.trajectory.turns == () and first.trajectory.first_observation is not None
    assert read_episode(records, records.info.tasks[0], 1, 2) is None
    assert read_episode(records, records.info.tasks[1], 1) is None


def test_what_went_wrong_with_a_step(records: RunRecords) -> None:
    story = Story(records, "os/a").look().offer("a.count", "new.tool")
    for action, how in [
        (call("a.count"), {}),
        (call("a.count"), {"error": True}),
        (call("b.open"), {"refused": True}),
        (call("new.tool"), {"refused": True}),
        (call("no.such"), {"refused": True}),
        (CLICK, {"refused": True}),
        (CLICK, {"error": True}),
    ]:
        story.decide(action).step(action, **how).look()
    story.recorder.event("mistake", step=8, answer="that is no action")
    story.look()
    view = read(records)
    faults = [view.fault(step, turn) for turn in view.trajectory.turns for step in turn.steps]
    # TOOLS of made_runs has b.open, which was not offered; new.tool was offered and is nowhere else
    assert faults == [
        None,
        "failed",
        "not offered",
        "not offered",
        "unknown tool",
        "refused",
        "failed",
        "no action",
    ]
    (records.folder / "tools.json").write_text("{")
    view = read(records)
    assert view.tools is None and [item.path for item in view.damage] == ["tools.json"]
    assert view.fault(view.trajectory.steps[4], view.trajectory.turns[4]) == "refused"


def test_the_episodes_around_it(records: RunRecords) -> None:
    for task, epoch in [("os/a", 1), ("os/a", 2), ("vlc/b", 2)]:
        Story(records, task, epoch).look()
    first, second, third = (read(records, *key) for key in [("os/a", 1), ("os/a", 2), ("vlc/b", 2)])
    assert (first.previous, first.next, first.epochs) == (None, ("os/a", 2), (1, 2))
    assert (second.previous, second.next) == (("os/a", 1), ("vlc/b", 2))
    assert (third.previous, third.next, third.epochs) == (("os/a", 2), None, (2,))


def test_a_later_verdict_stands_beside_the_first(records: RunRecords) -> None:
    Story(records, "os/a").look().do(CLICK).end(score=0.0)
    claims = (ClaimRecord(text="now it holds", holds=True),)
    verdict = EpisodeVerdict(score=1.0, claims=claims, checker="c")
    recheck = Recheck(verdicts=(verdict,), was=0.0, created="2026-02-01T00:00:00+00:00")
    records.write_recheck("os/a", 1, recheck)
    view = read(records)
    assert (view.score, view.recheck) == (0.0, recheck)


def test_a_picture_that_is_a_link_is_not_shown(records: RunRecords, tmp_path: Path) -> None:
    story = Story(records, "os/a").look()
    picture = next((story.recorder.folder / "screens").iterdir())
    secret = tmp_path / "secret.png"
    picture.rename(secret)
    picture.symlink_to(secret)
    assert read(records).trajectory.first_observation.screen is None
