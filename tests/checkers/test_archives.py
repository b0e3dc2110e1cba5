"""Archives that a guest made to harm the host are refused with a reason."""

from __future__ import annotations

import io
import warnings
import zipfile

import pytest

from checkers import GuestView, Score, claim
from checkers.archives import MAX_MEMBERS, open_package, open_zip, parse_xml, parsing, read
from checkers.evidence import Unusable, fetch, judged
from tests.checkers.guests import FileGuest
from tests.checkers.office_files import zipped


def test_opens_a_harmless_archive() -> None:
    archive = open_zip(zipped({"a/b.txt": b"hello"}), "x.zip")
    assert read(archive, "a/b.txt") == b"hello"


@pytest.mark.parametrize("name", ["../evil", "/etc/passwd", "a/../../b", "a\\b"])
def test_refuses_members_that_point_outside(name: str) -> None:
    with pytest.raises(Unusable, match="points outside"):
        open_zip(zipped({name: b"x"}), "x.zip")


def test_refuses_a_zip_bomb() -> None:
    with pytest.raises(Unusable, match="packed suspiciously tight"):
        open_zip(zipped({"a": bytes(2**22)}), "x.zip")


def test_refuses_an_archive_that_unpacks_to_too_much() -> None:
    with pytest.raises(Unusable, match="unpacks to"):
        open_zip(zipped({str(i): bytes(2**20) for i in range(65)}), "x.zip")


def test_refuses_too_many_members() -> None:
    with pytest.raises(Unusable, match="members"):
        open_zip(zipped({str(i): b"" for i in range(MAX_MEMBERS + 1)}), "x.zip")


def test_refuses_two_members_of_one_name() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        archive.writestr("a", "1")
        archive.writestr("a", "2")
    with pytest.raises(Unusable, match="same name"):
        open_zip(stream.getvalue(), "x.zip")


@pytest.mark.parametrize(
    "data",
    [b"", b"PK", b"no zip at all", zipped({"a": b"x" * 100})[:-30]],
    ids=["nothing", "two bytes", "text", "cut short"],
)
def test_refuses_what_is_no_archive(data: bytes) -> None:
    with pytest.raises(Unusable, match="readable archive"):
        open_zip(data, "x.zip")


def test_damaged_and_missing_members_are_named() -> None:
    data = bytearray(zipped({"a.txt": bytes(range(256)) * 4}))
    data[40] ^= 0xFF
    archive = open_zip(bytes(data), "x.zip")
    with pytest.raises(Unusable, match=r"a\.txt is readable"):
        read(archive, "a.txt")
    with pytest.raises(Unusable, match="holds b"):
        read(archive, "b")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_refuses_documents_that_declare_entities(encoding: str) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a>'.encode(encoding)
    with pytest.raises(Unusable, match="document type"):
        open_package(zipped({"content.xml": bomb}), "x.odt")
    with pytest.raises(Unusable, match="well-formed"):
        parse_xml(bomb, "content.xml")


def test_a_parser_that_fails_is_the_files_fault() -> None:
    with pytest.raises(Unusable, match="KeyError"), parsing("x.docx"):
        raise KeyError("rels")


def test_a_file_that_cannot_be_judged_scores_nothing() -> None:
    @judged
    def check(guest: GuestView) -> Score:
        return Score.all_of(claim("there", bool(fetch(guest, "/a"))))

    assert check(FileGuest({"/a": b"x"})).value == 1.0
    score = check(FileGuest())
    assert score.value == 0.0
    assert (score.claims[0].text, score.claims[0].found) == ("/a exists", "no such file")


def test_a_file_that_is_too_large_scores_nothing() -> None:
    with pytest.raises(Unusable, match="at most 10 bytes"):
        fetch(FileGuest({"/a": b"eleven byte"}), "/a", limit=10)
