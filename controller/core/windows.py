"""The windows on a guest's screen."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from controller.core.guest import Guest, parse_structured
from testbed.errors import GuestError


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


class _WindowData(BaseModel):
    model_config = ConfigDict(extra="ignore")

    title: str = Field(max_length=2000)
    app: str = Field(max_length=200)
    x: int
    y: int
    width: int
    height: int
    active: bool


class WindowsData(BaseModel):
    model_config = ConfigDict(extra="ignore")

    windows: tuple[_WindowData, ...] = Field(max_length=500)

    def parsed(self) -> tuple[Window, ...]:
        return tuple(Window(**window.model_dump()) for window in self.windows)


def windows_of(guest: Guest) -> tuple[Window, ...]:
    """Return the guest's open windows. Raises GuestError."""
    answer = guest.call_tool("computer.windows", {})
    if answer.is_error:
        raise GuestError(f"no list of windows: {answer.text[:500]}")
    return parse_structured(WindowsData, answer.structured, "computer.windows").parsed()
