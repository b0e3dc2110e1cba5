"""The program behind the step `serve`: what a page's forms offer, and what they do not."""

from __future__ import annotations

import pytest

from controller.tasks.sources.folder.site_server import offered

PAGE = """<!doctype html><html><body>
<form method="post" action="/book">
<select name="tour" required><option value="">choose</option><option>Fri  9:30</option>
<option value="sat">Saturday</option><option disabled>Sunday</option></select>
<input name="name" required maxlength="12"><input name="phone" pattern="\\d+">
<label><input type="radio" name="seat" value="front"> front</label>
<label><input type="radio" name="seat" value="back"> back</label>
<input type="checkbox" name="extra" value="tea"><input type="checkbox" name="extra" value="cake">
<input type="hidden" name="week" value="7"><input name="old" disabled>
<textarea name="note"></textarea><button>Book</button>
</form>
<form action="/search"><input name="q"></form>
</body></html>"""
FILLED = (
    ("tour", "Fri 9:30"),
    ("name", "Ida Berg"),
    ("phone", ""),
    ("week", "7"),
    ("note", "by the window"),
)


def taken(*changes: tuple[str, str | None]) -> bool:
    """Whether the form is taken with other values, or None for a field that is not sent."""
    changed = dict(changes)
    given = [(name, changed.get(name, value)) for name, value in FILLED]
    added = [(name, value) for name, value in changes if name not in dict(FILLED)]
    (form,) = offered([PAGE], "book")
    return form.takes([(name, value) for name, value in [*given, *added] if value is not None])


@pytest.mark.parametrize(
    "changes",
    [
        (),
        (("tour", "sat"),),
        (("phone", "0123"),),
        (("note", ""),),
        (("seat", "back"),),
        (("extra", "cake"),),
        (("extra", "tea"), ("extra", "cake")),
    ],
)
def test_what_a_browser_could_send_is_taken(changes: tuple[tuple[str, str | None], ...]) -> None:
    assert taken(*changes)


@pytest.mark.parametrize(
    "changes",
    [
        (("tour", ""),),
        (("tour", "Saturday"),),
        (("tour", "Sunday"),),
        (("tour", None),),
        (("name", " "),),
        (("name", "Ida Berg of Lindholm"),),
        (("phone", "none"),),
        (("phone", None),),
        (("week", "8"),),
        (("week", None),),
        (("note", None),),
        (("seat", "middle"),),
        (("seat", "front"), ("seat", "back")),
        (("extra", "tea"), ("extra", "tea")),
        (("old", ""),),
        (("price", "0"),),
    ],
)
def test_what_no_browser_would_send_is_not(changes: tuple[tuple[str, str | None], ...]) -> None:
    assert not taken(*changes)


def test_forms_are_those_of_the_pages_now() -> None:
    assert offered([PAGE], "cancel") == [] and offered([], "book") == []
    assert len(offered([PAGE, PAGE], "search")) == 2
