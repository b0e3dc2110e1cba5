from __future__ import annotations

import pytest

from controller.guests.provider import GuestOptions
from controller.runs.guest_options import guest_options
from testbed.errors import UsageError


@pytest.mark.parametrize("suite", ["", "demo"])
def test_the_tasks_folder_needs_no_special_guests(suite: str) -> None:
    assert guest_options(suite) == GuestOptions()


def test_osworlds_tasks_need_its_image_and_screen() -> None:
    options = guest_options("osworld:/checkout")
    assert (options.profile, options.width, options.height) == ("osworld", 1920, 1080)


def test_an_unknown_source_is_named() -> None:
    with pytest.raises(UsageError, match="osword"):
        guest_options("osword:/checkout")
