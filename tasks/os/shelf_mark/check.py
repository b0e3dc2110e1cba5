from checkers import Claim, GuestView, Score, claim
from checkers.evidence import examine
from checkers.files import read_text
from checkers.nothing_else import may_add, may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts

LIST = "reading-list.txt"
REQUESTS = "Archive/requests"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    lines = read_text(guest, f"/home/user/{LIST}").splitlines()
    line = facts.wanted.line(facts.wanted.mark)
    last = len(facts.reading_list().splitlines())
    return Score.all_of(
        book_was_asked_for(guest, facts),
        claim(f"the list has the line {line!r}", line in lines, lines),
        nothing_else(
            guest,
            may_add(f"{REQUESTS}/{facts.request}"),
            may_change(LIST, f"line {last}", what="text"),
        ),
    )


def book_was_asked_for(guest: GuestView, facts: Facts) -> Claim:
    def look() -> tuple[bool, object]:
        words = read_text(guest, f"/home/user/{REQUESTS}/{facts.request}").strip()
        return words.casefold() == facts.title.casefold(), words

    return examine(f"{facts.request} asks for {facts.title!r}", look)
