"""UNO's exceptions reach an agent as words, without places in LibreOffice's source."""

from __future__ import annotations

import pytest

from mcp_tools.libreoffice.uno_errors import REMEDY, reason


class IllegalArgumentException(Exception):
    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.Message = message


class RuntimeException(IllegalArgumentException):
    pass


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            IllegalArgumentException("at ./sc/source/ui/unoobj/chartuno.cxx:161"),
            f"a value does not fit this place of the document; {REMEDY}",
        ),
        (RuntimeException(""), f"it is not possible in the state the document is in; {REMEDY}"),
        (
            RuntimeException("ScModelObj::render: "),
            f"it is not possible in the state the document is in; {REMEDY}",
        ),
        (
            RuntimeException(
                "SfxBaseModel::impl_store <file:///a.ods> failed: 0x11b(Error Area:Io Class:Access Code:27)"
            ),
            "the file may not be written to by this user",
        ),
        (
            RuntimeException(
                "<class 'ValueError'>: no such slide, traceback follows\n  File \"/opt/x.py\", line 3"
            ),
            "no such slide",
        ),
        (RuntimeException("The sheet is protected."), "The sheet is protected"),
    ],
)
def test_what_an_exception_says_without_internals(error: Exception, words: str) -> None:
    assert reason(error) == words
