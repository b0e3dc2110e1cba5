"""`testbed view`: runs as pages."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from controller.commands import common


def view(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A run, a study, or a folder of them at any depth.")
    ] = Path("runs"),
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="The page's; 0: a free one.")
    ] = 0,
    browser: Annotated[bool, typer.Option("--open/--no-open", help="Open it in a browser.")] = True,
) -> None:
    """Show runs in a browser, live: their numbers, two of them compared, every step of every episode.

    The page is on this host's loopback until Ctrl-C.
    """
    from controller.loopback import has_desktop, listener
    from controller.viewer.library import Library
    from controller.viewer.serving import serve

    library = Library(folder)
    with listener(port) as opened:
        address = f"http://127.0.0.1:{opened.getsockname()[1]}/"

        def begun() -> None:
            common.out.print(f"{address}  (Ctrl-C ends it)", markup=False, soft_wrap=True)
            if browser and has_desktop():
                webbrowser.open(address)

        serve(library, opened, begun)
