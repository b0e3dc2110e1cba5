"""What Calc's tools promise."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.calc_data_promises import DATA_PROMISES
from tests.guest.fuzz.calc_file_promises import FILE_PROMISES
from tests.guest.fuzz.calc_formatting import FORMAT_PROMISES
from tests.guest.fuzz.calc_layout_promises import LAYOUT_PROMISES
from tests.guest.fuzz.calc_object_promises import OBJECT_PROMISES
from tests.guest.fuzz.calc_rewriting_promises import REWRITING_PROMISES
from tests.guest.fuzz.calc_sheet_promises import SHEET_PROMISES
from tests.guest.fuzz.calc_value_promises import VALUE_PROMISES
from tests.guest.fuzz.promises import Promise

PROMISES: Final[list[Promise]] = [
    *VALUE_PROMISES,
    *DATA_PROMISES,
    *REWRITING_PROMISES,
    *SHEET_PROMISES,
    *FORMAT_PROMISES,
    *LAYOUT_PROMISES,
    *OBJECT_PROMISES,
    *FILE_PROMISES,
]
