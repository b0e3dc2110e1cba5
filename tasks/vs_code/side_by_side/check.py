from checkers import Claim, GuestView, Score
from checkers.evidence import examine
from checkers.nothing_else import nothing_else
from checkers.vscode import folders_are, window

REPORT = "/home/user/projects/report"


def check(guest: GuestView) -> Score:
    return Score.all_of(folders_are(guest, REPORT), code_left_and_test_right(guest), nothing_else(guest))


def code_left_and_test_right(guest: GuestView) -> Claim:
    def look() -> tuple[bool, object]:
        found = window(guest)
        shown = [
            group.active_tab.path if group.active_tab else None
            for group in sorted(found.groups, key=lambda group: group.column)
        ]
        wanted = [f"{REPORT}/report.py", f"{REPORT}/test_report.py"]
        arrangement = "side by side" if found.side_by_side else "one above the other"
        return found.side_by_side and shown == wanted, f"{arrangement}: {shown}"

    return examine("report.py is on the left and test_report.py on the right", look, forgeable=True)
