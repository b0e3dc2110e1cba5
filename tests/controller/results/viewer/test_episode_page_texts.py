"""The page of an episode: no text of a record is more than text, and no field of any type breaks it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.records.event_lines import Damage, Event
from controller.records.run_info import AgentRecord, Attempt, EpisodeResult, Failure, Recheck, RunInfo
from controller.records.run_options import RunOptions
from controller.records.trajectory_reader import trajectory_of
from controller.records.verdicts import ClaimRecord, EpisodeVerdict
from controller.results.viewer.episode import EpisodeView
from controller.results.viewer.episode_page import Nav, episode_page
from controller.results.viewer.links import EPISODE_DEPTH, Links
from controller.results.viewer.text import visible
from tests.controller.made_runs import entry
from tests.controller.parsed_html import Parsed
from tests.controller.results.viewer.stories import page_of, steps

unhurried = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])

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
        "data-after",
        "data-copy",
        "data-live",
    ),
    *(
        "data-page",
        "data-play",
        "decoding",
        "defer",
        "download",
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
        "type",
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
        verdicts=(EpisodeVerdict(score=0.5, title=text, claims=(claim,), truth=text),),
        steps=1,
        tool_calls=0,
        gui_actions=0,
        answer=text,
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
        recheck=Recheck(
            verdicts=(
                EpisodeVerdict(score=0.0, claims=(claim,), checker=text),
                EpisodeVerdict(part=text, title=text, score=0.0, claims=(claim,)),
            ),
            was=None,
            created=text,
        ),
        tries=(1,),
        epochs=(1,),
        previous=None,
        next=("os/a", 2),
        tools=frozenset({text}),
        damage=(Damage(text, 1, text),),
    )


def make(text: str) -> str:
    return episode_page(view_with(text), Nav("first", text), Links(EPISODE_DEPTH))


@given(TEXTS)
@unhurried
def test_every_text_of_a_record_is_text_and_nothing_else(text: str) -> None:
    shown = Parsed(make(text))
    # the same elements, whatever the text is: its lines, spaces and dots alone decide how it is laid out
    harmless = Parsed(make(re.sub(r"[^\s.]", "x", text.replace("\r\n", "\n"))))
    assert [tag for tag, _ in shown.elements] == [tag for tag, _ in harmless.elements]
    assert {name for _, attributes in shown.elements for name in attributes} <= ATTRIBUTES
    for _, attributes in shown.elements:
        for name in ("href", "src"):
            assert name not in attributes or ADDRESS.fullmatch(attributes[name])
    assert shown.text.count(f"\n{visible(text)}") >= 5
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", "".join(shown.text))
    make(text).encode()


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
