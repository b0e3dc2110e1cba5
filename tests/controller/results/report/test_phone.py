"""A report on a phone, in a real Chromium: the page fits, tables scroll in their own boxes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from controller.results.report.source import load_report_input
from controller.results.report.write import write
from tests.controller.results.report.conftest import make_runs
from tests.controller.results.viewer.browser import PHONE, chromium, page_at

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    write(load_report_input(make_runs(tmp_path)), tmp_path / "out")
    # Its pictures are part of it.
    address = (tmp_path / "out/report.html").as_uri()
    with page_at(browser, address, "", PHONE) as page:
        yield page


def test_the_page_fits_a_phone_and_its_tables_scroll_in_their_boxes(page: Page) -> None:
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width == [PHONE[0], PHONE[0]]
    boxes = page.evaluate(
        """() => [...document.querySelectorAll("section .scroll:has(> table)")].map(box => {
            const table = box.firstElementChild;
            const cell = [...table.querySelectorAll("tbody tr > :first-child:not(.section)")].at(-1);
            box.scrollLeft = 1e6;
            return {
                left: box.getBoundingClientRect().left,
                right: box.getBoundingClientRect().right,
                reached: Math.abs(table.getBoundingClientRect().right - box.getBoundingClientRect().right) < 2,
                wide: box.scrollWidth > box.clientWidth,
                first: cell.getBoundingClientRect().left - box.getBoundingClientRect().left,
            };
        })"""
    )
    assert len(boxes) > 12 and sum(box["wide"] for box in boxes) > 5
    for box in boxes:
        assert box["left"] >= 0 and box["right"] <= PHONE[0]
        assert box["reached"], "the last column can be scrolled to"
        assert 0 <= box["first"] < 3, "the first column stays"


def test_no_text_of_a_table_leaves_its_cell(page: Page) -> None:
    """Such text would lie on the next cell, or be cut off by the box."""
    cut = page.evaluate(
        """() => [...document.querySelectorAll("section table :is(td, th)")]
            .filter(cell => cell.scrollWidth > cell.clientWidth + 1)
            .map(cell => cell.textContent)"""
    )
    assert cut == []
