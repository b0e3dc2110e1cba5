"""Runs in the guest, as root, under the system's Python: print the list of DevTools' targets.

    browser_tabs.py PROFILE

The port may only be answered by the browser itself, with the user's profile. Without a browser the list is empty.
"""

from __future__ import annotations

import sys
import urllib.request

from checkers.processes import BROWSERS, NotGenuineError, arguments, holders, require_genuine

PORT = 9222
LIMIT = 1_000_000


def main(profile: str) -> None:
    pids = holders(PORT)
    if not pids:
        print("[]")
        return
    try:
        require_genuine(pids, BROWSERS, f"port {PORT}")
    except NotGenuineError as error:
        sys.exit(print_problem(str(error)))
    # processes that the browser starts may show their command line as one text, without its profile
    words = " ".join(word for pid in pids for word in arguments(pid)).split()
    if {word for word in words if word.startswith("--user-data-dir=")} != {f"--user-data-dir={profile}"}:
        sys.exit(print_problem(f"port {PORT} is held by a browser with another profile"))
    with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/json/list", timeout=10) as response:
        sys.stdout.buffer.write(response.read(LIMIT))


def print_problem(text: str) -> int:
    """Checkers show what a command prints to its standard output."""
    print(text)
    return 3


if __name__ == "__main__":
    main(sys.argv[1])
