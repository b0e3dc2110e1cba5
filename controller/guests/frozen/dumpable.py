"""What a guest's own programs must leave out so that CRIU can dump them: namespaces of their own.

The guest as a whole stays as closed as one of systemd-nspawn's, and all that a task adds is closed off as it asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

_SERVICE = """[Service]
ProtectHostname=no
ProtectClock=no
ProtectKernelLogs=no
ProtectKernelModules=no
ProtectKernelTunables=no
ProtectControlGroups=no
ProtectSystem=no
ProtectHome=no
ProtectProc=default
PrivateTmp=no
PrivateDevices=no
PrivateNetwork=no
PrivateUsers=no
PrivateMounts=no
RestrictNamespaces=no
DynamicUser=no
ReadWritePaths=
ReadOnlyPaths=
InaccessiblePaths=
BindPaths=
LoadCredential=
SetCredential=
"""
_SETTING = re.compile(
    rf"^(?:{'|'.join(re.findall('^(.*)=', _SERVICE, re.MULTILINE))})=(?!no$|false$|$)", re.MULTILINE
)
_UNITS = "usr/lib/systemd/system"
_BROWSER = 'export CHROMIUM_FLAGS="$CHROMIUM_FLAGS --no-sandbox"\n'
_NO_BAR = '{"CommandLineFlagSecurityWarningsEnabled": false}\n'
_MAIL = "MOZ_ASSUME_USER_NS=0\n"
"""Thunderbird closes its processes off by system call filters alone."""
_VENDORS = {"usr/bin/google-chrome-stable": "google_chrome", "usr/bin/code": "code"}
"""Programs of an image that do not read these files, and the applications that they are."""


def dumpable_files(layers: Sequence[Path]) -> dict[str, str]:
    """Files of a guest with an image of these layers, to be there before it boots."""
    drop_ins = {f"/etc/systemd/system/{unit}.d/testbed.conf": _SERVICE for unit in _units(layers)}
    return {
        **drop_ins,
        "/etc/chromium.d/unsandboxed": _BROWSER,
        "/etc/chromium/policies/managed/unsandboxed.json": _NO_BAR,
        "/etc/environment.d/unsandboxed.conf": _MAIL,
    }


def sandboxed_applications(layers: Sequence[Path]) -> frozenset[str]:
    """Applications of the image that nevertheless have namespaces of their own, and cannot be dumped open."""
    return frozenset(app for path, app in _VENDORS.items() for layer in layers if (layer / path).is_file())


def _units(layers: Sequence[Path]) -> Iterator[str]:
    """The image's services that ask for namespaces."""
    for layer in layers:
        for file in sorted((layer / _UNITS).glob("*.service")):
            if file.is_file() and not file.is_symlink() and _SETTING.search(file.read_text()):
                yield file.name
