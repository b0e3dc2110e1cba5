"""The size of a guest's screen."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from testbed.errors import GuestError
from testbed.guests import Guest, parse_structured


class _Size(BaseModel):
    model_config = ConfigDict(extra="ignore")

    width: int = Field(gt=0)
    height: int = Field(gt=0)


def screen_size(guest: Guest) -> tuple[int, int]:
    """Return width and height in pixels. Raises GuestError."""
    answer = guest.call_tool("computer.screen_size", {})
    if answer.is_error:
        raise GuestError(f"no size of the screen: {answer.text[:500]}")
    size = parse_structured(_Size, answer.structured, "computer.screen_size")
    return size.width, size.height
