"""Team: the whole team reads public channels, their members write in them, and private ones are seen by these alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.personal.apps.team import TEAM
from mcp_tools.personal.calls import Outcome
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from tests.mcp_tools.personal.random_calls import Call, check_calls, random_calls
from tests.mcp_tools.personal.small_state import JON, MARA, ROBIN, call, refusal, small_state
from tests.mcp_tools.personal.team_records import TREE

AS_ROBIN = {"member": "M1", "name": "Robin Vale"}
AS_MARA = {"member": "M2", "name": "Mara Lind"}
AS_JON = {"member": "M3", "name": "Jon Ferro"}
JOIN_FIRST = "the user is not in channel-2; a public channel is joined with invite and the own id, M1"


def state() -> Store:
    """The small state with channels."""
    store = small_state()
    import_tree(store, TREE)
    return store


def posts(store: Store, channel: str, person: str = ROBIN, /, **arguments: Any) -> list[str]:
    """The ids of the posts that a channel shows."""
    shown = call(store, TEAM, "read_channel", person, channel=channel, **arguments)
    return [row["id"] for row in shown["posts"]]


def test_channels_are_listed_and_read() -> None:
    store = state()
    assert call(store, TEAM, "list_channels") == [
        {
            "id": "channel-1",
            "name": "general",
            "purpose": "For everybody",
            "is_private": False,
            "is_member": True,
            "member_count": 3,
        }
    ]
    everywhere = call(store, TEAM, "list_channels", all_public=True)
    assert [(row["name"], row["is_member"]) for row in everywhere] == [("general", True), ("lunch", False)]
    assert [row["name"] for row in call(store, TEAM, "list_channels", MARA)] == ["board", "general", "lunch"]
    assert posts(store, "channel-1") == ["post-1", "post-3"]
    assert posts(store, "channel-1", limit=1) == ["post-3"]
    assert posts(store, "channel-1", before="post-3") == posts(store, "channel-1", only_pinned=True)
    assert refusal(store, TEAM, "read_channel", channel="channel-1", before="post-4") == (
        "before: there is no post 'post-4' in channel-1"
    )
    shown = call(store, TEAM, "read_channel", channel="channel-1")
    assert shown["members"] == [AS_ROBIN, AS_MARA, AS_JON]
    assert shown["posts"][0] == {
        "id": "post-1",
        "channel": "channel-1",
        "text": "The release is on Friday.",
        "at": "2026-05-11T09:00",
        "thread": "",
        "is_pinned": True,
        "is_edited": False,
        "author": AS_MARA,
        "mentions": [],
        "replies": 1,
    }


def test_a_public_channel_is_read_by_all_and_written_in_after_joining() -> None:
    store = state()
    assert posts(store, "channel-2") == ["post-4"]
    for tool, arguments in (
        ("post", {"channel": "channel-2", "text": "x"}),
        ("reply", {"post": "post-4", "text": "x"}),
        ("edit_post", {"post": "post-4", "text": "x"}),
        ("pin", {"post": "post-4"}),
        ("invite", {"channel": "channel-2", "members": ["M1", "M3"]}),
    ):
        assert refusal(store, TEAM, tool, **arguments) == JOIN_FIRST
    joined = call(store, TEAM, "invite", channel="channel-2", members=["M1"])
    assert joined["members"] == [AS_MARA, AS_ROBIN]
    assert call(store, TEAM, "post", channel="channel-2", text="Bread too")["id"] == "post-6"


def test_a_private_channel_is_seen_by_its_members_alone() -> None:
    store = state()
    for tool, arguments in (
        ("read_channel", {}),
        ("search", {"words": "budget"}),
        ("post", {"text": "x"}),
        ("invite", {"members": ["M1"]}),
    ):
        assert refusal(store, TEAM, tool, channel="channel-3", **arguments) == (
            "there is no channel 'channel-3'; list_channels has the ids"
        )
    for tool, arguments in (
        ("read_thread", {}),
        ("reply", {"text": "x"}),
        ("edit_post", {"text": "x"}),
        ("pin", {}),
    ):
        assert refusal(store, TEAM, tool, post="post-5", **arguments) == "there is no post 'post-5'"
    assert call(store, TEAM, "search", words="canary") == []
    assert "canary" not in json.dumps(export_tree(store, ROBIN))
    assert call(store, TEAM, "create_channel", name="Board")["id"] == "channel-4", "no hint that there is one"
    call(store, TEAM, "invite", JON, channel="channel-3", members=["M1", "M2"])
    assert posts(store, "channel-3") == ["post-5"]


def test_threads_are_answered_and_read_from_each_of_their_posts() -> None:
    store = state()
    answer = call(store, TEAM, "reply", post="post-2", text="Tonight, <@M3>. <@M3>?")
    assert (answer["thread"], answer["mentions"], answer["author"]) == ("post-1", [AS_JON], AS_ROBIN)
    assert "replies" not in answer
    for post in ("post-1", "post-2", answer["id"]):
        thread = call(store, TEAM, "read_thread", JON, post=post)
        assert [row["id"] for row in thread] == ["post-1", "post-2", "post-6"]
    assert posts(store, "channel-1") == ["post-1", "post-3"], "replies are in their thread"


def test_search_by_words_channel_people_and_days() -> None:
    store = state()
    for arguments, found in (
        ({}, ["post-4", "post-3", "post-2", "post-1"]),
        ({"words": "cake kit"}, ["post-3"]),
        ({"channel": "channel-2"}, ["post-4"]),
        ({"author": "M2", "limit": 1}, ["post-4"]),
        ({"mentioning": "M1"}, ["post-2"]),
        ({"since": "2026-05-12"}, ["post-4"]),
        ({"until": "2026-05-11", "author": "M2"}, ["post-1"]),
    ):
        assert [row["id"] for row in call(store, TEAM, "search", **arguments)] == found


def test_own_posts_are_edited_and_any_is_pinned() -> None:
    store = state()
    edited = call(store, TEAM, "edit_post", post="post-3", text="Cake for <@M2>")
    assert (edited["text"], edited["is_edited"], edited["mentions"]) == ("Cake for <@M2>", True, [AS_MARA])
    assert refusal(store, TEAM, "edit_post", post="post-1", text="x") == (
        "post-1 is Mara Lind's; only who wrote a post can change it"
    )
    assert call(store, TEAM, "pin", post="post-2")["is_pinned"] is True
    assert posts(store, "channel-1", only_pinned=True) == ["post-1", "post-2"]
    call(store, TEAM, "pin", post="post-1", pinned=False)
    assert posts(store, "channel-1", only_pinned=True) == ["post-2"]


def test_members_are_found_with_a_status_that_has_not_ended() -> None:
    store = state()
    in_corvin = {"status": "In Corvin", "until": "2026-05-12T12:00"}
    none = {"status": "", "until": ""}
    assert call(store, TEAM, "find_member", name="lind") == [AS_MARA | in_corvin]
    assert call(store, TEAM, "find_member", name="r", limit=2) == [AS_JON | none, AS_MARA | in_corvin]
    store.set("now", "2026-05-12T12:00")
    assert call(store, TEAM, "find_member", name="mara lind") == [AS_MARA | none]
    assert call(store, TEAM, "set_status", MARA, text="Back")["status"] == "Back"
    own = call(store, TEAM, "set_status", text="Away", until="2026-05-13 08:00")
    assert own == AS_ROBIN | {"status": "Away", "until": "2026-05-13T08:00"}
    assert call(store, TEAM, "set_status", text="") == AS_ROBIN | none
    assert [item["text"] for item in store.records("team.status").values()] == ["Back"]
    assert call(store, TEAM, "set_status", text="") == AS_ROBIN | none


def test_a_channel_is_made_with_members() -> None:
    store = state()
    made = call(store, TEAM, "create_channel", name="plans", is_private=True, members=["M3", "M1"])
    assert (made["id"], made["members"], made["is_private"]) == ("channel-4", [AS_ROBIN, AS_JON], True)
    call(store, TEAM, "post", JON, channel="channel-4", text="Hello")
    assert "no channel" in refusal(store, TEAM, "read_channel", MARA, channel="channel-4")


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("create_channel", {"name": "Lunch"}, "there is a channel 'lunch' already: channel-2"),
        (
            "create_channel",
            {"name": "x", "members": ["u-300"]},
            "there is no member 'u-300'; find_member finds",
        ),
        ("invite", {"channel": "channel-1", "members": []}, "members is empty; name at least one member id"),
        ("invite", {"channel": "channel-1", "members": ["Jon"]}, "there is no member 'Jon'"),
        (
            "post",
            {"channel": "general", "text": "x"},
            "there is no channel 'general'; list_channels has the ids",
        ),
        ("post", {"channel": "channel-1", "text": "<@jon> x"}, "there is no member 'jon'"),
        ("reply", {"post": "post-9", "text": "x"}, "there is no post 'post-9'"),
        ("search", {"author": "Mara"}, "there is no member 'Mara'"),
        ("set_status", {"text": "", "until": "2026-05-13T08:00"}, "until is given without a text"),
        (
            "set_status",
            {"text": "x", "until": "2026-05-12T09:00"},
            "until is 2026-05-12T09:00, which is not after now, 2026-05-12T09:00:00",
        ),
    ],
)
def test_refusals_name_what_is_wrong(tool: str, arguments: dict[str, Any], message: str) -> None:
    assert refusal(state(), TEAM, tool, **arguments).startswith(message)


def test_somebody_outside_the_team_sees_nothing_of_it() -> None:
    store = state()
    import_tree(store, {"people": {"people": {"person-4": {"name": "Ida"}}}})
    for tool, arguments in (
        ("list_channels", {"all_public": True}),
        ("read_channel", {"channel": "channel-1"}),
        ("read_thread", {"post": "post-1"}),
        ("search", {}),
        ("find_member", {"name": "mara"}),
        ("post", {"channel": "channel-1", "text": "x"}),
        ("create_channel", {"name": "x"}),
        ("set_status", {"text": "x"}),
    ):
        assert refusal(store, TEAM, tool, "person-4", **arguments) == "the user is not a member of the team"
    assert call(store, TEAM, "find_member", name="ida") == []


CHANNELS = st.builds("channel-{}".format, st.integers(1, 5))
POSTS = st.builds("post-{}".format, st.integers(1, 8))
MEMBERS = st.sampled_from(["M1", "M2", "M3", "M3", "M9"])
BY_NAME = {"channel": CHANNELS, "post": POSTS, "before": POSTS, "author": MEMBERS, "mentioning": MEMBERS}
OTHERS = st.sampled_from(["", "mara", "<@M2> <@M3>", "<@M9>", "2026-05-12T10:00", "2026-05-12", "post-1"])


@given(random_calls(TEAM, texts=OTHERS, items=MEMBERS, by_name=BY_NAME))
def test_any_calls_keep_the_state_sound(calls: list[Call]) -> None:
    def check_each(store: Store, person: str, outcome: Outcome) -> None:
        sees_board = person in store.records("team.channel")["channel-3"]["members"]
        assert sees_board or "canary-8824" not in json.dumps(outcome.result)

    written = check_calls(state, calls, check_each).records("team.post")
    for item in written.values():
        first_post = written[item["thread"]] if item["thread"] else item
        assert first_post["thread"] == "" and first_post["channel"] == item["channel"]
