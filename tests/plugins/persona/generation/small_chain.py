"""A chain written out by hand, as units yield its parts: the offer for the window frames is told to Nora."""

from __future__ import annotations

from plugins.persona.generation.chains import Chain
from plugins.persona.generation.parts import Call, Change, Fact, Operation, Read

NORA = Fact(
    unit="partner", type="person", value="Nora Alderton", wanted="Nora", context=("Nora is Helmi's wife.",)
)
OFFER = Fact(
    unit="offer",
    type="price",
    value="235",
    wanted="what the painter wants for the window frames",
    it="that sum",
    calls=(
        Call("mail_search", {"words": "reckon window frames", "limit": 1}, (Read("mail", "0/id"),)),
        Call("mail_read_message", {"message": "{mail}"}, (Read("value", "body", r"with (\d+) euros"),)),
    ),
    claim="the painter's offer was read",
    shown=("mail.message mail-646",),
    others=("270",),
    change=Change("mail.message mail-646", "body", "235 euros", "280 euros"),
)
TOLD = Operation(
    unit="tell",
    kind="create",
    asked="tell {person} in the messenger {fact}.",
    takes={"person": NORA, "fact": OFFER},
    lookups=(
        Call("contacts_search", {"words": "{person}", "limit": 1}, (Read("card", "0/id"),)),
        Call("contacts_read", {"card": "{card}"}, (Read("phone", "phones/0"),)),
        Call("messenger_find_account", {"query": "{phone}"}, (Read("account", "0/account"),)),
    ),
    effect=Call("messenger_send", {"account": "{account}", "text": "It is {fact} euros."}),
    also={"text": "€{fact}, they say"},
    wrong={"without_the_sum": {"text": "I have asked them."}},
    claim="Nora knows the sum",
    check='Created("{claim}", "messenger.message", {"conversation": "chat-1"}, {"text": mentions(Money(235, "EUR"))})',
)
KEPT = Operation(
    unit="keep",
    kind="create",
    asked="Keep {fact} in the new file Frames.md of my vault.",
    takes={"fact": OFFER},
    effect=Call("vault_create_file", {"path": "Frames.md", "text": "{fact} euros"}),
    also={"text": "offered: €{fact}"},
    claim="the file has the sum",
    check='Created("{claim}", "vault.file", {"path": "Frames.md"}, {"text": mentions(Money(235, "EUR"))})',
)
CHAIN = Chain(0, (TOLD, KEPT))
LETTER = Fact(
    unit="letter",
    type="mail",
    value="mail-646",
    wanted="the painter's mail about the window frames",
    calls=(Call("mail_search", {"words": "reckon window frames", "limit": 1}, (Read("value", "0/id"),)),),
    claim="the painter's mail was found",
    shown=("mail.message mail-646",),
)
STARRED = Operation(
    unit="star",
    kind="modify",
    asked="Star {mail}.",
    takes={"mail": LETTER},
    effect=Call("mail_set_flags", {"message": "{mail}", "starred": "yes"}),
    claim="the painter's mail has a star",
    check='Changed("{claim}", "mail.message", "mail-646", {"is_starred": True})',
    record="mail.message mail-646",
)
