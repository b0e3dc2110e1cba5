"""The forum: threads of others and own ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plugins.persona.generation.lived import Lived, Row
from plugins.persona.generation.operations.given import (
    VALUES,
    changed,
    created,
    deleted,
    rows_of,
    said,
    short,
    told,
    told_too,
    words,
)
from plugins.persona.generation.operations.literals import THANKS, THREADS, pick
from plugins.persona.generation.parts import Call, Fact, Operation, Read, operation

BOARDS = ("Around town", "Kitchen table", "Home repairs")


@operation(fact=VALUES)
def new_thread(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Begin a thread that tells a value."""
    text, other = said("fact", fact)
    title = pick(lived, fact, THREADS)
    boards = {data["name"]: key for key, data in lived.view.records["forum.board"].items()}
    for name in BOARDS:
        if name not in boards:
            continue
        yield Operation(
            unit="new_thread",
            kind="create",
            asked=f'Begin a thread "{title}" on the board {name} of the forum that says {{fact}}.',
            takes={"fact": fact},
            effect=Call("forum_post", {"board": name, "title": title, "text": text}),
            also={"text": other},
            wrong={"on_another_board": {"board": next(item for item in boards if item != name)}},
            claim=f"a thread on {name} has it",
            check=created(
                "forum.thread",
                {"author": lived.me, "board": boards[name]},
                {"title": words(title), "text": told(fact)},
            ),
        )


@operation(thread=("thread",), fact=VALUES)
def answer_thread(lived: Lived, thread: Fact, fact: Fact) -> Iterator[Operation]:
    """Answer a thread with a value."""
    text, other = said("fact", fact)
    for key, data in _there(lived, thread)[:1]:
        yield Operation(
            unit="answer_thread",
            kind="create",
            asked="Answer in {thread} and say {fact}.",
            takes={"thread": thread, "fact": fact},
            effect=Call("forum_comment", {"thread": "{thread}", "text": text}),
            also={"text": other},
            claim=f"an answer in {short(data['title'])!r} has it",
            check=created("forum.answer", {"thread": key, "author": lived.me}, {"text": told(fact)}),
            record=f"forum.thread {key}",
        )


@operation(thread=("thread",))
def thank_in_thread(lived: Lived, thread: Fact) -> Iterator[Operation]:
    """Thank in a thread."""
    thanks = pick(lived, thread, THANKS)
    for key, data in _there(lived, thread)[:1]:
        yield Operation(
            unit="thank_in_thread",
            kind="create",
            asked=f'Answer in {{thread}} with "{thanks}".',
            takes={"thread": thread},
            effect=Call("forum_comment", {"thread": "{thread}", "text": f"{thanks}!"}),
            also={"text": f"Hello! {thanks}."},
            wrong={"in_other_words": {"text": "Hello!"}},
            claim=f"an answer in {short(data['title'])!r} thanks",
            check=created("forum.answer", {"thread": key, "author": lived.me}, {"text": words(thanks)}),
            record=f"forum.thread {key}",
        )


@operation(thread=("thread",))
def save_thread(lived: Lived, thread: Fact) -> Iterator[Operation]:
    """Save a thread, or take it off those that are saved."""
    saved = {
        data["thread"]: key
        for key, data in lived.view.records["forum.saved"].items()
        if data["owner"] == lived.me
    }
    rows = _there(lived, thread)
    for key, data in rows[:1]:
        own = saved.get(key)
        if own and not all(other in saved for other, _ in rows):
            continue
        yield Operation(
            unit="save_thread",
            kind="modify",
            asked="Take {thread} off my saved threads." if own else "Save {thread} in the forum.",
            takes={"thread": thread},
            effect=Call("forum_save", {"thread": "{thread}"} | ({"undo": True} if own else {})),
            claim=f"{short(data['title'])!r} is {'no more' if own else ''} saved".replace("  ", " "),
            check=deleted("forum.saved", own)
            if own
            else created("forum.saved", {"owner": lived.me, "thread": key}, {}),
            record=f"forum.thread {key}",
        )


@operation(thread=("thread",))
def vote_on_thread(lived: Lived, thread: Fact) -> Iterator[Operation]:
    """Vote on a thread of somebody else, or change the vote."""
    votes = {
        data["thread"]: (key, data)
        for key, data in lived.view.records["forum.vote"].items()
        if data["owner"] == lived.me and not data["answer"]
    }
    for key, data in rows_of(lived, thread, lambda _, data: data["author"] not in ("", lived.me))[:1]:
        old = votes.get(key)
        new = "down" if old and old[1]["value"] == "up" else "up"
        yield Operation(
            unit="vote_on_thread",
            kind="modify",
            asked=f"Vote {new} on {{thread}}.",
            takes={"thread": thread},
            effect=Call("forum_vote", {"thread": "{thread}", "value": new}),
            wrong={"the_other_way": {"value": "up" if new == "down" else "down"}},
            claim=f"there is a vote on {short(data['title'])!r}",
            check=changed("forum.vote", old[0], {"value": new})
            if old
            else created("forum.vote", {"owner": lived.me, "thread": key, "answer": ""}, {"value": new}),
            record=f"forum.thread {key}",
        )


@operation(thread=("thread",), fact=VALUES)
def more_in_thread(lived: Lived, thread: Fact, fact: Fact) -> Iterator[Operation]:
    """Add a value to the text of an own thread."""
    text, other = said("fact", fact)
    for key, data in rows_of(lived, thread, lambda _, data: data["author"] == lived.me)[:1]:
        if fact.value in data["text"] or not data["text"]:
            continue
        yield Operation(
            unit="more_in_thread",
            kind="modify",
            asked="To the text of {thread}, add {fact}.",
            takes={"thread": thread, "fact": fact},
            lookups=(Call("forum_read_thread", {"thread": "{thread}"}, (Read("text", "text"),)),),
            effect=Call("forum_edit", {"thread": "{thread}", "text": "{text} " + text}),
            also={"text": "{text}\n" + other},
            wrong={"over_the_old_text": {"text": f"It is {fact.value}."}},
            claim=f"the text of {short(data['title'])!r} has it too",
            check=changed("forum.thread", key, {"text": told_too(fact, data["text"])}),
            record=f"forum.thread {key}",
        )


def _there(lived: Lived, thread: Fact) -> list[Row]:
    """The fact's thread and those taken for it; none if one is deleted."""

    def is_there(_: str, data: Any) -> bool:
        return bool(data["author"])

    return rows_of(lived, thread, is_there)
