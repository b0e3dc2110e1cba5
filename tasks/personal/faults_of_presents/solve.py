import json
import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

FOOTREST, RAIN_GAUGE, OTHER_RAIN_GAUGE = "page-119", "page-124", "page-163"
FOOTREST_TEST, RAIN_GAUGE_TEST, NEWER_TEST = "post-13", "post-74", "post-42"
NOISE = "Tested by Rosa Arkwell: the noise."
COLOUR = "Tested by Romy Grimsdal: the colour."
QUESTION = "Can the noise be mended?"
THING = re.compile(r"(?:Plan|Idea): (\w+ [a-z ]+), ([\d.]+) euros")
FAULT = re.compile(r"(?:skip the|Mind the|:) ?(?:the )?(\w+)(?:,| annoys| came)")


def mcp() -> Solution:
    found = yield ToolCall(name="notes_search", arguments={"words": "present for 2026", "limit": 50})
    tested = []
    for row in read(found):
        seen = yield ToolCall(name="notes_read_page", arguments={"page": row["id"]})
        thing = THING.match(read(seen)["body"])
        if not thing:
            continue
        seen = yield ToolCall(name="feed_search", arguments={"words": thing[1], "topic": "#tested"})
        for post in read(seen):
            fault = FAULT.search(post["text"])
            assert fault is not None
            profile = {"handle": post["author"], "limit": 1}
            seen = yield ToolCall(name="feed_read_profile", arguments=profile)
            tested.append((float(thing[2]), row["id"], post["id"], read(seen)["name"], fault[1]))
    cheaper, dearer = sorted(tested)
    for _, page, _, name, fault in (cheaper, dearer):
        line = {"page": page, "text": f"Tested by {name}, who would rather do without the {fault}."}
        yield ToolCall(name="notes_append", arguments=line)
    question = {"post": dearer[2], "text": f"Can one mend that with the {dearer[4]}?"}
    yield ToolCall(name="feed_comment", arguments=question)
    yield ToolCall(name="feed_like", arguments={"post": cheaper[2], "undo": True})
    yield Terminate(status="success")


def also_with_handles(_guest: Guest) -> Solution:
    yield from found_tests()
    yield ToolCall(name="feed_like", arguments={"post": RAIN_GAUGE_TEST, "undo": True})
    text = "Is there a way to repair it?"
    yield ToolCall(name="feed_comment", arguments={"post": FOOTREST_TEST, "text": text})
    new = "gloves. @romy_grimsdal52 has tested it and does not like the colour."
    yield ToolCall(name="notes_replace_text", arguments={"page": RAIN_GAUGE, "old": "gloves.", "new": new})
    line = {"page": FOOTREST, "text": "Test: @ro_arkwell\nFault: noise"}
    yield ToolCall(name="notes_append", arguments=line)
    yield Terminate(status="success")


def wrong_made_by_another(_guest: Guest) -> Solution:
    """The rain gauge for Joris is of another maker."""
    yield from found_tests()
    yield from done(pages={FOOTREST: NOISE, OTHER_RAIN_GAUGE: COLOUR})


def wrong_all_rain_gauges(_guest: Guest) -> Solution:
    yield from found_tests()
    yield from done(pages={FOOTREST: NOISE, RAIN_GAUGE: COLOUR, OTHER_RAIN_GAUGE: COLOUR})


def wrong_page_of_last_year(_guest: Guest) -> Solution:
    """Lotta had the same rain gauge last year."""
    yield from found_tests()
    yield from done(pages={FOOTREST: NOISE, "page-50": COLOUR})


def wrong_faults_exchanged(_guest: Guest) -> Solution:
    yield from found_tests()
    pages = {FOOTREST: "Tested by Rosa Arkwell: the colour.", RAIN_GAUGE: "Romy Grimsdal: the noise."}
    yield from done(pages=pages)


def wrong_testers_exchanged(_guest: Guest) -> Solution:
    yield from found_tests()
    pages = {FOOTREST: "Tested by Romy Grimsdal: the noise.", RAIN_GAUGE: "Rosa Arkwell: the colour."}
    yield from done(pages=pages)


def wrong_cheaper_one_asked_about(_guest: Guest) -> Solution:
    yield from found_tests()
    yield from done(asked=RAIN_GAUGE_TEST, unliked=FOOTREST_TEST)


def wrong_newer_test_of_rosa(_guest: Guest) -> Solution:
    yield from found_tests()
    yield from done(asked=NEWER_TEST)


def wrong_both_likes_taken_back(_guest: Guest) -> Solution:
    yield from found_tests()
    yield ToolCall(name="feed_like", arguments={"post": FOOTREST_TEST, "undo": True})
    yield from done()


def wrong_stopped_following(_guest: Guest) -> Solution:
    yield from found_tests()
    yield ToolCall(name="feed_follow", arguments={"handle": "@romy_grimsdal52", "undo": True})
    yield from done()


def wrong_old_text_lost(_guest: Guest) -> Solution:
    yield from found_tests()
    old = "Lindqvar footrest, 60.00 euros. Paper: blue. Before: a teapot."
    yield ToolCall(name="notes_replace_text", arguments={"page": FOOTREST, "old": old, "new": NOISE})
    yield from done(pages={RAIN_GAUGE: COLOUR})


def wrong_not_asked(_guest: Guest) -> Solution:
    yield from found_tests()
    yield from done(question="Good to know.")


def wrong_test_not_looked_up(_guest: Guest) -> Solution:
    yield from done(unliked="")


def found_tests() -> Solution:
    yield ToolCall(name="feed_search", arguments={"words": "Pemberwick rain gauge"})


def done(
    *,
    pages: dict[str, str] | None = None,
    asked: str = FOOTREST_TEST,
    question: str = QUESTION,
    unliked: str = RAIN_GAUGE_TEST,
) -> Solution:
    for page, text in (pages or {FOOTREST: NOISE, RAIN_GAUGE: COLOUR}).items():
        yield ToolCall(name="notes_append", arguments={"page": page, "text": text})
    yield ToolCall(name="feed_comment", arguments={"post": asked, "text": question})
    if unliked:
        yield ToolCall(name="feed_like", arguments={"post": unliked, "undo": True})
    yield Terminate(status="success")


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)
