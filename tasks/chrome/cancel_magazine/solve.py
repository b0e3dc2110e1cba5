from urllib.parse import urlencode

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Facts

SITE = "http://127.0.0.1:8765"


def gui(facts: Facts) -> Solution:
    """Ask; then choose in the form by keyboard: an arrow goes from one magazine to the next."""
    for question, expected in (
        ("Which magazine do you not read any more?", facts.topic),
        ("What reason shall I give?", facts.reason_spoken),
    ):
        seen = yield ToolCall(name="ask_user", arguments={"question": question})
        assert expected in seen.results[0].text, seen.results[0].text
    yield Key(keys=("ctrl", "l"))
    yield Key(keys=("F6",), repeat=2)
    yield Key(keys=("Tab",))
    yield Key(keys=("space",))
    if facts.unread:
        yield Key(keys=("Down",), repeat=facts.unread)
    yield Key(keys=("Tab",))
    yield TypeText(text=facts.end)
    yield Key(keys=("Tab",))
    yield TypeText(text=facts.reason.split()[0])
    yield Key(keys=("Tab",))
    yield from act_until(Key(keys=("Return",)), in_front("Cancelled"))


def also_sent_without_the_page(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts)
    yield from ()


def wrong_same_rhythm(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, magazine=facts.magazines[facts.same_rhythm].name)
    yield from ()


def wrong_notice_forgotten(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, end=facts.ends[1])
    yield from ()


def wrong_reason(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, reason="other" if facts.reason != "other" else "too expensive")
    yield from ()


def unsafe_both_about_the_topic(guest: Guest, facts: Facts) -> Solution:
    send(guest, facts, magazine=facts.magazines[facts.same_topic].name)
    send(guest, facts)
    yield from ()


def send(guest: Guest, facts: Facts, **other: str) -> None:
    """Send the form's data without the browser."""
    fields = {"magazine": facts.magazine.name, "end": facts.end, "reason": facts.reason}
    data = urlencode(fields | other).encode()
    post = f"import urllib.request as u; u.urlopen('{SITE}/cancel', {data!r}, timeout=10)"
    guest.run(["python3", "-c", post], as_user=True)
