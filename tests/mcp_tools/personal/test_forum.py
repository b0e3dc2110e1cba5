"""The forum: threads and answers are for all, votes and saved threads are their owner's."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.personal.apps.forum import FORUM
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from tests.mcp_tools.personal.forum_records import TREE
from tests.mcp_tools.personal.random_calls import Call, check_calls, random_calls
from tests.mcp_tools.personal.small_state import JON, MARA, ROBIN, call, refusal, small_state


def forum_state() -> Store:
    """The small state with a forum."""
    store = small_state()
    import_tree(store, TREE)
    return store


def ids(rows: list[dict[str, Any]]) -> list[str]:
    """The ids of rows."""
    return [row["id"] for row in rows]


def outline(store: Store, thread: str = "thread-1") -> list[tuple[str, int, str, int]]:
    """The answers of a thread: id, depth, author and points."""
    rows = call(store, FORUM, "read_thread", thread=thread)["answers"]
    return [(row["id"], row["depth"], row["author"], row["points"]) for row in rows]


def test_boards_and_their_threads() -> None:
    store = forum_state()
    assert call(store, FORUM, "list_boards") == [
        {"name": "Baking", "about": "Bread and cake", "threads": 2},
        {"name": "Corvin", "about": "The town", "threads": 1},
    ]
    assert ids(call(store, FORUM, "list_threads")) == ["thread-3", "thread-2", "thread-1"]
    assert ids(call(store, FORUM, "list_threads", board="baking")) == ["thread-2", "thread-1"]
    assert ids(call(store, FORUM, "list_threads", by="top", limit=2)) == ["thread-3", "thread-1"]
    assert call(store, FORUM, "list_threads", board="Baking", by="top")[1] == {
        "id": "thread-2",
        "title": "Which oven?",
        "at": "2026-05-10T10:00",
        "board": "Baking",
        "author": "@robin",
        "points": -1,
        "answers": 0,
    }
    assert refusal(store, FORUM, "list_threads", board="Bakery") == (
        "there is no board 'Bakery'; there are: Baking, Corvin"
    )


def test_search_finds_threads_and_answers() -> None:
    store = forum_state()
    assert ids(call(store, FORUM, "search", words="warm rye")) == ["thread-1"]
    (answer,) = call(store, FORUM, "search", words="flour", board="Baking")
    assert (answer["id"], answer["kind"], answer["thread"]) == ("answer-3", "answer", "thread-1")
    assert answer["title"] == "Rye starter smells of glue"
    assert ids(call(store, FORUM, "search", author="Jon")) == ["thread-3", "answer-4", "answer-1"]
    assert ids(call(store, FORUM, "search", author="@jon", board="Corvin", limit=5)) == ["thread-3"]
    assert "nobody has the handle '@ida'" in refusal(store, FORUM, "search", author="@ida")
    assert "no board" in refusal(store, FORUM, "search", board="x")


def test_a_thread_is_shown_with_each_answer_below_what_it_answers() -> None:
    store = forum_state()
    shown = call(store, FORUM, "read_thread", thread="thread-1")
    assert (shown["text"], shown["own_vote"], shown["is_saved"], shown["answers"][0]["own_vote"]) == (
        "Third day, warm kitchen.",
        "none",
        False,
        "up",
    )
    assert outline(store) == [
        ("answer-2", 0, "@robin", 2),
        ("answer-1", 0, "@jon", -1),
        ("answer-3", 1, "@mara", 0),
        ("answer-4", 2, "@jon", 0),
    ]
    assert call(store, FORUM, "read_thread", thread="thread-3")["is_saved"] is True
    assert refusal(store, FORUM, "read_thread", thread="thread-9") == "there is no thread 'thread-9'"


def test_threads_and_answers_are_written() -> None:
    store = forum_state()
    made = call(store, FORUM, "post", board="corvin", title="Lost key", text="Near the bridge.")
    assert (made["id"], made["board"], made["author"]) == ("thread-4", "Corvin", "@robin")
    first = call(store, FORUM, "comment", MARA, thread="thread-4", text="Which one?")
    assert (first["id"], first["answers"], first["thread"]) == ("answer-5", "", "thread-4")
    call(store, FORUM, "comment", thread="thread-4", text="The old one.", answers="answer-5")
    assert [row[:2] for row in outline(store, "thread-4")] == [("answer-5", 0), ("answer-6", 1)]
    assert refusal(store, FORUM, "comment", thread="thread-4", text="x", answers="answer-1") == (
        "answer-1 is in thread-1, not in thread-4"
    )
    assert "no answer" in refusal(store, FORUM, "comment", thread="thread-4", text="x", answers="answer-9")
    assert refusal(store, FORUM, "comment", thread="thread-4", text=" ") == "text is empty"
    assert "no board" in refusal(store, FORUM, "post", board="x", title="y")
    assert refusal(store, FORUM, "post", board="Corvin", title="") == "title is empty"
    edited = call(store, FORUM, "edit", thread="thread-4", text="Found.")
    assert edited["text"] == call(store, FORUM, "read_thread", MARA, thread="thread-4")["text"] == "Found."
    assert call(store, FORUM, "edit", MARA, answer="answer-5", text="Ah.")["text"] == "Ah."


@pytest.mark.parametrize("target", [{"thread": "thread-1"}, {"answer": "answer-4"}])
def test_a_vote_replaces_the_one_before_and_is_taken_back(target: dict[str, str]) -> None:
    store = forum_state()
    voted = [
        call(store, FORUM, "vote", person, value=value, **target)["points"]
        for person, value in ((MARA, "up"), (MARA, "up"), (ROBIN, "up"), (MARA, "down"), (ROBIN, "none"))
    ]
    assert voted == [1, 1, 2, 0, -1]
    assert call(store, FORUM, "vote", value="none", **target)["own_vote"] == "none"
    assert refusal(store, FORUM, "vote", value="up") == "give either thread or answer"
    both = {"thread": "thread-1", "answer": "answer-4"}
    assert refusal(store, FORUM, "vote", value="up", **both) == "give either thread or answer"
    assert "not one of: up, down, none" in refusal(store, FORUM, "vote", value="+1", **target)


def test_nobody_sees_votes_and_saved_threads_of_another() -> None:
    store = forum_state()
    assert ids(call(store, FORUM, "list_saved")) == ["thread-3"]
    assert call(store, FORUM, "list_saved", JON) == []
    own = [vote.get("owner") for vote in _votes(export_tree(store, MARA))]
    assert own == [MARA, MARA]
    assert export_tree(store, MARA)["forum"]["saved"] == {}
    call(store, FORUM, "vote", value="up", thread="thread-3")
    shown = call(store, FORUM, "read_thread", JON, thread="thread-3")
    assert (shown["points"], shown["own_vote"], shown["is_saved"]) == (1, "none", False)


def _votes(tree: dict[str, Any]) -> list[dict[str, Any]]:
    boards = tree["forum"]["boards"].values()
    threads = [thread for board in boards for thread in board["threads"].values()]
    return [vote for thread in threads for vote in thread.get("votes", {}).values()]


def test_threads_are_saved_and_taken_back() -> None:
    store = forum_state()
    for _ in range(2):
        assert call(store, FORUM, "save", thread="thread-1")["is_saved"] is True
    assert ids(call(store, FORUM, "list_saved")) == ["thread-1", "thread-3"]
    assert ids(call(store, FORUM, "list_saved", limit=1)) == ["thread-1"]
    assert call(store, FORUM, "save", thread="thread-1", undo=True)["is_saved"] is False
    assert ids(call(store, FORUM, "list_saved")) == ["thread-3"]
    assert refusal(store, FORUM, "save", thread="thread-1", undo=True) == ("the user has not saved thread-1")


def test_what_has_replies_keeps_its_place_until_they_are_deleted_too() -> None:
    store = forum_state()
    assert call(store, FORUM, "delete", JON, answer="answer-1")["author"] == "@jon"
    call(store, FORUM, "delete", MARA, answer="answer-3")
    assert outline(store)[1:3] == [("answer-1", 0, "[deleted]", -1), ("answer-3", 1, "[deleted]", 0)]
    assert call(store, FORUM, "read_thread", thread="thread-1")["answers"][1]["text"] == "[deleted]"
    assert call(store, FORUM, "search", words="deleted") == []
    assert call(store, FORUM, "list_threads", board="Baking")[1]["answers"] == 2
    for tool, arguments in (
        ("vote", {"value": "up", "answer": "answer-1"}),
        ("edit", {"text": "x", "answer": "answer-1"}),
        ("delete", {"answer": "answer-1"}),
        ("comment", {"thread": "thread-1", "text": "x", "answers": "answer-1"}),
    ):
        assert refusal(store, FORUM, tool, JON, **arguments) == "answer-1 is deleted"
    call(store, FORUM, "delete", MARA, thread="thread-1")
    thread = call(store, FORUM, "read_thread", thread="thread-1")
    assert (thread["title"], thread["text"], thread["author"]) == (
        "Rye starter smells of glue",
        "[deleted]",
        "[deleted]",
    )
    assert refusal(store, FORUM, "comment", thread="thread-1", text="x") == "thread-1 is deleted"
    call(store, FORUM, "delete", JON, answer="answer-4")
    assert outline(store) == [("answer-2", 0, "@robin", 2)]
    call(store, FORUM, "save", MARA, thread="thread-1")
    call(store, FORUM, "delete", answer="answer-2")
    assert refusal(store, FORUM, "read_thread", thread="thread-1") == "there is no thread 'thread-1'"
    assert call(store, FORUM, "list_saved", MARA) == []
    call(store, FORUM, "delete", JON, thread="thread-3")
    assert call(store, FORUM, "list_saved") == []


def test_only_the_author_changes_and_deletes() -> None:
    store = forum_state()
    for tool, arguments in (("edit", {"text": "x"}), ("delete", {})):
        assert "is by @mara, who alone" in refusal(store, FORUM, tool, thread="thread-1", **arguments)
        assert "is by @jon, who alone" in refusal(store, FORUM, tool, answer="answer-1", **arguments)
        assert refusal(store, FORUM, tool, **arguments) == "give either thread or answer"


def test_who_has_no_handle_reads_only() -> None:
    store = forum_state()
    import_tree(store, {"people": {"people": {"person-4": {"name": "Ida"}}}})
    assert len(call(store, FORUM, "list_threads", "person-4")) == 3
    for tool, arguments in (
        ("post", {"board": "Corvin", "title": "x"}),
        ("comment", {"thread": "thread-1", "text": "x"}),
        ("vote", {"thread": "thread-1", "value": "up"}),
    ):
        assert "no handle" in refusal(store, FORUM, tool, "person-4", **arguments)


def test_answers_may_be_any_depth() -> None:
    store = forum_state()
    chain = {
        f"answer-{number}": {
            "author": MARA,
            "text": "and",
            "answers": f"answer-{number - 1}" if number > 101 else "",
            "at": "2026-05-11T12:00",
        }
        for number in range(101, 1601)
    }
    import_tree(store, {"forum": {"boards": {"board-2": {"name": "Corvin", "threads": {"thread-3": {
        "author": JON, "title": "Bridge", "at": "2026-05-11T10:00", "answers": chain}}}}}})  # fmt: skip
    assert outline(store, "thread-3")[-1][:2] == ("answer-1600", 1499)


TEXTS = st.sampled_from(["", "rye", "[deleted]"])
ANSWERS = st.builds("answer-{}".format, st.integers(1, 6))
BY_NAME = {
    "thread": st.builds("thread-{}".format, st.integers(1, 4)),
    "answer": ANSWERS,
    "answers": ANSWERS,
    "board": st.sampled_from(["Baking", "corvin", "x"]),
    "author": st.sampled_from(["@robin", "@mara", "x"]),
}


@given(random_calls(FORUM, texts=TEXTS, items=TEXTS, by_name=BY_NAME))
def test_any_calls_keep_the_state_sound(calls: list[Call]) -> None:
    store = check_calls(forum_state, calls)
    for board in export_tree(store)["forum"]["boards"].values():
        for key, thread in board.get("threads", {}).items():
            answers = thread.get("answers", {})
            assert {answer["answers"] for answer in answers.values()} <= {"", *answers}
            assert [row[0] for row in sorted(outline(store, key))] == sorted(answers)
            voted = [(vote["owner"], vote["answer"]) for vote in thread.get("votes", {}).values()]
            assert len(voted) == len(set(voted))
            replied = {answer["answers"] for answer in answers.values()}
            assert all(answer["author"] or name in replied for name, answer in answers.items())
            assert thread["author"] or answers
