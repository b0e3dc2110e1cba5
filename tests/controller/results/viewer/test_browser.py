"""The viewer in a real Chromium: pages, keys, drawings, live pages, folders of files, hostile records."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.records.run_records import RunRecords
from controller.results.viewer.library import RunLibrary
from controller.results.viewer.static_site import write_site
from tests.controller.made_runs import CLICK, call, entry, made_run
from tests.controller.results.viewer.browser import DESKTOP, PATIENCE, PHONE, chromium, page_at, wait_for
from tests.controller.results.viewer.served import served
from tests.controller.results.viewer.stories import DONE, HEIGHT, WIDTH, Story

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE)
FIRST = "runs/first/os/a/1/"
CLICKED = {"type": "click", "x": 960, "y": 180, "count": 2}
DRAGGED = {"type": "drag", "path": [{"x": 100, "y": 600}, {"x": 900, "y": 300}]}
HOSTILE = (
    '<script>window.hacked = 1; alert(1)</script>"><img src=x onerror="window.hacked = 2">'
    "</pre></details><iframe srcdoc='<script>top.hacked = 3</script>'></iframe>\u202e\x1b[0m"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs of the same two tasks; in the first, os/a has a problem at its third step, and an earlier attempt."""
    root = tmp_path_factory.mktemp("runs")
    tasks = [entry("os/a", ["a.count"]).model_copy(update={"instruction": "Count."}), entry("vlc/b")]
    first = made_run(root / "first", tasks, agent="anthropic", model="m-1")
    lost = Story(first, "os/a").look()
    lost.recorder.event("end", status="infra_error", error={"type": "GuestError", "message": "gone"})
    story = Story(first, "os/a").look("Files").offer("a.count").do(CLICKED, thought="I click.").do(DRAGGED)
    story.decide(call("no.such")).step(call("no.such"), "there is none", refused=True).look()
    story.decide(call("a.count")).step(call("a.count"), "\n".join(map(str, range(300)))).look()
    story.do(DONE).end(score=0.0, claims=[{"text": "all is counted", "holds": False, "found": "nothing"}])
    Story(first, "vlc/b").look().do(CLICK).do(DONE).end()
    second = made_run(root / "second", tasks, agent="openai", model="m-2")
    Story(second, "os/a").look().do(DONE).end()
    Story(second, "vlc/b").look().do(CLICK).end(score=0.5, status="out_of_steps")
    return root


@pytest.fixture(scope="module")
def home(folder: Path) -> Iterator[str]:
    with served(folder) as address:
        yield address


def current(page: Page) -> str | None:
    return page.evaluate("document.querySelector('.step.current')?.id ?? null")


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
@pytest.mark.parametrize(
    "place",
    ["", "tasks/", "runs/first/", FIRST, f"{FIRST}attempt-1/", "compare/first/second/"],
    ids=lambda place: place or "runs",
)
def test_pages_open_and_fit(
    browser: Browser, home: str, place: str, size: tuple[int, int], scheme: str
) -> None:
    with page_at(browser, home + place, home, size, color_scheme=scheme) as page:
        expect(page.locator("h1")).to_be_visible()
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1]
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(26, 29, 35)"}[scheme]


def test_keys_walk_through_steps_and_episodes(browser: Browser, home: str) -> None:
    with page_at(browser, home + FIRST, home) as page:
        for key, step in [
            *(("j", "step-1"), ("ArrowRight", "step-2"), ("j", "step-3"), ("k", "step-2")),
            *(("ArrowLeft", "step-1"), ("k", "step-1"), ("f", "step-3"), ("G", "end"), ("g", "step-1")),
        ]:
            page.keyboard.press(key)
            assert current(page) == step, key
            assert page.evaluate("document.activeElement.id") == step
            assert page.locator(".overview [aria-current]").get_attribute("href") == f"#{step}"
            expect(page.locator(f"#{step}")).to_be_in_viewport()
        page.keyboard.press("n")
        page.wait_for_url(f"{home}runs/first/vlc/b/1/")
        page.keyboard.press("p")
        page.wait_for_url(home + FIRST)
        page.keyboard.press("u")
        page.wait_for_url(f"{home}runs/first/")
        page.keyboard.press("Backspace")
        page.wait_for_url(home)


def test_the_current_step_follows_the_reader(browser: Browser, home: str) -> None:
    with page_at(browser, f"{home}{FIRST}#step-4", home) as page:
        expect(page.locator("#step-4")).to_be_in_viewport()
        assert current(page) == "step-4"
        page.mouse.move(700, 400)
        page.mouse.wheel(0, -20_000)
        wait_for(page, "scrollY === 0")
        page.evaluate("document.getElementById('step-3').scrollIntoView()")
        expect(page.locator(".step.current")).to_have_id("step-3")
        page.locator(".overview a[href='#step-2']").click()
        expect(page.locator(".step.current")).to_have_id("step-2")


def test_the_list_of_keys(browser: Browser, home: str) -> None:
    with page_at(browser, home + FIRST, home) as page:
        page.keyboard.press("?")
        keys = page.get_by_role("dialog")
        expect(keys).to_contain_text("next step with a problem")
        page.keyboard.press("j")
        assert current(page) is None
        page.keyboard.press("Escape")
        expect(keys).to_be_hidden()
        page.get_by_role("button", name="keys").click()
        expect(keys).to_be_visible()


def test_filters_and_order_of_tasks(browser: Browser, home: str) -> None:
    with page_at(browser, f"{home}runs/first/", home) as page:
        rows = page.locator("#task-table tbody tr")
        page.keyboard.press("/")
        page.keyboard.type("COUNT")
        expect(rows.locator("visible=true")).to_have_count(1)
        expect(rows.locator("visible=true")).to_contain_text("os/a")
        expect(page.locator("#shown")).to_contain_text("1 of 2")
        page.keyboard.press("Enter")
        assert page.url == f"{home}runs/first/?text=COUNT"
        page.locator("#filter").fill("")
        page.locator("select[name=domain]").select_option("vlc")
        expect(rows.locator("visible=true")).to_contain_text(["vlc/b"])
        page.locator("select[name=domain]").select_option("")
        head = page.locator("th[data-sort] >> nth=0")
        for order, first in [("ascending", "os/a"), ("descending", "vlc/b")]:
            head.get_by_role("button").click()
            assert head.get_attribute("aria-sort") == order
            expect(rows.first).to_contain_text(first)
        page.locator("#filter").press("Escape")
        page.keyboard.press("j")
        assert page.evaluate("document.activeElement.textContent") == "vlc/b"
        page.keyboard.press("j")
        assert page.evaluate("document.activeElement.textContent") == "os/a"


def test_a_filter_in_the_address(browser: Browser, home: str) -> None:
    with page_at(browser, f"{home}runs/first/?domain=vlc", home) as page:
        expect(page.locator("#task-table tbody tr")).to_have_count(1)
        page.locator("select[name=domain]").select_option("")
        page.wait_for_url("**/runs/first/?domain=*")
        expect(page.locator("#task-table tbody tr")).to_have_count(2)


def test_two_runs_are_chosen_and_compared(browser: Browser, home: str) -> None:
    with page_at(browser, home, home) as page:
        page.locator("#run-first input[name=a]").check()
        page.locator("#run-second input[name=b]").check()
        page.get_by_role("button", name="Compare").click()
        page.wait_for_url(f"{home}compare/first/second/")
        expect(page.locator("[id='task-os/a'] .badge").first).to_have_text("won")
        expect(page.locator("[id='task-vlc/b'] .badge").first).to_have_text("lost")
        page.locator("select[name=status]").select_option("lost")
        expect(page.locator("#task-table tbody tr >> visible=true")).to_have_count(1)
        page.locator("[id='task-vlc/b'] a").last.click()
        page.wait_for_url(f"{home}runs/second/vlc/b/1/")


@pytest.mark.parametrize("size", [DESKTOP, (900, 700), PHONE])
def test_drawings_lie_where_the_record_says(browser: Browser, home: str, size: tuple[int, int]) -> None:
    with page_at(browser, home + FIRST, home, size) as page:

        def on_screen(step: str, part: str) -> tuple[float, float]:
            """The middle of a part of the drawing, in pixels of the guest's screen."""
            shown = page.locator(f"#{step} .screen img")
            shown.scroll_into_view_if_needed()
            picture = shown.bounding_box()
            box = page.locator(f"#{step} .overlay .ink {part}").bounding_box()
            assert picture is not None and box is not None and picture["width"] > 300
            across = (box["x"] + box["width"] / 2 - picture["x"]) / picture["width"] * WIDTH
            down = (box["y"] + box["height"] / 2 - picture["y"]) / picture["height"] * HEIGHT
            return across, down

        near = 1.5 * WIDTH / page.locator("#step-1 img").bounding_box()["width"]
        assert on_screen("step-1", ".ring.first") == pytest.approx((960, 180), abs=near)
        assert on_screen("step-2", ".from") == pytest.approx((100, 600), abs=near)
        assert on_screen("step-2", ".way") == pytest.approx((500, 450), abs=near)
        assert page.locator("#step-1 .overlay text").text_content() == "double"
        rings = [ring.bounding_box()["width"] for ring in page.locator("#step-1 .overlay .ink .ring").all()]
        assert len(rings) == 2 and 8 < rings[0] < rings[1]
        assert page.locator("#step-3 .overlay").count() == 0


def test_pictures_come_when_they_are_looked_at_and_nothing_jumps(browser: Browser, tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry("os/long")])
    story = Story(records, "os/long").look()
    for _ in range(50):
        story.do(CLICK)
    story.end()
    top = "document.querySelector('#end').getBoundingClientRect().top + scrollY"
    fetched = (
        "performance.getEntriesByType('resource').filter(entry => entry.name.includes('/screens/')).length"
    )
    with served(tmp_path) as home, page_at(browser, f"{home}runs/run/os/long/1/", home, PHONE) as page:
        page.wait_for_load_state("networkidle")
        before = page.evaluate(top)
        wait_for(page, f"{fetched} > 0")
        assert page.evaluate(fetched) < 20
        page.keyboard.press("G")
        wait_for(page, "[...document.images].slice(-3).every(image => image.naturalWidth > 0)")
        assert page.evaluate(top) == pytest.approx(before, abs=1)
        assert page.evaluate(fetched) < 40


def test_long_texts_open_and_close(browser: Browser, home: str) -> None:
    with page_at(browser, home + FIRST, home) as page:
        result = page.locator("#step-4 details.long")
        expect(result.locator("> pre")).to_be_hidden()
        result.get_by_text("Show all").click()
        expect(result.locator("> pre")).to_contain_text("\n299")
        expect(result.locator(".preview")).to_be_hidden()


def test_focus_is_seen(browser: Browser, home: str) -> None:
    with page_at(browser, home + FIRST, home) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@pytest.mark.parametrize(("motion", "scrolls"), [("reduce", "auto"), ("no-preference", "smooth")])
def test_motion_only_for_those_who_like_it(browser: Browser, home: str, motion: str, scrolls: str) -> None:
    with page_at(browser, home + FIRST, home, reduced_motion=motion) as page:
        assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == scrolls


def test_pages_work_without_script(browser: Browser, home: str) -> None:
    with page_at(browser, home, home, java_script_enabled=False) as page:
        page.locator("#run-first td a").first.click()
        page.locator("#task-table a").first.click()
        page.wait_for_url(home + FIRST)
        page.locator("#first-problem").click()
        expect(page.locator("#step-3")).to_be_in_viewport()
        page.locator("#step-4 details.long .more").click()
        expect(page.locator("#step-4 details.long > pre")).to_contain_text("\n299")
        page.locator("a[rel=next]").click()
        page.wait_for_url(f"{home}runs/first/vlc/b/1/")


def hostile_run(root: Path) -> RunRecords:
    """A run with hostile text in every text of its records."""
    tasks = [entry("os/a").model_copy(update={"instruction": HOSTILE}), entry("vlc/b")]
    records = made_run(root / "bad run", tasks, agent=HOSTILE, model=HOSTILE, settings={HOSTILE: HOSTILE})
    story = Story(records, "os/a").look(HOSTILE, text=HOSTILE).offer(HOSTILE)
    story.decide(call(HOSTILE), thought=HOSTILE, model=HOSTILE, mistakes=[HOSTILE], leniencies=[HOSTILE])
    story.step({"type": "tool_call", "name": HOSTILE, "arguments": {HOSTILE: HOSTILE}}, HOSTILE, error=True)
    story.look().do({"type": "type", "text": HOSTILE}, thought=HOSTILE)
    claim = {"text": HOSTILE.replace("\x1b", ""), "holds": False, "found": HOSTILE}
    error = {"type": HOSTILE, "message": HOSTILE, "hint": HOSTILE}
    story.end(score=0.0, claims=[claim], answer=HOSTILE, error=error, models=[HOSTILE])
    return records


@pytest.mark.parametrize("place", ["", "runs/bad=20run/", "runs/bad=20run/os/a/1/"])
def test_hostile_text_is_text(browser: Browser, tmp_path: Path, place: str) -> None:
    hostile_run(tmp_path)
    with served(tmp_path) as home, page_at(browser, home + place, home, color_scheme="dark") as page:
        for summary in page.locator("summary:visible").all():
            summary.click()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("typeof window.hacked") == "undefined"
        assert page.locator("iframe, script:not([src])").count() == 0
        shown = page.locator("body").inner_text()
        assert "<script>window.hacked = 1; alert(1)</script>" in shown
        assert "⟨U+202E⟩⟨U+001B⟩[0m" in shown and "\u202e" not in shown
        width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width[0] <= width[1]


def test_an_episode_grows_while_it_is_watched(browser: Browser, tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry("os/a")])
    story = Story(records, "os/a").look("Files").offer("a.count").do(CLICK, thought="First.")
    with (
        records.lock(),
        served(tmp_path) as home,
        page_at(browser, f"{home}runs/run/os/a/1/", home) as page,
    ):
        expect(page.locator(".head .badge")).to_have_text(["running"])
        page.keyboard.press("j")
        page.locator("#step-1 details", has_text="1 tool offered").locator("summary").click()
        page.locator("#facts details summary").click()
        page.locator(".overview a[href='#step-1']").focus()
        story.do(call("a.count"), thought="Second.")
        expect(page.locator("#step-2")).to_contain_text("Second.")
        expect(page.locator(".overview ol li")).to_have_count(2)
        expect(page.locator("#step-1 details", has_text="1 tool offered")).to_have_attribute("open", "")
        expect(page.locator("#facts")).to_contain_text("2 of at most 50")
        expect(page.locator("#facts details")).to_have_attribute("open", "")
        assert current(page) == "step-1"
        assert page.evaluate("document.activeElement.getAttribute('href')") == "#step-1"
        assert page.locator(".step").evaluate_all("all => all.map(step => step.id)") == [
            "step-1",
            "step-2",
            "end",
        ]
        story.decide(CLICK).step(CLICK, "broken", error=True).look()
        expect(page.locator("#first-problem")).to_have_attribute("href", "#step-3")
        page.keyboard.press("f")
        assert current(page) == "step-3"
        story.do(DONE).end(claims=[{"text": "it is done", "holds": True}])
        expect(page.locator("#verdict")).to_contain_text("it is done")
        expect(page.locator(".head .badge")).to_have_text(["success: 1", "completed"])
        assert current(page) == "step-3"


def test_choices_stay_while_a_page_changes(browser: Browser, tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry("os/a"), entry("os/b"), entry("vlc/c")])
    Story(records, "os/a").look().do(DONE).end(score=0.5)
    with records.lock(), served(tmp_path) as home, page_at(browser, f"{home}runs/run/", home) as page:
        shown = page.locator("#task-table tbody tr >> visible=true")
        page.get_by_role("button", name="score").click()
        page.locator("#filter").fill("os/")
        expect(shown.first).to_have_id("task-os/a")
        Story(records, "os/b").look().do(DONE).end()
        expect(shown.first).to_have_id("task-os/b")
        expect(page.locator("#filter")).to_be_focused()
        expect(page.locator("#filter")).to_have_value("os/")
        Story(records, "vlc/c").look().do(DONE).end()
        expect(page.locator("[id='task-vlc/c'] .badge").first).to_have_text("1")
        expect(shown).to_have_count(2)


def test_a_page_whose_viewer_is_gone_says_so(browser: Browser, tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry("os/a")])
    Story(records, "os/a").look().do(CLICK)
    window = browser.new_context()
    with records.lock():
        with served(tmp_path) as home:
            page = window.new_page()
            page.goto(f"{home}runs/run/os/a/1/")
        expect(page.locator("#news")).to_contain_text("does not respond")
        expect(page.locator("#step-1")).to_be_visible()
    window.close()


def test_a_folder_of_files_opens_without_a_server(browser: Browser, folder: Path, tmp_path: Path) -> None:
    write_site(RunLibrary(folder), tmp_path / "site")
    home = (tmp_path / "site").as_uri()
    with page_at(browser, f"{home}/index.html", home, PHONE) as page:
        page.locator("#run-first td a").first.click()
        page.wait_for_url(f"{home}/runs/first/index.html")
        page.locator("#task-table a").first.click()
        page.wait_for_url(f"{home}/{FIRST}index.html")
        wait_for(page, "document.images[0].naturalWidth > 0")
        page.keyboard.press("f")
        assert current(page) == "step-3"
        page.keyboard.press("n")
        page.wait_for_url(f"{home}/runs/first/vlc/b/1/index.html")
        page.goto(f"{home}/compare/first/second/index.html")
        expect(page.locator("#task-table tbody tr")).to_have_count(2)
        assert page.evaluate("document.body.dataset.live ?? null") is None
