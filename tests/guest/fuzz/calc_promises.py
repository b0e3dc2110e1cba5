"""What Calc's tools for reading, values, data and sheets promise."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.calc_data_promises import DATA_PROMISES
from tests.guest.fuzz.calc_rewriting_promises import REWRITING_PROMISES
from tests.guest.fuzz.calc_sheet_promises import SHEET_PROMISES
from tests.guest.fuzz.calc_value_promises import VALUE_PROMISES
from tests.guest.fuzz.promises import Promise

PROMISES: Final[list[Promise]] = [*VALUE_PROMISES, *DATA_PROMISES, *REWRITING_PROMISES, *SHEET_PROMISES]
