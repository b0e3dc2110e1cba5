from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import column_claim, read_workbook

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
    sheet = read_workbook(guest, "/home/user/Documents/attendees.xlsx").sheet("Attendees")
    return Score.all_of(
        claim("the heading is on top", sheet["A1"].value == "Name", sheet["A1"].value),
        column_claim(sheet, "A", NAMES, "the names are in alphabetical order"),
    )
