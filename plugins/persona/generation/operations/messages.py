"""Telling somebody something in the messenger."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.given import (
    FIND_ACCOUNT,
    VALUES,
    created,
    has_account,
    has_chat,
    person_of,
    said,
    told,
    words,
)
from plugins.persona.generation.operations.literals import CHATS, WISHES, pick, pick_free
from plugins.persona.generation.parts import Call, Fact, Operation, Read, operation

GROUP = "Sunday run"
THUMB = "👍"


@operation(person=("person",), fact=VALUES)
def tell_in_messenger(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Tell somebody a value in the messenger."""
    key = person_of(lived, person, has_chat)
    if not key:
        return
    text, other = said("fact", fact)
    yield Operation(
        unit="tell_in_messenger",
        kind="create",
        asked="Tell {person} in the messenger {fact}.",
        takes={"person": person, "fact": fact},
        lookups=FIND_ACCOUNT,
        effect=Call("messenger_send", {"account": "{account}", "text": text}),
        also={"text": other},
        claim=f"{lived.first(key)} knows it by the messenger",
        check=created(
            "messenger.message", {"conversation": lived.chat(key), "sender": lived.me}, {"text": told(fact)}
        ),
    )


@operation(fact=VALUES)
def tell_group(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Tell a value in a group of the messenger."""
    named = [
        key
        for key, data in lived.view.records["messenger.conversation"].items()
        if data["name"] == GROUP and lived.me in data["members"]
    ]
    if len(named) != 1:
        return
    text, other = said("fact", fact)
    wrong = lived.chat(lived.life.people[1])
    yield Operation(
        unit="tell_group",
        kind="create",
        asked=f'Let the chat group "{GROUP}" know {{fact}}.',
        takes={"fact": fact},
        lookups=(Call("messenger_list_conversations", {"limit": 50}, (Read("chat", f"name={GROUP}/id"),)),),
        effect=Call("messenger_send", {"conversation": "{chat}", "text": text}),
        also={"text": other},
        wrong={"in_another_chat": {"conversation": wrong}} if wrong else {},
        claim=f"the group {GROUP} knows it",
        check=created(
            "messenger.message", {"conversation": named[0], "sender": lived.me}, {"text": told(fact)}
        ),
    )


@operation(person=("person",))
def ask_to_call(lived: Lived, person: Fact) -> Iterator[Operation]:
    """Ask somebody for something in the messenger, such as a call."""
    key, wish = person_of(lived, person, has_chat), pick(lived, person, WISHES)
    if not key:
        return
    yield Operation(
        unit="ask_to_call",
        kind="create",
        asked=f"Ask {{person}} in the messenger {wish.asked}.",
        takes={"person": person},
        lookups=FIND_ACCOUNT,
        effect=Call("messenger_send", {"account": "{account}", "text": wish.text}),
        also={"text": wish.other},
        wrong={"about_something_else": {"text": "Hello! How are you?"}},
        claim=f"{lived.first(key)} is asked",
        check=created(
            "messenger.message",
            {"conversation": lived.chat(key), "sender": lived.me},
            {"text": words(*wish.words)},
        ),
    )


@operation(person=("person",))
def react_to_newest(lived: Lived, person: Fact) -> Iterator[Operation]:
    """React to what somebody wrote last."""
    key = person_of(lived, person, has_chat, _has_written)
    if not key:
        return
    newest = _newest(lived, key)
    reactions = lived.view.records["messenger.reaction"].values()
    if any(item["message"] == newest and item["person"] == lived.me for item in reactions):
        return
    yield Operation(
        unit="react_to_newest",
        kind="modify",
        asked=f"Give the newest message of {{person}} in the messenger a {THUMB}.",
        takes={"person": person},
        lookups=(
            *FIND_ACCOUNT,
            Call("messenger_search", {"sender": "{account}", "limit": 1}, (Read("message", "0/id"),)),
        ),
        effect=Call("messenger_react", {"message": "{message}", "emoji": THUMB}),
        wrong={"with_another_sign": {"emoji": "😢"}},
        claim=f"the newest message of {lived.first(key)} has a thumb",
        check=created("messenger.reaction", {"message": newest, "person": lived.me}, {"emoji": THUMB}),
        record=f"messenger.message {newest}",
    )


@operation(person=("person",), fact=VALUES)
def answer_newest(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Answer what somebody wrote last with a value."""
    key = person_of(lived, person, has_chat, _has_written)
    if not key:
        return
    newest = _newest(lived, key)
    chat = lived.record("messenger.message", newest)["conversation"]
    text, other = said("fact", fact)
    yield Operation(
        unit="answer_newest",
        kind="create",
        asked="Reply to the newest message of {person} in the messenger and say {fact}.",
        takes={"person": person, "fact": fact},
        lookups=(
            *FIND_ACCOUNT,
            Call(
                "messenger_search",
                {"sender": "{account}", "limit": 1},
                (Read("message", "0/id"), Read("chat", "0/conversation")),
            ),
        ),
        effect=Call("messenger_send", {"conversation": "{chat}", "text": text, "reply_to": "{message}"}),
        also={"text": other},
        wrong={"as_no_reply": {"reply_to": ""}},
        claim=f"the newest message of {lived.first(key)} is answered",
        check=created(
            "messenger.message",
            {"conversation": chat, "sender": lived.me},
            {"text": told(fact), "reply_to": newest},
        ),
    )


@operation(person=("person",))
def group_with(lived: Lived, person: Fact) -> Iterator[Operation]:
    """Make a group with somebody."""
    key = person_of(lived, person, has_account)
    names = {data["name"] for data in lived.view.records["messenger.conversation"].values()}
    name = pick_free(lived, person, CHATS, names)
    if not key or not name:
        return
    yield Operation(
        unit="group_with",
        kind="create",
        asked=f'Make a chat group "{name}" in the messenger for {{person}} and me.',
        takes={"person": person},
        lookups=FIND_ACCOUNT,
        effect=Call("messenger_create_group", {"name": name, "accounts": ["{account}"]}),
        claim=f"there is a group with {lived.first(key)}",
        check=created("messenger.conversation", {"name": words(name)}, {"members": [lived.me, key]}),
    )


def _written(lived: Lived, person: str) -> list[tuple[str, str]]:
    """When somebody wrote messages that the main person sees, the newest first, with their ids."""
    found = [
        (data["at"], key)
        for key, data in lived.records("messenger.message").items()
        if data["sender"] == person
    ]
    return sorted(found, key=lambda item: item[0], reverse=True)


def _newest(lived: Lived, person: str) -> str:
    return _written(lived, person)[0][1]


def _has_written(lived: Lived, person: str) -> bool:
    """Whether one message of theirs is the newest."""
    written = _written(lived, person)
    return bool(written) and (len(written) == 1 or written[0][0] != written[1][0])
