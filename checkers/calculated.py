"""Workbooks whose formulas have no results, as servers write them without an office program."""

from __future__ import annotations

from pathlib import PurePosixPath

from checkers.base import GuestView
from checkers.evidence import bring_about
from checkers.spreadsheets import read_workbook
from checkers.workbook_model import Workbook

_COPIES = "/tmp/calculated"
_SECONDS = 120.0


def read_calculated(guest: GuestView, path: str) -> Workbook:
    """Read a workbook (xlsx) with the results of its formulas; LibreOffice calculates them in a copy, not in the file.

    Raises Unusable.
    """
    options = ["--headless", f"-env:UserInstallation=file://{_COPIES}/profile", "--convert-to", "xlsx"]
    bring_about(guest, ["soffice", *options, "--outdir", _COPIES, path], as_user=True, timeout=_SECONDS)
    return read_workbook(guest, f"{_COPIES}/{PurePosixPath(path).name}")
