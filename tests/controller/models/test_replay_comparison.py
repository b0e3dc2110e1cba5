"""What of a replayed request is a difference, and what no replay can repeat."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image, ImageDraw

from controller.models.replay_comparison import RequestComparison, different_share, without_varying


def picture(box: tuple[int, int, int, int] | None = None, size: tuple[int, int] = (200, 100)) -> bytes:
    image = Image.new("RGB", size, "white")
    if box:
        ImageDraw.Draw(image).rectangle(box, fill="black")
    data = io.BytesIO()
    image.save(data, "PNG")
    return data.getvalue()


CLOCK = picture((0, 0, 9, 9))
WINDOW = picture((0, 0, 99, 99))


@pytest.mark.parametrize(
    ("new", "recorded"),
    [
        ("It is 10:28:19 now.", "It is 9:05 PM now."),
        ("saved 2026-11-22T10:28:19.5+00:00", "saved 2026-11-21 09:00"),
        ("Sun Nov 22 13:21:10", "Mon Nov 23 1:02:03"),
        ("[main 4f0c9d2] first", "[main 9ae17b3e] first"),
        ("id 0a1b2c3d-1111-2222-3333-444455556666", "id ffffffff-1111-2222-3333-44445555666f"),
        ("pid 4711 in /tmp/tmp_x1/a", "pid 12 in /tmp/tmp_y2/a"),
        ("at 1795343327.926", "at 1795349999.1"),
    ],
)
def test_times_and_ids_are_no_difference(new: str, recorded: str) -> None:
    assert RequestComparison(lambda _name: None).differences({"text": new}, {"text": recorded}) == []


@pytest.mark.parametrize("text", ["42", "B12:C14", "deface", "version 3.11", "row 1700", "12 of 15"])
def test_other_numbers_and_words_count(text: str) -> None:
    assert without_varying(text) != "…" and without_varying(f"{text}x") != without_varying(text)


@pytest.mark.parametrize(
    ("new", "recorded", "difference"),
    [
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, "a.1.b: 2 instead of 3"),
        ({"a": [1]}, {"a": [1, 2]}, "a: 1 items instead of 2"),
        ({"a": 1}, {"a": 1, "c": 2}, "the request: 'c' is missing"),
        ({"a": 1, "c": 2}, {"a": 1}, "the request: 'c' was not recorded"),
        (1, True, "the request: 1 instead of True"),
        (
            {"t": "saved at 10:28 as b"},
            {"t": "saved at 9:11 as a"},
            "t: 'saved at … as b' instead of 'saved at … as a'",
        ),
    ],
)
def test_a_difference_is_named(new: Any, recorded: Any, difference: str) -> None:
    assert RequestComparison(lambda _name: None).differences(new, recorded) == [difference]


def test_a_difference_in_the_history_is_told_once() -> None:
    comparison = RequestComparison(lambda _name: None)
    assert len(comparison.differences({"history": ["a"]}, {"history": ["b"]})) == 1
    assert comparison.differences({"history": ["a", "c"]}, {"history": ["b", "c"]}) == []
    assert len(comparison.differences({"history": ["a", "d"]}, {"history": ["b", "c"]})) == 1


@pytest.mark.parametrize(("recorded", "told"), [(CLOCK, False), (WINDOW, True)])
def test_pictures_are_compared_by_their_pixels(recorded: bytes, told: bool) -> None:
    comparison = RequestComparison({"then": recorded}.get)
    name = comparison.store(picture())
    differences = comparison.differences({"testbed_image": name}, {"testbed_image": "then"})
    assert bool(differences) == told
    if told:
        assert "in 50% of its pixels" in differences[0]


def test_a_recorded_picture_that_is_missing_is_named() -> None:
    comparison = RequestComparison(lambda _name: None)
    name = comparison.store(picture())
    (difference,) = comparison.differences({"testbed_image": name}, {"testbed_image": "gone"})
    assert "gone is missing or damaged" in difference


def test_the_share_of_different_pixels() -> None:
    assert different_share(picture(), picture()) == 0
    assert different_share(picture(), CLOCK) == pytest.approx(100 / 20_000)
    assert different_share(picture(), picture(size=(10, 10))) == 1
    assert different_share(picture(), b"no picture") is None
