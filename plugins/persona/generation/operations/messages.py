"""Telling somebody something, in the messenger or by mail."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Fact, Operation, Read, kind_of, operation

VALUES = ("moment", "day", "time", "price", "place", "code", "name")
SAID = {
    "price": ("It is {%s} euros.", "They want €{%s} for it."),
    "moment": ("It is on {%s[:10]} at {%s[11:]}.", "At {%s[11:]} on {%s[:10]}."),
}
PLAIN = ("It is this: {%s}", "I looked it up: {%s}.")


def said(slot: str, given: Fact) -> tuple[str, str]:
    """Return two texts that tell the value of a fact."""
    first, second = SAID.get(given.type, PLAIN)
    return first.replace("%s", slot), second.replace("%s", slot)


@operation(person=("person",), fact=VALUES)
def tell_in_messenger(lived: Lived, person: Fact, fact: Fact) -> Iterator[Operation]:
    """Tell somebody a value in the messenger."""
    key = lived.named(person.value)
    chat, card = lived.chat(key), lived.card(key)
    if not chat or not card or len(lived.record("contacts.card", card)["phones"]) != 1:
        return
    text, other = said("fact", fact)
    yield Operation(
        unit="tell_in_messenger",
        kind="create",
        asked="Tell {person} in the messenger {fact}.",
        takes={"person": person, "fact": fact},
        lookups=(
            Call("contacts_search", {"words": "{person}", "limit": 1}, (Read("card", "0/id"),)),
            Call("contacts_read", {"card": "{card}"}, (Read("phone", "phones/0"),)),
            Call("messenger_find_account", {"query": "{phone}"}, (Read("account", "0/account"),)),
        ),
        effect=Call("messenger_send", {"account": "{account}", "text": text}),
        also={"text": other},
        claim=f"{lived.first(key)} knows it by the messenger",
        check='Created("{claim}", "messenger.message", {"conversation": "%s", "sender": "%s"}, {"text": mentions(%s)})'
        % (chat, lived.me, kind_of(fact)),
    )
