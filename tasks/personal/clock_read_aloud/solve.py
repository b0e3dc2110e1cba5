import json
import math
import re
from datetime import date, timedelta
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

THREAD, ALOUD, STOP, GO_ON = "thread-22", "answer-67", "answer-68", "answer-65"
BOOK, LAST = "page-174", "2026-05-28"
OTHER_THREAD, OTHER_ALOUD = "thread-24", "answer-71"


def mcp() -> Solution:
    seen = yield ToolCall(name="forum_search", arguments={"words": "A Quiet Clock better"})
    thread = next(row["id"] for row in read(seen) if row["kind"] == "thread")
    seen = yield ToolCall(name="forum_read_thread", arguments={"thread": thread})
    question = read(seen)
    aloud = next(item for item in question["answers"] if "aloud" in item["text"])
    stop = next(item for item in question["answers"] if item["text"].startswith("Stop"))
    seen = yield ToolCall(name="notes_search", arguments={"words": "A Quiet Clock", "limit": 1})
    book = read(seen)[0]["id"]
    seen = yield ToolCall(name="notes_read_page", arguments={"page": book})
    left = number(read(seen)["body"], "pages") - number(question["text"], "of", r"page (\d+) ")
    days = math.ceil(left / number(aloud["text"], "pages"))
    last = date(2026, 5, 12) + timedelta(days=days)
    text = f"I begin tomorrow and am done on {last.day} {last:%B}."
    yield from done(book=book, last=f"{last}", text=text, aloud=aloud["id"], stop=stop["id"])


def also_set_in_steps(_guest: Guest) -> Solution:
    yield from thread_read()
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": GO_ON})
    yield ToolCall(name="forum_vote", arguments={"value": "none", "answer": GO_ON})
    first = {"page": BOOK, "name": "Done by", "value": "2026-05-27", "kind": "date"}
    yield ToolCall(name="notes_set_property", arguments=first)
    yield from done(text="Thank you, Klara! From 13 May on, so until Thursday, May 28th, 2026.")


def wrong_a_day_late(_guest: Guest) -> Solution:
    """Sixteen days after tomorrow."""
    yield from thread_read()
    yield from done(last="2026-05-29", text="Done on 29 May.")


def wrong_rounded_down(_guest: Guest) -> Solution:
    yield from thread_read()
    yield from done(last="2026-05-27", text="Done on 27 May.")


def wrong_from_the_first_page(_guest: Guest) -> Solution:
    yield from thread_read()
    yield from done(last="2026-06-01", text="Done on 1 June.")


def wrong_page_of_the_vault(_guest: Guest) -> Solution:
    """From page 401, about which the file on the book has a remark."""
    yield from thread_read()
    yield from done(last="2026-05-20", text="Done on 20 May.")


def wrong_pages_of_another_book(_guest: Guest) -> Solution:
    """Twelve a day, as somebody says of A Lighthouse Harbour."""
    yield from thread_read()
    yield from done(last="2026-06-21", text="Done on 21 June.")


def wrong_days_differ(_guest: Guest) -> Solution:
    yield from thread_read()
    yield from done(text="Done on 27 May.")


def wrong_other_thread(_guest: Guest) -> Solution:
    yield from thread_read()
    reply = {"thread": OTHER_THREAD, "answers": OTHER_ALOUD, "text": "Done on 28 May."}
    yield ToolCall(name="forum_comment", arguments=reply)
    yield from done(text="")


def wrong_reply_to_the_thread(_guest: Guest) -> Solution:
    yield from thread_read()
    yield ToolCall(name="forum_comment", arguments={"thread": THREAD, "text": "Done on 28 May."})
    yield from done(text="")


def wrong_go_on_voted_up_too(_guest: Guest) -> Solution:
    yield from thread_read()
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": GO_ON})
    yield from done()


def wrong_stop_not_voted_on(_guest: Guest) -> Solution:
    yield from thread_read()
    yield from done(stop="")


def wrong_in_the_vault(_guest: Guest) -> Solution:
    yield from thread_read()
    line = {"path": "Books/A Quiet Clock.md", "text": f"Done by: {LAST}"}
    yield ToolCall(name="vault_append", arguments=line)
    yield from done(book="")


def wrong_as_text(_guest: Guest) -> Solution:
    yield from thread_read()
    as_text = {"page": BOOK, "name": "Done by", "value": "28 May", "kind": "text"}
    yield ToolCall(name="notes_set_property", arguments=as_text)
    yield from done(book="")


def wrong_book_marked_as_read(_guest: Guest) -> Solution:
    yield from thread_read()
    yield ToolCall(name="notes_set_property", arguments={"page": BOOK, "name": "Reading", "value": "Read"})
    yield from done()


def thread_read() -> Solution:
    yield ToolCall(name="forum_read_thread", arguments={"thread": THREAD})


def done(
    *,
    book: str = BOOK,
    last: str = LAST,
    text: str = "I am through with it on 28 May.",
    aloud: str = ALOUD,
    stop: str = STOP,
) -> Solution:
    if book:
        when = {"page": book, "name": "Done by", "value": last, "kind": "date"}
        yield ToolCall(name="notes_set_property", arguments=when)
    if text:
        reply = {"thread": THREAD, "answers": aloud, "text": text}
        yield ToolCall(name="forum_comment", arguments=reply)
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": aloud})
    if stop:
        yield ToolCall(name="forum_vote", arguments={"value": "down", "answer": stop})
    yield Terminate(status="success")


def number(text: str, unit: str, pattern: str = r"(\d+) ") -> int:
    match = re.search(pattern + unit, text)
    assert match is not None
    return int(match[1])


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)
