from pathlib import Path

from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.files import file_is, read_text

FOLDER = "/home/user/Documents/compare"
NAMES = Path(__file__).with_name("files") / "names.scm"
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
        file_is(guest, f"{FOLDER}/names.scm", NAMES.read_bytes()),
    )


def words_are(guest: GuestView, name: str, what: str, expected: str) -> Claim:
    """Claim that a file has a text, whatever white space is between its words."""

    def look() -> tuple[bool, object]:
        found = read_text(guest, f"{FOLDER}/{name}").split()
        return found == expected.split(), " ".join(found)[:300]

    return examine(f"{name} {what}", look)
