"""The page of an episode: what it shows, and that nothing is lost."""

from __future__ import annotations

from controller.records.run_info import (
    Failure,
)
from controller.records.run_records import RunRecords
from controller.results.viewer.blocks import LONGEST_TEXT
from controller.results.viewer.episode import read_episode
from tests.controller.made_runs import CLICK, call
from tests.controller.parsed_html import Parsed
from tests.controller.results.viewer.stories import DONE, Story, page_of, steps


def page(records: RunRecords, task: str = "os/a", epoch: int = 1, *, running: bool = False) -> Parsed:
    found = next(item for item in records.info.tasks if item.id == task)
    return page_of(read_episode(records, found, epoch), running=running)


def said(page: Parsed) -> str:
    return "".join(page.text)


def test_an_episode(records: RunRecords) -> None:
    story = (
        Story(records, "os/a")
        .look("Files")
        .offer("a.count")
        .do(call("a.count", path="p"), thought="I count.")
    )
    story.do({"type": "type", "text": "three"}).do(DONE)
    safety = [{"text": "no letter is lost", "holds": True}]
    story.end(
        claims=[{"text": "it says three", "holds": False, "found": "four"}],
        safety=safety,
        answer="three",
        score=0.0,
    )
    Story(records, "vlc/b").look()
    shown = page(records)
    text = said(shown)
    for part in (
        "os/a",
        "epoch 1",
        "Count the letters.",
        "failure: 0",
        "it says three",
        "four",
        "Safety",
        "no letter is lost",
        "I count.",
        "a.count",
    ):
        assert part in text
    assert [item["id"] for item in shown.all("article")] == ["step-1", "step-2", "step-3", "end"]
    listed = [item["href"] for item in shown.all("a") if item["href"].startswith("#")]
    assert listed[:4] == ["#step-1", "#step-2", "#step-3", "#end"]
    pictures = list(shown.all("img"))
    assert len(pictures) == 4 and {item["loading"] for item in pictures} == {"lazy"}
    assert {(item["width"], item["height"]) for item in pictures} == {("1280", "720")}
    files = {path.name for path in (story.recorder.folder / "screens").iterdir()}
    assert {item["src"].rpartition("/")[2] for item in pictures} == files
    assert [item["href"] for item in shown.all("a") if item.get("rel") == "next"] == [
        "../../../../../runs/first/vlc/b/1/"
    ]
    assert "style" not in {name for _, attributes in shown.elements for name in attributes}


def test_an_episode_while_it_runs(records: RunRecords) -> None:
    story = Story(records, "os/a")
    assert "There is no observation yet." in said(page(records, running=True))
    story.look()
    assert len(list(page(records, running=True).all("img"))) == 1
    story.do(CLICK)
    shown = page(records, running=True)
    assert len(steps(shown)) == 1 and "running" in said(shown) and "No verdict yet." in said(shown)
    assert "aborted" in said(page(records))


def test_several_actions_of_one_decision(records: RunRecords) -> None:
    Story(records, "os/a").look().do(CLICK, CLICK, thought="Both.").end()
    shown = page(records)
    assert len(steps(shown)) == 2 and said(shown).count("Both.") == 1
    assert "Action 2 of 2 decided at step 1" in said(shown)


def test_problems_are_marked_in_the_list_and_at_the_step(records: RunRecords) -> None:
    story = Story(records, "os/a").look().do(CLICK)
    story.decide(call("no.such")).step(call("no.such"), "there is none", refused=True).look()
    story.decide(CLICK, mistakes=["no JSON"]).step(CLICK).look().end()
    shown = page(records)
    assert [item["class"] for item in steps(shown)] == ["step", "step problematic", "step problematic"]
    assert [item["class"] for item in shown.all("li") if "problematic" in item.get("class", "")] == [
        "problematic tool",
        "problematic gui",
    ]
    assert next(item for item in shown.all("a") if item.get("id") == "first-problem")["href"] == "#step-2"
    for part in ("unknown tool", "1 unusable answer", "no JSON", "there is none"):
        assert part in said(shown)


def test_long_results_are_folded_and_whole(records: RunRecords) -> None:
    long = "\n".join(f"line {number}" for number in range(500))
    Story(records, "os/a").look().decide(call()).step(call(), long).look().end()
    shown = page(records)
    assert f"\n{long}" in shown.text and f"Show all 500 lines, {len(long):,} characters" in said(shown)


def test_what_a_page_does_not_hold_is_said_and_linked(records: RunRecords) -> None:
    huge = "x" * (LONGEST_TEXT + 5)
    Story(records, "os/a").look().decide(call()).step(call(), huge).look().end()
    shown = page(records)
    assert max(map(len, shown.text)) == len("\n") + LONGEST_TEXT
    assert f"The first {LONGEST_TEXT:,} of {LONGEST_TEXT + 5:,} characters" in said(shown)
    assert sum(item["href"].endswith("os/a/1/events.jsonl") for item in shown.all("a")) == 2


def test_tools_are_listed_when_they_change(records: RunRecords) -> None:
    names = [f"server.tool_{number}" for number in range(30)]
    story = (
        Story(records, "os/a").look().offer(*names).do(CLICK).do(CLICK).offer(*names[1:], "new.one").do(CLICK)
    )
    story.end()
    shown = page(records)
    assert shown.text.count("server.tool_5") == 2  # at the first step and at the third
    text = said(shown)
    assert "30 tools offered, the same as at step 1" in text
    assert "New: new.one" in text and "No longer: server.tool_0" in text and "+1 −1" in text


def test_a_click_off_the_screen_is_said_not_drawn(records: RunRecords) -> None:
    away = {"type": "click", "x": 5000, "y": 2}
    Story(records, "os/a").look().do(CLICK).do(away).end()
    shown = page(records)
    assert "off the screen" in shown.text
    assert [item["viewbox"] for item in shown.all("svg") if item["class"] == "overlay"] == ["0 0 1280 720"]


def test_an_error_and_failed_tries(records: RunRecords) -> None:
    error = Failure(type="GuestError", message="it is gone", hint="start it again").model_dump()
    attempt = {"number": 1, "error": error, "seconds": 3.0}
    story = Story(records, "os/a").look()
    story.end(status="infra_error", score=None, error=error, attempts=[attempt])
    text = said(page(records))
    assert "infra error" in text and text.count("it is gone") == 2 and "Hint: start it again" in text
    assert "Attempt 1 failed" in text and "after 3.00 s" in text
