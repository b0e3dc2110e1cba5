import json
import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

LEEK, NOOR, ISAK = "thread-15", "answer-47", "answer-46"
TROUT, TILDA = "thread-20", "answer-58"
CABBAGE, ANTON = "thread-21", "answer-62"
THANKS = "Thank you, that settles it."


def mcp() -> Solution:
    about = {"words": "too much", "board": "Kitchen table", "author": "@kl_hulst"}
    seen = yield ToolCall(name="forum_search", arguments=about)
    best, longest, thread = "", 0, ""
    for asked in [row["id"] for row in rows(seen) if row["kind"] == "thread"]:
        seen = yield ToolCall(name="forum_read_thread", arguments={"thread": asked})
        for answer in json.loads(seen.results[-1].text)["answers"]:
            days = re.search(r"(?:Keeps|Good for|freeze it,) (\d+) days", answer["text"])
            if days and int(days[1]) > longest:
                best, longest, thread = answer["id"], int(days[1]), asked
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": best})
    yield ToolCall(name="forum_comment", arguments={"thread": thread, "answers": best, "text": THANKS})
    yield ToolCall(name="forum_save", arguments={"thread": thread, "undo": True})
    yield Terminate(status="success")


def also_saved_again_and_taken_off(_guest: Guest) -> Solution:
    """Votes down by mistake first, and thanks in other words."""
    yield from read(LEEK)
    yield ToolCall(name="forum_vote", arguments={"value": "down", "answer": NOOR})
    yield from done(text="Many thanks, Noor! 39 days is plenty.")


def wrong_others_question(_guest: Guest) -> Solution:
    yield from read(CABBAGE)
    yield from done(thread=CABBAGE, answer=ANTON, unsaved=LEEK)


def wrong_last_question_alone(_guest: Guest) -> Solution:
    yield from read(TROUT)
    yield from done(thread=TROUT, answer=TILDA, unsaved="")


def wrong_first_answer_of_the_thread(_guest: Guest) -> Solution:
    yield from read(LEEK)
    yield from done(answer=ISAK)


def wrong_thread_voted_for(_guest: Guest) -> Solution:
    yield from read(LEEK)
    yield from done(vote={"thread": LEEK})


def wrong_thanked_in_the_thread(_guest: Guest) -> Solution:
    yield from read(LEEK)
    yield from done(below="")


def wrong_still_saved(_guest: Guest) -> Solution:
    yield from read(LEEK)
    yield from done(unsaved="")


def wrong_another_one_unsaved(_guest: Guest) -> Solution:
    yield from read(LEEK)
    yield from done(unsaved="thread-3")


def wrong_thanked_twice(_guest: Guest) -> Solution:
    yield from read(LEEK)
    yield ToolCall(name="forum_comment", arguments={"thread": LEEK, "answers": NOOR, "text": THANKS})
    yield from done()


def read(thread: str) -> Solution:
    yield ToolCall(name="forum_read_thread", arguments={"thread": thread})


def done(
    *,
    thread: str = LEEK,
    answer: str = NOOR,
    below: str | None = None,
    text: str = THANKS,
    unsaved: str = LEEK,
    vote: dict[str, str] | None = None,
) -> Solution:
    yield ToolCall(name="forum_vote", arguments={"value": "up"} | (vote or {"answer": answer}))
    answered = answer if below is None else below
    yield ToolCall(name="forum_comment", arguments={"thread": thread, "answers": answered, "text": text})
    if unsaved:
        yield ToolCall(name="forum_save", arguments={"thread": unsaved, "undo": True})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(seen.results[-1].text)
    return found
