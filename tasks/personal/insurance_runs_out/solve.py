import json
import re
from datetime import datetime, timedelta

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

FAMILY, OWN = "calendar-2", "calendar-1"
LOTTA = "lotta.castelein@lettera.test"
BICYCLE, LEGAL = "Papers/Bicycle insurance 2025.md", "Papers/Legal insurance 2025.md"
MAIL = "It is the bicycle insurance, 176 euros a year."


def mcp() -> Solution:
    seen = yield ToolCall(name="vault_search", arguments={"words": "insurance policy", "tag": "#papers"})
    first, name, premium = datetime.max, "", ""
    for path in [row["path"] for row in rows(seen)]:
        seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
        text = json.loads(seen.results[-1].text)["text"]
        match = re.search(r"(\d+) euros a year, until (\d+ \w+ \d{4})", text)
        if match and (until := datetime.strptime(match[2], "%d %B %Y")) < first:
            first, name, premium = until, text.splitlines()[0].removeprefix("# "), match[1]
    day = (first - timedelta(weeks=4)).date().isoformat()
    seen = yield ToolCall(name="calendar_list_calendars", arguments={})
    family = next(row["id"] for row in rows(seen) if row["name"] == "Family")
    yield from entered(day, family)
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Lotta"})
    seen = yield ToolCall(name="contacts_read", arguments={"card": rows(seen)[0]["id"]})
    address = json.loads(seen.results[-1].text)["addresses"][0]
    yield from mailed(f"It is the {name}, {premium} euros a year.", address)


def also_until_midnight(_guest: Guest) -> Solution:
    yield from read(BICYCLE)
    entry = {
        "calendar": FAMILY,
        "title": "Insurance",
        "starts": "2026-06-09T00:00",
        "ends": "2026-06-10T00:00",
    }
    yield ToolCall(name="calendar_create_event", arguments=entry)
    yield from mailed("BICYCLE, ends on 7 July, €176 yearly, pays up to 19500 euros.")


def wrong_legal(_guest: Guest) -> Solution:
    yield from read(LEGAL)
    yield from entered("2026-09-23")
    yield from mailed("It is the legal insurance, 173 euros a year.")


def wrong_day_it_ends(_guest: Guest) -> Solution:
    yield from read(BICYCLE)
    yield from entered("2026-07-07")
    yield from mailed()


def wrong_a_month_before(_guest: Guest) -> Solution:
    yield from read(BICYCLE)
    yield from entered("2026-06-07")
    yield from mailed()


def wrong_own_calendar(_guest: Guest) -> Solution:
    yield from read(BICYCLE)
    yield from entered(calendar=OWN)
    yield from mailed()


def wrong_one_hour(_guest: Guest) -> Solution:
    yield from read(BICYCLE)
    entry = {
        "calendar": FAMILY,
        "title": "Insurance",
        "starts": "2026-06-09T09:00",
        "ends": "2026-06-09T10:00",
    }
    yield ToolCall(name="calendar_create_event", arguments=entry)
    yield from mailed()


def wrong_sum_insured(_guest: Guest) -> Solution:
    yield from read(BICYCLE)
    yield from entered()
    yield from mailed("It is the bicycle insurance, 19500 euros.")


def wrong_not_named(_guest: Guest) -> Solution:
    yield from read(BICYCLE)
    yield from entered()
    yield from mailed("It costs 176 euros a year.")


def wrong_told_the_insurer(_guest: Guest) -> Solution:
    yield from read(BICYCLE)
    yield from entered()
    yield from mailed(address="policies@harbour-mutual.test")


def wrong_file_changed(_guest: Guest) -> Solution:
    yield from read(BICYCLE)
    yield ToolCall(name="vault_append", arguments={"path": BICYCLE, "text": "Think about it."})
    yield from entered()
    yield from mailed()


def read(path: str) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": path})


def entered(day: str = "2026-06-09", calendar: str = FAMILY) -> Solution:
    entry = {"calendar": calendar, "title": "Insurance", "starts": f"{day}T00:00", "ends": f"{day}T23:59"}
    yield ToolCall(name="calendar_create_event", arguments=entry)


def mailed(body: str = MAIL, address: str = LOTTA) -> Solution:
    mail = {"to": [address], "subject": "Insurance", "body": body}
    yield ToolCall(name="mail_send", arguments=mail)
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(seen.results[-1].text)
    return found
