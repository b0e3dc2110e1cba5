"""The states of the browser: the scenes that the exploration draws from, and some that need more than keys."""

from __future__ import annotations

from typing import Final

from tests.guest.fuzz.chrome import Chrome
from tests.guest.fuzz.chrome_promises import DEAF, FOLDER, SCENES
from tests.guest.states.office_ways import press, wait
from tests.guest.states.table import AppState, AppTable, nothing
from tests.waiting import poll

APP: Final = "chrome"
HINDERED: Final = (*DEAF, "closed", "closed tab", "private", "list", "place")
_FRENCH: Final = "Bonjour tout le monde, cette page est écrite en français. "
_NAMED: Final = "dialog|busy|answer|respond|crash|not open|menu|page|tab|window"


def _scene(name: str) -> AppState:
    names = _NAMED if name in HINDERED else ""
    return AppState(APP, name, nothing, prepare=_settle, names=names, document={"scene": name})


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


def _open_other_profile(subject: Chrome) -> None:
    """A page in the window of another profile than the one that has a bookmark."""
    press(subject, "ctrl", "d")
    wait(lambda: subject.state()["bookmarks"], "the first profile's bookmark")
    options = ["--profile-directory=Other", f"file://{FOLDER}/three.html"]
    subject.guest.run(["testbed-open", "google_chrome", *options], as_user=True)
    wait(lambda: "three" in subject.state()["front"], "the other profile", 30)


def _download_while_loading(subject: Chrome) -> None:
    """A page that has started a download is in front."""
    markup = "<!doctype html><title>Downloads</title><script>location = 'data.zip'</script>"
    subject.guest.write_file(f"{FOLDER}/downloads.html", markup.encode())
    subject.guest.run(["testbed-open", "google_chrome", f"file://{FOLDER}/downloads.html"], as_user=True)
    wait(lambda: "downloads.html" in subject.state()["front"], "the page in front", 30)
    wait(lambda: "data.zip" in str(subject.state()["downloads"]), "the download", 30)


def _offer_translation(subject: Chrome) -> None:
    """The browser offers it beside the address, unless it is started without, as the image starts it."""
    page = f"<!doctype html><html lang=fr><meta charset=utf-8><title>Bonjour</title><p>{_FRENCH * 30}"
    subject.guest.write_file(f"{FOLDER}/french.html", page.encode())
    subject.quit()
    options = ["--disable-features=MediaRouter", "--force-renderer-accessibility"]
    pages = [f"file://{FOLDER}/{name}.html" for name in ("one", "french")]
    subject.guest.run(["testbed-open", "google_chrome", *options, *pages], as_user=True)
    wait(lambda: "french" in str(subject.state()["tabs"]), "the French page", 30)
    press(subject, "ctrl", "9")
    wait(lambda: _offers_translation(subject), "the offer to translate", 30)


def _offers_translation(subject: Chrome) -> bool:
    nodes = (subject.guest.call_tool("computer.accessibility").structured or {})["nodes"]
    return {"French", "English"} <= {node["name"] for node in nodes if node["role"] == "page tab"}


STATES: Final = (
    *(_scene(name) for name in dict.fromkeys(("plain", *SCENES))),
    AppState(APP, "crashed and started again", nothing, prepare=_crash_and_restart),
    AppState(APP, "download shown", nothing, prepare=_download),
    AppState(APP, "download from a page", nothing, prepare=_download_while_loading),
    AppState(APP, "another profile in front", nothing, prepare=_open_other_profile),
    AppState(APP, "translation offered", nothing, _offers_translation, prepare=_offer_translation),
)
TABLE: Final = AppTable(STATES, {"pages": ["one", "two"], "scene": "plain"}, "")
