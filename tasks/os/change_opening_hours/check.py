from checkers import GuestView, Score, claim
from checkers.files import read_text
from checkers.nothing_else import may_change, nothing_else
from checkers.variants import judged_with_facts

from .variant import DAYS, Facts

PAGE = "Website/contact.html"
FIRST = 7
"""Line of the page with the hours of the first day."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    page = read_text(guest, f"/home/user/{PAGE}")
    row = f"<tr><td>{facts.day}</td><td>{facts.new.text}</td></tr>"
    found = [line.strip() for line in page.splitlines() if f"<td>{facts.day}</td>" in line]
    return Score.all_of(
        claim(f"the hours of {facts.day} are {facts.new.text}", found == [row], found),
        nothing_else(guest, may_change(PAGE, f"line {FIRST + DAYS.index(facts.day)}", what="text")),
    )
