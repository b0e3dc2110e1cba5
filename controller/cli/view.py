"""`testbed view`: runs as pages."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.cli import common

if TYPE_CHECKING:
    from controller.results.viewer.library import RunLibrary


def view(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A run, a study, or a folder of them at any depth.")
    ] = Path("runs"),
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="The page's; 0: a free one.")
    ] = 0,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open it in a browser.")] = True,
    static: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT",
            help="Write the pages into a folder, which opens without testbed, and end.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show runs in a browser, live: their numbers, two of them compared, every step of every episode.

    The page is on this host's loopback until Ctrl-C.
    """
    from controller.core.loopback import has_desktop, listener
    from controller.results.viewer.library import RunLibrary
    from controller.results.viewer.serving import serve

    library = RunLibrary(folder)
    if static is not None:
        _write(library, static)
        return
    with listener(port) as opened:
        address = f"http://127.0.0.1:{opened.getsockname()[1]}/"

        def print_address() -> None:
            common.out.print(f"{address}  (Ctrl-C ends it)", markup=False, soft_wrap=True)
            if browser and has_desktop():
                webbrowser.open(address)

        serve(library, opened, print_address)


def _write(library: RunLibrary, out: Path) -> None:
    from controller.results.viewer.static_site import write_site

    written = write_site(library, out)
    for line in written.skipped:
        common.err.print(f"warning: left out: {line}", markup=False, soft_wrap=True)
    if written.pairs_left:
        common.out.print(
            f"{written.pairs} pairs of runs have a page that compares them, {written.pairs_left} have none"
        )
    common.out.print(
        f"{written.runs} runs, {written.episodes} episodes, {written.pictures} pictures; "
        f"the page: {out / 'index.html'}",
        markup=False,
        soft_wrap=True,
    )
