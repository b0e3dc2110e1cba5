"""Whether this host can freeze containers and thaw guests from them. Only the provider `frozen` needs it."""

from __future__ import annotations

from controller.guests.doctor.finding import Finding
from controller.guests.frozen.criu import find_criu, install_hint
from testbed.errors import TestbedError


def check_criu() -> Finding:
    try:
        found = find_criu()
    except TestbedError as error:
        return Finding("CRIU", "warn", error.message, error.hint)
    if found is None:
        detail = "no version new enough for this kernel: --provider frozen fetches Debian's"
        return Finding("CRIU", "warn", detail, f"where Debian's cannot be fetched: {install_hint()}")
    return Finding("CRIU", "ok", f"criu {found.version_text}: guests can be thawed")
