"""What the searches of the applications find, and the standard calls of facts in pages, files, posts and threads."""

from __future__ import annotations

from collections.abc import Iterator

from mcp_tools.personal.apps.words import contains
from mcp_tools.personal.store import Data
from plugins.persona.generation.lived import Lived, Row
from plugins.persona.generation.parts import Call, Read


def search(lived: Lived, kind: str, words: str, *, sender: str = "", topic: str = "") -> list[str]:
    """Return the ids of what an application's search finds for the main person, in its order.

    Args:
        lived: The life.
        kind: The type of the records; of a forum "forum.thread", with which answers are found.
        words: The words of the search.
        sender: Only messages of this person.
        topic: Only posts with this topic.
    """
    found = [
        (str(data[_TIME[kind]]), key)
        for key, data in _visible(lived, kind)
        if contains(_text(kind, data), words)
        and sender in ("", data.get("sender"))
        and (not topic or topic in data.get("topics", ()))
    ]
    if kind == "contacts.card":
        return [key for _, key in sorted(found, key=lambda item: (item[0].casefold(), item[1]))]
    if kind == "forum.thread":
        found += [
            (str(data["at"]), key)
            for key, data in lived.view.records["forum.answer"].items()
            if data.get("author") and contains(data["text"], words)
        ]
    if kind in ("feed.post", "forum.thread"):
        return [key for _, key in sorted(found, key=lambda item: item[0])[::-1]]
    return [key for _, key in sorted(found, key=lambda item: item[0], reverse=True)]


def is_first(lived: Lived, kind: str, key: str, words: str, *, sender: str = "", topic: str = "") -> bool:
    """Whether a search finds a record before all others."""
    return search(lived, kind, words, sender=sender, topic=topic)[:1] == [key]


def is_only(lived: Lived, kind: str, key: str, words: str, *, sender: str = "", topic: str = "") -> bool:
    """Whether a search finds a record and no other."""
    return search(lived, kind, words, sender=sender, topic=topic) == [key]


def on_page(words: str, *reads: Read) -> tuple[Call, ...]:
    """Return the calls that read values on a page."""
    return (
        Call("notes_search", {"words": words, "limit": 1}, (Read("page", "0/id"),)),
        Call("notes_read_page", {"page": "{page}"}, reads),
    )


def the_page(words: str) -> tuple[Call, ...]:
    """Return the call that finds a page itself."""
    return (Call("notes_search", {"words": words, "limit": 1}, (Read("value", "0/id"),)),)


def in_file(words: str, *reads: Read) -> tuple[Call, ...]:
    """Return the calls that read values in a file."""
    return (
        Call("vault_search", {"words": words, "limit": 1}, (Read("path", "0/path"),)),
        Call("vault_read_file", {"path": "{path}"}, reads),
    )


def the_file(words: str) -> tuple[Call, ...]:
    """Return the call that finds a file itself."""
    return (Call("vault_search", {"words": words, "limit": 1}, (Read("value", "0/path"),)),)


def named_by_profile() -> Call:
    """Return the call that finds the name of the person whose `{handle}` was read."""
    return Call("feed_read_profile", {"handle": "{handle}", "limit": 1}, (Read("value", "name"),))


def profile(lived: Lived, person: str) -> str:
    """Return the id of a person's profile in the feed; "" if there is none."""
    profiles = lived.view.records["feed.profile"].items()
    return next((key for key, data in profiles if data["of"] == person), "")


def called(lived: Lived, person: str) -> str:
    """Return what the main person calls somebody: the first name if nobody else has it."""
    return lived.first(person) if lived.is_one_first_name(person) else lived.name(person)


def rival(lived: Lived, person: str, *nearer: str, with_profile: bool = False) -> str:
    """Return somebody who could be taken for a person and can be reached by the same means.

    Args:
        lived: The life.
        person: The person's id.
        nearer: Ids of people who are taken rather than others.
        with_profile: It must be somebody with a profile in the feed.
    """
    means = _means(lived, person)
    if not with_profile:
        means.discard("profile")
    for wanted in (means, means - {"home", "birthday"}, means & {"profile"}):
        for other in (*nearer, *lived.life.people[1:]):
            is_other = other not in (person, lived.me, "") and lived.named(lived.name(other)) == other
            if is_other and wanted <= _means(lived, other):
                return other
    return next(other for other in lived.life.people[1:] if other != person)


def _means(lived: Lived, person: str) -> set[str]:
    """By what the main person can reach somebody."""
    card = lived.card(person)
    data = lived.record("contacts.card", card) if card else {}
    found = {name for name in ("phones", "addresses") if len(data.get(name, ())) == 1}
    found |= {name for name in ("home", "birthday") if data.get(name)}
    found |= {"chat"} if lived.chat(person) else set()
    return found | ({"profile"} if profile(lived, person) else set()) | ({"card"} if card else set())


def properties(lived: Lived, page: str) -> dict[str, Row]:
    """Return the properties of a page by name."""
    records = lived.view.records["notes.property"].items()
    return {data["name"]: (key, data) for key, data in records if data["page"] == page}


def pages(lived: Lived, beginning: str) -> list[Row]:
    """Return the main person's pages whose title begins so, the last edited first."""
    found = [row for row in _visible(lived, "notes.page") if row[1]["title"].startswith(beginning)]
    return sorted(found, key=lambda row: str(row[1]["edited"]), reverse=True)


def files(lived: Lived, folder: str) -> list[Row]:
    """Return the files of a folder of the main person's vault, the last edited first."""
    found = [row for row in _visible(lived, "vault.file") if row[1]["path"].startswith(f"{folder}/")]
    return sorted(found, key=lambda row: str(row[1]["edited"]), reverse=True)


def posts(lived: Lived) -> list[Row]:
    """Return the posts of the feed that the main person sees, the newest first."""
    return sorted(_visible(lived, "feed.post"), key=lambda row: str(row[1]["at"]))[::-1]


def shown(kind: str, rows: list[Row]) -> tuple[str, ...]:
    """Return rows of a type as facts name what was shown."""
    return tuple(f"{kind} {key}" for key, _ in rows)


_TIME = {
    "notes.page": "edited",
    "vault.file": "edited",
    "feed.post": "at",
    "forum.thread": "at",
    "messenger.message": "at",
    "mail.message": "at",
    "contacts.card": "name",
}
"""The field by which a search sorts."""
_TEXTS = {
    "notes.page": ("title", "body"),
    "vault.file": ("path", "text"),
    "feed.post": ("text", "place", "picture"),
    "forum.thread": ("title", "text"),
    "messenger.message": ("text",),
    "mail.message": ("subject", "body"),
    "contacts.card": ("name", "organisation", "home", "note"),
}
"""The fields in which a search looks for words."""


def _text(kind: str, data: Data) -> str:
    parts = [str(data.get(name) or "") for name in _TEXTS[kind]]
    return "\n".join([*parts, *data.get("topics", ()), *data.get("addresses", ())])


def _visible(lived: Lived, kind: str) -> Iterator[Row]:
    notebooks = lived.view.records["notes.notebook"]
    own = {key for key, data in notebooks.items() if lived.me in (data["owner"], *data.get("members", ()))}
    for key, data in lived.records(kind).items():
        if kind == "notes.page" and data["notebook"] not in own:
            continue
        if kind == "feed.post" and not _sees_post(lived, data):
            continue
        if kind == "forum.thread" and not data.get("author"):
            continue
        yield key, data


def _sees_post(lived: Lived, data: Data) -> bool:
    """Whether the main person sees a post: its author, a follower, or everybody if it is public."""
    author, records = data["author"], lived.view.records
    is_private = any(item["of"] == author and item["is_private"] for item in records["feed.profile"].values())
    follows = any(
        item["follower"] == lived.me and item["followed"] == author and item["is_accepted"]
        for item in records["feed.follow"].values()
    )
    return author == lived.me or follows or (data["audience"] == "public" and not is_private)
