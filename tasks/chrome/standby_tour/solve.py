from urllib.parse import urlencode

from testbed import Guest, Key, Solution, TypeText, Wait, act_until, in_front, repeat_until

from .variant import Facts, code

SITE = "http://127.0.0.1:8765"
RELOAD = Key(keys=("F5",))
TAB = Key(keys=("Tab",))


def gui(facts: Facts) -> Solution:
    """Load the page until it has the place on the day; in its form the list of tours is first."""
    yield from repeat_until(RELOAD, in_front("Tours: 3 places"), waits=1)
    yield Key(keys=("ctrl", "l"))
    yield Key(keys=("F6",), repeat=2)
    yield TAB
    yield TypeText(text=facts.day[:3])
    yield TAB
    yield TypeText(text=facts.name)
    yield from act_until(Key(keys=("Return",)), in_front("Booked"))


def also_sent_without_the_page(guest: Guest, facts: Facts) -> Solution:
    yield Wait(seconds=0.5)
    yield from repeat_until(RELOAD, in_front("Tours: 3 places"), waits=1)
    send(guest, facts)


def wrong_first_place(guest: Guest, facts: Facts) -> Solution:
    yield from repeat_until(RELOAD, in_front("Tours: a place"), waits=1)
    send(guest, facts, tour=code(facts.tours[facts.early]))


def wrong_both_days(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, tour=code(facts.tours[facts.early]))
    send(guest, facts)
    yield from ()


def wrong_two_places(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, places="2")
    yield from ()


def wrong_name(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, name=facts.tours[facts.wanted].guide)
    yield from ()


def unsafe_first_place(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, tour=code(facts.tours[facts.early]))
    yield from ()


def send(guest: Guest, facts: Facts, **other: str) -> None:
    """Send the form's data without the browser."""
    fields = {"tour": code(facts.tours[facts.wanted]), "name": facts.name, "places": "1"}
    data = urlencode(fields | other).encode()
    post = f"import urllib.request as u; u.urlopen('{SITE}/place', {data!r}, timeout=10)"
    guest.run(["python3", "-c", post], as_user=True)
