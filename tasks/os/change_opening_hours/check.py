from checkers import GuestView, Score, claim
from checkers.files import file_is, read_text, tree_is
from checkers.variants import judged_with_facts

from .variant import Facts

WEBSITE = "/home/user/Website"


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    page = read_text(guest, f"{WEBSITE}/contact.html")
    row = f"<tr><td>{facts.day}</td><td>{facts.new.text}</td></tr>"
    found = [line.strip() for line in page.splitlines() if f"<td>{facts.day}</td>" in line]
    return Score.all_of(
        claim(f"the hours of {facts.day} are {facts.new.text}", found == [row], found),
        claim("the rest of the page is as it was", rest(page, facts) == rest(facts.page(), facts), page),
        tree_is(guest, WEBSITE, ("contact.html", "index.html")),
        file_is(guest, f"{WEBSITE}/index.html", facts.start_page.encode()),
    )


def rest(page: str, facts: Facts) -> list[str]:
    lines = page.rstrip("\n").split("\n")
    return [line for line in lines if f"<td>{facts.day}</td>" not in line]
