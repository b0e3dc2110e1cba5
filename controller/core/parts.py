"""The parts of episodes: testbed's own, and those of installed distributions."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from controller.core.extension_calls import warn_left_out
from testbed.errors import UsageError
from testbed.extension_points import PARTS

if TYPE_CHECKING:
    from testbed.extensions import DeclaredPart
    from testbed.guests import Tool

Value = TypeVar("Value")


@cache
def all_parts() -> Mapping[str, DeclaredPart]:
    """Return the parts by name, testbed's own first.

    One of another distribution that cannot be imported or is no `DeclaredPart` is left out: records can be read without
    it. `check_parts` refuses to play without it.
    """
    own = {name: PARTS.load(name) for name in PARTS.builtin()}
    usable = {name: found for name, found in _plugins() if not isinstance(found, UsageError)}
    return MappingProxyType(own | usable)


def broken_parts() -> list[UsageError]:
    """Return why parts that are installed cannot be used."""
    return [found for _, found in _plugins() if isinstance(found, UsageError)]


def check_parts() -> None:
    """Raise UsageError if a part that is installed cannot be used: episodes would be others without it."""
    for problem in broken_parts():
        raise problem


def said(say: Callable[..., Value], *about: Any) -> Value | None:
    """Return what a part says; None if that fails, which is logged: no result is lost for it."""
    try:
        return say(*about)
    except UsageError as error:
        warn_left_out(str(error))
        return None


def tools_of_parts(sections: Container[str] | None = None) -> tuple[Tool, ...]:
    """Return the tools of parts that no guest has: all, or those in tasks that have sections of these names."""
    return tuple(
        tool
        for name, spec in all_parts().items()
        if sections is None or name in sections
        for tool in spec.own_tools
    )


def title_of(name: str) -> str:
    """Return a part in error messages: "the part 'weather' of tiny_weather 1.0"."""
    extension = PARTS.extension_of(name)
    return extension.title if extension else f"the part {name!r}"


def remedy_of(name: str) -> str:
    """Return the hint of an error of a part."""
    extension = PARTS.extension_of(name)
    return f"see docs/parts.md; {extension.remedy}" if extension else ""


def origins() -> dict[str, str]:
    """Return the versions of the distributions whose parts are installed, by name."""
    return {name: version for part in all_parts() for name, version in PARTS.origin(part).items()}


def _plugins() -> Iterator[tuple[str, DeclaredPart | UsageError]]:
    for extension, found in PARTS.plugins():
        if isinstance(found, UsageError) or extension.name.isidentifier():
            yield extension.name, found
        else:
            problem = f"{extension.title} needs a name that is an identifier, such as weather_of_task"
            yield extension.name, UsageError(problem, hint=extension.remedy)
