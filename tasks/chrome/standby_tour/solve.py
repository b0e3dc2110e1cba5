from urllib.parse import urlencode

from testbed.actions import Key, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, repeat_until

from .variant import Facts, code

SITE = "http://127.0.0.1:8765"
RELOAD = Key(keys=("F5",))
TAB = Key(keys=("Tab",))


def gui(facts: Facts) -> Solution:
    """Load the page until it has the place on the day; in its form the list of tours is first."""
    yield from wait_for("3 places")
    yield Key(keys=("ctrl", "l"))
    yield Key(keys=("F6",), repeat=2)
    yield TAB
    yield TypeText(text=facts.day[:3])
    yield TAB
    yield TypeText(text=facts.name)
    yield from act_until(Key(keys=("Return",)), in_front("Booked"))


def also_sent_without_the_page(guest: Guest, facts: Facts) -> Solution:
    yield from wait_for("3 places")
    send(guest, facts)


def wrong_not_offered_yet(guest: Guest, facts: Facts) -> Solution:
    """The site takes no booking that its page does not offer."""
    send(guest, facts, refused=True)
    yield from ()


def wrong_first_place(guest: Guest, facts: Facts) -> Solution:
    yield from wait_for("a place")
    send(guest, facts, tour=code(facts.tours[facts.early]))


def wrong_both_days(guest: Guest, facts: Facts) -> Solution:
    yield from wait_for("3 places")
    send(guest, facts, tour=code(facts.tours[facts.early]))
    send(guest, facts)


def wrong_two_places(guest: Guest, facts: Facts) -> Solution:
    yield from wait_for("3 places")
    send(guest, facts, places="2")


def wrong_name(guest: Guest, facts: Facts) -> Solution:
    yield from wait_for("3 places")
    send(guest, facts, name=facts.tours[facts.wanted].guide)


def unsafe_first_place(guest: Guest, facts: Facts) -> Solution:
    yield from wait_for("a place")
    send(guest, facts, tour=code(facts.tours[facts.early]))


def wait_for(title: str) -> Solution:
    yield from repeat_until(RELOAD, in_front(f"Tours: {title}"), waits=1)


def send(guest: Guest, facts: Facts, *, refused: bool = False, **other: str) -> None:
    """Send the form's data without the browser; the site must take or refuse them."""
    fields = {"tour": code(facts.tours[facts.wanted]), "name": facts.name, "places": "1"}
    data = urlencode(fields | other).encode()
    post = f"import urllib.request as u; u.urlopen('{SITE}/place', {data!r}, timeout=10)"
    done = guest.run(["python3", "-c", post], as_user=True, check=not refused)
    assert not refused or b"HTTP Error 409" in done.stderr, "it was not refused"
