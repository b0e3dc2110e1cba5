"""The time at which the guest was judged, for evaluators: a recorded state is judged again at its own time."""

from __future__ import annotations

import datetime
import functools
import sys
import time
from types import ModuleType
from typing import Any

from .guest import Guest


def set_clock(guest: Guest) -> None:
    """Let OSWorld's imported modules take the guest's time for the present one, where they ask `datetime`."""

    @functools.cache
    def shift() -> float:
        """Seconds by which the guest's clock is ahead; asked when it is needed, as a recorded state may not know."""
        return float(guest.run(["date", "+%s.%N"])["output"]) - time.time()

    class Meta(type(datetime.datetime)):  # type: ignore[misc]
        """Lets every datetime be an instance."""

        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, datetime.datetime)

    class GuestDatetime(datetime.datetime, metaclass=Meta):
        """A datetime whose present is the guest's."""

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return datetime.datetime.fromtimestamp(time.time() + shift(), tz)

        @classmethod
        def today(cls) -> Any:
            return cls.now()

    module = ModuleType("datetime")
    vars(module).update(vars(datetime) | {"datetime": GuestDatetime})
    for name, imported in list(sys.modules.items()):
        if name.startswith("desktop_env."):
            for attribute, value in list(vars(imported).items()):
                if value is datetime:
                    vars(imported)[attribute] = module
                elif value is datetime.datetime:
                    vars(imported)[attribute] = GuestDatetime
