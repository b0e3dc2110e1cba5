"""Threads of the forum: questions, who asked and answered them, and where."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import named_by_profile, profile, rival
from plugins.persona.generation.facts.searching import rows
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact


def _threads(lived: Lived) -> Iterator[tuple[str, Data, str]]:
    """Yield the threads that the words of their title before the colon find, with these words."""
    every = lived.view.records["forum.thread"].values()
    titles = Counter(_topic(thread["title"]) for thread in every)
    for happening in lived.happened("forum_question"):
        for key, thread in happening.of("forum.thread"):
            topic = _topic(thread["title"])
            found = [item for item in rows(lived, "forum_search", topic)[:20] if item.startswith("thread")]
            if thread.get("author") and titles[topic] == 1 and found == [key]:
                yield key, thread, topic


def _topic(title: str) -> str:
    """The title of a thread as far as it says what it is about."""
    return re.split(r"[:?]", title)[0]


def _find(topic: str, *reads: Read) -> Call:
    """Return the call that finds a thread, besides whose title answers may have the words."""
    return Call("forum_search", {"words": topic, "limit": 20}, reads)


@fact("thread")
def question(lived: Lived) -> Iterator[Fact]:
    """A question in the forum."""
    every = [key for key, _, _ in _threads(lived)]
    for key, _, topic in _threads(lived):
        yield Fact(
            unit="question",
            type="thread",
            value=key,
            wanted=f'the question about "{topic}" in the forum',
            it="that question",
            calls=(_find(topic, Read("value", "kind=thread/id")),),
            claim=f'the question "{topic}" was found',
            shown=(f"forum.thread {key}",),
            others=tuple(other for other in every if other != key)[:1],
        )


@fact("thread")
def last_saved(lived: Lived) -> Iterator[Fact]:
    """The thread that the main person saved last."""
    saved = [
        (int(key.rpartition("-")[2]), data["thread"])
        for key, data in lived.view.records["forum.saved"].items()
        if data["owner"] == lived.me
    ]
    if len(saved) < 2:
        return
    (_, key), (_, before) = sorted(saved, reverse=True)[:2]
    yield Fact(
        unit="last_saved",
        type="thread",
        value=key,
        wanted="the thread that I saved last in the forum",
        it="that thread",
        calls=(Call("forum_list_saved", {"limit": 1}, (Read("value", "0/id"),)),),
        claim="the thread that was saved last was found",
        shown=(f"forum.thread {key}",),
        others=(before,),
    )


@fact("person")
def asker(lived: Lived) -> Iterator[Fact]:
    """Who asked a question: the name behind the handle."""
    authors = [thread["author"] for _, thread, _ in _threads(lived)]
    for key, thread, topic in _threads(lived):
        author = thread["author"]
        own = profile(lived, author)
        if author == lived.me or not own or lived.named(lived.name(author)) != author:
            continue
        other = rival(lived, author, *authors, with_profile=True)
        yield Fact(
            unit="asker",
            type="person",
            value=lived.name(author),
            wanted=f'whoever asked about "{topic}" in the forum',
            it="the one who asked",
            calls=(_find(topic, Read("handle", "kind=thread/author")), named_by_profile()),
            claim=f'who asked "{topic}" was looked up',
            shown=(f"feed.profile {own}", f"forum.thread {key}"),
            others=(lived.name(other),),
            change=Change(f"forum.thread {key}", "author", author, other),
        )


@fact("person")
def best_answerer(lived: Lived) -> Iterator[Fact]:
    """Who has the answer with most points in a thread, where it has more than any other."""
    answers = lived.view.records["forum.answer"]
    points: Counter[str] = Counter()
    for vote in lived.view.records["forum.vote"].values():
        points[vote["answer"]] += 1 if vote["value"] == "up" else -1
    for key, _, topic in _threads(lived):
        below = [item for item, data in answers.items() if data["thread"] == key and data.get("author")]
        below.sort(key=lambda item: -points[item])
        if len(below) < 2 or points[below[0]] <= points[below[1]] or answers[below[0]].get("answers"):
            continue
        best = below[0]
        author = answers[best]["author"]
        own = profile(lived, author)
        rivals = [answers[item]["author"] for item in below[1:]]
        if author == lived.me or not own or lived.named(lived.name(author)) != author:
            continue
        other = rival(lived, author, *rivals, with_profile=True)
        yield Fact(
            unit="best_answerer",
            type="person",
            value=lived.name(author),
            wanted=f'whoever has the answer with most points to the question about "{topic}" in the forum',
            it="the author of that answer",
            calls=(
                _find(topic, Read("thread", "kind=thread/id")),
                Call("forum_read_thread", {"thread": "{thread}"}, (Read("handle", "answers/0/author"),)),
                named_by_profile(),
            ),
            claim=f'who answered "{topic}" best was looked up',
            shown=(f"feed.profile {own}", f"forum.answer {best}"),
            others=(lived.name(other),),
            change=Change(f"forum.answer {best}", "author", author, other),
        )


@fact("name")
def board_of_question(lived: Lived) -> Iterator[Fact]:
    """On which board a question stands."""
    boards = lived.view.records["forum.board"]
    names = [data["name"] for data in boards.values()]
    for key, thread, topic in _threads(lived):
        board = boards[thread["board"]]["name"]
        other = next(name for name in names if name != board)
        yield Fact(
            unit="board_of_question",
            type="name",
            value=board,
            wanted=f'the board of the forum that has the question about "{topic}"',
            it="that board",
            calls=(_find(topic, Read("value", "kind=thread/board")),),
            claim=f'the board of "{topic}" was looked up',
            shown=(f"forum.thread {key}",),
            others=(other,),
            change=Change(
                f"forum.thread {key}",
                "board",
                thread["board"],
                next(item for item, data in boards.items() if data["name"] == other),
            ),
        )


@fact("price")
def price_in_forum(lived: Lived) -> Iterator[Fact]:
    """What a repair may cost, where one answer of a thread alone names a sum in euros."""
    answers = lived.view.records["forum.answer"]
    for key, thread, topic in _threads(lived):
        sums = [
            (item, found[1])
            for item, data in answers.items()
            if data["thread"] == key
            for found in re.finditer(r"\b(\d+) euros", data["text"])
        ]
        if len(sums) != 1 or "euros" in thread["text"]:
            continue
        ((answer, euros),) = sums
        yield Fact(
            unit="price_in_forum",
            type="price",
            value=euros,
            wanted=f'the sum that an answer to "{topic}" in the forum names',
            it="that sum",
            calls=(
                _find(topic, Read("thread", "kind=thread/id")),
                Call(
                    "forum_read_thread",
                    {"thread": "{thread}"},
                    (Read("value", "answers", r"\b(\d+) euros"),),
                ),
            ),
            claim=f'the sum in the answers to "{topic}" was read',
            shown=(f"forum.answer {answer}",),
            others=(str(int(euros) + 12),),
            change=Change(f"forum.answer {answer}", "text", f"{euros} euros", f"{int(euros) + 31} euros"),
        )
