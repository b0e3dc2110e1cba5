"""The guests that the tasks of a run need."""

from __future__ import annotations

from dataclasses import replace

from controller.guests.network_access import CLOSED
from controller.guests.provider import GuestOptions
from controller.guests.screen_size import check_scale, check_size, parse_size, size_text
from controller.records.run_info import RunInfo
from controller.tasks.sources.registry import guest_of
from testbed.errors import UsageError


def guest_options(suite: str, network: str = CLOSED, screen: str = "", scale: int = 1) -> GuestOptions:
    """Return the options of guests for a suite's tasks, which a task source may set.

    Args:
        suite: The suite of the tasks.
        network: What the guests reach outside.
        screen: Size of the screen as `--screen` takes it; "" for that of the suite's tasks, times the scale.
        scale: How many times larger than usual the desktop and its applications draw.

    Raises:
        UsageError: There is no such source, no guest can have this screen, or the source's tasks fix another one.
    """
    fixed = guest_of(suite)
    usual = GuestOptions(**fixed, network=network)
    width, height = parse_size(screen) if screen else (usual.width * scale, usual.height * scale)
    chosen = replace(usual, width=width, height=height, scale=check_scale(scale))
    if chosen == usual:
        return usual
    if "width" in fixed or "height" in fixed:
        raise UsageError(
            f"the tasks of {suite.partition(':')[0]} are made for a screen of "
            f"{size_text(usual.width, usual.height)}, not {size_text(width, height, scale)}",
            hint="leave --screen and --scale out",
        )
    check_size(width, height, scale)
    return chosen


def recorded_guest_options(info: RunInfo) -> GuestOptions:
    """Return the options of the guests that a run on record was begun with. Raises UsageError."""
    options = info.options
    return guest_options(info.source.name, options.network, options.screen, options.scale)


def screen_to_record(suite: str, screen: str, scale: int) -> str:
    """Return a chosen screen as `RunOptions.screen` has it: "" for the one that the suite's tasks have anyway.

    Raises UsageError as `guest_options` does.
    """
    usual, chosen = guest_options(suite), guest_options(suite, screen=screen, scale=scale)
    return "" if chosen == usual else f"{chosen.width}x{chosen.height}"
