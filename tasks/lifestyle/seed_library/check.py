from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Name, Number, value_claim

DATABASE = "/home/user/database.db"
COLUMNS = [("name",), ("packets",)]
LEFT = [("Black Krim", 5), ("Green Zebra", 0), ("Lazy Housewife", 9), ("Painted Lady", 9), ("Red Russian", 5)]
SEED = Name("Green Zebra", others=[name for name, _ in LEFT])


@judged
def check(guest: GuestView) -> Score:
    columns = rows(guest, DATABASE, "SELECT lower(name) FROM pragma_table_info('remaining') ORDER BY 1")
    remaining = rows(guest, DATABASE, "SELECT name, packets FROM remaining ORDER BY name")
    return Score.all_of(
        claim("the table has the columns name and packets", columns == COLUMNS, columns),
        claim("the table has what is left of each seed", remaining == LEFT, remaining),
        value_claim(guest, "the seed is Green Zebra", SEED),
        value_claim(guest, "none of it is left", Number(0, "packets")),
        nothing_else(guest, may_change("database.db", "table remaining")),
    )
