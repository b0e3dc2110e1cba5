import json
import re
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

THREAD, ADVICE, REPLY, BEST_RATED = "thread-15", "answer-41", "answer-42", "answer-43"
OTHER_THREAD, OTHER_ADVICE = "thread-24", "answer-70"
SIGNE, ASTRID = "chat-40", "chat-14"
OLD = "We have 35 kilos of walnut in the kitchen. Not again salad, please; what keeps until winter?"
EASTER = "That worked, we have had none left since Easter."
DRY = "By the way, it was the advice to dry them that worked."


def mcp() -> Solution:
    seen = yield ToolCall(name="messenger_list_conversations", arguments={"limit": 50})
    chat = next(row["id"] for row in rows(seen) if row["name"] == "Signe Bodmer")
    days = {"words": "forum", "since": "2025-12-24", "until": "2025-12-31"}
    seen = yield ToolCall(name="messenger_search", arguments=days)
    text = next(row["text"] for row in rows(seen) if row["conversation"] == chat)
    match = re.search(r'"(.+)".*: (.+)\.', text)
    advice, question = match.groups() if match else ("", "")
    seen = yield ToolCall(name="forum_search", arguments={"words": question})
    thread = next(row["id"] for row in rows(seen) if row["kind"] == "thread")
    seen = yield ToolCall(name="forum_read_thread", arguments={"thread": thread})
    read = json.loads(seen.results[-1].text)
    answer = next(row["id"] for row in read["answers"] if row["text"].startswith(advice))
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": answer})
    yield ToolCall(name="forum_comment", arguments={"thread": thread, "answers": answer, "text": EASTER})
    added = f"{read['text']}\n\nEdit: this is settled."
    yield ToolCall(name="forum_edit", arguments={"thread": thread, "text": added})
    yield ToolCall(name="forum_save", arguments={"thread": thread, "undo": True})
    yield ToolCall(name="messenger_send", arguments={"conversation": chat, "text": DRY})
    yield Terminate(status="success")


def also_in_other_order(_guest: Guest) -> Solution:
    """In other words, and to Signe's account, whose name is another person's."""
    yield from read_chat()
    text = "Drying helped with the walnuts, thank you for listening."
    yield ToolCall(name="messenger_send", arguments={"account": "astrid.ashgrove", "text": text})
    yield ToolCall(name="forum_save", arguments={"thread": THREAD, "undo": True})
    yield ToolCall(name="forum_edit", arguments={"thread": THREAD, "text": f"[Solved] {OLD}"})
    reply = "Thank you! Since EASTER there is not a single one left."
    yield ToolCall(name="forum_comment", arguments={"thread": THREAD, "answers": ADVICE, "text": reply})
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": ADVICE})
    yield Terminate(status="success")


def also_vote_mended(_guest: Guest) -> Solution:
    yield from read_chat()
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": REPLY})
    yield ToolCall(name="forum_vote", arguments={"value": "none", "answer": REPLY})
    yield ToolCall(name="forum_vote", arguments={"value": "down", "answer": ADVICE})
    yield from done()


def wrong_astrid_told(_guest: Guest) -> Solution:
    yield from read_chat()
    yield from done(chat=ASTRID)


def wrong_other_walnut_thread(_guest: Guest) -> Solution:
    """The one on which Merle was asked this month."""
    yield from read_chat()
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": OTHER_ADVICE})
    reply = {"thread": OTHER_THREAD, "answers": OTHER_ADVICE, "text": EASTER}
    yield ToolCall(name="forum_comment", arguments=reply)
    yield ToolCall(name="messenger_send", arguments={"conversation": SIGNE, "text": DRY})
    yield Terminate(status="success")


def wrong_best_rated(_guest: Guest) -> Solution:
    """Another advice with the same number of days, which has more votes."""
    yield from read_chat()
    yield from done(advice=BEST_RATED, told="It was the advice to pickle them.")


def wrong_question_lost(_guest: Guest) -> Solution:
    yield from read_chat()
    yield from done(question="This is settled.")


def wrong_reply_to_the_thread(_guest: Guest) -> Solution:
    yield from read_chat()
    yield from done(reply_to="")


def wrong_chat_not_read(_guest: Guest) -> Solution:
    yield ToolCall(name="forum_read_thread", arguments={"thread": THREAD})
    yield from done()


def wrong_still_saved(_guest: Guest) -> Solution:
    yield from read_chat()
    yield from done(saved=True)


def wrong_thread_voted_up_too(_guest: Guest) -> Solution:
    yield from read_chat()
    yield ToolCall(name="forum_vote", arguments={"value": "up", "thread": THREAD})
    yield from done()


def wrong_advice_told(_guest: Guest) -> Solution:
    yield from read_chat()
    yield from done(told="Freeze it, that was the good advice.")


def read_chat() -> Solution:
    yield ToolCall(name="messenger_read", arguments={"conversation": SIGNE})


def done(
    *,
    advice: str = ADVICE,
    reply_to: str | None = None,
    question: str = f"{OLD} It is settled now.",
    saved: bool = False,
    chat: str = SIGNE,
    told: str = DRY,
) -> Solution:
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": advice})
    answers = advice if reply_to is None else reply_to
    reply = {"thread": THREAD, "answers": answers, "text": EASTER}
    yield ToolCall(name="forum_comment", arguments=reply)
    yield ToolCall(name="forum_edit", arguments={"thread": THREAD, "text": question})
    if not saved:
        yield ToolCall(name="forum_save", arguments={"thread": THREAD, "undo": True})
    yield ToolCall(name="messenger_send", arguments={"conversation": chat, "text": told})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, Any]]:
    return json.loads(seen.results[-1].text)
