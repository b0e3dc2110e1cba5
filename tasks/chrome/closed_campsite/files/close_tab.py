"""close_tab.py URL: close the tab that shows an address, once it is loaded, as its close button does."""

import json
import sys
import time
import urllib.error
import urllib.request

DEVTOOLS = "http://127.0.0.1:9222/json"
LIMIT_SECONDS = 60


def ask(path: str) -> bytes:
    with urllib.request.urlopen(f"{DEVTOOLS}/{path}", timeout=10) as answer:
        return answer.read()


def tab_of(url: str) -> str | None:
    try:
        tabs = json.loads(ask("list"))
    except urllib.error.URLError:
        return None
    return next(
        (tab["id"] for tab in tabs if tab["url"] == url and tab["title"] and tab["title"] not in url), None
    )


def wait_for(condition):
    deadline = time.monotonic() + LIMIT_SECONDS
    while not (result := condition()):
        if time.monotonic() > deadline:
            sys.exit(f"the tab of {sys.argv[1]} did not open and close in {LIMIT_SECONDS} s")
        time.sleep(0.1)
    return result


tab = wait_for(lambda: tab_of(sys.argv[1]))
ask(f"close/{tab}")
wait_for(lambda: tab_of(sys.argv[1]) is None)
