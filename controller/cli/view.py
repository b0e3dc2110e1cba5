"""`testbed view`: runs as web pages."""

from __future__ import annotations

import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.cli import common
from controller.cli.tagged import TagFilter, tagged_runs
from controller.metrics.tags import parse_tags
from controller.records.open_viewers import announce_viewer
from testbed.errors import RecordsError

if TYPE_CHECKING:
    from controller.results.viewer.library import RunLibrary


def view(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="A run, a study, or a folder that contains runs at any depth."),
    ] = Path("runs"),
    port: Annotated[
        int,
        typer.Option("--port", metavar="PORT", min=0, max=65535, help="Port of the server; 0: any free one."),
    ] = 0,
    browser: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open",
            help="Open the page in a browser; default: open a served page, not a written one.",
            show_default=False,
        ),
    ] = None,
    tag: TagFilter = None,
    static: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT",
            help="Write the pages into a folder, which opens without testbed, and exit.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show runs in a browser, live: metrics, comparisons of two runs, every step of every episode.

    The server listens on loopback until Ctrl-C.
    """
    from controller.core.loopback import has_desktop, listener
    from controller.results.viewer.library import RunLibrary
    from controller.results.viewer.serving import serve

    library = RunLibrary(folder, parse_tags(tag or ()))
    if tag:
        tagged_runs([folder], tag)  # refuses tags that no run has
    if static is not None:
        _write(library, static)
        if browser:
            common.open_page((static / "index.html").resolve().as_uri())
        return
    with listener(port) as opened:
        address = f"http://127.0.0.1:{opened.getsockname()[1]}/"

        def print_address() -> None:
            common.out.print(f"{address}  (Ctrl-C to stop)", markup=False, soft_wrap=True)
            if browser is not False and has_desktop():
                webbrowser.open(address)

        with _announce(library.root):
            serve(library, opened, print_address)


@contextmanager
def _announce(root: Path) -> Iterator[None]:
    """Let runs that ask a person know that somebody looks at these pages."""
    with ExitStack() as stack:
        try:
            stack.enter_context(announce_viewer(root))
        except OSError as error:
            common.err.print(
                f"warning: runs without a terminal will not ask here: {error}",
                markup=False,
                soft_wrap=True,
            )
        yield


def _write(library: RunLibrary, out: Path) -> None:
    from controller.results.viewer.static_site import write_site

    written = write_site(library, out)
    for line in written.skipped:
        common.err.print(f"warning: left out: {line}", markup=False, soft_wrap=True)
    if not written.runs:
        raise RecordsError(
            f"{library.root} has no readable run: the pages in {out} show none",
            hint="give a folder that contains runs, or restore what the warnings name",
        )
    if written.pairs_left:
        common.out.print(
            f"{written.pairs} pairs of runs have a comparison page, {written.pairs_left} have none"
        )
    common.out.print(
        f"{written.runs} runs, {written.episodes} episodes, {written.pictures} pictures; "
        f"the page: {out / 'index.html'}",
        markup=False,
        soft_wrap=True,
    )
