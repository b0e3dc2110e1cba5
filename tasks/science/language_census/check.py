from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import ListOf, Name, value_claim

DATABASE = "database.db"
FILES = [(".f90", 1), (".js", 1), (".py", 2), (".r", 3), (".rs", 1)]
WITHOUT, PARSED = ("Fortran", "R"), ("JavaScript", "Python", "Rust")
"""Languages of the course."""


@judged
def check(guest: GuestView) -> Score:
    query = "SELECT extension, files FROM files ORDER BY extension"
    found = rows(guest, f"/home/user/{DATABASE}", query)
    return Score.all_of(
        claim("each extension has its number of files", found == FILES, found),
        value_claim(
            guest,
            "the languages are Fortran and R",
            ListOf([Name(language, others=PARSED) for language in WITHOUT]),
        ),
        nothing_else(guest, may_change(DATABASE, "table files")),
    )
