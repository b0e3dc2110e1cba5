"""Names in answers."""

from __future__ import annotations

import pytest

from checkers.values import Name
from tests.checkers.values.tables import is_right

pytestmark = pytest.mark.sampled

SHOP = Name("Inkwell", ["Papierhof", "Tintenfix"])
WRITER = Name("Piet Sandoval", ["Ines Barlow", "Mira Lund", "Ruth Adeyo", "Tomas Keel"], partial=True)
SEED = Name("Green Zebra", ["Black Krim", "Lazy Housewife", "Painted Lady", "Red Russian"])
LADLE = Name("The Copper Ladle", ["The Copper Kettle", "Blue Heron Inn"])
SOUP = Name("Carrot soup", ["Carrot soup with cream", "Fish pie"])
CAFE = Name("Café Müller", ["Café Maier"])
SYMBOL = Name("ALGN", ["QRRY", "NWSL"])
COMPARISON = Name("less", ["more"])
CLOSED = Name("closed", ["open"], aliases={"closed": ["shut", "does not open"]})
MANSION = Name("井木犴吉", ["毕月乌吉"])
FIRM = Name("Hall Hire Co.", ["Bakery Linde", "Drinks Market"])


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (SHOP, "Inkwell"),
        (SHOP, "inkwell"),
        (SHOP, "INKWELL."),
        (SHOP, "The Inkwell"),
        (SHOP, "**Inkwell**"),
        (SHOP, "`inkwell`"),
        (SHOP, '"Inkwell"'),
        (SHOP, "Inkwell; 90.60"),
        (SHOP, "At the Inkwell's, for 90.60 euros"),
        (SHOP, "Inkwells"),
        (SHOP, "Ink-well"),
        (SHOP, "Inkwell, not Papierhof"),
        (SHOP, "It's not Papierhof, but Inkwell."),
        (SHOP, "Inkwell is cheaper than Papierhof or Tintenfix."),
        (SHOP, "Inkwell rather than Tintenfix"),
        (SHOP, "Inkwell, compared to Papierhof, is cheaper"),
        (SHOP, "**Inkwell**. Papierhof would cost 95.00, Tintenfix 97.20."),
        (SHOP, "Answer: Inkwell\nPapierhof: 95.00\nTintenfix: 97.20"),
        (SHOP, "Papierhof? No, Inkwell."),
        (SHOP, "Inkwell (I first thought Papierhof)"),
        (SHOP, "~~Papierhof~~ Inkwell"),
        (SHOP, "Inkwell, whereas Papierhof and Tintenfix are dearer"),
        (WRITER, "Piet Sandoval; 38"),
        (WRITER, "Sandoval"),
        (WRITER, "Piet Sandoval is the busiest; the study took 38 months."),
        (WRITER, "P. Sandoval"),
        (WRITER, "piet sandoval’s"),
        (SEED, "Green Zebra"),
        (SEED, "green-zebra"),
        (SEED, "GreenZebra"),
        (SEED, "We have run out of Green Zebras."),
        (LADLE, "The Copper Ladle"),
        (LADLE, "Copper Ladle"),
        (LADLE, "copper  ladle; 0.88"),
        (SOUP, "Carrot soup"),
        (SOUP, "carrot soups"),
        (CAFE, "Cafe Muller"),
        (CAFE, "CAFÉ MÜLLER"),
        (SYMBOL, "ALGN"),
        (SYMBOL, "algn; 41.20"),
        (COMPARISON, "-17.95; less"),
        (COMPARISON, "It is less."),
        (CLOSED, "closed"),
        (CLOSED, "It is shut today."),
        (MANSION, "1924-12-18; 11-22; 井木犴吉"),
        (FIRM, "hall hire co"),
        (FIRM, "Hall Hire Co., not Bakery Linde"),
    ],
)
def test_right(expected: Name, answer: str) -> None:
    assert is_right(answer, expected)


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (SHOP, ""),
        (SHOP, "Papierhof"),
        (SHOP, "the cheapest shop"),
        (SHOP, "Inkwellington"),
        (SHOP, "Inkwell or Papierhof"),
        (SHOP, "Papierhof or Inkwell"),
        (SHOP, "either Inkwell or Tintenfix"),
        (SHOP, "Inkwell, maybe Papierhof"),
        (SHOP, "Inkwell and Papierhof"),
        (SHOP, "Inkwell, Papierhof, Tintenfix"),
        (SHOP, "Papierhof\nInkwell\nTintenfix"),
        (SHOP, "**Inkwell** or Papierhof"),
        (SHOP, "not Inkwell"),
        (SHOP, "It isn't Inkwell."),
        (SHOP, "anything but Inkwell"),
        (SHOP, "Inkwell is not the cheapest."),
        (SHOP, "Inkwell is wrong"),
        (SHOP, "Not Papierhof, Tintenfix or Inkwell"),
        (SHOP, "Neither Inkwell nor Papierhof"),
        (SHOP, "Papierhof is cheaper than Inkwell"),
        (SHOP, "Papierhof instead of Inkwell"),
        (SHOP, "Inkwell. Actually, Papierhof."),
        (SHOP, "Papierhof (I first thought Inkwell)"),
        (SHOP, "~~Inkwell~~ Papierhof"),
        (WRITER, "Mira Lund"),
        (WRITER, "Sandoval or Lund"),
        (WRITER, "Barlow, Lund, Adeyo, Keel, Sandoval"),
        (SEED, "Zebra"),
        (SEED, "Green"),
        (LADLE, "The Copper Kettle"),
        (LADLE, "Copper"),
        (SOUP, "Carrot soup with cream"),
        (SYMBOL, "ALGNX"),
        (COMPARISON, "more"),
        (COMPARISON, "more or less"),
        (CLOSED, "open"),
        (MANSION, "毕月乌吉"),
    ],
)
def test_wrong(expected: Name, answer: str) -> None:
    assert not is_right(answer, expected)
