"""What VS Code's tools for extensions promise, in a guest without a marketplace."""

from __future__ import annotations

from typing import Any, Final

from controller.core.guest import ToolResult
from tests.guest.fuzz.code_model import LONG, drawn, is_open, tool
from tests.guest.fuzz.promises import ABSENT, REFUSED, Arguments, Expected, Promise, State
from tests.guest.tools.vscode import FOLDER

LAMP: Final = "lantern.lamp"
PACKAGES: Final = {f"{FOLDER}/lamp.vsix": "1.0.0", f"{FOLDER}/newer.vsix": "1.1.0"}
WRONG: Final = (
    f"{FOLDER}/broken.vsix",
    f"{FOLDER}/companion.vsix",
    f"{FOLDER}/none.vsix",
    "some.one",
    "x",
    "",
    LONG,
)
SECONDS: Final = 60.0


def _installed(state: State) -> dict[str, str]:
    prefix = "extensions/"
    return {key.removeprefix(prefix): str(value) for key, value in state.items() if key.startswith(prefix)}


def _list(state: State, arguments: Arguments) -> Expected:
    if not isinstance(arguments["show_versions"], bool):
        return REFUSED
    names = [
        f"{name}@{version}" if arguments["show_versions"] else name
        for name, version in _installed(state).items()
    ]
    if arguments["category"] is not None:
        names = []

    def wrong(result: ToolResult) -> str | None:
        given = (result.structured or {}).get("extensions")
        return None if sorted(given or []) == sorted(names) else f"extensions are {given}"

    return Expected(answer=wrong, undoable=False)


def _install(state: State, arguments: Arguments) -> Expected:
    version = PACKAGES.get(arguments["extension_id"])
    if version is None or arguments["pre_release"]:
        return Expected(error=True, seconds=SECONDS)
    return Expected(changes={f"extensions/{LAMP}": version}, undoable=False, seconds=SECONDS)


def _uninstall(state: State, arguments: Arguments) -> Expected:
    if LAMP not in _installed(state) or arguments["extension_id"].casefold() != LAMP:
        return Expected(error=True, seconds=SECONDS)
    changes = {f"extensions/{LAMP}": ABSENT}
    return Expected(changes=changes, free=("page/disabled",), undoable=False, seconds=SECONDS)


def _disable(state: State, arguments: Arguments) -> Expected:
    disabled: Any = state.get("page/disabled", [])
    if not is_open(state) or LAMP not in _installed(state) or arguments["extension_id"].casefold() != LAMP:
        return REFUSED
    return Expected(changes={"page/disabled": sorted({*disabled, LAMP})}, undoable=False)


def _update(state: State, _: Arguments) -> Expected:
    return REFUSED if not is_open(state) or _installed(state) else Expected(undoable=False)


NAMES: Final = (LAMP, "Lantern.Lamp", "some.one", "testbed.testbed-companion", "lamp", "", LONG)

EXTENSION_PROMISES: Final = [
    Promise(
        tool("list_extensions"),
        "Returns the installed extensions, as VS Code's registry has them.",
        "A registry that cannot be read.",
        lambda _: drawn(show_versions=(True, False, "yes"), category=(None, None, "No such", LONG)),
        _list,
    ),
    Promise(
        tool("install_extension"),
        "The extension is installed, in the package's or the marketplace's version; the others stay.",
        "What is no package or not in the marketplace; a pre-release of a package; the tools' own extension.",
        lambda _: drawn(extension_id=(*PACKAGES, *PACKAGES, *WRONG), pre_release=(False, False, True)),
        _install,
    ),
    Promise(
        tool("uninstall_extension"),
        "The extension is not installed any more; the others stay.",
        "An extension that is not installed, or that another one needs.",
        lambda _: drawn(extension_id=NAMES),
        _uninstall,
    ),
    Promise(
        tool("disable_extension"),
        "The extension is disabled in the open window and at later starts; it stays installed.",
        "No open window; an extension that is not installed; the tools' own.",
        lambda _: drawn(extension_id=NAMES),
        _disable,
    ),
    Promise(
        tool("update_extensions"),
        "Every installed extension that the marketplace has is in its latest version.",
        "No open window; no marketplace.",
        lambda _: drawn(),
        _update,
    ),
]
