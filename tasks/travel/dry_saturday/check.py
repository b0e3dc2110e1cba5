import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, examine, fetch, judged
from checkers.nothing_else import may_change, nothing_else
from checkers.sqlite_tables import rows
from checkers.values import Date, value_claim

GUIDE = "/var/lib/testbed-fixtures/city-guide/data.db"
MEMORY = ".local/state/mcp/memory/memory.jsonl"
DATE = "2027-03-13"
MUSEUM_OF_SALT = 602


@judged
def check(guest: GuestView) -> Score:
    saved = rows(guest, GUIDE, "SELECT place, note FROM saved")
    return Score.all_of(
        claim("the Museum of Salt is saved with the date", saved == [(MUSEUM_OF_SALT, DATE)], saved),
        examine("the outing is remembered", lambda: remembered(guest)),
        value_claim(guest, "the answer is 13 March 2027", Date(2027, 3, 13)),
        nothing_else(guest, may_change(GUIDE, "table saved"), may_change(MEMORY, "item Outing")),
    )


def remembered(guest: GuestView) -> tuple[bool, object]:
    try:
        items = [
            json.loads(line) for line in fetch(guest, f"/home/user/{MEMORY}").decode().splitlines() if line
        ]
        found = [
            (item["name"], item["entityType"], item["observations"])
            for item in items
            if item["type"] == "entity"
        ]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unusable("the knowledge graph can be read", error) from error
    return found == [("Outing", "plan", [DATE])], found
