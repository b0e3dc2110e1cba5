"""The windows on a guest's screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from controller.core.guest import Guest, parse_structured
from testbed.errors import GuestError

TITLE_CHARACTERS = 2000
"""How much of a window's title is kept."""


@dataclass(frozen=True, slots=True)
class Window:
    """A window on the screen; position and size in native pixels."""

    title: str
    app: str
    x: int
    y: int
    width: int
    height: int
    active: bool


def _cut(title: object) -> object:
    """A page may give its window a title of any length."""
    return title[:TITLE_CHARACTERS] if isinstance(title, str) else title


_Coordinate = Annotated[int, Field(ge=-(2**31), lt=2**31)]


class _WindowData(BaseModel):
    model_config = ConfigDict(extra="ignore")

    title: Annotated[str, BeforeValidator(_cut)]
    app: str = Field(max_length=200)
    x: _Coordinate
    y: _Coordinate
    width: _Coordinate
    height: _Coordinate
    active: bool


class WindowsData(BaseModel):
    model_config = ConfigDict(extra="ignore")

    windows: tuple[_WindowData, ...] = Field(max_length=500)

    def to_windows(self) -> tuple[Window, ...]:
        return tuple(Window(**window.model_dump()) for window in self.windows)


def windows_of(guest: Guest) -> tuple[Window, ...]:
    """Return the guest's open windows. Raises GuestError."""
    answer = guest.call_tool("computer.windows", {})
    if answer.is_error:
        raise GuestError(f"no list of windows: {answer.text[:500]}")
    return parse_structured(WindowsData, answer.structured, "computer.windows").to_windows()
