import json
import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

OWN, DALIAS, DALIAS_DRAIN = "thread-20", "thread-26", "thread-23"
LONGEST, FIVE_MONTHS, TWO_MONTHS = "answer-61", "answer-58", "answer-60"
TEXT = "In my thread it was new washers that held longest, 40 months."
HELD = re.compile(r"(.+?) (?:held|lasted) (\d+) months")


def mcp() -> Solution:
    seen = yield ToolCall(name="forum_search", arguments={"words": "flue", "board": "Home repairs"})
    threads = {}
    for row in read(seen):
        if row["kind"] == "thread":
            seen = yield ToolCall(name="forum_read_thread", arguments={"thread": row["id"]})
            threads[row["author"]] = read(seen)
    dalia = next(handle for handle in threads if "dalia" in handle.casefold())
    own = next(thread for handle, thread in threads.items() if handle != dalia)
    held = {}
    for answer in own["answers"]:
        match = HELD.match(answer["text"])
        if match:
            held[answer["id"]] = (int(match[2]), match[1])
    longest = max(held, key=lambda answer: held[answer])
    months, part = held[longest]
    short = tuple(answer for answer, (count, _) in held.items() if count < 6)
    text = f"{part} held longest by the answers that I got: {months} months."
    yield from done(text=text, up=longest, down=short, thread=threads[dalia]["id"])


def also_in_other_words(_guest: Guest) -> Solution:
    yield from own_read()
    yield from done(text="Dalia, somebody had forty months of peace after changing the WASHERS.")


def also_votes_mended(_guest: Guest) -> Solution:
    yield from own_read()
    yield ToolCall(name="forum_vote", arguments={"value": "down", "answer": LONGEST})
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": "answer-77"})
    yield ToolCall(name="forum_vote", arguments={"value": "none", "answer": "answer-77"})
    yield from done()


def wrong_best_of_dalias_answers(_guest: Guest) -> Solution:
    """Which has the same number of months."""
    yield from own_read()
    yield from done(text="Two screws held longest, 40 months.", up="answer-77")


def wrong_washers_of_dalias_answers(_guest: Guest) -> Solution:
    yield from own_read()
    yield from done(text="New washers held longest, 28 months.", up="answer-76")


def wrong_what_held_for_good(_guest: Guest) -> Solution:
    yield from own_read()
    yield from done(
        text="New washers, 2 months, and then for good.", up=TWO_MONTHS, down=(FIVE_MONTHS, LONGEST)
    )


def wrong_other_thread_of_dalia(_guest: Guest) -> Solution:
    yield from own_read()
    yield from done(thread=DALIAS_DRAIN)


def wrong_own_thread(_guest: Guest) -> Solution:
    yield from own_read()
    yield from done(thread=OWN)


def wrong_one_voted_down(_guest: Guest) -> Solution:
    yield from own_read()
    yield from done(down=(TWO_MONTHS,))


def wrong_price_voted_down(_guest: Guest) -> Solution:
    yield from own_read()
    yield from done(down=(FIVE_MONTHS, TWO_MONTHS, "answer-59"))


def wrong_reply_to_an_answer(_guest: Guest) -> Solution:
    yield from own_read()
    yield from done(reply_to="answer-76")


def wrong_not_saved(_guest: Guest) -> Solution:
    yield from own_read()
    yield from done(saves=False)


def wrong_months_left_out(_guest: Guest) -> Solution:
    yield from own_read()
    yield from done(text="In my thread it was new washers that held longest.")


def wrong_own_thread_not_read(_guest: Guest) -> Solution:
    yield from done()


def wrong_told_twice(_guest: Guest) -> Solution:
    yield from own_read()
    yield ToolCall(name="forum_comment", arguments={"thread": DALIAS, "text": TEXT})
    yield from done()


def own_read() -> Solution:
    yield ToolCall(name="forum_read_thread", arguments={"thread": OWN})


def done(
    *,
    text: str = TEXT,
    up: str = LONGEST,
    down: tuple[str, ...] = (FIVE_MONTHS, TWO_MONTHS),
    thread: str = DALIAS,
    reply_to: str = "",
    saves: bool = True,
) -> Solution:
    comment = {"thread": thread, "text": text} | ({"answers": reply_to} if reply_to else {})
    yield ToolCall(name="forum_comment", arguments=comment)
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": up})
    for answer in down:
        yield ToolCall(name="forum_vote", arguments={"value": "down", "answer": answer})
    if saves:
        yield ToolCall(name="forum_save", arguments={"thread": thread})
    yield Terminate(status="success")


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)
