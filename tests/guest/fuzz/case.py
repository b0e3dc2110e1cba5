"""Something to try on an application, as it is kept in a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tests.guest.fuzz.promises import Arguments


@dataclass(frozen=True)
class Case:
    """A document, and calls made on it in turn."""

    app: str
    document: Any
    calls: list[tuple[str, Arguments]]

    def dumped(self) -> str:
        """JSON text."""
        return json.dumps(self.__dict__, ensure_ascii=True, indent=1)

    @classmethod
    def loaded(cls, text: str) -> Case:
        """The case of a JSON text."""
        data = json.loads(text)
        return cls(data["app"], data["document"], [(tool, arguments) for tool, arguments in data["calls"]])
