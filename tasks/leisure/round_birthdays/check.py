import csv

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else
from checkers.values import Number, value_claim

BIRTHDAYS = "Documents/birthdays.csv"
TITLES = ["name", "day", "age"]
ROWS = [
    ("Mira Holt", "2027-03-03", 50),
    ("Jon Aker", "2027-03-30", 40),
    ("Selma Roth", "2027-05-09", 30),
    ("Hedda Moor", "2027-05-17", 80),
    ("Tore Lind", "2027-11-02", 60),
    ("Oda Brand", "2027-12-24", 20),
]


@judged
def check(guest: GuestView) -> Score:
    try:
        lines = list(csv.reader(read_text(guest, f"/home/user/{BIRTHDAYS}").splitlines()))
        table = [[cell.strip() for cell in line] for line in lines if line]
        rows = [(name, day, int(age)) for name, day, age in table[1:]]
    except (csv.Error, ValueError) as error:
        raise Unusable("birthdays.csv has rows of a name, a day and a whole number", error) from error
    return Score.all_of(
        claim("the titles are there", table[:1] == [TITLES], table[:1]),
        claim("it has the round birthdays of 2027, by day", rows == ROWS, rows[:20]),
        value_claim(
            guest,
            "the answer is 4 birthdays",
            Number(4, "birthdays|members|people|persons|times"),
            given="6 birthdays; 50, 40, 30, 80, 60 and 20",
        ),
        nothing_else(guest, may_add(BIRTHDAYS)),
    )
