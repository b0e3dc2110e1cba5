from checkers import GuestView, Score, claim
from checkers.differences.compare import Change
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_change, nothing_else
from checkers.slide_copies import copy_changes

PATH = "Documents/kickoff.odp"
AGENDA, LAST = 1, 5
TITLE = "Recap"
RETITLED = Change(f"slide {LAST}/frame 1/text-box 1/paragraph 1", "text", "Agenda", TITLE)
ADDED = (f"slide page{LAST}", f"slide {TITLE}")
"""How LibreOffice names the slide, and how a user may."""


@judged
def check(guest: GuestView) -> Score:
    copied = copy_changes(fetch(guest, f"/home/user/{PATH}"), PATH, AGENDA, [LAST])
    changes = [change for change in copied if change.what != "page-number"]
    return Score.all_of(
        claim(
            f"slide {LAST} is the agenda with the title {TITLE}", changes == [RETITLED], [*map(str, changes)]
        ),
        nothing_else(guest, may_change(PATH, *ADDED, what="added")),
    )
