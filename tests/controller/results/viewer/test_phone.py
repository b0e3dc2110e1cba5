"""The viewer on a phone, in a real Chromium: long names and hints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.controller.made_runs import entry, made_run
from tests.controller.results.viewer.browser import PHONE, chromium, page_at
from tests.controller.results.viewer.served import served
from tests.controller.results.viewer.stories import DONE, Story

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def test_on_a_phone_names_break_between_their_parts_and_hints_are_whole(
    browser: Browser, tmp_path: Path
) -> None:
    name = "libreoffice_calc/quarterly_figures_of_the_association"
    record = made_run(tmp_path / "run", [entry(name)], agent="anthropic", model="m-1")
    Story(record, name).look().do(DONE).end()
    made_run(tmp_path / "other", [entry(name)])
    parts = name.replace("/", "_").split("_")
    with served(tmp_path) as home, page_at(browser, home, home, PHONE) as page:
        needed, given = page.evaluate(
            """() => {
                const field = document.querySelector("input[type=search]");
                const style = getComputedStyle(field), pen = document.createElement("canvas").getContext("2d");
                pen.font = style.font;
                const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
                return [pen.measureText(field.placeholder).width, field.clientWidth - padding];
            }"""
        )
        assert needed <= given
        for place, where in (
            ("tasks/", "tbody th.task"),
            (f"runs/run/{name}/1/", "h1"),
            ("runs/run/", "td.task"),
        ):
            page.goto(home + place)
            lines = page.evaluate(
                """where => {
                    const range = document.createRange(), element = document.querySelector(where);
                    const lines = new Map();
                    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
                    for (let node; (node = walker.nextNode());)
                        for (let at = 0; at < node.length; at++) {
                            range.setStart(node, at);
                            range.setEnd(node, at + 1);
                            const top = Math.round(range.getBoundingClientRect().bottom);
                            lines.set(top, (lines.get(top) ?? "") + node.data[at]);
                        }
                    return [...lines.values()];
                }""",
                where,
            )
            assert "".join(lines) == name and (len(lines) > 1 or where == "td.task")
            assert {part for text in lines for part in text.replace("/", "_").split("_") if part} <= set(
                parts
            )
