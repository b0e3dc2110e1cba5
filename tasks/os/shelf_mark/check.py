from checkers import GuestView, Score, claim
from checkers.files import read_text
from checkers.variants import judged_with_facts

from .variant import Facts


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    lines = read_text(guest, "/home/user/reading-list.txt").rstrip("\n").split("\n")
    wanted = facts.reading_list(facts.wanted).splitlines()
    line = facts.wanted.line(facts.wanted.mark)
    return Score.all_of(
        claim(f"the list has the line {line!r}", line in lines, lines),
        claim("the other lines are as they were", without(line, lines) == without(line, wanted), lines),
        claim("the lines are in their order", lines == wanted, lines),
    )


def without(line: str, lines: list[str]) -> list[str]:
    return [other for other in lines if other != line]
