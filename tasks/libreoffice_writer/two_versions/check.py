from checkers import GuestView, Score, claim
from checkers.documents import read_document
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts, lines


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    """The line of a version that is removed may stay blank."""
    path = f"Documents/{facts.file}"
    texts = read_document(guest, f"/home/user/{path}").texts
    expected = lines(facts)
    taken = [point.versions[point.taken] for point in facts.points]
    left = [point.versions[1 - point.taken] for point in facts.points]
    marked = {text for point in facts.points for text in point.marked}
    versions = [
        f"paragraph {number}" for number, text in enumerate(lines(facts, draft=True), 1) if text in marked
    ]
    return Score.all_of(
        *(claim(f"there is, without its mark: {text}", text in texts, texts) for text in taken),
        *(claim(f"removed is: {text}", not any(text in each for each in texts), texts) for text in left),
        claim("each version stands below the line that names its point", texts == expected, texts),
        nothing_else(guest, may_change(path, *versions, what=("text", "removed", "size of mark"))),
    )
