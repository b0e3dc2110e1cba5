"""Thunderbird's settings as trees: preferences, filters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from checkers.differences.json_tree import exact_value
from checkers.differences.name_patterns import matches_any
from checkers.differences.text_tree import decode_text, encodable
from checkers.differences.tree import TreeNode, Value
from checkers.evidence import Unusable

NOISE = (
    *("app.*", "browser.*", "calendar.*version*", "captchadetection.*", "datareporting.*", "distribution.*"),
    *("doh-rollout.*", "dom.*", "extensions.active*IDs", "extensions.blocklist.*", "extensions.database*"),
    *(
        "extensions.get*",
        "extensions.has*Installed",
        "extensions.last*",
        "extensions.pending*",
        "extensions.quarantined*",
        "extensions.ui.*",
    ),
    *("extensions.webcompat.*", "extensions.webextensions.*", "extensions.systemAddon*", "gecko.*", "gfx.*"),
    *("idle.*", "ldap_2.servers.*.uid", "ldap_2.servers.history.*", "ldap_2.servers.pab.*", "layers.*"),
    *(
        "mail.*version",
        "mail.*_version",
        "mail.attachment.store.*",
        "mail.default_*",
        "mail.inappnotifications.*",
    ),
    *("mail.folder.*", "mail.instrumentation.*", "mail.root.*", "mail.server.*.last*", "mail.startup.*"),
    *("mail.spam.*", "mail.ui-rdf.*", "mail.ui.folderpane.*", "mail.winsearch.*", "mailnews.database.*"),
    *(
        "mail.account.*.identities.sorted",
        "mail.last_msg_movecopy_*",
        "mail.server.*.nextFilterTime",
        "messenger.save.dir",
        "mailnews.*version",
        "mailnews.start_page*",
        "media.*",
        "network.*",
    ),
    *(
        "nimbus.*",
        "pdfjs.*",
        "places.*",
        "pref.*",
        "privacy.*",
        "print.*",
        "security.*",
        "services.*",
        "signon.*",
    ),
    *("sanity-test.*", "spellchecker.*", "storage.*", "telemetry.*", "toolkit.*", "trailhead.*", "ui.*"),
)
"""Preferences that Thunderbird sets by itself."""
_PREFERENCE = re.compile(r'^user_pref\("((?:[^"\\\n]|\\.)*+)",[ \t]*(.*)\);[ \t]*$', re.MULTILINE)
_FILTER_LINE = re.compile(r'^(\w+)="((?:[^"\\]|\\.)*+)"\s*$')
_FILTER_NOISE = {("logging", "no"), ("version", "9")}
"""What Thunderbird writes into a file of filters that it makes."""


def read_mail_preferences_tree(data: bytes, name: str) -> TreeNode:
    """Read prefs.js; b"" is a file that is not there. Raises Unusable."""
    found = dict(_PREFERENCE.findall(decode_text(data, name)[0]))
    return TreeNode(
        "settings",
        children=tuple(
            TreeNode("setting", encodable(key), {"value": _value(value)}, optional=True)
            for key, value in sorted(found.items())
            if not matches_any(key, NOISE) and not (key.endswith(".doBcc") and value == "false")
        ),
    )


def read_filters_tree(data: bytes, name: str) -> TreeNode:
    """Read msgFilterRules.dat: the filters by name, in their order; b"" is a file that is not there.

    Raises Unusable.
    """
    filters: list[tuple[str, dict[str, str]]] = [("", {})]
    for key, value in _filter_lines(decode_text(data, name)[0], name):
        if key == "name":
            filters.append((encodable(value), {}))
            continue
        attributes = filters[-1][1]
        number = sum(1 for other in attributes if other.partition(" ")[0] == key)
        attributes[f"{key} {number + 1}" if number else key] = encodable(value)
    of_all = {key: value for key, value in filters[0][1].items() if (key, value) not in _FILTER_NOISE}
    return TreeNode(
        "filters", attributes=of_all, children=tuple(TreeNode("filter", *found) for found in filters[1:])
    )


def _filter_lines(text: str, name: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        if not line.strip():
            continue
        if (match := _FILTER_LINE.match(line)) is None:
            raise Unusable(f"{name} has the form of filters", line[:100])
        yield match[1], re.sub(r"\\(.)", r"\1", match[2])


def _value(text: str) -> Value:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return encodable(text)
    return exact_value(value)
