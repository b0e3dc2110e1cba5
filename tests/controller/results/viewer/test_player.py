"""Pictures enlarged in place, played through and compared, links to steps, filters in the address; in Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.controller.made_runs import entry, made_run
from tests.controller.results.viewer.browser import PATIENCE, PHONE, chromium, page_at, wait_for
from tests.controller.results.viewer.served import served
from tests.controller.results.viewer.stories import DONE, HEIGHT, WIDTH, Story

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE)
EPISODE = "runs/first/os/a/1/"
CLICKED = {"type": "click", "x": 960, "y": 180, "count": 1}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    root = tmp_path_factory.mktemp("runs")
    records = made_run(root / "first", [entry("os/a"), entry("vlc/b")], agent="anthropic", model="m-1")
    Story(records, "os/a").look().do(CLICKED, thought="I click.").do(CLICKED).do(DONE).end()
    Story(records, "vlc/b").look().do(DONE).end(score=0.0)
    Story(made_run(root / "second", [entry("os/a")]), "os/a").look().do(DONE).end()
    with served(root) as address:
        yield address


@pytest.mark.parametrize("size", [(1400, 900), PHONE])
def test_a_picture_is_enlarged_with_its_mark(browser: Browser, home: str, size: tuple[int, int]) -> None:
    with page_at(browser, home + EPISODE, home, size) as page:
        page.locator("#step-1 .picture").click()
        player = page.locator("#player")
        expect(player).to_be_visible()
        assert page.url == home + EPISODE
        wait_for(page, "document.querySelector('#player .earlier').naturalWidth > 0")
        expect(player.locator(".title")).to_have_text("1 click 960, 180")
        expect(player.locator(".caption")).to_have_text("I click.")
        picture = player.locator(".earlier").bounding_box()
        ring = player.locator(".ink .ring").bounding_box()
        stage = player.locator(".stage").bounding_box()
        assert picture is not None and ring is not None and stage is not None
        across = (ring["x"] + ring["width"] / 2 - picture["x"]) / picture["width"] * WIDTH
        down = (ring["y"] + ring["height"] / 2 - picture["y"]) / picture["height"] * HEIGHT
        assert (across, down) == pytest.approx((960, 180), abs=3)
        assert stage["x"] <= ring["x"] and ring["x"] + ring["width"] <= stage["x"] + stage["width"] + 1
        page.keyboard.press("m")
        expect(player.locator(".overlay")).to_be_hidden()
        page.keyboard.press("Escape")
        expect(player).to_be_hidden()


def test_before_after_and_difference(browser: Browser, home: str) -> None:
    with page_at(browser, home + EPISODE, home) as page:
        page.keyboard.press("v")
        player = page.locator("#player")
        later = player.locator(".later")
        expect(later).to_be_hidden()
        player.get_by_role("button", name="after").click()
        expect(later).to_be_visible()
        expect(player.locator(".overlay")).to_be_hidden()
        page.keyboard.press("d")
        assert later.evaluate("image => getComputedStyle(image).mixBlendMode") == "difference"
        addresses = [item.get_attribute("src") or "" for item in player.locator(".shots img").all()]
        assert len(set(addresses)) == 2 and all("/screens/" in address for address in addresses)


RECORD_TITLES = """
window.titles = [];
const title = document.querySelector("#player .title");
new MutationObserver(() => window.titles.push(title.textContent))
    .observe(title, {childList: true, characterData: true, subtree: true});
"""


def test_an_episode_is_played_through_to_its_end(browser: Browser, home: str) -> None:
    with page_at(browser, home + EPISODE, home) as page:
        page.get_by_role("button", name="Play through").click()
        player = page.locator("#player")
        expect(player).to_be_visible()
        page.evaluate(RECORD_TITLES)
        player.get_by_label("Seconds a step").select_option("0.5")
        expect(player.locator(".title")).to_have_text("■ The screen at the end")
        titles = list(dict.fromkeys(page.evaluate("window.titles")))
        played = ["1 click 960, 180", "2 click 960, 180", "3 terminate done", "■ The screen at the end"]
        assert titles and titles == played[-len(titles) :]
        expect(player.locator(".play-switch")).to_have_text("▶ play")
        page.keyboard.press("ArrowLeft")
        expect(player.locator(".title")).to_have_text("3 terminate done")


def test_the_link_to_a_step_is_copied(browser: Browser, home: str) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    with page_at(browser, home + EPISODE, home, permissions=allowed) as page:
        page.locator("#step-2 .copy").click()
        expect(page.locator("#step-2 .copy")).to_have_text("copied")
        assert page.evaluate("navigator.clipboard.readText()") == f"{home}{EPISODE}#step-2"


def test_the_address_has_the_filters(browser: Browser, home: str) -> None:
    with page_at(browser, f"{home}runs/first/", home) as page:
        rows = page.locator("#task-table tbody tr >> visible=true")
        page.locator("select[name=verdict]").select_option("failed")
        expect(rows).to_have_count(1)
        assert page.url == f"{home}runs/first/?verdict=failed"
        page.reload()
        expect(rows).to_have_count(1)
        expect(rows.first).to_contain_text("vlc/b")
        page.goto(f"{home}?text=second")
        expect(page.locator("table.runs tbody tr >> visible=true")).to_have_count(1)
        expect(page.locator("#filter")).to_have_value("second")


@pytest.mark.parametrize("place", ["", "runs/first/", "compare/first/second/?common=1"])
def test_no_column_is_out_of_sight_on_a_phone(browser: Browser, home: str, place: str) -> None:
    with page_at(browser, home + place, home, PHONE) as page:
        hidden = (
            "[...document.querySelectorAll('.scroll')].filter(item => item.scrollWidth > item.clientWidth)"
        )
        assert page.evaluate(f"{hidden}.length") == 0
