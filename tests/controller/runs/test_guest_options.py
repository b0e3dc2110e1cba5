from __future__ import annotations

import re

import pytest

from controller.guests.provider import GuestOptions
from controller.runs.guest_options import guest_options, screen_to_record
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


@pytest.mark.parametrize(
    ("screen", "scale", "expected", "recorded"),
    [
        ("1280x720", 1, (1280, 720), ""),
        ("1920x1080", 1, (1920, 1080), "1920x1080"),
        (" 2560X1440 ", 1, (2560, 1440), "2560x1440"),
        ("800x600", 1, (800, 600), "800x600"),
        ("3840x2160", 2, (3840, 2160), "3840x2160"),
        ("1920x1080", 2, (1920, 1080), "1920x1080"),
        ("", 2, (2560, 1440), "2560x1440"),
    ],
)
def test_a_screen_can_be_chosen(screen: str, scale: int, expected: tuple[int, int], recorded: str) -> None:
    options = guest_options("demo", screen=screen, scale=scale)
    assert (options.width, options.height, options.scale) == (*expected, scale)
    assert screen_to_record("demo", screen, scale) == recorded
    assert guest_options("demo", screen=recorded, scale=scale) == options


@pytest.mark.parametrize(
    ("screen", "scale", "message"),
    [
        ("1280", 1, "'1280' is not WIDTHxHEIGHT"),
        ("1280x720x24", 1, "not WIDTHxHEIGHT"),
        ("-1280x720", 1, "not WIDTHxHEIGHT"),
        ("1280.5x720", 1, "not WIDTHxHEIGHT"),
        ("\u0661280x720", 1, "not WIDTHxHEIGHT"),
        ("99999999999x720", 1, "not WIDTHxHEIGHT"),
        ("1281x720", 1, "1281x720: width and height must be even"),
        ("798x600", 1, "798x600 is too small: the desktop needs 800x600 or more"),
        ("800x598", 1, "800x598 is too small"),
        ("0x0", 1, "too small"),
        ("3842x2160", 1, "3842x2160 is too large: at most 3840x2160"),
        ("1918x1080", 2, "1918x1080 is too small: the desktop needs 1920x1080 or more at scale 2"),
        ("1280x720", 3, "invalid value for --scale: 3"),
        ("", 0, "invalid value for --scale: 0"),
    ],
)
def test_a_screen_that_no_guest_can_have_is_refused(screen: str, scale: int, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)) as refused:
        guest_options("", screen=screen, scale=scale)
    assert refused.value.hint


@pytest.mark.parametrize(("screen", "scale"), [("1280x720", 1), ("1920x1080", 2), ("", 2)])
def test_tasks_that_fix_their_screen_refuse_another(screen: str, scale: int) -> None:
    with pytest.raises(UsageError, match="osworld are made for a screen of 1920x1080, not"):
        guest_options("osworld:/checkout", screen=screen, scale=scale)


def test_tasks_that_fix_their_screen_take_it_in_words() -> None:
    assert guest_options("osworld:/checkout", screen="1920x1080") == guest_options("osworld:/checkout")
    assert screen_to_record("osworld:/checkout", "1920x1080", 1) == ""
