from checkers import GuestView, Score
from checkers.nothing_else import nothing_else
from checkers.values import Name, Number, value_claim


def check(guest: GuestView) -> Score:
    return Score.all_of(
        value_claim(
            guest,
            "the share brought -17.95 percent",
            Number(-17.95, "%", decimals=2),
            given="35.08 percent for Corvin Optics; 2.12 percent of dividends",
        ),
        value_claim(guest, "the comparison is less", Name("less", others=["more"])),
        nothing_else(guest),
    )
