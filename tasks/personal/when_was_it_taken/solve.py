import json
from datetime import date
from typing import Any

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

BEANS, CHOIR, GLASS_HOUSE, CONCERT = "post-77", "post-78", "post-79", "post-88"
TEXTS = {
    BEANS: "That was on 25 March.",
    CHOIR: "That was on 27 March.",
    GLASS_HOUSE: "That was on 29 March.",
    CONCERT: "Silas and Renske, that was on 3 May.",
}
LAST_YEAR, LENIS, WHERE = "post-37", "post-84", "post-72"


def mcp() -> Solution:
    seen = yield ToolCall(name="feed_list_notifications", arguments={"limit": 1})
    seen = yield ToolCall(name="feed_read_post", arguments={"post": read(seen)[0]["post"]})
    own = {"handle": read(seen)["author"], "since": "2026-01-01", "limit": 50}
    found = yield ToolCall(name="feed_search", arguments=own)
    texts = {}
    for row in read(found):
        seen = yield ToolCall(name="feed_read_post", arguments={"post": row["id"]})
        asked = [item["author"] for item in read(seen)["comments"] if "when it was taken" in item["text"]]
        names = []
        for handle in asked:
            seen = yield ToolCall(name="feed_read_profile", arguments={"handle": handle, "limit": 1})
            names.append(read(seen)["name"].partition(" ")[0])
        if asked:
            day = date.fromisoformat(row["at"][:10])
            texts[row["id"]] = f"{' and '.join(names)}, that was on {day.day} {day:%B}."
    yield from done(texts)


def also_in_other_words(_guest: Guest) -> Solution:
    yield from asked()
    yield from done(
        {
            CONCERT: "Renske! Silas! On Sunday, May 3rd.",
            GLASS_HOUSE: "@Leni: 2026-03-29, still cold.",
            CHOIR: "Runa, on Friday 27 March 2026 of course",
            BEANS: "25.3.2026",
        }
    )


def also_mended(_guest: Guest) -> Solution:
    """A comment with the wrong day is deleted."""
    yield from asked()
    seen = yield ToolCall(name="feed_comment", arguments={"post": BEANS, "text": "On 26 March."})
    yield ToolCall(name="feed_delete_comment", arguments={"comment": read(seen)["id"]})
    yield from done(TEXTS)


def wrong_days_of_the_questions(_guest: Guest) -> Solution:
    yield from asked()
    yield from done(
        TEXTS
        | {
            CHOIR: "That was on 28 March.",
            GLASS_HOUSE: "That was on 30 March.",
            CONCERT: "Silas and Renske, that was on 4 May.",
        }
    )


def wrong_one_name(_guest: Guest) -> Solution:
    yield from asked()
    yield from done(TEXTS | {CONCERT: "Silas, that was on 3 May."})


def wrong_a_comment_for_each(_guest: Guest) -> Solution:
    yield from asked()
    yield ToolCall(name="feed_comment", arguments={"post": CONCERT, "text": "Silas, on 3 May."})
    yield from done(TEXTS | {CONCERT: "Renske, on 3 May."})


def wrong_last_year_as_well(_guest: Guest) -> Solution:
    yield from asked()
    yield from done(TEXTS | {LAST_YEAR: "That was on 27 October."})


def wrong_post_of_leni(_guest: Guest) -> Solution:
    """Under which the same question stands, and a comment of Corin's."""
    yield from asked()
    yield from done(TEXTS | {LENIS: "That was on 25 April."})


def wrong_other_question_answered(_guest: Guest) -> Solution:
    yield from asked()
    yield from done(TEXTS | {WHERE: "On 5 March, at home."})


def wrong_one_left_out(_guest: Guest) -> Solution:
    yield from asked()
    yield from done({post: text for post, text in TEXTS.items() if post != GLASS_HOUSE})


def wrong_without_dates(_guest: Guest) -> Solution:
    yield from asked()
    yield from done(dict.fromkeys(TEXTS, "Silas, Renske: on the day of the post."))


def wrong_posts_edited(_guest: Guest) -> Solution:
    """The dates are in the posts themselves."""
    yield from asked()
    for post, text in TEXTS.items():
        yield ToolCall(name="feed_edit_post", arguments={"post": post, "text": text})
    yield Terminate(status="success")


def wrong_question_deleted(_guest: Guest) -> Solution:
    yield from asked()
    yield ToolCall(name="feed_delete_comment", arguments={"comment": "comment-113"})
    yield from done(TEXTS)


def asked() -> Solution:
    yield ToolCall(name="feed_read_post", arguments={"post": CONCERT})


def done(texts: dict[str, str]) -> Solution:
    for post, text in texts.items():
        yield ToolCall(name="feed_comment", arguments={"post": post, "text": text})
    yield Terminate(status="success")


def read(seen: Observation) -> Any:
    return json.loads(seen.results[-1].text)
