"""How figures look: colours for light and dark readers, and settings that make the same bytes each time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from controller.results.fonts import families

Theme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class FigureStyle:
    ground: str
    ink: str
    faint: str
    grid: str
    colours: tuple[str, ...]


STYLES: dict[Theme, FigureStyle] = {
    "light": FigureStyle(
        "#ffffff",
        "#1c2128",
        "#6a7280",
        "#e3e6ea",
        ("#2466d0", "#c9571c", "#1a8556", "#8546c0", "#a97a12", "#bd3466", "#1c8a9e", "#5b6370"),
    ),
    "dark": FigureStyle(
        "#1a1d23",
        "#e4e7ec",
        "#98a1ae",
        "#323741",
        ("#73a5f8", "#f2955c", "#58c491", "#bd90ec", "#deb350", "#f080a6", "#5fcadb", "#a8afba"),
    ),
}


@contextmanager
def settings(look: FigureStyle) -> Iterator[None]:
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "svg.hashsalt": "testbed",
                "svg.fonttype": "path",
                # Names come from records: none of them is a formula.
                "text.parse_math": False,
                "font.family": families(),
                "font.size": 9,
                "figure.facecolor": look.ground,
                "savefig.facecolor": look.ground,
                "axes.facecolor": look.ground,
                "axes.edgecolor": look.grid,
                "axes.labelcolor": look.ink,
                "axes.titlesize": 9.5,
                "axes.titlelocation": "left",
                "axes.spines.top": False,
                "axes.spines.right": False,
                "axes.grid": True,
                "axes.axisbelow": True,
                "grid.color": look.grid,
                "grid.linewidth": 0.8,
                "text.color": look.ink,
                "xtick.color": look.faint,
                "ytick.color": look.faint,
                "xtick.labelcolor": look.ink,
                "ytick.labelcolor": look.ink,
                "xtick.major.size": 0,
                "ytick.major.size": 0,
                "legend.frameon": False,
                "legend.fontsize": 8,
            }
        )
        yield
