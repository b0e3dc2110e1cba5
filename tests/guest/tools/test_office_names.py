"""Documents of one name in several folders."""

from __future__ import annotations

import io

import pytest

from tests.guest.tools.office import FOLDER, Office
from tests.guest.tools.office_files import letter
from tests.guest.tools.workbooks import workbook

pytestmark = pytest.mark.guest


def test_documents_of_one_name_are_told_apart_by_their_folders(office: Office) -> None:
    stream = io.BytesIO()
    workbook().save(stream)
    office.guest.run(["mkdir", "-p", f"{FOLDER}/other"], as_user=True)
    office.write("same.xlsx", stream.getvalue())
    office.write("other/same.xlsx", stream.getvalue())
    office.show("libreoffice_calc", "same.xlsx")
    office.launch("libreoffice_calc", f"{FOLDER}/other/same.xlsx")
    office.wait_for_window(lambda titles: sum(title.startswith("same.xlsx") for title in titles) == 2)
    office.open("libreoffice_writer", "letter.docx", letter().save)
    refused = office.refusal("calc.env_info")
    assert f"{FOLDER}/same.xlsx" in refused and f"{FOLDER}/other/same.xlsx" in refused
    others = office.refusal("impress.env_info")
    assert f"{FOLDER}/other/same.xlsx (spreadsheet)" in others and " letter.docx (text document)" in others
