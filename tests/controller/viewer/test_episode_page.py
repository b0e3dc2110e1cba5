"""The page of an episode: what it shows, that nothing is lost, and that no text of a record is more than text."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.event_lines import Damage, Event
from controller.records import RunRecords
from controller.run_info import (
    AgentRecord,
    Attempt,
    ClaimRecord,
    EpisodeResult,
    Failure,
    Recheck,
    RunInfo,
    RunOptions,
)
from controller.trajectory import trajectory_of
from controller.viewer.blocks import LONGEST_TEXT
from controller.viewer.episode import EpisodeView, read_episode
from controller.viewer.episode_page import Nav, episode_page
from controller.viewer.links import EPISODE_DEPTH, Links
from controller.viewer.text import visible
from tests.controller.made_runs import CLICK, call, entry
from tests.controller.parsed_html import Parsed
from tests.controller.viewer.stories import DONE, Story

unhurried = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])


def page_of(view: EpisodeView | None, *, running: bool = False) -> Parsed:
    assert view is not None
    return Parsed(episode_page(view, Nav("first", "a run", running), Links(EPISODE_DEPTH)))


def page(records: RunRecords, task: str = "os/a", epoch: int = 1, *, running: bool = False) -> Parsed:
    found = next(item for item in records.info.tasks if item.id == task)
    return page_of(read_episode(records, found, epoch), running=running)


def said(page: Parsed) -> str:
    return "".join(page.text)


def steps(page: Parsed) -> list[dict[str, str]]:
    return [item for item in page.all("article") if item["id"] != "end"]


def test_an_episode(records: RunRecords) -> None:
    story = (
        Story(records, "os/a")
        .look("Files")
        .offer("a.count")
        .do(call("a.count", path="p"), thought="I count.")
    )
    story.do({"type": "type", "text": "three"}).do(DONE)
    story.end(claims=[{"text": "it says three", "holds": False, "found": "four"}], answer="three", score=0.0)
    Story(records, "vlc/b").look()
    shown = page(records)
    text = said(shown)
    for part in (
        "os/a",
        "epoch 1",
        "Count the letters.",
        "no success: 0",
        "it says three",
        "four",
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
    assert "Nothing has been seen yet." in said(page(records, running=True))
    story.look()
    assert len(list(page(records, running=True).all("img"))) == 1
    story.do(CLICK)
    shown = page(records, running=True)
    assert len(steps(shown)) == 1 and "running" in said(shown) and "There is none yet." in said(shown)
    assert "cut short" in said(page(records))


def test_several_actions_of_one_decision(records: RunRecords) -> None:
    Story(records, "os/a").look().do(CLICK, CLICK, thought="Both.").end()
    shown = page(records)
    assert len(steps(shown)) == 2 and said(shown).count("Both.") == 1
    assert "2. of 2 actions, decided on at step 1" in said(shown)


def test_trouble_is_marked_in_the_list_and_at_the_step(records: RunRecords) -> None:
    story = Story(records, "os/a").look().do(CLICK)
    story.decide(call("no.such")).step(call("no.such"), "there is none", refused=True).look()
    story.decide(CLICK, mistakes=["no JSON"]).step(CLICK).look().end()
    shown = page(records)
    assert [item["class"] for item in steps(shown)] == ["step", "step troubled", "step troubled"]
    assert [item["class"] for item in shown.all("li") if "troubled" in item.get("class", "")] == [
        "troubled tool",
        "troubled gui",
    ]
    assert next(item for item in shown.all("a") if item.get("id") == "first-trouble")["href"] == "#step-2"
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
    assert "30 tools offered, as at step 1" in text
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
    assert "Try 1 failed" in text and "after 3.00 s" in text


HOSTILE = [
    "<script>window.hacked=1</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</pre></details></main><h1>mine</h1>",
    "]]><!--",
    "&lt;b&gt;&#60;",
    "\u202eturned\u2066",
    "\x1b[2J\x00\x07\x7f",
    "javascript:alert(1)",
    "\ud800",
    "\U000e0041\u200b\ufeff",
    "{{7*7}}${1}",
]
TEXTS = (
    st.lists(
        st.sampled_from(HOSTILE) | st.text(alphabet="<>\"'&=/ab \n\t\r\x0b\x85\u2028é日", max_size=12),
        min_size=1,
        max_size=2,
    )
    .map("".join)
    .filter(bool)
)
ATTRIBUTES = {
    *(
        "alt",
        "aria-current",
        "aria-hidden",
        "aria-label",
        "class",
        "charset",
        "content",
        "cx",
        "cy",
        "d",
        "data-live",
    ),
    *(
        "data-page",
        "decoding",
        "defer",
        "height",
        "href",
        "http-equiv",
        "id",
        "lang",
        "loading",
        "name",
        "open",
        "r",
    ),
    *(
        "preserveaspectratio",
        "rel",
        "role",
        "src",
        "tabindex",
        "text-anchor",
        "title",
        "viewbox",
        "width",
        "x",
        "y",
    ),
}
ADDRESS = re.compile(r"#(step-\d+|end|verdict)|(\.\./){5}[A-Za-z0-9_./-]*")


def view_with(text: str) -> EpisodeView:
    """An episode with that text wherever a record has one."""
    failure = Failure(type=text, message=text, hint=text)
    claim = ClaimRecord(text=text, holds=False, found=text)
    action: dict[str, Any] = {
        "type": "tool_call",
        "name": text,
        "arguments": {text: text, "n": {text: [text]}},
    }
    others = [
        {"type": "type", "text": text},
        {"type": "key", "keys": [text]},
        {"type": "program", "code": text},
        {"type": text, text: text},
        {"type": "click", "x": 5, "y": 6, "modifiers": [text]},
        {"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}], "modifiers": [text]},
        {"type": "scroll", "x": text, "y": text, "dx": 1},
        {"type": "terminate", "status": text, "answer": text},
    ]
    window = {"title": text, "app": text, "active": True}
    look = {
        "event": "observation",
        "screen": text,
        "width": 9,
        "height": 9,
        "windows": [window],
        "text": text,
    }
    result = {"text": text, "structured": {text: text}, "images": [text], "is_error": True}
    details = {
        "model": text,
        "mistakes": [text],
        "leniencies": [text],
        "unknown_tools": [text],
        text: text,
        "searches": [{"query": text, "found": [text], "unknown": [text], "error": text}],
    }
    events: list[Event] = [
        {"event": "guest", "name": text, "snapshot": text},
        look,
        {"event": "tools", "names": [text]},
        {"event": "decision", "thought": text, "details": details, "usage": {text: text}},
        *({"event": "step", "action": item, "result": result} for item in (action, *others)),
        {"event": "mistake", "answer": text},
        look,
        {"event": "end", "status": text, "error": failure.model_dump()},
    ]
    options = RunOptions(agent=text, variant=text, tool_filter=text)
    task = entry("os/a").model_copy(update={"instruction": text})
    agent = AgentRecord(name=text, variant=text, model=text, prompts={})
    ended = EpisodeResult(
        task="os/a",
        epoch=1,
        seed=1,
        status="infra_error",
        score=0.5,
        steps=1,
        tool_calls=0,
        gui_actions=0,
        answer=text,
        claims=(claim,),
        error=failure,
        guest=text,
        models=(text,),
        leniencies={text: 1},
        timings={text: 1.0},
        calls=1,
        attempts=(Attempt(number=1, error=failure, seconds=1.0),),
    )
    return EpisodeView(
        info=RunInfo(
            created=text, options=options, agent=agent, image_hash=text, tasks=(task,), versions={text: text}
        ),
        task=task,
        epoch=1,
        attempt=0,
        trajectory=trajectory_of(events, Path("/nonexistent")),
        result=ended,
        recheck=Recheck(score=0.0, was=None, claims=(claim,), checker=text, created=text),
        tries=(1,),
        epochs=(1,),
        previous=None,
        next=("os/a", 2),
        tools=frozenset({text}),
        damage=(Damage(text, 1, text),),
    )


def made(text: str) -> str:
    return episode_page(view_with(text), Nav("first", text), Links(EPISODE_DEPTH))


@given(TEXTS)
@unhurried
def test_every_text_of_a_record_is_text_and_nothing_else(text: str) -> None:
    shown = Parsed(made(text))
    # the same elements, whatever the text is: its lines, spaces and dots alone decide how it is laid out
    harmless = Parsed(made(re.sub(r"[^\s.]", "x", text.replace("\r\n", "\n"))))
    assert [tag for tag, _ in shown.elements] == [tag for tag, _ in harmless.elements]
    assert {name for _, attributes in shown.elements for name in attributes} <= ATTRIBUTES
    for _, attributes in shown.elements:
        for name in ("href", "src"):
            assert name not in attributes or ADDRESS.fullmatch(attributes[name])
    assert shown.text.count(f"\n{visible(text)}") >= 5
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", "".join(shown.text))
    made(text).encode()


KINDS = [
    "start",
    "guest",
    "tools",
    "decision",
    "step",
    "mistake",
    "observation",
    "verdict",
    "differences",
    "end",
]
FIELDS = [
    *(
        "time",
        "seed",
        "attempt",
        "name",
        "snapshot",
        "names",
        "thought",
        "usage",
        "details",
        "seconds",
        "step",
    ),
    *("action", "refused", "result", "performed", "answer", "screen", "marked", "width", "height", "windows"),
    *("steps_left", "text", "score", "claims", "requests", "status", "error"),
]
KEYS = [
    *(
        "type",
        "name",
        "arguments",
        "text",
        "found",
        "x",
        "y",
        "dx",
        "path",
        "keys",
        "code",
        "is_error",
        "images",
    ),
    *(
        "title",
        "message",
        "input_tokens",
        "searches",
        "mistakes",
        "structured",
        "modifiers",
        "count",
        "seconds",
    ),
]
WORDS = [
    "click",
    "drag",
    "scroll",
    "key",
    "type",
    "program",
    "tool_call",
    "terminate",
    "zoom",
    "wait",
    "",
    "pyautogui.click(1, 2)",
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=8,
)
EVENTS = st.lists(
    st.builds(
        lambda kind, fields: {**fields, "event": kind},
        st.sampled_from(KINDS),
        st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6),
    ),
    max_size=6,
)


@given(EVENTS)
@unhurried
def test_fields_of_any_type_make_a_page(events: list[Event]) -> None:
    view = replace(view_with("x"), trajectory=trajectory_of(events, Path("/nonexistent")), result=None)
    shown = page_of(view)
    assert len(steps(shown)) == sum(event["event"] in ("step", "mistake") for event in events)
