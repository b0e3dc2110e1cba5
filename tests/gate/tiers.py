"""The tiers of the tests: which parts each consists of."""

from __future__ import annotations

from dataclasses import dataclass

SIDE_BY_SIDE = ("--numprocesses", "4", "--dist", "loadfile")
"""Two workers on guests, two on host tests, which wait for much of their time: `tests/scheduling.py`."""
SAMPLE_SECONDS = 240


@dataclass(frozen=True)
class Part:
    """One call of pytest.

    Attributes:
        name: Of its files in `test-report/`, and in the summary.
        arguments: pytest's.
    """

    name: str
    arguments: tuple[str, ...]


TIERS = {
    "gate": (
        Part(
            "tests",
            (*SIDE_BY_SIDE, "-m", "not (vm or latex or pypi or long)", "--sample", str(SAMPLE_SECONDS)),
        ),
    ),
    # An emulated virtual machine takes all the processor there is.
    "all": (Part("tests", (*SIDE_BY_SIDE, "-m", "not vm")), Part("machines", ("-m", "vm"))),
}
