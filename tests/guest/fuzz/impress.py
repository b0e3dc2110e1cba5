"""Impress in a guest as a subject: presentations in every state of its window."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from hypothesis.strategies import SearchStrategy
from PIL import Image

from tests.guest.fuzz import impress_files, impress_promises, impress_slides
from tests.guest.fuzz.impress_documents import VIEWS, make_odp, make_pptx, presentations
from tests.guest.fuzz.impress_odp import read_odp
from tests.guest.fuzz.impress_pptx import read_pptx
from tests.guest.fuzz.impress_slides import BROKEN, PICTURE, PORTRAIT, VIDEO
from tests.guest.fuzz.impress_state import digest
from tests.guest.fuzz.office import OfficeSubject
from tests.guest.fuzz.promises import Promise, State
from tests.guest.tools.office_files import picture
from tests.waiting import eventually

_FILTERS = {"pptx": "Impress MS PowerPoint 2007 XML", "odp": "impress8"}
_SHOWN = "document.getCurrentController().getCurrentPage().Number"
_EXIF_ORIENTATION = 274
_VIDEO_OPTIONS = ("-loglevel", "error", "-y", "-f", "lavfi", "-i", "testsrc=duration=1:size=32x24:rate=5")
_VIEW_CODE = """
def shown():
    controller = document.getCurrentController()
    page = controller.getCurrentPage()
    mode = uno.Enum("com.sun.star.drawing.framework.AnchorBindingMode", "INDIRECT")
    views = controller.getConfigurationController().getCurrentConfiguration().getResources(None, "", mode)
    names = {"ImpressView": "normal", "NotesView": "notes", "OutlineView": "outline", "SlideSorter": "sorter"}
    mode = [names.get(view.getResourceURL().rpartition("/")[2], "") for view in views
            if view.getAnchor().getResourceURL().endswith("CenterPane")]
    selection = controller.getSelection() if mode[:1] == ["normal"] else None
    return {
        "slide": page.Number,
        "mode": "master" if page.supportsService("com.sun.star.drawing.MasterPage") else "".join(mode),
        "selected": selection.getCount() if hasattr(selection, "getCount") else 0,
    }
"""


class ImpressSubject(OfficeSubject):
    """A presentation open in Impress."""

    name = "impress"
    app = "libreoffice_impress"
    promises: ClassVar[Sequence[Promise]] = (
        *impress_promises.PROMISES,
        *impress_slides.PROMISES,
        *impress_files.PROMISES,
    )

    def documents(self) -> SearchStrategy[Any]:
        return presentations()

    def make(self, document: Any) -> tuple[str, str, bytes]:
        ending = document["format"]
        content = make_pptx(document) if ending == "pptx" else make_odp(document)
        return f"fuzz.{ending}", _FILTERS[ending], content

    def beside(self) -> Mapping[str, bytes]:
        return self._files

    def read(self, name: str, content: bytes) -> State:
        state = read_pptx(content) if name.endswith(".pptx") else read_odp(content)
        return {**state, "format": name.rpartition(".")[2], "video": digest(self._files[VIDEO])}

    def open(self, document: Any) -> None:
        super().open(document)
        self.python.run(
            f"save_copy({self._filter!r})"
        )  # LibreOffice's first copy of a file lacks placeholders of the master that later ones have
        self._slides: list[int] = []
        self.python.run(_VIEW_CODE)
        if command := VIEWS[document["view"]]:
            self.python.run(f"dispatch({command!r})")
            eventually(
                lambda: self.python.value("shown()")["mode"] == document["view"],
                what=f"the {document['view']} view",
            )
        if document["view"] == "selected" and document["slides"][0]["boxes"]:
            self.python.run(
                "controller = document.getCurrentController()\n"
                "page = controller.getCurrentPage()\n"
                "controller.select(page.getByIndex(page.getCount() - 1))"
            )

    def view(self) -> str:
        return "shown()"

    def state(self) -> State:
        state = super().state()
        self._slides.append(int(str(state["view/slide"])))
        return state

    def undo(self) -> None:
        super().undo()
        self._show(self._slides[-2])

    def redo(self) -> None:
        super().redo()
        self._show(self._slides[-2])

    def _show(self, number: int) -> None:
        """Show a slide again: Undo shows the one it changes."""
        self.python.run(
            f"pages = document.getDrawPages()\n"
            f"if {_SHOWN} != {number} and not document.getCurrentController().getCurrentPage()"
            ".supportsService('com.sun.star.drawing.MasterPage'):\n"
            f"    document.getCurrentController().setCurrentPage(pages.getByIndex({number} - 1))"
        )

    @cached_property
    def _files(self) -> Mapping[str, bytes]:
        photo = Image.new("RGB", (60, 30), "blue")
        exif = photo.getexif()
        exif[_EXIF_ORIENTATION] = 6
        stream = io.BytesIO()
        photo.save(stream, "JPEG", exif=exif)
        video = f"/tmp/{VIDEO}"
        self.guest.run(["ffmpeg", *_VIDEO_OPTIONS, video])
        return {
            PICTURE: picture(),
            PORTRAIT: stream.getvalue(),
            BROKEN: b"no picture",
            VIDEO: self.guest.read_file(video),
        }
