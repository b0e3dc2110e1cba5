"""Kinds of mutants that change how a document looks or works, and nothing that it says."""

from __future__ import annotations

LOOKS = frozenset(
    (
        *("bold added", "italic added", "underline added", "strikethrough added", "word made bold"),
        *("colour added", "highlight added", "size changed", "font changed", "number format changed"),
        *(
            "fill added",
            "border added",
            "cell shaded",
            "cell border added",
            "cell filled",
            "empty cell filled",
        ),
        *("alignment changed", "vertical alignment changed", "indent changed", "first line indented"),
        *("space above changed", "space below changed", "line spacing changed", "level changed"),
        *("size of style changed", "colour of style changed", "spacing of style changed", "bullet changed"),
        *("row height changed", "column width changed", "tab colour added", "grid lines hidden"),
        *("frozen panes changed", "filter added", "print area added", "name defined", "sheet protected"),
        *("conditional format added", "validation added", "cells merged", "link added"),
        *("page orientation changed", "page margins changed", "left margin changed", "top margin changed"),
        *("page colour added", "columns changed", "page break added", "slide size changed"),
        *("slide background changed", "slide gradient added", "layout background changed", "layout changed"),
        *("master background changed", "transition changed", "animation changed"),
        *("drawing moved", "drawing resized", "box moved", "box resized", "box rotated", "picture cropped"),
        *("shape filled", "shape line changed", "shapes reordered"),
        *("chart series recoloured", "chart legend changed"),
        *("blank line added", "line ends changed"),
    )
)
"""Free in a file that the episode made. Looks that a task asks for are tested by mutants that drop them."""
