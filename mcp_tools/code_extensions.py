"""VS Code's tools for extensions. What they did is read from the registry of installed extensions."""

from __future__ import annotations

import re
import subprocess
from contextlib import suppress
from typing import Annotated

from pydantic import BaseModel, Field

from mcp_tools.code import existing
from mcp_tools.code_page import open_page
from mcp_tools.code_registry import (
    COMPANION,
    IDENTIFIER,
    IDENTIFIER_LIMIT,
    Registered,
    check_installed,
    find_installed,
    read_package,
    read_registered,
)
from mcp_tools.code_window import (
    APP,
    CodeWindow,
    CompanionError,
    Extension,
    WindowGoneError,
    active_window,
    answering_windows,
    wait_for_window,
)
from mcp_tools.devtools import wait_until
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool
from mcp_tools.timeouts import scale_timeout
from mcp_tools.waiting import wait

COMMAND = "/usr/local/bin/code"
COMMAND_SECONDS = scale_timeout(60.0)
INSTALL_SECONDS = scale_timeout(60.0)
INACTIVE_SECONDS = scale_timeout(1.5)
RESTART_SECONDS = scale_timeout(20.0)

ExtensionId = Annotated[str, Field(description='Identifier "publisher.name".', pattern=f"^{IDENTIFIER}$")]


class Extensions(BaseModel):
    """Installed extensions: identifiers, with "@version" when asked for."""

    extensions: list[str]


class Removed(BaseModel):
    """An extension that is not installed any more."""

    id: str
    version: str


class Disabled(BaseModel):
    """All disabled extensions, as they are from now on."""

    disabled: list[str]


class Update(BaseModel):
    """One extension's versions."""

    id: str
    before: str
    after: str


class Updates(BaseModel):
    """Extensions that were updated, those that were up to date, and those the marketplace does not have."""

    updated: list[Update]
    up_to_date: list[str]
    not_in_marketplace: list[str]


class NotInMarketplaceError(ToolError):
    """The marketplace answers and does not know the extension."""


@tool("osworld_mcp_code.list_extensions", app=APP, read_only=True)
def list_extensions(
    show_versions: Annotated[bool, Field(description="Add each extension's version.")] = False,
    category: Annotated[
        str | None, Field(description='Only this category, as "Themes" or "Programming Languages".')
    ] = None,
) -> Extensions:
    """List the installed extensions of VS Code (those that come with it are left out)."""
    folded = category.casefold() if category else None
    return Extensions(
        extensions=[
            f"{extension.id}@{extension.version}" if show_versions else extension.id
            for extension in read_registered()
            if folded is None or folded in extension.categories
        ]
    )


@tool("osworld_mcp_code.install_extension", app=APP, idempotent=True, seconds=90)
def install_extension(
    extension_id: Annotated[
        str,
        Field(description='Identifier in the marketplace ("publisher.name"), or the path of a .vsix file.'),
    ],
    pre_release: Annotated[bool, Field(description="Take the pre-release version.")] = False,
) -> Extension:
    """Install an extension in VS Code, or update it; it is active in the open window at once."""
    if extension_id.lower().endswith(".vsix"):
        package = existing(extension_id)
        if pre_release:
            raise ToolError("pre_release is for the marketplace; a .vsix file has one version: leave it out")
        identifier = read_package(package)
        if answering_windows():
            active_window().call("install_vsix", INSTALL_SECONDS, path=str(package))
        else:
            _install_by_command(str(package))
        return check_installed(identifier.id, identifier.version)
    if len(extension_id) > IDENTIFIER_LIMIT or not re.fullmatch(IDENTIFIER, extension_id):
        raise ToolError(
            f'{shorten(extension_id)} is no extension identifier; give "publisher.name" or the path of a .vsix file'
        )
    if answering_windows():
        _install_from_marketplace(active_window(), extension_id, pre_release)
    else:
        _install_by_command(extension_id, *(["--pre-release"] if pre_release else []))
    return check_installed(extension_id)


@tool("osworld_mcp_code.uninstall_extension", app=APP, destructive=True, seconds=90)
def uninstall_extension(extension_id: ExtensionId) -> Removed:
    """Uninstall an extension from VS Code."""
    extension = find_installed(extension_id)
    if answering_windows():
        active_window().call("uninstall", INSTALL_SECONDS, id=extension.id)
    else:
        _code("--uninstall-extension", extension.id)
    wait_until(
        lambda: extension.id not in [other.id for other in read_registered()],
        f"VS Code did not uninstall {extension.id}; look at the screen",
    )
    return Removed(id=extension.id, version=extension.version)


@tool("osworld_mcp_code.disable_extension", app=APP, idempotent=True)
def disable_extension(extension_id: ExtensionId) -> Disabled:
    """Disable an extension of VS Code, now and for later starts; it stays installed."""
    window = active_window()
    if extension_id.casefold() == COMPANION:
        raise ToolError(f"{COMPANION} cannot be disabled: these tools work through it")
    known = len(extension_id) <= IDENTIFIER_LIMIT and window.call("extension", id=extension_id)
    identifier = known["id"] if known else find_installed(extension_id).id
    with open_page(window) as page:
        if identifier.casefold() not in map(str.casefold, page.disabled_extensions()):
            page.disable_extension(identifier)
        disabled = page.disabled_extensions()
    if identifier.casefold() not in map(str.casefold, disabled):
        raise ToolError(
            f"VS Code did not keep {identifier} among the disabled extensions; look at the screen"
        )
    _see_inactive(window, identifier)
    return Disabled(disabled=disabled)


@tool("osworld_mcp_code.update_extensions", app=APP, idempotent=True, seconds=300)
def update_extensions() -> Updates:
    """Update all installed extensions of VS Code to the marketplace's latest versions."""
    window = active_window()
    before = read_registered()
    missing = []
    for extension in before:
        try:
            _install_from_marketplace(window, extension.id, extension.pre_release)
        except NotInMarketplaceError:
            missing.append(extension.id)
        except ToolError as error:
            changed = ", ".join(update.id for update in _updates(before)) or "nothing"
            raise ToolError(f"{error}; updated before that: {changed}") from error
    after = {extension.id: extension.version for extension in read_registered()}
    present = [extension for extension in before if extension.id not in missing]
    return Updates(
        updated=_updates(present),
        up_to_date=[extension.id for extension in present if after[extension.id] == extension.version],
        not_in_marketplace=missing,
    )


def _updates(before: list[Registered]) -> list[Update]:
    after = {extension.id: extension.version for extension in read_registered()}
    return [
        Update(id=extension.id, before=extension.version, after=after[extension.id])
        for extension in before
        if after[extension.id] != extension.version
    ]


def _see_inactive(window: CodeWindow, identifier: str) -> None:
    """Wait until the window does not have the extension; one whose code runs ends with the window's extensions."""
    if wait(lambda: not window.call("extension", id=identifier), INACTIVE_SECONDS):
        return
    with suppress(WindowGoneError):
        window.call("restart_extensions")
    restarted = wait_for_window(
        lambda other: other.socket != window.socket and other.state.folders == window.state.folders,
        f"VS Code did not start its extensions again without {identifier}",
        RESTART_SECONDS,
    )
    if restarted.call("extension", id=identifier):
        raise ToolError(
            f"{identifier} is disabled and still active: this workspace enables it; look at the screen"
        )


def _install_from_marketplace(window: CodeWindow, extension_id: str, pre_release: bool) -> None:
    try:
        window.call("install_id", INSTALL_SECONDS, id=extension_id, pre_release=pre_release)
    except CompanionError as error:
        if re.search(rf"'{re.escape(extension_id)}'.* not found", str(error), re.IGNORECASE):
            raise NotInMarketplaceError(f"the marketplace has no extension {extension_id}") from error
        raise ToolError(_no_marketplace(extension_id, str(error))) from error


def _install_by_command(source: str, *options: str) -> None:
    try:
        _code("--install-extension", source, "--force", *options)
    except ToolError as error:
        if source.endswith(".vsix"):
            raise
        raise ToolError(_no_marketplace(source, str(error))) from error


def _no_marketplace(extension_id: str, cause: str) -> str:
    return (
        f"{extension_id} could not be installed from the marketplace, which this machine may not reach: "
        f"{cause.rstrip('.')}. Give osworld_mcp_code.install_extension the path of a .vsix file instead"
    )


def _code(*arguments: str) -> str:
    """What VS Code's command line prints. Raises ToolError with its message when it fails."""
    try:
        result = subprocess.run(
            [COMMAND, *arguments], capture_output=True, text=True, timeout=COMMAND_SECONDS, check=False
        )
    except FileNotFoundError as error:
        raise ToolError(f"VS Code is not installed: {COMMAND} is missing") from error
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"code {' '.join(arguments)} took more than {COMMAND_SECONDS:g} s") from error
    if result.returncode != 0:
        raise ToolError(f"code {' '.join(arguments)}: {(result.stderr or result.stdout).strip()}")
    return result.stdout
