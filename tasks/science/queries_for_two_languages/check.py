from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

FOLDER = "Documents/compare"
ADAPTED = """
(function_declaration name: (identifier) @function.name)
(class_declaration name: (identifier) @class.name)
"""
BUILT = """
(class_definition
    name: (identifier) @class.name
    body: (block) @class.body) @class.def

(assignment
    left: (_) @assign.target
    right: (_) @assign.value) @assign
"""
NODES = "class_declaration function_declaration variable_declaration"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        words_are(guest, "names-js.scm", "has the query for JavaScript", ADAPTED),
        words_are(guest, "python.scm", "has the query for classes or assignments", BUILT),
        words_are(guest, "nodes.txt", "lists the declarations", NODES),
        nothing_else(
            guest, *(may_add(f"{FOLDER}/{name}") for name in ("names-js.scm", "python.scm", "nodes.txt"))
        ),
    )


def words_are(guest: GuestView, name: str, what: str, expected: str) -> Claim:
    """Claim that a file has a text, whatever white space is between its words."""

    def look() -> tuple[bool, object]:
        found = read_text(guest, f"/home/user/{FOLDER}/{name}").split()
        return found == expected.split(), " ".join(found)[:300]

    return examine(f"{name} {what}", look)
