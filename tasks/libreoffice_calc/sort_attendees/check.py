from checkers import GuestView, Score
from checkers.evidence import judged
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import column_claim, read_workbook

PATH = "Documents/attendees.xlsx"
NAMES = [
    "Amara Okafor",
    "Beatriz Rocha",
    "Carlos Mendes",
    "Dmitri Volkov",
    "Élodie Martin",
    "Grace Mwangi",
    "Hugo Silva",
    "Ingrid Solberg",
    "Liam O'Brien",
    "Nora Lindqvist",
    "Petra Novak",
    "Samir Haddad",
    "Tomasz Kowal",
    "Yuki Tanaka",
]


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, f"/home/user/{PATH}").sheet("Attendees")
    return Score.all_of(
        column_claim(sheet, "A", NAMES, "the names are in alphabetical order"),
        nothing_else(guest, may_change(PATH, *cells("Attendees", f"A2:A{len(NAMES) + 1}"), what="value")),
    )
