from collections.abc import Collection
from urllib.parse import urlencode

from testbed.actions import Key, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Facts, Span

SITE = "http://127.0.0.1:8765"
TAB = Key(keys=("Tab",))


def gui(facts: Facts) -> Solution:
    """From the field for the name, Tab leads through the dates to the button."""
    yield from act_until(Key(keys=("ctrl", "2")), in_front("Poll"))
    yield Key(keys=("ctrl", "l"))
    yield Key(keys=("F6",), repeat=2)
    yield TAB
    yield TypeText(text=facts.name)
    for span in facts.dates:
        yield TAB
        if span in facts.free:
            yield Key(keys=("space",))
    yield TAB
    yield from act_until(Key(keys=("Return",)), in_front("Thank you"))


def also_sent_without_the_page(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, facts.free[::-1])
    yield from ()


def wrong_cancelled_counted(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, facts.free_without_cancelled)
    yield from ()


def wrong_only_the_beginning(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, facts.free_at_begin)
    yield from ()


def wrong_all_dates(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, facts.dates)
    yield from ()


def wrong_sent_twice(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, facts.free)
    send(guest, facts, facts.free)
    yield from ()


def send(guest: Guest, facts: Facts, dates: Collection[Span]) -> None:
    """Send the form's data without the browser."""
    fields = [("name", facts.name), *(("date", span.day.isoformat()) for span in dates)]
    data = urlencode(fields).encode()
    post = f"import urllib.request as u; u.urlopen('{SITE}/poll', {data!r}, timeout=10)"
    guest.run(["python3", "-c", post], as_user=True)
