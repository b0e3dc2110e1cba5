"""Every item of the corpus ends as it must: a named error or a failed claim, bounded, without an effect on the host."""

from __future__ import annotations

import pytest

from tests.hostile.checker_items import checker_items
from tests.hostile.file_items import file_items
from tests.hostile.guest_items import guest_items
from tests.hostile.item import Item, check
from tests.hostile.office_items import office_items, parsed
from tests.hostile.record_items import record_items
from tests.hostile.seeds import odt_files

ITEMS = [*office_items(), *file_items(), *guest_items(), *checker_items(), *record_items()]


@pytest.fixture(scope="module", autouse=True)
def parser_server() -> None:
    """The process that parses files is started by the first one, which would be an effect."""
    parsed("odt", odt_files()[0])


def test_names_tell_items_apart() -> None:
    assert len({item.name for item in ITEMS}) == len(ITEMS)


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("item", ITEMS, ids=[item.name for item in ITEMS])
def test_the_host_withstands(item: Item, capfd: pytest.CaptureFixture[str]) -> None:
    check(item)
    printed = "".join(capfd.readouterr())
    assert "\x1b" not in printed
