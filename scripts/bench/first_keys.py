"""How often the first keys on a fresh guest are lost: Ctrl+Alt+T, the first action of all, has to open a terminal.

    .venv/bin/python scripts/bench/first_keys.py [--provider nspawn] [--count 40]

Every attempt boots a guest for OSWorld's tasks, which has that shortcut.
"""

from __future__ import annotations

import argparse
import time

from controller.core.guest import Guest
from controller.core.windows import windows_of
from controller.guests.registry import create_provider
from controller.runs.guest_options import guest_options

OPEN_SECONDS = 15.0


def opens_terminal(guest: Guest) -> bool:
    result = guest.call_tool("computer.key", {"keys": ["ctrl", "alt", "t"]})
    if result.is_error:
        raise SystemExit(f"computer.key: {result.text}")
    deadline = time.monotonic() + OPEN_SECONDS * guest.slowness
    while time.monotonic() < deadline:
        if windows_of(guest):
            return True
        time.sleep(0.1)
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--provider", default="nspawn")
    parser.add_argument("--count", type=int, default=40, help="guests to boot")
    options = parser.parse_args()
    provider = create_provider(options.provider, guest_options("osworld:"))
    opened = 0
    try:
        for number in range(1, options.count + 1):
            guest = provider.start()
            opened += opens_terminal(guest)
            provider.stop(guest)
            print(f"{opened} of {number} first presses opened a terminal", flush=True)
    finally:
        provider.close()


if __name__ == "__main__":
    main()
