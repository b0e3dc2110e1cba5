"""Elements: a text is escaped unless it is HTML."""

from __future__ import annotations

from controller.results.viewer.html import Html, block, document, el, join, warning
from controller.results.viewer.links import Links
from tests.controller.results.viewer.pages_checked import HOSTILE, check_page


def test_texts_and_attributes_are_escaped_and_html_is_not() -> None:
    made = el("p", 'a < b & "c"', el("b", "<i>"), Html("<br>"), None, title="'\"><x>")
    assert made == (
        '<p title="&#x27;&quot;&gt;&lt;x&gt;">a &lt; b &amp; &quot;c&quot;<b>&lt;i&gt;</b><br></p>'
    )


def test_attributes_that_are_none_or_false_are_left_out() -> None:
    assert el("input", name="x", class_=None, hidden=False, required=True, data_sort=0) == (
        '<input name="x" required data-sort="0">'
    )


def test_a_space_between_texts_stays_and_lines_do_not() -> None:
    assert join(("a ", el("b", "c"), " d\n  e", " ")) == "a <b>c</b> d e "
    assert block("a\n\tb\r\n<c>") == "a\n\tb\n&lt;c&gt;"


def test_of_many_warnings_some_are_named() -> None:
    made = warning("Damaged:", [f"item {number}" for number in range(60)], most=2)
    assert made.count("<li>") == 3 and "and 58 more" in made


def test_a_document_holds_hostile_text_as_text() -> None:
    page = document(
        HOSTILE, [el("h1", HOSTILE), el("pre", block(HOSTILE))], Links(2), [(HOSTILE, "../")], live=2
    )
    seen = check_page(page)
    assert "<script>alert(1)</script>" in seen.text and ("body", {"data-live": "2"}) in seen.elements
