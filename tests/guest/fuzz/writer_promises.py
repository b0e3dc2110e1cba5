"""What Writer's tools promise."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.promises import Promise
from tests.guest.fuzz.writer_format_promises import FORMAT_PROMISES
from tests.guest.fuzz.writer_insert_promises import INSERT_PROMISES
from tests.guest.fuzz.writer_text_promises import TEXT_PROMISES

PROMISES: Final[list[Promise]] = [*TEXT_PROMISES, *INSERT_PROMISES, *FORMAT_PROMISES]
