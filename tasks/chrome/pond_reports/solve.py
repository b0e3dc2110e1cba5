from collections.abc import Mapping
from urllib.parse import urlencode

from testbed.actions import Key, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Facts

SITE = "http://127.0.0.1:8765"
TAB = Key(keys=("Tab",))
TO_PAGE = Key(keys=("F6",), repeat=2)


def gui(facts: Facts) -> Solution:
    """Read the diary, then fill in the form of each species; a link leads from the thanks to the next form."""
    yield from act_until(Key(keys=("ctrl", "2")), in_front("Report to the county"))
    last = [*facts.reports][-1]
    for bird, number in facts.reports.items():
        yield from enter_page()
        yield TypeText(text=f"{bird}\t{facts.pond.split()[0]}\t")
        yield TypeText(text=f"{facts.date.day}\t{facts.date:%B}\t")
        yield TypeText(text=str(number))
        yield from act_until(Key(keys=("Return",)), in_front("Received"))
        if bird != last:
            yield from enter_page()
            yield from act_until(Key(keys=("Return",)), in_front("Report to the county"))


def also_in_another_order(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, dict(reversed(facts.reports.items())))
    yield from ()


def wrong_counts_added_up(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, facts.sums)
    yield from ()


def wrong_one_missing(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, dict([*facts.reports.items()][:-1]))
    yield from ()


def wrong_every_row(guest: Guest, facts: Facts) -> Solution:
    """A report for each row of the place and day."""
    for count in facts.of_the_day:
        send(guest, facts, {count.bird: count.number})
    yield from ()


def wrong_place(guest: Guest, facts: Facts) -> Solution:
    other = next(count.pond for count in facts.counts if count.pond != facts.pond)
    send(guest, facts, facts.reports, place=other)
    yield from ()


def enter_page() -> Solution:
    """Go from the address bar to the page's first field or link."""
    yield Key(keys=("ctrl", "l"))
    yield TO_PAGE
    yield TAB


def send(guest: Guest, facts: Facts, reports: Mapping[str, int], **other: str) -> None:
    """Send the forms' data without the browser."""
    for bird, number in reports.items():
        fields = {
            "species": bird,
            "place": facts.pond,
            "day": f"{facts.date.day}",
            "month": f"{facts.date:%B}",
        }
        data = urlencode(fields | {"number": str(number)} | other).encode()
        post = f"import urllib.request as u; u.urlopen('{SITE}/report', {data!r}, timeout=10)"
        guest.run(["python3", "-c", post], as_user=True)
