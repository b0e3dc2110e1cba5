import json

from testbed.actions import ToolCall
from testbed.tasks import Guest, Observation, Solution

OWN, STELLAN = "@kl_hulst", "@st_bekker94"
CONCERTS = ("post-48", "post-56", "post-61", "post-75")
LAST_YEARS, RUN = "post-22", "post-57"
STELLANS, ANOTHER_OF_STELLANS, EDVINS = "comment-62", "comment-18", "comment-71"


def mcp() -> Solution:
    since = {"topic": "#concert", "handle": OWN, "since": "2026-01-01"}
    seen = yield ToolCall(name="feed_search", arguments=since)
    posts = [row["id"] for row in rows(seen)]
    unwanted = []
    for post in posts:
        seen = yield ToolCall(name="feed_read_post", arguments={"post": post})
        comments = json.loads(seen.results[-1].text)["comments"]
        unwanted += [comment["id"] for comment in comments if comment["author"] == STELLAN]
    yield from done(*posts, comment=unwanted[0])


def also_shown_to_nobody_first(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": CONCERTS[0]})
    yield ToolCall(name="feed_edit_post", arguments={"post": LAST_YEARS, "audience": "followers"})
    yield ToolCall(name="feed_edit_post", arguments={"post": LAST_YEARS, "audience": "public"})
    yield from done(*reversed(CONCERTS))


def wrong_one_forgotten(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": CONCERTS[0]})
    yield from done(*CONCERTS[:-1])


def wrong_last_years_too(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": CONCERTS[0]})
    yield from done(*CONCERTS, LAST_YEARS)


def wrong_run_too(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": CONCERTS[0]})
    yield from done(*CONCERTS, RUN)


def wrong_post_deleted(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": CONCERTS[0]})
    yield from done(*CONCERTS)
    yield ToolCall(name="feed_delete_post", arguments={"post": CONCERTS[1]})


def wrong_comment_of_another(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": CONCERTS[0]})
    yield from done(*CONCERTS, comment=EDVINS)


def wrong_other_comment_of_stellan(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": CONCERTS[0]})
    yield from done(*CONCERTS, comment=ANOTHER_OF_STELLANS)


def wrong_comment_left(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": CONCERTS[0]})
    yield from done(*CONCERTS, comment="")


def done(*posts: str, comment: str = STELLANS) -> Solution:
    for post in posts:
        yield ToolCall(name="feed_edit_post", arguments={"post": post, "audience": "followers"})
    if comment:
        yield ToolCall(name="feed_delete_comment", arguments={"comment": comment})


def rows(seen: Observation) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(seen.results[-1].text)
    return found
