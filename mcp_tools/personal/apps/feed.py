"""A feed: people publish posts, follow each other, comment on posts and like them.

A post with the audience "followers", or of a private profile, is seen by its author and the accepted followers alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from mcp_tools.messages import shorten
from mcp_tools.personal.apps.words import Limit, Words, contains
from mcp_tools.personal.declaration import App, Record, Records, Row
from mcp_tools.personal.fields import Choice, Day, FieldType, Flag, Many, Moment, Ref, Text
from mcp_tools.personal.people import Person, PersonId
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.world import World

FEED = App("feed", "Feed", "Posts of the user and of people whom the user follows, comments, likes")
PUBLIC, FOLLOWERS = AUDIENCES = ("public", "followers")
LIKE, COMMENT, FOLLOW, REQUEST = KINDS = ("like", "comment", "follow", "request")
POST = ("text", "topics", "place", "picture", "audience", "at")
_TOPIC = re.compile(r"#\w{1,60}")


@dataclass(frozen=True, slots=True)
class Topic(FieldType):
    """A "#" and one word."""

    def check(self, value: object, name: str) -> str:
        text = str(Text().check(value, name))
        if not _TOPIC.fullmatch(text):
            raise Refused(f"{name} is {shorten(text)}; a topic is # and one word of at most 60 characters")
        return text

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": 2, "maxLength": 61}


PostId = Annotated[str, Ref(record_type="feed.post", description="A post's id.")]
CommentId = Annotated[str, Ref(record_type="feed.comment", description="A comment's id.")]
Handle = Annotated[str, Text(longest=40, shortest=1, description='A person\'s handle, as "@name".')]
Caption = Annotated[str, Text(longest=2200, lines=True)]
CommentText = Annotated[str, Text(longest=1000, shortest=1, lines=True)]
Topics = Annotated[Sequence[str], Many(item=Topic(), most=30, description='Each "#" and one word.')]
Place = Annotated[str, Text(longest=120)]
Picture = Annotated[str, Text(longest=500, description="What the picture shows.")]
Audience = Annotated[str, Choice(options=AUDIENCES)]
Undo = Annotated[bool, Flag(description="Take it back.")]


@FEED.record("profile", "profiles", prefix="profile")
@dataclass(frozen=True, kw_only=True)
class Profile(Record):
    """What a person who uses the feed says of themselves."""

    of: PersonId
    about: Annotated[str, Text(longest=500, lines=True)] = ""
    is_private: bool = False


def _sees_post(records: Records, post: Mapping[str, Any], person: str) -> bool:
    """Its author and accepted followers see a post; everybody else one for all, of a profile that is not private."""
    author = post["author"]
    follows = records("feed.follow").values()
    is_private = any(item["of"] == author and item["is_private"] for item in records("feed.profile").values())
    return (
        person == author
        or (post["audience"] == PUBLIC and not is_private)
        or {"follower": person, "followed": author, "is_accepted": True} in follows
    )


@FEED.record("post", "posts", prefix="post", volatile=("at",), seen_by=_sees_post)
@dataclass(frozen=True, kw_only=True)
class Post(Record):
    """A post, with a picture or without one."""

    author: PersonId
    text: Caption
    topics: Topics = ()
    place: Place = ""
    picture: Picture = ""
    audience: Audience = PUBLIC
    at: Annotated[str, Moment()]


@FEED.record("comment", "comments", prefix="comment", parent="post", volatile=("at",))
@dataclass(frozen=True, kw_only=True)
class Comment(Record):
    """A comment on a post."""

    post: PostId
    author: PersonId
    text: CommentText
    at: Annotated[str, Moment()]


@FEED.record("like", "likes", prefix="like", parent="post")
@dataclass(frozen=True, kw_only=True)
class Like(Record):
    """A person likes a post."""

    post: PostId
    person: PersonId


@FEED.record("follow", "follows", prefix="follow")
@dataclass(frozen=True, kw_only=True)
class Follow(Record):
    """A person follows another, or has asked to."""

    follower: PersonId
    followed: PersonId
    is_accepted: bool = True


@FEED.record("notification", "notifications", prefix="notification", volatile=("at", "is_read"))
@dataclass(frozen=True, kw_only=True)
class Notification(Record):
    """What somebody did that concerns the owner."""

    owner: PersonId
    kind: Annotated[str, Choice(options=KINDS)]
    by: PersonId
    post: Annotated[str, Ref(record_type="feed.post", optional=True)] = ""
    comment: Annotated[str, Ref(record_type="feed.comment", optional=True)] = ""
    at: Annotated[str, Moment()]
    is_read: bool = False


@FEED.action("read")
def home(world: World, limit: Limit = 20) -> list[Row]:
    """Show the posts of the user and of the people whom the user follows, the newest first."""
    authors = {world.person, *_followed(world)}
    return _newest(world, [post for post in world.find(Post) if post.author in authors], limit)


@FEED.action("read")
def search(
    world: World,
    words: Words = "",
    topic: Annotated[str, Text(longest=61, description='As "#word".')] = "",
    handle: Annotated[str, Text(longest=40, description='The author\'s handle, as "@name".')] = "",
    since: Annotated[str, Day(optional=True, description="From this day on.")] = "",
    limit: Limit = 20,
) -> list[Row]:
    """Find posts of all people, the newest first. The words must be in text, topics, place or picture."""
    author = _profile(world, handle).of if handle else ""
    sought = f"#{topic.removeprefix('#')}".casefold()
    matches = [
        post
        for post in world.find(Post)
        if contains("\n".join((post.text, *post.topics, post.place, post.picture)), words)
        and (not topic or sought in [item.casefold() for item in post.topics])
        and author in ("", post.author)
        and (not since or post.at[:10] >= since)
    ]
    return _newest(world, matches, limit)


@FEED.action("read")
def read_post(world: World, post: PostId) -> Row:
    """Show a post with its comments, the oldest first, and the number of its likes."""
    shown = world.get(Post, post)
    comments = sorted(world.find(Comment, post=shown.id), key=lambda comment: comment.at)
    return _post_row(world, shown) | {"comments": [_comment_row(world, comment) for comment in comments]}


@FEED.action("read")
def read_profile(world: World, handle: Handle, limit: Limit = 20) -> Row:
    """Show what a person says of themselves, their newest posts, their followers and whom they follow.

    A private profile shows posts and followers to its followers alone. `is_followed` is of the user.
    """
    profile = _profile(world, handle)
    row = world.show(profile, "about", "is_private") | {
        "handle": _handle(world, profile.of),
        "name": world.get(Person, profile.of).name,
        "is_followed": _is_followed(world, profile.of),
    }
    if profile.is_private and profile.of not in (world.person, *_followed(world)):
        return row
    followers = world.find(Follow, followed=profile.of, is_accepted=True)
    following = world.find(Follow, follower=profile.of, is_accepted=True)
    return row | {
        "followers": sorted({_handle(world, item.follower) for item in followers}),
        "following": sorted({_handle(world, item.followed) for item in following}),
        "posts": _newest(world, [post for post in world.find(Post) if post.author == profile.of], limit),
    }


@FEED.action("read")
def list_notifications(world: World, only_unread: bool = False, limit: Limit = 20) -> list[Row]:
    """List who liked, commented, followed or asked to follow, the newest first, and mark it as read."""
    matches = [item for item in world.find(Notification) if not (only_unread and item.is_read)]
    rows = []
    for item in sorted(matches, key=lambda item: item.at)[::-1][:limit]:
        rows.append(
            world.show(item, "kind", "at", "is_read", "post", "comment") | {"by": _handle(world, item.by)}
        )
        world.update(item, is_read=True)
    return rows


@FEED.action("create")
def publish(
    world: World,
    text: Caption = "",
    topics: Topics = (),
    place: Place = "",
    picture: Picture = "",
    audience: Audience = PUBLIC,
) -> Row:
    """Publish a post with a text, a picture or both."""
    if not text and not picture:
        raise Refused("text and picture are empty: give one of them")
    values = {"topics": topics, "place": place, "picture": picture, "audience": audience}
    return _post_row(world, world.create(Post, author=_user(world), text=text, at=world.moment(), **values))


@FEED.action("modify")
def edit_post(
    world: World,
    post: PostId,
    text: Caption = "",
    add_topics: Topics = (),
    remove_topics: Topics = (),
    place: Place = "",
    picture: Picture = "",
    audience: Annotated[str, Choice(options=("", *AUDIENCES))] = "",
) -> Row:
    """Change a post of the user's; what is empty stays."""
    old = _own_post(world, post)
    for topic in remove_topics:
        if topic not in old.topics:
            raise Refused(f"{post} has no topic {topic!r}; it has: {', '.join(old.topics) or 'none'}")
    given = {"text": text, "place": place, "picture": picture, "audience": audience}
    values: dict[str, object] = {name: value for name, value in given.items() if value}
    topics = dict.fromkeys((*old.topics, *add_topics))
    values["topics"] = [topic for topic in topics if topic not in remove_topics]
    return _post_row(world, world.update(old, **values))


@FEED.action("delete")
def delete_post(world: World, post: PostId) -> Row:
    """Delete a post of the user's with its comments and likes."""
    gone = _own_post(world, post)
    row = _post_row(world, gone)
    for kind in (Notification, Comment, Like):
        _delete(world, kind, post=gone.id)
    world.delete(gone)
    return row


@FEED.action("create")
def comment(world: World, post: PostId, text: CommentText) -> Row:
    """Comment on a post."""
    author, commented = _user(world), world.get(Post, post)
    made = world.create(Comment, post=commented.id, author=author, text=text, at=world.moment())
    _notify(world, commented.author, COMMENT, post=commented.id, comment=made.id)
    return _comment_row(world, made) | {"post": commented.id}


@FEED.action("delete")
def delete_comment(world: World, comment: CommentId) -> Row:
    """Delete a comment of the user's, or one on a post of the user's."""
    gone = world.get(Comment, comment)
    post = world.get(Post, gone.post)
    if world.person not in (gone.author, post.author):
        raise Refused(f"{comment} is neither the user's comment nor on a post of the user's")
    row = _comment_row(world, gone) | {"post": gone.post}
    _delete(world, Notification, comment=gone.id)
    world.delete(gone)
    return row


@FEED.action("modify")
def like(world: World, post: PostId, undo: Undo = False) -> Row:
    """Like a post, or take that back."""
    user, liked = _user(world), world.get(Post, post)
    likes = world.find(Like, post=liked.id, person=user)
    if undo:
        if not likes:
            raise Refused(f"the user does not like {post}, so there is nothing to take back")
        _delete(world, Like, post=liked.id, person=user)
        _delete(world, Notification, post=liked.id, by=user, kind=LIKE)
    elif not likes:
        world.create(Like, post=liked.id, person=user)
        _notify(world, liked.author, LIKE, post=liked.id)
    return _post_row(world, liked)


@FEED.action("modify")
def follow(world: World, handle: Handle, undo: Undo = False) -> Row:
    """Follow a person, or stop following. A private profile is asked, and followed once its owner accepts."""
    user, profile = _user(world), _profile(world, handle)
    name = _handle(world, profile.of)
    if profile.of == user:
        raise Refused(f"{name} is the user's own handle")
    follows = world.find(Follow, follower=user, followed=profile.of)
    if undo:
        if not follows:
            raise Refused(f"the user does not follow {name}")
        _stop(world, user, profile.of)
    elif not follows:
        is_accepted = not profile.is_private
        world.create(Follow, follower=user, followed=profile.of, is_accepted=is_accepted)
        _notify(world, profile.of, FOLLOW if is_accepted else REQUEST)
    return {"handle": name, "is_followed": _is_followed(world, profile.of)}


@FEED.action("modify")
def answer_request(world: World, handle: Handle, accept: bool) -> Row:
    """Accept or decline that a person follows the user, who has a private profile."""
    profile = _profile(world, handle)
    name = _handle(world, profile.of)
    requests = world.find(Follow, follower=profile.of, followed=world.person, is_accepted=False)
    if not requests:
        raise Refused(f"there is no request of {name}")
    if accept:
        world.update(requests[0], is_accepted=True)
    else:
        _stop(world, profile.of, world.person)
    return {"handle": name, "follows_user": accept}


def _own_post(world: World, key: str) -> Post:
    post = world.get(Post, key)
    if post.author != world.person:
        raise Refused(f"{key} is {_handle(world, post.author)}'s post, who alone can change it")
    return post


def _followed(world: World) -> set[str]:
    return {item.followed for item in world.find(Follow, follower=world.person, is_accepted=True)}


def _is_followed(world: World, person: str) -> str:
    accepted = [item.is_accepted for item in world.find(Follow, follower=world.person, followed=person)]
    return "yes" if any(accepted) else "requested" if accepted else "no"


def _stop(world: World, follower: str, followed: str) -> None:
    _delete(world, Follow, follower=follower, followed=followed)
    _delete(world, Notification, owner=followed, by=follower, post="")


def _delete(world: World, python: type[Record], **equal: object) -> None:
    for record in world.find_of_all(python, **equal):
        world.delete(record)


def _notify(world: World, owner: str, kind: str, **values: str) -> None:
    if owner != world.person:
        world.create(Notification, owner=owner, kind=kind, by=world.person, at=world.moment(), **values)


def _newest(world: World, posts: Sequence[Post], limit: int) -> list[Row]:
    return [_post_row(world, post) for post in sorted(posts, key=lambda post: post.at)[::-1][:limit]]


def _post_row(world: World, post: Post) -> Row:
    likes = {item.person for item in world.find(Like, post=post.id)}
    return world.show(post, *POST) | {
        "author": _handle(world, post.author),
        "likes": len(likes),
        "is_liked": world.person in likes,
        "comments": len(world.find(Comment, post=post.id)),
    }


def _comment_row(world: World, comment: Comment) -> Row:
    return world.show(comment, "text", "at") | {"author": _handle(world, comment.author)}


def _user(world: World) -> str:
    if not world.find(Profile, of=world.person):
        raise Refused("the user has no profile in the feed")
    return world.person


def _profile(world: World, handle: str) -> Profile:
    sought = f"@{handle.removeprefix('@')}".casefold()
    for profile in world.find(Profile):
        if _handle(world, profile.of).casefold() == sought:
            return profile
    raise Refused(f"nobody in the feed has the handle {shorten(handle)}")


def _handle(world: World, person: str) -> str:
    return world.get(Person, person).handle
