"""The feed: posts of others and own ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.given import (
    VALUES,
    anything,
    changed,
    created,
    deleted,
    rows_of,
    said,
    short,
    told,
    told_too,
    words,
)
from plugins.persona.generation.operations.literals import PRAISE, TOPICS, pick, pick_free
from plugins.persona.generation.parts import Call, Fact, Operation, Read, operation


@operation(fact=VALUES)
def publish(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Publish a value for the followers."""
    text, other = said("fact", fact)
    topic = pick(lived, fact, TOPICS)
    yield Operation(
        unit="publish",
        kind="create",
        asked=f"Publish for my followers alone, with the topic {topic}, {{fact}}.",
        takes={"fact": fact},
        effect=Call("feed_publish", {"text": text, "topics": [topic], "audience": "followers"}),
        also={"text": other},
        wrong={"for_all": {"audience": "public"}, "without_the_topic": {"topics": []}},
        claim="the followers can read it",
        check=created(
            "feed.post",
            {"author": lived.me},
            {"text": told(fact), "audience": "followers", "topics": [topic]},
        ),
    )


@operation(post=("post",), fact=VALUES)
def comment_on_post(lived: Lived, post: Fact, fact: Fact) -> Iterator[Operation]:
    """Comment on a post with a value."""
    text, other = said("fact", fact)
    for key, data in rows_of(lived, post, anything)[:1]:
        yield Operation(
            unit="comment_on_post",
            kind="create",
            asked="Comment on {post} and say {fact}.",
            takes={"post": post, "fact": fact},
            effect=Call("feed_comment", {"post": "{post}", "text": text}),
            also={"text": other},
            claim=f"a comment on {short(data['text'])!r} has it",
            check=created("feed.comment", {"post": key, "author": lived.me}, {"text": told(fact)}),
            record=f"feed.post {key}",
        )


@operation(post=("post",))
def praise_post(lived: Lived, post: Fact) -> Iterator[Operation]:
    """Praise a post of somebody else."""
    praise = pick(lived, post, PRAISE)
    for key, data in rows_of(lived, post, lambda _, data: data["author"] != lived.me)[:1]:
        yield Operation(
            unit="praise_post",
            kind="create",
            asked=f'Comment on {{post}} with "{praise}".',
            takes={"post": post},
            effect=Call("feed_comment", {"post": "{post}", "text": f"{praise}!"}),
            also={"text": f"{praise}."},
            wrong={"in_other_words": {"text": "Oh no!"}},
            claim=f"a comment praises {short(data['text'])!r}",
            check=created("feed.comment", {"post": key, "author": lived.me}, {"text": words(praise)}),
            record=f"feed.post {key}",
        )


@operation(post=("post",))
def like_post(lived: Lived, post: Fact) -> Iterator[Operation]:
    """Like a post of somebody else."""
    likes = lived.view.records["feed.like"].values()
    for key, data in rows_of(lived, post, lambda _, data: data["author"] != lived.me)[:1]:
        if any(item["post"] == key and item["person"] == lived.me for item in likes):
            continue
        yield Operation(
            unit="like_post",
            kind="modify",
            asked="Like {post}.",
            takes={"post": post},
            effect=Call("feed_like", {"post": "{post}"}),
            claim=f"{short(data['text'])!r} is liked",
            check=created("feed.like", {"post": key, "person": lived.me}, {}),
            record=f"feed.post {key}",
        )


@operation(post=("post",))
def follow_author(lived: Lived, post: Fact) -> Iterator[Operation]:
    """Follow whoever published a post, or stop following."""
    follows = {
        data["followed"]: key
        for key, data in lived.view.records["feed.follow"].items()
        if data["follower"] == lived.me
    }
    rows = rows_of(lived, post, lambda _, data: data["author"] != lived.me)
    authors = [data["author"] for _, data in rows]
    if authors[:1] and authors[0] in authors[1:]:
        return
    for _, data in rows[:1]:
        follow = follows.get(data["author"])
        if follow and not all(author in follows for author in authors):
            continue
        name = lived.first(data["author"])
        yield Operation(
            unit="follow_author",
            kind="modify",
            asked="Stop following whoever published {post}."
            if follow
            else "Follow whoever published {post}.",
            takes={"post": post},
            lookups=(Call("feed_read_post", {"post": "{post}"}, (Read("handle", "author"),)),),
            effect=Call("feed_follow", {"handle": "{handle}"} | ({"undo": True} if follow else {})),
            claim=f"{name} is followed no more" if follow else f"{name} is followed",
            check=deleted("feed.follow", follow)
            if follow
            else created("feed.follow", {"follower": lived.me, "followed": data["author"]}, {}),
            record=f"feed.follow {follow}" if follow else "",
        )


@operation(post=("post",), fact=("place",))
def place_of_post(lived: Lived, post: Fact, fact: Fact) -> Iterator[Operation]:
    """Set the place of an own post."""
    for key, data in _own(lived, post)[:1]:
        if fact.value in data["place"]:
            continue
        yield Operation(
            unit="place_of_post",
            kind="modify",
            asked="Set the place of {post} to {fact}.",
            takes={"post": post, "fact": fact},
            effect=Call("feed_edit_post", {"post": "{post}", "place": "{fact}"}),
            wrong={"in_the_text": {"text": fact.value}},
            claim=f"{short(data['text'])!r} has the place",
            check=changed("feed.post", key, {"place": told(fact)}),
            record=f"feed.post {key}",
        )


@operation(post=("post",), fact=VALUES)
def more_in_post(lived: Lived, post: Fact, fact: Fact) -> Iterator[Operation]:
    """Add a value to the text of an own post."""
    text, other = said("fact", fact)
    for key, data in _own(lived, post)[:1]:
        if fact.value in data["text"] or not data["text"]:
            continue
        yield Operation(
            unit="more_in_post",
            kind="modify",
            asked="To the text of {post}, add {fact}.",
            takes={"post": post, "fact": fact},
            lookups=(Call("feed_read_post", {"post": "{post}"}, (Read("text", "text"),)),),
            effect=Call("feed_edit_post", {"post": "{post}", "text": "{text} " + text}),
            also={"text": "{text}\n" + other},
            wrong={"over_the_old_text": {"text": f"It is {fact.value}."}},
            claim=f"the post {short(data['text'])!r} has it too",
            check=changed("feed.post", key, {"text": told_too(fact, data["text"])}),
            record=f"feed.post {key}",
        )


@operation(post=("post",))
def topic_of_post(lived: Lived, post: Fact) -> Iterator[Operation]:
    """Add a topic to an own post."""
    for key, data in _own(lived, post)[:1]:
        topic = pick_free(lived, post, TOPICS, data["topics"])
        if not topic:
            continue
        yield Operation(
            unit="topic_of_post",
            kind="modify",
            asked=f"Add the topic {topic} to {{post}}.",
            takes={"post": post},
            effect=Call("feed_edit_post", {"post": "{post}", "add_topics": [topic]}),
            wrong={"in_the_text": {"text": topic}},
            claim=f"{short(data['text'])!r} has the topic",
            check=changed("feed.post", key, {"topics": [*data["topics"], topic]}),
            record=f"feed.post {key}",
        )


@operation(post=("post",))
def hide_post(lived: Lived, post: Fact) -> Iterator[Operation]:
    """Show an own post to the followers alone."""
    for key, data in _own(lived, post)[:1]:
        if data["audience"] != "public":
            continue
        yield Operation(
            unit="hide_post",
            kind="modify",
            asked="Let nobody but my followers see {post}.",
            takes={"post": post},
            effect=Call("feed_edit_post", {"post": "{post}", "audience": "followers"}),
            claim=f"{short(data['text'])!r} is for the followers",
            check=changed("feed.post", key, {"audience": "followers"}),
            record=f"feed.post {key}",
        )


def _own(lived: Lived, post: Fact) -> list[tuple[str, Any]]:
    return rows_of(lived, post, lambda _, data: data["author"] == lived.me)
