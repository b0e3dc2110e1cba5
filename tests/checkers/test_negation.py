from __future__ import annotations

import pytest

from checkers.negation import affirmed


@pytest.mark.parametrize(
    ("answer", "named", "left_out"),
    [
        ("It is not Carrot soup.", "", "Carrot"),
        ("It isn't 2186", "", "2186"),
        ("It isn\u2019t 2186", "", "2186"),
        ("Carrot soup, not fish pie", "Carrot soup", "fish"),
        ("Not the fish pie; it is carrot soup", "carrot soup", "fish"),
        ("Neither A nor B", "", "B"),
        ("Anything but LB-719165", "", "LB-719165"),
        ("not 90.60, but 1,250.50", "1,250.50", "60"),
        ("No. 2186", "No. 2186", ""),
        ("I am not sure: 14:30", "14:30", ""),
        ("The notice is in the north", "The notice is in the north", ""),
    ],
)
def test_what_is_denied_is_left_out(answer: str, named: str, left_out: str) -> None:
    assert named in affirmed(answer)
    assert not left_out or left_out not in affirmed(answer)
