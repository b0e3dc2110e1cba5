from testbed.actions import Key, Terminate
from testbed.tasks import Guest, Solution, act_until, in_front

TABS = {"papierhof": "1", "inkwell": "2", "tintenfix": "3"}
TITLES = {"papierhof": "Papierhof", "inkwell": "The Inkwell", "tintenfix": "Tintenfix"}
CLOSE = Key(keys=("ctrl", "w"))
RIGHT = Terminate(status="success", answer="The Inkwell, 90.60 EUR")


def gui() -> Solution:
    """Look at all three, and close the last and the first."""
    yield from act_until(Key(keys=("ctrl", "2")), in_front("The Inkwell"))
    yield from keep("inkwell")
    yield RIGHT


def also_closed_and_put_in_a_sentence(_guest: Guest) -> Solution:
    yield from act_until(CLOSE, in_front("The Inkwell"))
    yield from act_until(Key(keys=("ctrl", "2")), in_front("Tintenfix"))
    yield from act_until(CLOSE, in_front("The Inkwell"))
    yield Terminate(
        status="success", answer="At the Inkwell you would pay 90,60 EUR for all four, postage included."
    )


def wrong_price_of_one(_guest: Guest) -> Solution:
    """It has the lowest price, but sends two parcels."""
    yield from keep("tintenfix")
    yield Terminate(status="success", answer="Tintenfix, 91.80 EUR")


def wrong_postage_forgotten(_guest: Guest) -> Solution:
    yield from keep("inkwell")
    yield Terminate(status="success", answer="The Inkwell, 86.70 EUR")


def wrong_other_cartridge(_guest: Guest) -> Solution:
    """That is the price of 26XL."""
    yield from keep("inkwell")
    yield Terminate(status="success", answer="The Inkwell, 71.10 EUR")


def wrong_tabs_left_open(_guest: Guest) -> Solution:
    yield RIGHT


def keep(shop: str) -> Solution:
    """Close the tabs of the other shops, the last one first."""
    for other in sorted(TABS.keys() - {shop}, key=TABS.__getitem__, reverse=True):
        yield from act_until(Key(keys=("ctrl", TABS[other])), in_front(TITLES[other]))
        yield from act_until(CLOSE, lambda seen, gone=TITLES[other]: not in_front(gone)(seen))
