from checkers import GuestView, Score, claim
from checkers.differences.apart import read_apart
from checkers.differences.compare import full_text
from checkers.differences.tree import TreeNode
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_change, may_set, nothing_else

RULES = "Documents/rules.docx"
NOTE = "Socks are not enough."
NOTE_MARK = "\ufffc"
SOLES = "Shoes with dark soles stay outside."
TEXTS = [
    "Rules of the hall",
    "Booking",
    "Courts are booked on the club's website.",
    "A booking is free of charge until noon of the day before.",
    "Play",
    "Games end ten minutes before the hour.",
    "Before you leave:",
    "Sweep the court.",
    "Switch off the light.",
    "Close the windows.",
    "Shoes",
    SOLES,
    "Hours",
    "The hall opens at 6 am.",
]
LIST = TEXTS[7:10]


@judged
def check(guest: GuestView) -> Score:
    rules = read_apart(RULES, fetch(guest, f"/home/user/{RULES}"))
    paragraphs = {text(node): node for node in rules.children if node.kind == "paragraph" and text(node)}
    if list(paragraphs) != TEXTS:
        return Score.all_of(claim("the texts are right", False, list(paragraphs)))
    marks = {line: node.attributes["list"] for line, node in paragraphs.items() if "list" in node.attributes}
    notes = {
        line: full_text(note).strip()
        for line, node in paragraphs.items()
        for note in node.children
        if note.kind == "footnote"
    }
    return Score.all_of(
        claim("Hours is a heading as Shoes is", look_alike(paragraphs["Hours"], paragraphs["Shoes"])),
        claim("the three duties are a list", list(marks) == LIST, marks),
        claim("they look alike", look_alike(*(paragraphs[line] for line in LIST))),
        claim("it has bullets", not any(map(is_number, marks.values())), marks),
        claim("the sentence on soles has the footnote on socks", notes == {SOLES: NOTE}, notes),
        nothing_else(
            guest,
            may_set(RULES, "paragraph 3", "paragraph 4", what="text"),  # on booking
            may_set(RULES, "paragraph 8", "paragraph 9", "paragraph 10", what="added"),  # the list
            may_change(RULES, "paragraph 9", what=("text", "added")),  # on soles
            may_change(RULES, "paragraph 10"),  # on the opening, whose place the heading has now
            may_set(RULES, "paragraph 11", what="text"),  # on the bar
        ),
    )


def text(node: TreeNode) -> str:
    return node.text.replace(NOTE_MARK, "").strip()


def look_alike(*nodes: TreeNode) -> bool:
    formats = [span.format for node in nodes for span in node.spans]
    return all(node.attributes == nodes[0].attributes for node in nodes) and all(
        each == formats[0] for each in formats
    )


def is_number(mark: object) -> bool:
    """Whether what stands before the first item of a list counts it."""
    return str(mark).strip("().").isalnum()
