import json
import re

from checkers import GuestView, Score, claim
from checkers.affirming import affirming
from checkers.answers import answer
from checkers.evidence import Unusable, examine, fetch, judged
from checkers.sqlite_tables import rows

STATE = "/home/user/.local/state/mcp"
DATE = "2027-03-13"
MUSEUM_OF_SALT = 602


@judged
def check(guest: GuestView) -> Score:
    saved = rows(guest, f"{STATE}/city-guide/data.db", "SELECT place, note FROM saved")
    given = answer(affirming(guest))
    return Score.all_of(
        claim("the Museum of Salt is saved with the date", saved == [(MUSEUM_OF_SALT, DATE)], saved),
        examine("the outing is remembered", lambda: remembered(guest)),
        claim("the answer is 2027-03-13", re.findall(r"\d{4}-\d\d-\d\d", given) == [DATE], given[:80]),
    )


def remembered(guest: GuestView) -> tuple[bool, object]:
    try:
        items = [
            json.loads(line)
            for line in fetch(guest, f"{STATE}/memory/memory.jsonl").decode().splitlines()
            if line
        ]
        found = [
            (item["name"], item["entityType"], item["observations"])
            for item in items
            if item["type"] == "entity"
        ]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unusable("the knowledge graph can be read", error) from error
    return found == [("Outing", "plan", [DATE])], found
