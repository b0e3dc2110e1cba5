"""The states of the browser: the scenes that the exploration draws from, and two that need more than keys."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.chrome import Chrome
from tests.guest.fuzz.chrome_promises import DEAF, FOLDER, SCENES
from tests.guest.states.office_ways import wait
from tests.guest.states.table import AppState, AppTable, nothing
from tests.waiting import poll

APP: Final = "chrome"
HINDERED: Final = (*DEAF, "closed", "closed tab", "private", "list", "place")
_NAMED: Final = "dialog|busy|answer|respond|crash|not open|menu|page|tab|window"


def _scene(name: str) -> AppState:
    return AppState(APP, name, nothing, names=_NAMED if name in HINDERED else "", document={"scene": name})


def _settle(subject: Chrome) -> None:
    """A new tab or window has its title later; what is behind a dialog has none in front."""
    poll(subject.state, lambda state: state["front"] or not state["running"], seconds=2)


def _crash_and_restart(subject: Chrome) -> None:
    """The browser that was killed shows "Restore pages?" beside an empty tab, or the pages themselves."""
    subject.guest.run(["pkill", "-KILL", "--exact", "chromium"])
    wait(lambda: not subject.state()["running"], "the end of the browser")
    subject.guest.run(["testbed-open", "google_chrome", f"file://{FOLDER}/one.html"], as_user=True)
    wait(lambda: subject.state()["front"], "the browser again", 30)


def _download(subject: Chrome) -> None:
    subject.guest.run(["testbed-open", "google_chrome", f"file://{FOLDER}/data.zip"], as_user=True)
    wait(lambda: "data.zip" in str(subject.state()["downloads"]), "the download", 30)


STATES: Final = (
    *(_scene(name) for name in dict.fromkeys(("plain", *SCENES))),
    AppState(APP, "crashed and started again", nothing, prepare=_crash_and_restart),
    AppState(APP, "download shown", nothing, prepare=_download),
)
TABLE: Final = AppTable(STATES, {"pages": ["one", "two"], "scene": "plain"}, "")
