"""What Calc's tools for reading, values, data and sheets promise."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.calc_sheet_promises import SHEET_PROMISES
from tests.guest.fuzz.promises import Promise

PROMISES: Final[list[Promise]] = [*SHEET_PROMISES]
