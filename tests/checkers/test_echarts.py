from __future__ import annotations

import json
from typing import Any

import pytest

from checkers.echarts import chart_claim
from tests.checkers.guests import FileGuest

PATH = "/home/user/shares.json"
OPTION = {"title": {"text": "Shares"}, "series": [{"type": "pie", "data": [{"name": "Tea", "value": 3}]}]}


def holds(content: Any) -> bool:
    text = content if isinstance(content, str) else json.dumps(content)
    guest = FileGuest({PATH: text.encode()})

    def tea(_option: Any, series: Any) -> tuple[bool, object]:
        found = {item["name"]: item["value"] for item in series["data"]}
        return found == {"Tea": 3}, found

    return chart_claim(guest, PATH, "Shares", "pie", tea).holds


def test_a_chart_has_its_title_kind_and_data() -> None:
    assert holds(OPTION)
    assert not holds({**OPTION, "title": {"text": "Teas"}})
    assert not holds({**OPTION, "series": [{**OPTION["series"][0], "type": "bar"}]})  # type: ignore[dict-item]
    assert not holds({**OPTION, "series": [{"type": "pie", "data": [{"name": "Tea", "value": 4}]}]})


@pytest.mark.parametrize(
    "content",
    [
        "<svg/>",
        "[" * 100_000,
        [],
        7,
        {"title": {"text": "Shares"}},
        {**OPTION, "series": []},
        {**OPTION, "series": [7]},
        {**OPTION, "title": None},
        {**OPTION, "series": [{"type": "pie", "data": [{"value": 3}]}]},
        {**OPTION, "series": [{"type": "pie", "data": [{"name": ["Tea"], "value": 3}]}]},
        {**OPTION, "series": [{"type": "pie"}]},
    ],
)
def test_anything_else_is_a_failed_claim(content: Any) -> None:
    assert not holds(content)


def test_a_missing_file_is_a_failed_claim() -> None:
    claim = chart_claim(FileGuest(), PATH, "Shares", "pie", lambda _option, _series: (True, ""))
    assert (claim.text, claim.holds) == ("shares.json is the pie Shares of its data", False)
