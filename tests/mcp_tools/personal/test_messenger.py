"""Messenger: conversations of two and groups, seen by their members alone, with people named by account ids."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.personal.apps.messenger import MESSENGER, Conversation
from mcp_tools.personal.calls import Outcome
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import import_tree
from mcp_tools.personal.world import World
from tests.mcp_tools.personal.messenger_records import TREE
from tests.mcp_tools.personal.random_calls import Call, check_calls, random_calls
from tests.mcp_tools.personal.small_state import JON, MARA, ROBIN, call, refusal, small_state

AS_ROBIN = {"account": "u-100", "name": "Robin Vale"}
AS_MARA = {"account": "u-200", "name": "Mara Lind"}
AS_JON = {"account": "u-300", "name": "Jon Ferro"}


def state() -> Store:
    """The small state with conversations."""
    store = small_state()
    import_tree(store, TREE)
    return store


def texts(store: Store, conversation: str, person: str = ROBIN) -> list[str]:
    """What is written in a conversation."""
    return [row["text"] for row in call(store, MESSENGER, "read", person, conversation=conversation)]


def test_conversations_are_listed_and_read_page_by_page() -> None:
    store = state()
    listed = call(store, MESSENGER, "list_conversations")
    assert listed == [
        {
            "id": "chat-2",
            "name": "Choir trip",
            "is_group": True,
            "members": [AS_MARA, AS_ROBIN],
            "last_at": "2026-05-11T08:30",
        },
        {
            "id": "chat-1",
            "name": "Mara Lind",
            "is_group": False,
            "members": [AS_ROBIN, AS_MARA],
            "last_at": "2026-05-10T18:05",
        },
    ]
    assert [row["id"] for row in call(store, MESSENGER, "list_conversations", limit=1)] == ["chat-2"]
    (last,) = call(store, MESSENGER, "read", conversation="chat-1", limit=1)
    assert last == {
        "id": "msg-2",
        "conversation": "chat-1",
        "text": "At eight, please.",
        "at": "2026-05-10T18:05",
        "reply_to": "msg-1",
        "is_edited": False,
        "sender": AS_ROBIN,
        "reactions": [{"emoji": "👍"} | AS_MARA],
    }
    earlier = call(store, MESSENGER, "read", conversation="chat-1", before="msg-2")
    assert [row["id"] for row in earlier] == ["msg-1"]
    assert refusal(store, MESSENGER, "read", conversation="chat-1", before="msg-3") == (
        "before: there is no message 'msg-3' in chat-1"
    )


def test_search_by_words_sender_and_days() -> None:
    store = state()
    for arguments, found in (
        ({"words": "bus scores"}, ["msg-3"]),
        ({"sender": "u-100"}, ["msg-3", "msg-2"]),
        ({"until": "2026-05-10", "limit": 1}, ["msg-2"]),
        ({"since": "2026-05-11"}, ["msg-3"]),
        ({"words": "canary"}, []),
    ):
        assert [row["id"] for row in call(store, MESSENGER, "search", **arguments)] == found


def test_accounts_are_found_by_name_among_acquaintances_and_by_phone_among_all() -> None:
    store = state()
    assert call(store, MESSENGER, "find_account", query="lind") == [AS_MARA]
    assert call(store, MESSENGER, "find_account", query="jon") == []
    assert call(store, MESSENGER, "find_account", query="031 55503") == [AS_JON]
    assert call(store, MESSENGER, "find_account", query="031 555") == []
    assert call(store, MESSENGER, "find_account", query="----") == []
    assert call(store, MESSENGER, "find_account", MARA, query="jon") == [AS_JON]
    import_tree(store, {"people": {"people": {"person-4": {"name": "Mara", "account": "u-400"}}}})
    call(store, MESSENGER, "send", account="u-400", text="Hello")
    assert [row["account"] for row in call(store, MESSENGER, "find_account", query="mara")] == [
        "u-400",
        "u-200",
    ]
    assert {line["type"] for line in store.log("reads") if line["action"] == "messenger.find_account"} == {
        "people.person"
    }


def test_a_message_to_an_account_goes_into_the_one_conversation_of_two() -> None:
    store = state()
    assert call(store, MESSENGER, "send", account="u-200", text="On my way")["conversation"] == "chat-1"
    sent = call(store, MESSENGER, "send", account="u-300", text="Hello Jon")
    assert (sent["id"], sent["conversation"], sent["sender"]) == ("msg-6", "chat-4", AS_ROBIN)
    answer = call(store, MESSENGER, "send", JON, account="u-100", text="Hello", reply_to="msg-6")
    assert answer["conversation"] == "chat-4" and texts(store, "chat-4") == ["Hello Jon", "Hello"]
    assert call(store, MESSENGER, "list_conversations", JON)[0]["name"] == "Robin Vale"
    assert "no conversation 'chat-4'" in refusal(store, MESSENGER, "read", MARA, conversation="chat-4")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "give either conversation or account"),
        ({"conversation": "chat-1", "account": "u-200"}, "give either conversation or account"),
        ({"account": "u-100"}, "u-100 is your own account"),
        ({"account": "u-900"}, "there is no account 'u-900'; find_account finds ids by name or phone number"),
        (
            {"account": "+31 5550-3"},
            "'+31 5550-3' is a phone number, not an account id; find_account finds the id by it",
        ),
        ({"conversation": "chat-3"}, "there is no conversation 'chat-3'"),
        ({"conversation": "chat-1", "reply_to": "msg-3"}, "reply_to: message 'msg-3' is not in chat-1"),
        ({"conversation": "chat-1", "reply_to": "msg-4"}, "there is no message 'msg-4'"),
    ],
)
def test_where_a_message_cannot_go(arguments: dict[str, Any], message: str) -> None:
    assert refusal(state(), MESSENGER, "send", text="x", **arguments) == message


def test_own_messages_are_edited_and_deleted() -> None:
    store = state()
    edited = call(store, MESSENGER, "edit", message="msg-2", text="At nine.")
    assert (edited["text"], edited["is_edited"], edited["at"]) == ("At nine.", True, "2026-05-10T18:05")
    for tool, more in (("edit", {"text": "x"}), ("delete", {})):
        assert refusal(store, MESSENGER, tool, message="msg-1", **more) == (
            "msg-1 is Mara Lind's message; only who sent a message can change or delete it"
        )
        assert "no message" in refusal(store, MESSENGER, tool, JON, message="msg-1", **more)
    assert call(store, MESSENGER, "delete", MARA, message="msg-1")["text"] == "Rehearsal at seven?"
    (left,) = call(store, MESSENGER, "read", conversation="chat-1")
    assert (left["id"], left["reply_to"]) == ("msg-2", "")
    assert call(store, MESSENGER, "delete", message="msg-2")["reactions"] == [{"emoji": "👍"} | AS_MARA]
    assert texts(store, "chat-1") == [] and store.records("messenger.reaction") == {}


def test_one_reaction_of_each_person() -> None:
    store = state()
    call(store, MESSENGER, "react", message="msg-2", emoji="🎉")
    both = call(store, MESSENGER, "react", MARA, message="msg-2", emoji="❤️")["reactions"]
    assert both == [{"emoji": "❤️"} | AS_MARA, {"emoji": "🎉"} | AS_ROBIN]
    assert len(call(store, MESSENGER, "react", MARA, message="msg-2", emoji="")["reactions"]) == 1
    assert "no reaction to msg-2" in refusal(store, MESSENGER, "react", MARA, message="msg-2", emoji="")
    assert "not one of: 👍" in refusal(store, MESSENGER, "react", message="msg-2", emoji="thumbs up")
    assert "no message" in refusal(store, MESSENGER, "react", message="msg-4", emoji="👍")


def test_groups_are_made_joined_and_left() -> None:
    store = state()
    made = call(store, MESSENGER, "create_group", name="Picnic", accounts=["u-300", "u-100"])
    assert (made["id"], made["is_group"], made["members"]) == ("chat-4", True, [AS_ROBIN, AS_JON])
    call(store, MESSENGER, "send", conversation="chat-4", text="Sunday")
    call(store, MESSENGER, "set_members", JON, conversation="chat-4", add=["u-200"])
    assert texts(store, "chat-4", MARA) == ["Sunday"]
    changed = call(store, MESSENGER, "set_members", conversation="chat-4", add=["u-200"], remove=["u-300"])
    assert changed["members"] == [AS_ROBIN, AS_MARA]
    for tool, more in (("read", {}), ("send", {"text": "x"}), ("set_members", {"add": ["u-300"]})):
        assert refusal(store, MESSENGER, tool, JON, conversation="chat-4", **more) == (
            "there is no conversation 'chat-4'"
        )
    assert call(store, MESSENGER, "set_members", conversation="chat-4", remove=["u-100"])["members"] == [
        AS_MARA
    ]
    assert "no conversation" in refusal(store, MESSENGER, "read", conversation="chat-4")
    assert texts(store, "chat-4", MARA) == ["Sunday"], "what somebody wrote who left stays"
    assert "nobody would be left" in refusal(
        store, MESSENGER, "set_members", MARA, conversation="chat-4", remove=["u-200"]
    )


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        (
            "create_group",
            {"name": "Us", "accounts": []},
            "accounts has nobody but the user; name at least one",
        ),
        ("create_group", {"name": "Us", "accounts": ["u-100"]}, "accounts has nobody but the user"),
        ("create_group", {"name": " ", "accounts": ["u-200"]}, "name is empty"),
        ("create_group", {"name": "Us", "accounts": ["021 5550 2"]}, "'021 5550 2' is a phone number"),
        ("set_members", {"conversation": "chat-1", "add": ["u-300"]}, "chat-1 is a conversation of two"),
        ("set_members", {"conversation": "chat-2"}, "add and remove are empty"),
        ("set_members", {"conversation": "chat-2", "remove": ["u-300"]}, "u-300 is not in chat-2"),
        ("set_members", {"conversation": "chat-2", "add": ["Jon"]}, "there is no account 'Jon'"),
    ],
)
def test_refused_groups(tool: str, arguments: dict[str, Any], message: str) -> None:
    assert refusal(state(), MESSENGER, tool, **arguments).startswith(message)


def test_somebody_without_an_account_begins_no_conversation() -> None:
    store = state()
    import_tree(store, {"people": {"people": {"person-4": {"name": "Ida"}}}})
    assert call(store, MESSENGER, "list_conversations", "person-4") == []
    for tool, arguments in (
        ("send", {"account": "u-100", "text": "x"}),
        ("create_group", {"name": "x", "accounts": ["u-100"]}),
    ):
        assert refusal(store, MESSENGER, tool, "person-4", **arguments) == (
            "the user has no account in Messenger"
        )


CONVERSATIONS = st.builds("chat-{}".format, st.integers(1, 5))
MESSAGES = st.builds("msg-{}".format, st.integers(1, 6))
ACCOUNTS = st.sampled_from(["u-100", "u-200", "u-300", "u-300", "031 5550 3", "Mara"])
BY_NAME = {
    "conversation": CONVERSATIONS,
    "message": MESSAGES,
    "reply_to": MESSAGES,
    "before": MESSAGES,
    "account": ACCOUNTS,
    "sender": ACCOUNTS,
}
OTHERS = st.sampled_from(["", "mara", "2026-05-11", "031 5550 3", "chat-1", "msg-1"])


@given(random_calls(MESSENGER, texts=OTHERS, items=ACCOUNTS, by_name=BY_NAME))
def test_any_calls_keep_the_state_sound(calls: list[Call]) -> None:
    def check_each(_: Store, person: str, outcome: Outcome) -> None:
        assert person != ROBIN or "canary-5512" not in json.dumps(outcome.result)

    store = check_calls(state, calls, check_each)
    pairs = [frozenset(item.members) for item in World(store, ROBIN).find_of_all(Conversation, name="")]
    assert len(set(pairs)) == len(pairs) and all(len(pair) == 2 for pair in pairs)
