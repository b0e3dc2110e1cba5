"""The feed: what is published is seen by its audience, and others are told what somebody did."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.personal.apps.feed import FEED
from mcp_tools.personal.calls import execute
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from tests.mcp_tools.personal.feed_records import TREE
from tests.mcp_tools.personal.random_calls import Call, check_calls, random_calls
from tests.mcp_tools.personal.small_state import JON, MARA, ROBIN, call, refusal, small_state


def feed_state() -> Store:
    """The small state with a feed."""
    store = small_state()
    import_tree(store, TREE)
    return store


def ids(rows: list[dict[str, Any]]) -> list[str]:
    """The ids of rows."""
    return [row["id"] for row in rows]


def test_home_has_own_posts_and_those_of_followed_people_the_newest_first() -> None:
    store = feed_state()
    assert ids(call(store, FEED, "home")) == ["post-2", "post-1", "post-4"]
    assert ids(call(store, FEED, "home", MARA)) == ["post-3", "post-2", "post-1", "post-4"]
    assert ids(call(store, FEED, "home", JON, limit=1)) == ["post-3"]
    made = call(store, FEED, "publish", text="Beans", topics=["#garden", "#Käse_2"], place="Corvin")
    assert made == {
        "id": "post-5",
        "text": "Beans",
        "topics": ["#garden", "#Käse_2"],
        "place": "Corvin",
        "picture": "",
        "audience": "public",
        "at": "2026-05-12T09:00",
        "author": "@robin",
        "likes": 0,
        "is_liked": False,
        "comments": 0,
    }
    assert ids(call(store, FEED, "home", MARA, limit=1)) == ["post-5"]


def test_search_by_words_topic_author_and_day() -> None:
    store = feed_state()
    assert ids(call(store, FEED, "search", words="board rye corv")) == ["post-1"]
    assert ids(call(store, FEED, "search", topic="SUNDAY")) == ["post-1"]
    assert ids(call(store, FEED, "search", topic="#garden")) == ["post-4"]
    assert ids(call(store, FEED, "search", topic="#gard")) == []
    assert ids(call(store, FEED, "search", handle="mara", since="2026-05-11")) == ["post-2"]
    assert ids(call(store, FEED, "search", JON)) == ["post-3", "post-1", "post-4"]
    assert refusal(store, FEED, "search", handle="@ida") == "nobody in the feed has the handle '@ida'"


def test_a_post_is_shown_with_comments_and_likes() -> None:
    shown = call(feed_state(), FEED, "read_post", post="post-1")
    assert (shown["author"], shown["likes"], shown["is_liked"]) == ("@mara", 2, True)
    assert shown["comments"][1] == {
        "id": "comment-2",
        "text": "Recipe?",
        "at": "2026-05-10T10:00",
        "author": "@jon",
    }


def test_a_post_for_followers_is_seen_by_them_and_its_author_in_no_tool_by_others() -> None:
    store = feed_state()
    assert call(store, FEED, "read_post", post="post-2")["comments"][0]["text"] == "canary-21"
    assert ids(call(store, FEED, "read_profile", MARA, handle="@mara")["posts"]) == ["post-2", "post-1"]
    assert ids(call(store, FEED, "read_profile", JON, handle="@mara")["posts"]) == ["post-1"]
    for tool in ("read_post", "edit_post", "delete_post", "like"):
        assert refusal(store, FEED, tool, JON, post="post-2") == "there is no post 'post-2'"
    assert refusal(store, FEED, "comment", JON, post="post-2", text="x") == "there is no post 'post-2'"
    gone = refusal(store, FEED, "delete_comment", JON, comment="comment-3")
    assert gone == refusal(store, FEED, "delete_comment", JON, comment="comment-9").replace("-9", "-3")
    call(store, FEED, "edit_post", MARA, post="post-2", audience="public")
    assert call(store, FEED, "read_post", JON, post="post-2")["audience"] == "public"


def test_no_tool_shows_what_another_may_not_see() -> None:
    arguments = {"words": "canary", "post": "post-2", "comment": "comment-3", "handle": "@mara", "text": "x"}
    for action in FEED.actions.values():
        known = {name: value for name, value in arguments.items() if name in action.parameters}
        for given_arguments in (known, {}, {"handle": "@jon"}):
            for person, hidden in ((JON, ("canary-20", "canary-21")), (ROBIN, ("canary-30",))):
                outcome = execute(feed_state(), FEED, action.name, given_arguments, person)
                assert not any(text in json.dumps([outcome.result, outcome.refused]) for text in hidden)


def test_a_private_profile_is_followed_when_its_owner_accepts() -> None:
    store = feed_state()
    closed = call(store, FEED, "read_profile", handle="@jon")
    assert closed == {
        "id": "profile-3",
        "about": "",
        "is_private": True,
        "handle": "@jon",
        "name": "Jon Ferro",
        "is_followed": "requested",
    }
    assert refusal(store, FEED, "read_post", post="post-3") == "there is no post 'post-3'"
    assert call(store, FEED, "follow", handle="@jon", undo=True) == {"handle": "@jon", "is_followed": "no"}
    assert call(store, FEED, "list_notifications", JON) == []
    asked = {"handle": "@jon", "is_followed": "requested"}
    assert call(store, FEED, "follow", handle="jon") == call(store, FEED, "follow", handle="@Jon") == asked
    assert call(store, FEED, "search", handle="@jon") == []
    assert "posts" not in call(store, FEED, "read_profile", handle="@jon")
    (told,) = call(store, FEED, "list_notifications", JON)
    assert (told["kind"], told["by"], told["post"]) == ("request", "@robin", "")
    declined = call(store, FEED, "answer_request", JON, handle="@robin", accept=False)
    assert declined == {"handle": "@robin", "follows_user": False}
    assert call(store, FEED, "list_notifications", JON) == []
    assert call(store, FEED, "read_profile", handle="@jon")["is_followed"] == "no"
    call(store, FEED, "follow", handle="@jon")
    call(store, FEED, "answer_request", JON, handle="@robin", accept=True)
    opened = call(store, FEED, "read_profile", handle="@jon")
    assert (opened["is_followed"], ids(opened["posts"])) == ("yes", ["post-3"])
    assert opened["followers"] == ["@mara", "@robin"] and opened["following"] == []
    assert refusal(store, FEED, "answer_request", JON, handle="@robin", accept=True) == (
        "there is no request of @robin"
    )


def test_following_is_told_and_taken_back() -> None:
    store = feed_state()
    assert call(store, FEED, "follow", JON, handle="@robin") == {"handle": "@robin", "is_followed": "yes"}
    call(store, FEED, "follow", JON, handle="@robin")
    (told,) = call(store, FEED, "list_notifications", only_unread=True)
    assert (told["kind"], told["by"], told["is_read"]) == ("follow", "@jon", False)
    assert call(store, FEED, "list_notifications", only_unread=True) == []
    assert call(store, FEED, "list_notifications")[0]["is_read"] is True
    assert call(store, FEED, "read_profile", handle="@robin")["followers"] == ["@jon", "@mara"]
    assert call(store, FEED, "follow", JON, handle="@robin", undo=True)["is_followed"] == "no"
    assert call(store, FEED, "list_notifications") == []
    call(store, FEED, "follow", handle="@mara", undo=True)
    assert refusal(store, FEED, "read_post", post="post-2") == "there is no post 'post-2'"
    assert refusal(store, FEED, "follow", handle="@mara", undo=True) == "the user does not follow @mara"
    assert refusal(store, FEED, "follow", handle="@robin") == "@robin is the user's own handle"


def test_likes_and_comments_are_told_to_the_author_and_taken_back() -> None:
    store = feed_state()
    for _ in range(2):
        assert call(store, FEED, "like", MARA, post="post-4")["likes"] == 1
    made = call(store, FEED, "comment", MARA, post="post-4", text="Which sort?")
    assert (made["id"], made["post"], made["author"]) == ("comment-4", "post-4", "@mara")
    call(store, FEED, "comment", post="post-4", text="Black cherry.")
    call(store, FEED, "like", post="post-4")
    told = call(store, FEED, "list_notifications")
    assert [(row["kind"], row["by"], row["comment"]) for row in told] == [
        ("comment", "@mara", "comment-4"),
        ("like", "@mara", ""),
    ]
    assert call(store, FEED, "list_notifications", limit=1) == [told[0] | {"is_read": True}]
    assert call(store, FEED, "like", MARA, post="post-4", undo=True)["likes"] == 1
    assert "does not like post-4" in refusal(store, FEED, "like", MARA, post="post-4", undo=True)
    call(store, FEED, "delete_comment", MARA, comment="comment-4")
    assert call(store, FEED, "list_notifications") == []


def test_comments_are_deleted_by_their_author_and_the_author_of_the_post() -> None:
    store = feed_state()
    assert refusal(store, FEED, "delete_comment", comment="comment-2") == (
        "comment-2 is neither the user's comment nor on a post of the user's"
    )
    assert call(store, FEED, "delete_comment", comment="comment-1")["text"] == "Looks good!"
    call(store, FEED, "delete_comment", MARA, comment="comment-2")
    assert call(store, FEED, "read_post", post="post-1")["comments"] == []


def test_posts_are_changed_and_deleted_by_their_author_alone() -> None:
    store = feed_state()
    changed = call(
        store, FEED, "edit_post", MARA,
        post="post-1", text="Fourth try.", add_topics=["#rye"], remove_topics=["#Sunday"],
    )  # fmt: skip
    assert (changed["text"], changed["topics"]) == ("Fourth try.", ["#bread", "#rye"])
    assert (changed["place"], changed["at"]) == ("Corvin", "2026-05-10T09:00")
    assert refusal(store, FEED, "edit_post", MARA, post="post-1", remove_topics=["#x"]) == (
        "post-1 has no topic '#x'; it has: #bread, #rye"
    )
    assert "@mara's post" in refusal(store, FEED, "edit_post", post="post-1", text="Mine")
    assert "@mara's post" in refusal(store, FEED, "delete_post", post="post-1")
    assert call(store, FEED, "delete_post", MARA, post="post-1")["likes"] == 2
    assert export_tree(store)["feed"]["posts"].keys() == {"post-2", "post-3", "post-4"}
    assert call(store, FEED, "list_notifications", MARA) == []


def test_what_is_published_has_a_text_or_a_picture_and_topics_are_words() -> None:
    store = feed_state()
    assert "give one of them" in refusal(store, FEED, "publish", topics=["#a"])
    assert call(store, FEED, "publish", picture="A cat")["text"] == ""
    for topic in ("bread", "#", "#rye bread", "##x", "#" + "a" * 61):
        assert "a topic is # and one word" in refusal(store, FEED, "publish", text="x", topics=[topic])
    assert "not one of: public, followers" in refusal(store, FEED, "publish", text="x", audience="friends")
    tree = {
        "feed": {
            "posts": {"post-9": {"author": ROBIN, "text": "x", "topics": ["x"], "at": "2026-05-01T09:00"}}
        }
    }
    with pytest.raises(Refused, match="a topic is # and one word"):
        import_tree(store, tree)


def test_somebody_without_a_profile_reads_only() -> None:
    store = feed_state()
    import_tree(store, {"people": {"people": {"person-4": {"name": "Ida", "handle": "@ida"}}}})
    assert ids(call(store, FEED, "search", "person-4")) == ["post-1", "post-4"]
    for tool, arguments in (
        ("publish", {"text": "x"}),
        ("comment", {"post": "post-1", "text": "x"}),
        ("like", {"post": "post-1"}),
        ("follow", {"handle": "@mara"}),
    ):
        assert refusal(store, FEED, tool, "person-4", **arguments) == "the user has no profile in the feed"
    assert "nobody in the feed" in refusal(store, FEED, "follow", handle="@ida")


TEXTS = st.one_of(
    st.builds("{}-{}".format, st.sampled_from(["post", "comment"]), st.integers(1, 6)),
    st.sampled_from(["", "@robin", "@mara", "@jon", "#bread", "2026-05-11"]),
)


BY_NAME = {
    "post": st.builds("post-{}".format, st.integers(1, 6)),
    "comment": st.builds("comment-{}".format, st.integers(1, 6)),
    "handle": st.sampled_from(["@robin", "@mara", "@jon"]),
}
TOPICS = st.sampled_from(["#bread", "#rye", "x"])


@given(random_calls(FEED, texts=TEXTS, items=TOPICS, by_name=BY_NAME))
def test_any_calls_keep_the_state_sound(calls: list[Call]) -> None:
    tree = export_tree(check_calls(feed_state, calls))["feed"]
    pairs = [(item["follower"], item["followed"]) for item in tree["follows"].values()]
    assert len(pairs) == len(set(pairs)) and all(one != other for one, other in pairs)
    for item in tree.get("notifications", {}).values():
        assert item["by"] != item["owner"]
