"""Posts of the feed: tests of products, pictures of places, and who wrote what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import named_by_profile, profile, rival
from plugins.persona.generation.facts.beside import posts, shown
from plugins.persona.generation.facts.searching import is_first, is_only
from plugins.persona.generation.lived import Happening, Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact

_PRICE = re.compile(r"(\d+\.\d\d) euros")


def _tests(lived: Lived) -> Iterator[tuple[Happening, str, Data, str]]:
    """Yield the tests of products, of each product the only one."""
    for happening in lived.happened("recommendation"):
        for key, post in happening.of("feed.post"):
            found = re.match(
                r"(?:Bought: |Tested: )?([A-Z]\w+ [\w ]+?)(?: after \d+ years|, \d)", post["text"]
            )
            if found and is_only(lived, "feed_search", found[1], key):
                yield happening, key, post, found[1]


@fact("post")
def test_post(lived: Lived) -> Iterator[Fact]:
    """A test of a product."""
    every = [key for _, key, _, _ in _tests(lived)]
    for _, key, _, item in _tests(lived):
        yield Fact(
            unit="test_post",
            type="post",
            value=key,
            wanted=f"the post in the feed with the test of the {item}",
            it="that test",
            calls=(Call("feed_search", {"words": item, "limit": 1}, (Read("value", "0/id"),)),),
            claim=f"the test of the {item} was found",
            shown=(f"feed.post {key}",),
            others=tuple(other for other in every if other != key)[:1],
        )


@fact("price")
def tested_price(lived: Lived) -> Iterator[Fact]:
    """What a product costs, as a test says."""
    prices = [found[1] for _, _, post, _ in _tests(lived) if (found := _PRICE.search(post["text"]))]
    for happening, key, post, item in _tests(lived):
        found = _PRICE.search(post["text"])
        other = next((price for price in prices if found and price != found[1]), "")
        if not found or not other:
            continue
        told = [row for row in happening.of("messenger.message") if found[1] in row[1]["text"]]
        yield Fact(
            unit="tested_price",
            type="price",
            value=found[1],
            wanted=f"the price that the test in the feed has for the {item}",
            it="that price",
            calls=(
                Call(
                    "feed_search",
                    {"words": item, "limit": 1},
                    (Read("value", "0/text", r"(\d+\.\d\d) euros"),),
                ),
            ),
            claim=f"the price in the test of the {item} was read",
            shown=(f"feed.post {key}", *shown("messenger.message", told)),
            others=(other,),
            change=Change(f"feed.post {key}", "text", f"{found[1]} euros", f"{other} euros"),
        )


@fact("person")
def tester(lived: Lived) -> Iterator[Fact]:
    """Who has tested a product: the name behind the handle."""
    authors = [post["author"] for _, _, post, _ in _tests(lived)]
    for _, key, post, item in _tests(lived):
        author = post["author"]
        other = rival(lived, author, *authors, with_profile=True)
        own = profile(lived, author)
        if not own or lived.named(lived.name(author)) != author:
            continue
        yield Fact(
            unit="tester",
            type="person",
            value=lived.name(author),
            wanted=f"whoever tested the {item} in the feed",
            it="the tester",
            calls=(
                Call("feed_search", {"words": item, "limit": 1}, (Read("handle", "0/author"),)),
                named_by_profile(),
            ),
            claim=f"who tested the {item} was looked up",
            shown=(f"feed.profile {own}", f"feed.post {key}"),
            others=(lived.name(other),),
            change=Change(f"feed.post {key}", "author", author, other),
        )


@fact("name")
def tested_product(lived: Lived) -> Iterator[Fact]:
    """Of which maker the product is that a test is about."""
    items = [item for *_, item in _tests(lived)]
    for happening, key, post, item in _tests(lived):
        kind = item.split(" ", 1)[1]
        topic = next((topic for topic in post["topics"] if topic != "#tested"), "")
        other = next((name for name in items if name != item), "")
        if not topic or not other or not is_only(lived, "feed_search", "", key, topic=topic):
            continue
        told = [row for row in happening.of("messenger.message") if item in row[1]["text"]]
        yield Fact(
            unit="tested_product",
            type="name",
            value=item,
            wanted=f"which maker's {kind} was tested in the feed",
            it="that product",
            calls=(
                Call(
                    "feed_search",
                    {"topic": topic, "limit": 1},
                    (
                        Read(
                            "value",
                            "0/text",
                            r"^(?:Bought: |Tested: )?([A-Z]\w+ [\w ]+?)(?: after \d+ years|, \d)",
                        ),
                    ),
                ),
            ),
            claim=f"the test of a {kind} was read",
            shown=(f"feed.post {key}", *shown("messenger.message", told)),
            others=(other,),
            change=Change(f"feed.post {key}", "text", item, other),
        )


def _own_pictures(lived: Lived) -> Iterator[tuple[str, Data, str]]:
    """Yield the main person's pictures that are the newest from a place, with what they are called."""
    every = [row for row in posts(lived) if row[1].get("picture") and row[1].get("place")]
    places = Counter(post["place"] for _, post in every)
    for key, post in every:
        name = post["place"].partition(",")[0]
        if post["author"] == lived.me and is_first(lived, "feed_search", name, key):
            yield key, post, f"my {'latest ' if places[post['place']] > 1 else ''}picture from {name}"


@fact("post")
def own_picture(lived: Lived) -> Iterator[Fact]:
    """The main person's picture from a place."""
    every = [key for key, _, _ in _own_pictures(lived)]
    for key, post, called in _own_pictures(lived):
        place = post["place"].partition(",")[0]
        yield Fact(
            unit="own_picture",
            type="post",
            value=key,
            wanted=f"{called} in the feed",
            it="that picture",
            calls=(Call("feed_search", {"words": place, "limit": 1}, (Read("value", "0/id"),)),),
            claim=f"the picture from {place} was found",
            shown=(f"feed.post {key}",),
            others=tuple(other for other in every if other != key)[:1],
        )


@fact("person")
def first_commenter(lived: Lived) -> Iterator[Fact]:
    """Who was the first to comment on a picture of the main person's."""
    comments = lived.view.records["feed.comment"]
    for key, post, called in _own_pictures(lived):
        place = post["place"].partition(",")[0]
        below = [(item["at"], comment) for comment, item in comments.items() if item["post"] == key]
        times = sorted(at for at, _ in below)
        if not times or times[:1] == times[1:2]:
            continue
        comment = min(below)[1]
        author = comments[comment]["author"]
        own = profile(lived, author)
        rivals = [comments[item]["author"] for _, item in sorted(below)[1:]]
        other = rival(lived, author, *rivals, with_profile=True)
        if not own or author == lived.me or lived.named(lived.name(author)) != author:
            continue
        yield Fact(
            unit="first_commenter",
            type="person",
            value=lived.name(author),
            wanted=f"whoever was the first to comment on {called} in the feed",
            it="the first commenter",
            calls=(
                Call("feed_search", {"words": place, "limit": 1}, (Read("post", "0/id"),)),
                Call("feed_read_post", {"post": "{post}"}, (Read("handle", "comments/0/author"),)),
                named_by_profile(),
            ),
            claim=f"who commented on the picture from {place} was looked up",
            shown=(f"feed.profile {own}", f"feed.comment {comment}"),
            others=(lived.name(other),),
            change=Change(f"feed.comment {comment}", "author", author, other),
        )


@fact("place")
def pictured_place(lived: Lived) -> Iterator[Fact]:
    """Where the main person took a picture of which the words are known."""
    every = sorted({post["place"] for _, post in posts(lived) if post.get("place")})
    for happening in lived.happened("dinner"):
        for key, post in happening.of("feed.post"):
            found = re.match(r"(.+?) at .+", post["text"])
            place = post.get("place")
            other = next((name for name in every if name != place), "")
            if not found or not place or not other or not is_only(lived, "feed_search", found[1], key):
                continue
            dish = found[1].lower()
            yield Fact(
                unit="pictured_place",
                type="place",
                value=place,
                wanted=f"the place where my picture of the {dish} in the feed is from",
                it="that place",
                calls=(Call("feed_search", {"words": dish, "limit": 1}, (Read("value", "0/place"),)),),
                claim=f"the place of the picture of the {dish} was read",
                shown=(f"feed.post {key}", *shown("calendar.event", happening.of("calendar.event"))),
                others=(other,),
                change=Change(f"feed.post {key}", "place", place, other),
            )


@fact("post")
def followed_post(lived: Lived) -> Iterator[Fact]:
    """The newest post in the feed of somebody else whom the main person follows."""
    follows = lived.view.records["feed.follow"].values()
    followed = {item["followed"] for item in follows if item["follower"] == lived.me and item["is_accepted"]}
    home = [row for row in posts(lived) if row[1]["author"] in {*followed, lived.me}]
    theirs = [index for index, (_, post) in enumerate(home) if post["author"] != lived.me]
    if len(theirs) > 1 and theirs[0] < 20:
        key = home[theirs[0]][0]
        yield Fact(
            unit="followed_post",
            type="post",
            value=key,
            wanted="the newest post in my home feed that is not mine",
            it="that post",
            calls=(Call("feed_home", {"limit": theirs[0] + 1}, (Read("value", f"{theirs[0]}/id"),)),),
            claim="the newest post in the home feed was found",
            shown=(f"feed.post {key}",),
            others=(home[theirs[1]][0],),
        )


@fact("person")
def last_commenter(lived: Lived) -> Iterator[Fact]:
    """Who was the last to comment on any of the main person's posts, by the notifications."""
    rows = sorted(lived.records("feed.notification").items(), key=lambda row: str(row[1]["at"]))[::-1]
    comments = [row for row in rows if row[1]["kind"] == "comment"]
    index = next((place for place, row in enumerate(rows) if row[1]["kind"] == "comment"), 50)
    if index >= 20:
        return
    key, data = comments[0]
    other = rival(lived, data["by"], *(row[1]["by"] for row in comments), with_profile=True)
    own = profile(lived, data["by"])
    if not own or lived.named(lived.name(data["by"])) != data["by"]:
        return
    yield Fact(
        unit="last_commenter",
        type="person",
        value=lived.name(data["by"]),
        wanted="whoever commented last on one of my posts in the feed",
        it="the last commenter",
        calls=(
            Call("feed_list_notifications", {"limit": 20}, (Read("handle", "kind=comment/by"),)),
            named_by_profile(),
        ),
        claim="who commented last was looked up",
        shown=(f"feed.profile {own}", f"feed.notification {key}", f"feed.comment {data['comment']}"),
        others=(lived.name(other),),
        change=Change(f"feed.notification {key}", "by", data["by"], other),
    )
