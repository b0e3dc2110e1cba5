"""What may be entered as an address for the browser to open."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes, urlsplit

from mcp_tools.messages import shorten
from mcp_tools.os_command import user_path
from mcp_tools.registry import ToolError

MAX_CHARACTERS = 8_000
SCHEMES = ("http", "https", "file", "chrome", "about", "chrome-extension", "view-source")
SCRIPTS = ("javascript", "vbscript", "data")
COMMANDS = frozenset(
    """
    badcastcrash browser-ui-hang cfg-violation-crash crash crash-rust crashdump delayeduithreadhang dump
    gpu-java-crash gpuclean gpucrash gpuhang hang heapcorruptioncrash heapunderflow inducebrowsercrashforrealz
    inducebrowserdcheckforrealz kill memory-exhaust memory-pressure-critical memory-pressure-moderate
    network-error ppapiflashcrash ppapiflashhang quit rendererheapcorruption restart shorthang uithreadhang
    webuijserror
    """.split()  # noqa: SIM905 - a list of words
)
"""Hosts of chrome:// that are no pages: they end, hang or crash the browser."""
_HOST = re.compile(r"[^\s/?#\\%<>^`{|}]+")


def whole_address(text: str) -> str:
    """A whole address from what a person would enter. Raises ToolError for what the browser shows no page for."""
    entered = text.strip()
    if not entered:
        raise ToolError("give an address to open")
    if len(entered) > MAX_CHARACTERS:
        raise ToolError(f"the address {shorten(entered)} is longer than {MAX_CHARACTERS:,}; shorten it")
    if entered.startswith(("/", "~")):
        path = user_path(entered)
        _check_file(path)
        return "file://" + quote(os.fsencode(path))
    if re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", entered):
        raise ToolError(f"the address {shorten(entered)} has control characters; write it without them")
    if re.match(r"(localhost|127\.\d+\.\d+\.\d+)(:\d+)?(/|\?|$)", entered):
        entered = "http://" + entered
    elif _is_host(entered) or not re.match(r"[a-z][a-z0-9+.-]*:", entered, re.IGNORECASE):
        entered = "https://" + entered
    return _check(entered)


def _is_host(entered: str) -> bool:
    """Whether it is a host with a port: `example.org:8080/x`."""
    host = re.match(r"([\w.-]+):\d+(/|\?|$)", entered)
    return host is not None and host[1].lower() not in SCRIPTS


def _check(address: str) -> str:
    try:
        parts = urlsplit(address)
        scheme, host, port = parts.scheme, parts.hostname or "", parts.port
    except ValueError as error:
        raise ToolError(f"{shorten(address)} is no address; write it as https://example.org/page") from error
    if scheme not in SCHEMES:
        raise ToolError(
            f"addresses of the kind {shorten(scheme)[1:-1]}: are not opened; give the address of a page"
        )
    if scheme in ("http", "https") and (
        not _HOST.fullmatch(host) or port == 0 or not parts.netloc.strip("@:")
    ):
        raise ToolError(f"{shorten(address)} names no host; write it as https://example.org/page")
    if scheme == "file":
        _check_file_uri(address)
    if scheme == "about" and parts.path not in ("blank", "srcdoc"):
        address, host = f"chrome://{address[len('about:') :]}", parts.path.partition("/")[0]
        scheme = "chrome"
    if scheme == "chrome" and (not host or host in COMMANDS):
        raise ToolError(f"{shorten(address)} is no page of the browser; give one such as chrome://version")
    return address


def _check_file_uri(address: str) -> None:
    parts = urlsplit(address)
    if parts.netloc.lower() not in ("", "localhost") or not parts.path.startswith("/"):
        raise ToolError(f"{shorten(address)} names no file of this computer; give the file's path")
    _check_file(user_path(os.fsdecode(unquote_to_bytes(parts.path))))


def _check_file(path: Path) -> None:
    """Raises ToolError with the browser's own word for what it cannot show."""
    try:
        is_shown = path.is_file() or path.is_dir()
        is_there = is_shown or os.path.lexists(path)
    except OSError as error:
        raise ToolError(f"{shorten(str(path))} is longer than a path may be") from error
    if not is_there:
        raise ToolError(f"there is no file {shorten(str(path))} (ERR_FILE_NOT_FOUND); check the path")
    if not is_shown:
        raise ToolError(f"{shorten(str(path))} is neither a file nor a folder; give the path of a page")
    if not os.access(path, os.R_OK):
        raise ToolError(f"{shorten(str(path))} may not be read by this user (ERR_ACCESS_DENIED)")
