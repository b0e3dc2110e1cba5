import csv
from datetime import date

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

LIBRARY = "/home/user/Documents/library"
READ = "desktop_commander_read_multiple_files"
MAKE = "desktop_commander_create_directory"
WRITE = "desktop_commander_write_file"
LIST = "desktop_commander_list_directory"
TODAY = date(2027, 3, 31)
FORM = """\
Dear {name},

your loan of "{title}" was due on {due}.
Please bring it back. The fee is {fee} euros.

Your school library
"""
LOANS = {
    "Ida Faro": ("The Tin Boat", "2027-03-01"),
    "Emil Fraser": ("Owls at Noon", "2027-03-11"),
    "Lotte Wim": ("The Glass Fish", "2027-03-16"),
    "Anja Kroll": ("Night Trains", "2027-03-17"),
}


def mcp() -> Solution:
    paths = [f"{LIBRARY}/loans.csv", f"{LIBRARY}/letter.txt"]
    seen = yield ToolCall(name=READ, arguments={"paths": paths})
    table = seen.results[0].text.partition("name,title")[2].partition("---")[0]
    loans = {}
    for row in csv.DictReader(f"name,title{table}".splitlines()):
        late = row["due"] and not row["returned"] and (TODAY - date.fromisoformat(row["due"])).days >= 14
        if late:
            loans[row["name"]] = (row["title"], row["due"])
    yield from written(loans)
    yield ToolCall(name=LIST, arguments={"path": LIBRARY, "depth": 2})


def wrong_fee_without_limit(_guest: Guest) -> Solution:
    yield from written(LOANS, most=100)


def wrong_without_the_fourteenth_day(_guest: Guest) -> Solution:
    yield from written({name: loan for name, loan in LOANS.items() if name != "Anja Kroll"})


def wrong_returned_book(_guest: Guest) -> Solution:
    yield from written({**LOANS, "Mira Holt": ("A Field of Salt", "2027-03-11")})


def wrong_all_in_one(_guest: Guest) -> Solution:
    yield ToolCall(name=MAKE, arguments={"path": f"{LIBRARY}/letters"})
    text = "\n".join(letter(name, *loan) for name, loan in LOANS.items())
    yield ToolCall(name=WRITE, arguments={"path": f"{LIBRARY}/letters/letters.txt", "content": text})


def written(loans: dict[str, tuple[str, str]], *, most: float = 5) -> Solution:
    yield ToolCall(name=MAKE, arguments={"path": f"{LIBRARY}/letters"})
    for name, loan in loans.items():
        path = f"{LIBRARY}/letters/{name.split()[-1].lower()}.txt"
        yield ToolCall(name=WRITE, arguments={"path": path, "content": letter(name, *loan, most=most)})


def letter(name: str, title: str, due: str, *, most: float = 5) -> str:
    fee = min(most, 0.2 * (TODAY - date.fromisoformat(due)).days)
    return FORM.format(name=name, title=title, due=due, fee=f"{fee:.2f}")
