"""A forum: boards of threads, whose answers answer each other, and votes, which are counted for all to see.

Of a vote only the voter knows. What is deleted but has replies keeps its place, without author and text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from mcp_tools.messages import shorten
from mcp_tools.personal.apps.words import Limit, Words, contains
from mcp_tools.personal.declaration import App, Record, Row
from mcp_tools.personal.fields import Choice, Flag, Moment, Ref, Text
from mcp_tools.personal.people import Person, PersonId
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.world import World

FORUM = App("forum", "Forum", "Boards on many subjects: threads, answers, votes")
UP, DOWN, NONE = "up", "down", "none"
NEW, TOP = ORDERS = ("new", "top")
DELETED = "[deleted]"
ThreadId = Annotated[str, Ref(record_type="forum.thread", description="A thread's id.")]
MaybeThread = Annotated[str, Ref(record_type="forum.thread", optional=True, description="A thread's id.")]
MaybeAnswer = Annotated[str, Ref(record_type="forum.answer", optional=True, description="An answer's id.")]
AuthorId = Annotated[str, Ref(record_type="people.person", optional=True)]
BoardName = Annotated[str, Text(longest=60, description="A board's name, as list_boards has it.")]
Title = Annotated[str, Text(longest=300, shortest=1)]
Body = Annotated[str, Text(longest=10_000, lines=True)]
FilledBody = Annotated[str, Text(longest=10_000, shortest=1, lines=True)]
When = Annotated[str, Moment()]


@FORUM.record("board", "boards", prefix="board")
@dataclass(frozen=True, kw_only=True)
class Board(Record):
    """A subject of the forum."""

    name: Annotated[str, Text(longest=60, shortest=1)]
    about: Annotated[str, Text(longest=500, lines=True)] = ""


@FORUM.record("thread", "threads", prefix="thread", parent="board", volatile=("at",))
@dataclass(frozen=True, kw_only=True)
class Thread(Record):
    """A question or a piece of news. One without an author is deleted."""

    board: Annotated[str, Ref(record_type="forum.board")]
    author: AuthorId
    title: Title
    text: Body = ""
    at: When


@FORUM.record("answer", "answers", prefix="answer", parent="thread", volatile=("at",))
@dataclass(frozen=True, kw_only=True)
class Answer(Record):
    """An answer to a thread, or to the answer named in `answers`. One without an author is deleted."""

    thread: ThreadId
    author: AuthorId
    text: FilledBody
    answers: MaybeAnswer = ""
    at: When


@FORUM.record("vote", "votes", prefix="vote", parent="thread")
@dataclass(frozen=True, kw_only=True)
class Vote(Record):
    """The owner's vote on a thread, or on the answer in it that is named."""

    owner: PersonId
    thread: ThreadId
    answer: MaybeAnswer = ""
    value: Annotated[str, Choice(options=(UP, DOWN))]


@FORUM.record("saved", "saved", prefix="saved")
@dataclass(frozen=True, kw_only=True)
class Saved(Record):
    """The owner has saved a thread."""

    owner: PersonId
    thread: ThreadId


Item = Thread | Answer
Points = Counter[tuple[str, str]]
"""Points by the ids of thread and answer; the latter is empty for the thread itself."""


@FORUM.action("read")
def list_boards(world: World) -> list[Row]:
    """List the boards with the numbers of their threads."""
    threads = Counter(thread.board for thread in world.find(Thread))
    return [
        {"name": board.name, "about": board.about, "threads": threads[board.id]}
        for board in world.find(Board)
    ]


@FORUM.action("read")
def list_threads(
    world: World,
    board: BoardName = "",
    by: Annotated[str, Choice(options=ORDERS, description="top: those with most points first.")] = NEW,
    limit: Limit = 20,
) -> list[Row]:
    """List the threads of a board, or of all boards, the newest first or those with most points."""
    points = _points(world)
    matches = world.find(Thread, board=_board(world, board).id) if board else world.find(Thread)
    matches = sorted(matches, key=lambda thread: thread.at)[::-1]
    if by == TOP:
        matches.sort(key=lambda thread: -points[thread.id, ""])
    return [_thread_row(world, thread, points) for thread in matches[:limit]]


@FORUM.action("read")
def search(
    world: World,
    words: Words = "",
    board: BoardName = "",
    author: Annotated[str, Text(longest=40, description='The author\'s handle, as "@name".')] = "",
    limit: Limit = 20,
) -> list[Row]:
    """Find threads and answers that have all words in title or text, the newest first."""
    within = _board(world, board).id if board else ""
    writer = _person(world, author).id if author else ""
    threads = {item.id: item for item in world.find(Thread) if within in ("", item.board)}
    items: list[Item] = [*threads.values()]
    items += [answer for answer in world.find(Answer) if answer.thread in threads]
    matches = [
        item
        for item in items
        if item.author and writer in ("", item.author) and contains(_words_of(item), words)
    ]
    points = _points(world)
    rows = []
    for item in sorted(matches, key=lambda item: item.at)[::-1][:limit]:
        if isinstance(item, Thread):
            rows.append(_thread_row(world, item, points) | {"kind": "thread"})
        else:
            of_thread = {"kind": "answer", "title": threads[item.thread].title}
            rows.append(_answer_row(world, item, points) | of_thread)
    return rows


@FORUM.action("read")
def read_thread(world: World, thread: ThreadId) -> Row:
    """Show a thread with its answers, each below the one that it answers, those with most points first.

    `depth` is how many answers an answer is below; `own_vote` is the user's.
    """
    shown, points = world.get(Thread, thread), _points(world)
    own = {vote.answer: vote.value for vote in world.find(Vote, thread=shown.id)}
    return _thread_row(world, shown, points) | {
        "text": shown.text,
        "own_vote": own.get("", NONE),
        "is_saved": bool(world.find(Saved, thread=shown.id)),
        "answers": [
            _answer_row(world, item, points) | {"depth": depth, "own_vote": own.get(item.id, NONE)}
            for item, depth in _in_order(world.find(Answer, thread=shown.id), points)
        ],
    }


@FORUM.action("read")
def list_saved(world: World, limit: Limit = 20) -> list[Row]:
    """List the threads that the user has saved, the last saved first."""
    points = _points(world)
    saved = world.find(Saved)[::-1][:limit]
    return [_thread_row(world, world.get(Thread, item.thread), points) for item in saved]


@FORUM.action("create")
def post(world: World, board: BoardName, title: Title, text: Body = "") -> Row:
    """Begin a thread on a board."""
    values = {"board": _board(world, board).id, "author": _user(world), "title": title, "text": text}
    return _row(world, world.create(Thread, at=world.moment(), **values)) | {"text": text}


@FORUM.action("create")
def comment(
    world: World,
    thread: ThreadId,
    text: FilledBody,
    answers: Annotated[
        str, Ref(record_type="forum.answer", optional=True, description="The id of the answer to reply to.")
    ] = "",
) -> Row:
    """Answer a thread, or an answer in it."""
    author, answered = _user(world), world.get(Thread, thread)
    _check_there(answered)
    if answers:
        above = world.get(Answer, answers)
        _check_there(above)
        if above.thread != answered.id:
            raise Refused(f"{answers} is in {above.thread}, not in {thread}")
    made = world.create(
        Answer, thread=answered.id, author=author, text=text, answers=answers, at=world.moment()
    )
    return _row(world, made)


@FORUM.action("modify")
def vote(
    world: World,
    value: Annotated[str, Choice(options=(UP, DOWN, NONE), description="none: take the vote back.")],
    thread: MaybeThread = "",
    answer: MaybeAnswer = "",
) -> Row:
    """Vote on a thread or on an answer; a vote replaces the one before."""
    owner, item = _user(world), _item(world, thread, answer)
    target = {"thread": item.id} if isinstance(item, Thread) else {"thread": item.thread, "answer": item.id}
    before = world.find(Vote, **{"answer": ""} | target)
    if value == NONE:
        for old in before:
            world.delete(old)
    elif before:
        world.update(before[0], value=value)
    else:
        world.create(Vote, owner=owner, value=value, **target)
    return _row(world, item) | {"own_vote": value}


@FORUM.action("modify")
def save(
    world: World, thread: ThreadId, undo: Annotated[bool, Flag(description="Take it back.")] = False
) -> Row:
    """Save a thread for the user, or take that back."""
    kept = world.get(Thread, thread)
    before = world.find(Saved, thread=kept.id)
    if undo and not before:
        raise Refused(f"the user has not saved {thread}")
    if undo:
        for item in before:
            world.delete(item)
    elif not before:
        world.create(Saved, owner=world.person, thread=kept.id)
    return _row(world, kept) | {"is_saved": not undo}


@FORUM.action("modify")
def edit(world: World, text: FilledBody, thread: MaybeThread = "", answer: MaybeAnswer = "") -> Row:
    """Replace the text of a thread or an answer of the user's."""
    changed = world.update(_own(world, thread, answer), text=text)
    return _row(world, changed) | {"text": text}


@FORUM.action("delete")
def delete(world: World, thread: MaybeThread = "", answer: MaybeAnswer = "") -> Row:
    """Delete a thread or an answer of the user's. If it has replies, they stay, and it says "[deleted]"."""
    gone = _own(world, thread, answer)
    row = _row(world, gone)
    if _replies(world, gone):
        world.update(gone, author="", text=DELETED)
    else:
        _remove(world, gone)
    return row


def _remove(world: World, gone: Item) -> None:
    """Delete what has no replies, and what it answers if that is deleted and has no other reply."""
    item: Item | None = gone
    while item and not _replies(world, item):
        if isinstance(item, Thread):
            above: Item | None = None
            with_it = [*world.find_of_all(Vote, thread=item.id), *world.find_of_all(Saved, thread=item.id)]
        else:
            above = world.get(Answer, item.answers) if item.answers else world.get(Thread, item.thread)
            with_it = [*world.find_of_all(Vote, answer=item.id)]
        for record in (*with_it, item):
            world.delete(record)
        item = above if above and not above.author else None


def _replies(world: World, item: Item) -> list[Answer]:
    if isinstance(item, Thread):
        return world.find(Answer, thread=item.id)
    return world.find(Answer, answers=item.id)


def _item(world: World, thread: str, answer: str) -> Item:
    """The thread or the answer, whichever is given. Raises Refused for one that is deleted."""
    if bool(thread) == bool(answer):
        raise Refused("give either thread or answer")
    item: Item = world.get(Thread, thread) if thread else world.get(Answer, answer)
    _check_there(item)
    return item


def _check_there(item: Item) -> None:
    if not item.author:
        raise Refused(f"{item.id} is deleted")


def _own(world: World, thread: str, answer: str) -> Item:
    item = _item(world, thread, answer)
    if item.author != world.person:
        raise Refused(f"{item.id} is by {_handle(world, item.author)}, who alone can change it")
    return item


def _in_order(answers: Sequence[Answer], points: Points) -> list[tuple[Answer, int]]:
    """Answers with their depths: each below the one that it answers."""
    known, below = {answer.id for answer in answers}, defaultdict[str, list[Answer]](list)
    for answer in sorted(answers, key=lambda answer: (-points[answer.thread, answer.id], answer.at)):
        below[answer.answers if answer.answers in known else ""].append(answer)
    ordered, waiting = [], [(answer, 0) for answer in reversed(below[""])]
    while waiting:
        answer, depth = waiting.pop()
        ordered.append((answer, depth))
        waiting.extend((reply, depth + 1) for reply in reversed(below[answer.id]))
    return ordered


def _points(world: World) -> Points:
    """The points of each thread and answer: votes up less votes down."""
    points: Points = Counter()
    for vote in world.find_of_all(Vote):
        points[vote.thread, vote.answer] += 1 if vote.value == UP else -1
    return points


def _words_of(item: Item) -> str:
    return f"{item.title}\n{item.text}" if isinstance(item, Thread) else item.text


def _row(world: World, item: Item) -> Row:
    if isinstance(item, Thread):
        return _thread_row(world, item, _points(world))
    return _answer_row(world, item, _points(world))


def _thread_row(world: World, thread: Thread, points: Points) -> Row:
    answers = world.find(Answer, thread=thread.id)
    return world.show(thread, "title", "at") | {
        "board": world.get(Board, thread.board).name,
        "author": _handle(world, thread.author),
        "points": points[thread.id, ""],
        "answers": sum(bool(answer.author) for answer in answers),
    }


def _answer_row(world: World, answer: Answer, points: Points) -> Row:
    return world.show(answer, "thread", "answers", "text", "at") | {
        "author": _handle(world, answer.author),
        "points": points[answer.thread, answer.id],
    }


def _board(world: World, name: str) -> Board:
    boards = {board.name.casefold(): board for board in world.find(Board)}
    try:
        return boards[name.casefold()]
    except KeyError:
        known = ", ".join(board.name for board in boards.values())
        raise Refused(f"there is no board {shorten(name)}; there are: {known or 'none'}") from None


def _user(world: World) -> str:
    if not world.get(Person, world.person).handle:
        raise Refused("the user has no handle, which the forum needs")
    return world.person


def _person(world: World, handle: str) -> Person:
    sought = f"@{handle.removeprefix('@')}".casefold()
    for person in world.find(Person):
        if person.handle.casefold() == sought:
            return person
    raise Refused(f"nobody has the handle {shorten(handle)}")


def _handle(world: World, person: str) -> str:
    return world.get(Person, person).handle if person else DELETED
