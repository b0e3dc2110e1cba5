"""A guest's list of windows, whatever a page calls its own."""

from controller.core.windows import TITLE_CHARACTERS, WindowsData


def test_a_title_of_any_length_is_taken() -> None:
    window = {"app": "google_chrome", "x": 0, "y": 0, "width": 1, "height": 1, "active": True}
    listed = WindowsData.model_validate({"windows": [{**window, "title": "x" * 100_000}]})
    assert listed.to_windows()[0].title == "x" * TITLE_CHARACTERS
