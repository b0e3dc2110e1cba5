from checkers import GuestView, Score, claim
from checkers.answers import answer
from checkers.evidence import judged
from checkers.sqlite_tables import rows

FILES = [(".f90", 1), (".js", 1), (".py", 2), (".r", 3), (".rs", 1)]
WITHOUT = ["fortran", "r"]
"""Languages of the course."""


@judged
def check(guest: GuestView) -> Score:
    found = rows(guest, "/home/user/database.db", "SELECT extension, files FROM files ORDER BY extension")
    named = [part.strip(" .\"'").lower() for part in answer(guest).split(";")]
    return Score.all_of(
        claim("each extension has its number of files", found == FILES, found),
        claim("the languages are Fortran and R", named == WITHOUT, named),
    )
