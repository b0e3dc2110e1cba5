import json
import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

TEST, OLD_TEST, IDA, RUN = "post-77", "post-8", "chat-5", "chat-4"
FERGUS = "@fergusnor"
STAPLES = "Does it take staples?"


def mcp() -> Solution:
    seen = yield ToolCall(
        name="messenger_search", arguments={"words": "found shredder", "since": "2026-04-01"}
    )
    told = rows(seen)[0]
    match = re.search(r"(@\w+) likes the (\w+ paper shredder)", told["text"])
    handle, product = match.groups() if match else ("", "")
    seen = yield ToolCall(name="feed_search", arguments={"words": product, "handle": handle})
    test = rows(seen)[0]["id"]
    yield ToolCall(name="feed_comment", arguments={"post": test, "text": STAPLES})
    yield ToolCall(name="feed_like", arguments={"post": test})
    yield ToolCall(name="feed_follow", arguments={"handle": handle})
    text = f"I have asked {handle}, who tested it, about the staples."
    yield ToolCall(name="messenger_send", arguments={"conversation": told["conversation"], "text": text})
    yield Terminate(status="success")


def also_from_the_chat(_guest: Guest) -> Solution:
    yield from read_chat()
    yield ToolCall(name="feed_follow", arguments={"handle": "fergusnor"})
    yield ToolCall(name="feed_like", arguments={"post": TEST})
    comment = "Hello Fergus, can one put paper with STAPLES into it?"
    yield ToolCall(name="feed_comment", arguments={"post": TEST, "text": comment})
    text = "Your question is with Fergus Norrby now."
    yield ToolCall(
        name="messenger_send", arguments={"account": "u-89124", "text": text, "reply_to": "msg-998"}
    )
    yield Terminate(status="success")


def also_mended(_guest: Guest) -> Solution:
    """The other test is liked by mistake, and that is taken back."""
    yield from read_chat()
    yield ToolCall(name="feed_like", arguments={"post": OLD_TEST})
    yield ToolCall(name="feed_like", arguments={"post": OLD_TEST, "undo": True})
    yield from done()


def wrong_older_test(_guest: Guest) -> Solution:
    yield from read_chat()
    yield from done(post=OLD_TEST)


def wrong_chat_not_read(_guest: Guest) -> Solution:
    yield ToolCall(name="feed_search", arguments={"words": "paper shredder"})
    yield from done()


def wrong_tester(_guest: Guest) -> Solution:
    yield from read_chat()
    yield from done(handle="@the_esben_w", told="@the_esben_w")


def wrong_told_the_runners(_guest: Guest) -> Solution:
    yield from read_chat()
    yield from done(conversation=RUN)


def wrong_not_liked(_guest: Guest) -> Solution:
    yield from read_chat()
    yield from done(like=False)


def wrong_asked_twice(_guest: Guest) -> Solution:
    yield from read_chat()
    yield ToolCall(name="feed_comment", arguments={"post": TEST, "text": STAPLES})
    yield from done()


def wrong_name_not_told(_guest: Guest) -> Solution:
    yield from read_chat()
    yield from done(told="somebody")


def read_chat() -> Solution:
    yield ToolCall(name="messenger_read", arguments={"conversation": IDA})


def done(
    *,
    post: str = TEST,
    handle: str = FERGUS,
    told: str = FERGUS,
    conversation: str = IDA,
    like: bool = True,
) -> Solution:
    yield ToolCall(name="feed_comment", arguments={"post": post, "text": STAPLES})
    if like:
        yield ToolCall(name="feed_like", arguments={"post": post})
    yield ToolCall(name="feed_follow", arguments={"handle": handle})
    text = f"I have asked {told} about it."
    yield ToolCall(name="messenger_send", arguments={"conversation": conversation, "text": text})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    return json.loads(seen.results[-1].text)
