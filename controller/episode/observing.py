"""Reads what a run lets its agent observe besides the screenshot."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from controller.core.accessibility import parse
from controller.core.guest import Guest
from controller.core.observation import Observation, Part, needs_elements
from controller.episode.marks import drawn, with_marks
from testbed.errors import GuestError


def enable_accessibility(guest: Guest, parts: Iterable[Part]) -> None:
    """Make applications that start from now on expose their elements, if a part needs them. Raises GuestError."""
    if needs_elements(parts):
        answer = guest.call_tool("computer.enable_accessibility", {})
        if answer.is_error:
            raise GuestError(f"accessibility cannot be switched on: {answer.text[:500]}")


def add_parts(observation: Observation, guest: Guest, parts: tuple[Part, ...]) -> Observation:
    """Return the observation with the parts that a run chose. Raises GuestError."""
    if not needs_elements(parts):
        return replace(observation, parts=parts)
    answer = guest.call_tool("computer.accessibility", {})
    if answer.is_error:
        raise GuestError(f"no elements of the screen: {answer.text[:500]}")
    elements = parse(answer.structured)
    size = (observation.width, observation.height)
    if (elements.width, elements.height) != size:
        raise GuestError(f"the elements are of another screen than the screenshot of {size[0]}x{size[1]}")
    if "som" not in parts:
        return replace(observation, parts=parts, accessibility=elements)
    elements = with_marks(elements)
    marked = drawn(observation.screenshot, elements)
    return replace(observation, parts=parts, accessibility=elements, marked=marked)


def is_unchanged(guest: Guest, screenshot: bytes) -> bool:
    """Whether the screen still equals a screenshot. Raises GuestError."""
    answer = guest.call_tool("computer.screenshot", {"settle": False})
    return answer.images[:1] == (screenshot,)
