"""The words of operations that no fact gives, such as titles and questions: others for each life and each fact.

Tables have the words by side of life; those of ANY are for facts of a side that has none of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar
from zlib import crc32

from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Fact
from plugins.persona.generation.sides import sides_of

ANY = ""
Item = TypeVar("Item")
Table = Mapping[str, Sequence[Item]]


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody is asked for.

    Attributes:
        asked: As the instruction says it, after "Ask somebody".
        text: The message.
        other: The same in other words.
        words: What a message must have that says it.
    """

    asked: str
    text: str
    other: str
    words: tuple[str, ...]


def pick(lived: Lived, fact: Fact, table: Table[Item]) -> Item:
    """Return one of a table's items that suits a fact, always the same one."""
    item = pick_free(lived, fact, table, ())
    assert item is not None, "no table is empty"
    return item


def pick_free(lived: Lived, fact: Fact, table: Table[Item], taken: Collection[Item]) -> Item | None:
    """Return one of those that are not taken; None if all that suit are."""
    sides = sorted(sides_of(lived, fact) & table.keys())
    free = [item for item in table[sides[0] if sides else ANY] if item not in taken]
    if not free:
        return None
    return free[crc32(f"{lived.number} {fact.unit} {fact.value} {free[0]}".encode()) % len(free)]


WISHES: Table[Wish] = {
    ANY: (
        Wish(
            "to call me tonight",
            "Could you call me tonight?",
            "Please call me some time tonight.",
            ("call", "tonight"),
        ),
        Wish(
            "to send word when they are back",
            "Could you send word when you are back?",
            "Please tell me once you are back.",
            ("back",),
        ),
        Wish(
            "whether Sunday afternoon suits them",
            "Does Sunday afternoon suit you?",
            "Is Sunday fine, in the afternoon?",
            ("Sunday", "afternoon"),
        ),
        Wish(
            "to meet me at the tram stop",
            "Shall we meet at the tram stop?",
            "Please come to the tram stop.",
            ("tram stop",),
        ),
    ),
    "work": (
        Wish(
            "to look through my draft",
            "Could you look through my draft?",
            "My draft is ready, please look at it.",
            ("draft",),
        ),
        Wish(
            "for the latest drawings",
            "Could you send me the latest drawings?",
            "I need the latest drawings, please.",
            ("drawings",),
        ),
        Wish(
            "whether they can stand in for me on Friday",
            "Can you stand in for me on Friday?",
            "On Friday, could you stand in for me?",
            ("stand in", "Friday"),
        ),
        Wish(
            "who has the key to the archive",
            "Who has the key to the archive?",
            "Do you know who has the archive's key?",
            ("archive", "key"),
        ),
        Wish(
            "to bring the samples along",
            "Could you bring the samples along?",
            "Please bring the samples.",
            ("samples",),
        ),
    ),
    "household": (
        Wish(
            "to ring at the side door",
            "Please ring at the side door.",
            "The side door is best: could you ring there?",
            ("side door",),
        ),
        Wish(
            "whether Saturday morning suits them",
            "Does Saturday morning suit you?",
            "Is Saturday fine, in the morning?",
            ("Saturday", "morning"),
        ),
        Wish(
            "to call before they come",
            "Please call before you come.",
            "Could you give me a call before coming?",
            ("call", "before"),
        ),
    ),
    "family": (
        Wish(
            "what they would like for a present",
            "What present would you like?",
            "Which present shall it be?",
            ("present",),
        ),
        Wish("to bring a cake", "Could you bring a cake?", "A cake from you would be lovely.", ("cake",)),
        Wish(
            "whether the children may come along",
            "May the children come along?",
            "Could the children come, too?",
            ("children",),
        ),
    ),
    "leisure": (
        Wish(
            "to bring their camera",
            "Could you bring your camera?",
            "Please think of your camera.",
            ("camera",),
        ),
        Wish("to keep a seat for me", "Could you keep a seat for me?", "Please keep me a seat.", ("seat",)),
        Wish(
            "whether I may bring somebody along",
            "May I bring somebody along?",
            "Could somebody come with me?",
            ("somebody",),
        ),
        Wish("how I get there by bus", "How do I get there by bus?", "Which bus takes me there?", ("bus",)),
        Wish(
            "for the pictures",
            "Could you send me the pictures?",
            "I would love to have the pictures.",
            ("pictures",),
        ),
    ),
}
INVITATIONS: Table[tuple[str, str, str]] = {
    ANY: (
        ("A coffee", "10:00", "10:30"),
        ("Lunch at the market hall", "12:15", "13:15"),
        ("A walk by the river", "17:30", "18:30"),
        ("Tea at ours", "16:00", "17:00"),
    ),
    "work": (
        ("Open points", "11:00", "11:30"),
        ("Look at the plans", "14:00", "15:00"),
        ("Quick handover", "10:15", "10:45"),
        ("Lessons learned", "15:30", "16:15"),
    ),
    "household": (
        ("A look at the cellar", "16:30", "17:00"),
        ("Handing over the keys", "18:00", "18:15"),
        ("A coffee", "10:00", "10:30"),
    ),
}
"""Titles of new events with somebody, with beginning and end."""
PREPARATIONS: Table[str] = {
    ANY: ("Get everything ready", "Buy flowers", "Tidy up"),
    "work": ("Print the handouts", "Go through my notes", "Book the projector"),
    "household": ("Clear the hall", "Find the papers", "Move the bicycles"),
    "travel": ("Pack the bags", "Water the plants", "Charge the camera"),
}
"""Titles of events of an hour on a day."""
HELD = {ANY: ("Keep free", "Not at home", "Nothing else today")}
"""Titles of events that last until the night."""
CHATS: Table[str] = {
    ANY: ("Summer plans", "Saturday walk", "Board games", "Cinema on Thursday", "Boat trip"),
    "work": ("Site visit", "Shared ride", "Lunch orders", "Handover notes"),
    "household": ("Back yard", "Staircase and cellar", "Tool exchange"),
    "family": ("Surprise party", "Grandmother's garden", "School run"),
}
"""Names of groups in the messenger."""
CARD_GROUPS: Table[str] = {
    ANY: ("Summer party", "New Year cards", "Picnic list"),
    "work": ("Call back", "Site contacts", "Visitors in June"),
    "household": ("Repairs", "House and flat", "Recommended"),
    "family": ("Birthday guests", "Parents", "Thank-you cards"),
    "leisure": ("Summer party", "Concert company", "Games evenings", "Dinner guests"),
}
TOPICS: Table[str] = {
    ANY: ("#goodtoknow", "#weekend", "#smallthings", "#askme"),
    "hobbies": ("#tryityourself", "#kitchennotes", "#worthreading"),
}
THREADS: Table[str] = {
    ANY: ("Good to know", "For whoever asks", "A small hint"),
    "hobbies": ("It worked for me", "What I found", "A small hint"),
}
ANSWER: Table[str] = {ANY: ("Tell me", "Let me know")}
"""How an answer is asked for."""
PRAISE: Table[str] = {ANY: ("Well done", "How lovely", "Good to see this", "What a day")}
THANKS: Table[str] = {ANY: ("Thanks to all", "That helps a lot", "Solved, thank you", "I will try that")}
PAGES: Mapping[str, Sequence[str]] = {
    "Private": ("To remember", "Loose ends", "For later", "Not to forget"),
    "Household": ("To do this week", "This month", "House and garden", "On the fridge"),
    "Work": ("Open questions", "For the next round", "Before I leave", "Notes for Monday"),
}
"""Titles of new pages by notebook."""
LINES: Table[str] = {
    ANY: (
        "Ask again in autumn",
        "Look at this before June",
        "Talk about it at the weekend",
        "On the list for July",
    ),
    "work": (
        "To be settled in the next round",
        "Waiting for the figures",
        "Agreed by all",
        "Check with the office",
    ),
}
BELOW: Table[str] = {ANY: ("Details", "Numbers", "Background", "What we know")}
"""Titles of pages under a page that tell something."""
LISTS: Table[str] = {
    ANY: ("Ideas", "Questions", "Shopping", "Next time"),
    "work": ("Risks", "Questions", "Decisions", "Next steps"),
}
"""Titles of empty pages."""
TITLES: Table[str] = {
    ANY: ("To look through", "Old notes", "Done for now"),
    "work": ("To look through", "Minutes to check", "Superseded"),
}
"""Titles that pages get."""
FILES: Sequence[str] = (
    "To remember.md",
    "Loose ends.md",
    "This month.md",
    "Jotted down.md",
    "Notes/To keep.md",
)
TAGS: Table[str] = {ANY: ("#again", "#june", "#lookup", "#keep")}
LINKING: Table[str] = {ANY: ("This week.md", "Start here.md", "Reading pile.md", "On my desk.md")}
"""Files with a link."""
AWAY: Table[str] = {ANY: ("Old", "Done", "Drawer", "Until 2027")}
"""Folders into which files are moved."""
IN_CHANNELS: Table[tuple[str, Wish]] = {
    ANY: (
        (
            "lunch",
            Wish("to come along at noon", "Do you come along at noon?", "Come along at noon?", ("noon",)),
        ),
        ("lunch", Wish("to bring a menu", "Could you bring a menu?", "A menu would help us.", ("menu",))),
        (
            "general",
            Wish(
                "to water the plants on Friday",
                "Could you water the plants on Friday?",
                "On Friday, please water the plants.",
                ("plants", "Friday"),
            ),
        ),
        (
            "general",
            Wish(
                "who has the projector's remote control",
                "Who has the projector's remote control?",
                "Where is the projector's remote control?",
                ("remote control",),
            ),
        ),
        (
            "it-help",
            Wish(
                "to look at my screen",
                "Could you look at my screen?",
                "My screen flickers; have you a minute?",
                ("screen",),
            ),
        ),
        (
            "it-help",
            Wish(
                "for the password of the plotter",
                "What is the password of the plotter?",
                "I need the plotter: its password, please?",
                ("password", "plotter"),
            ),
        ),
    )
}
"""Channels, and what somebody is asked for there."""
CHANNELS: Table[str] = {
    ANY: ("sounding-board", "open-points", "second-look", "june-planning", "quick-questions")
}
STATUSES: Table[str] = {ANY: ("Hard to reach", "On site", "Deep in a deadline", "Mornings only")}
DATES: Table[tuple[str, str, str, str, tuple[str, ...]]] = {
    ANY: (
        (
            "A date",
            "when would be a good time to talk",
            "When would be a good time to talk?",
            "Hello,\nwhen do you have time for a talk?\nBye",
            ("time", "talk"),
        ),
        (
            "A visit",
            "on which day a visit would suit them",
            "On which day would a visit suit you?",
            "Hello,\nwhich day is best for a visit?\nBye",
            ("day", "visit"),
        ),
        (
            "Your number",
            "which telephone number is the best one",
            "Which telephone number is the best one?",
            "Hello,\nwhat is the best telephone number for you?\nBye",
            ("telephone number",),
        ),
    ),
    "work": (
        (
            "Next steps",
            "what they need from us",
            "What do you need from us?",
            "Hello,\nplease tell me what you need from us.\nBye",
            ("need",),
        ),
        (
            "Documents",
            "for the latest documents",
            "Could you send me the latest documents?",
            "Hello,\nI need the latest documents.\nBye",
            ("latest documents",),
        ),
        (
            "A date",
            "when would be a good time to talk",
            "When would be a good time to talk?",
            "Hello,\nwhen do you have time for a talk?\nBye",
            ("time", "talk"),
        ),
    ),
}
"""Subjects of mails, what they ask for, two texts, and what a text must have."""
REPLIES: Table[tuple[str, str, str, tuple[str, ...]]] = {
    ANY: (
        (
            "thank you, I will write next week",
            "Thank you! I will write next week.",
            "Many thanks to you; I will write to you next week.",
            ("thank", "next week"),
        ),
        (
            "thank you, I have read it",
            "Thank you, I have read it.",
            "I have read it. Many thanks!",
            ("thank", "read it"),
        ),
    ),
    "leisure": (
        (
            "thank you, I may be a little late",
            "Thank you! I may be a little late.",
            "Many thanks; I may come late.",
            ("thank", "late"),
        ),
        (
            "thank you, I will bring something to drink",
            "Thank you! I will bring something to drink.",
            "Many thanks, I bring a drink.",
            ("thank", "bring", "drink"),
        ),
    ),
    "household": (
        (
            "I need two more days",
            "I need two more days.",
            "Please give me two more days.",
            ("two more days",),
        ),
        (
            "thank you, I have read it",
            "Thank you, I have read it.",
            "I have read it. Many thanks!",
            ("thank", "read it"),
        ),
    ),
    "travel": (
        (
            "thank you, I have saved the tickets",
            "Thank you, I have saved the tickets.",
            "Many thanks, the tickets are saved.",
            ("thank", "tickets", "saved"),
        ),
    ),
}
"""What a mail is answered with, two texts, and what a text must have."""
FOLDERS: Table[str] = {ANY: ("Archive",), "household": ("Archive", "Bills"), "travel": ("Travel",)}
"""Folders of mails."""
PASSED_ON: Table[str] = {ANY: ("For you", "Please keep this", "Have a look", "As promised")}
BOXES: Table[str] = {ANY: ("Looked at", "Talked about", "Sorted out", "Filed")}
PROPERTIES: Mapping[str, Sequence[str]] = {
    "date": ("Until", "Look again", "Deadline"),
    "number": ("Amount", "To pay", "Sum so far"),
    "text": ("Remark", "Hint", "To keep in mind"),
}
"""Names of new properties by kind."""
