"""Results and later verdicts as earlier versions of testbed wrote them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.core.parts import all_parts
from controller.records.part_records import read_records, with_part_records
from controller.records.spending import Record

_CHECKED = ("safety", "truth", "checker")
_SCORE_BEFORE = {"judges": "checker"}
"""The fields of parts' records that had the score before their verdicts, by the part's name."""


def in_present_form(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a result or of a later verdict, with its verdicts in one list.

    Earlier versions had the score that counts with the claims of all verdicts. What a part made of the checker's score
    followed from its record.

    Raises ValueError if the score is not that of the last verdict.
    """
    present = with_part_records(data)
    if "score" not in present:
        return present
    score = present.pop("score")
    if "verdicts" in present:
        _check_last(score, present["verdicts"])
        return present
    checked = {name: present.pop(name) for name in _CHECKED if name in present}
    claims = present.pop("claims", ())
    parts, further = present.get("parts", {}), []
    for name, field in _SCORE_BEFORE.items():
        record = parts.get(name) if isinstance(parts, Mapping) else None
        if isinstance(record, Mapping) and field in record and isinstance(claims, Sequence):
            score = record[field]
            claims = [item for item in claims if not (isinstance(item, Mapping) and item.get("judge"))]
            if verdict := all_parts()[name].verdict(read_records(parts)[name], score):
                further.append(verdict.model_copy(update={"part": name}))
    verdicts = [] if score is None else [{"score": score, "claims": claims, **checked}, *further]
    return {**present, "verdicts": verdicts}


def with_usage(data: Mapping[str, Any], kind: type[Record]) -> dict[str, Any]:
    """Return data whose `usage` has the fields of `kind`, which earlier versions had beside the others."""
    flat = {name: data[name] for name in kind.model_fields if name in data}
    others = {name: value for name, value in data.items() if name not in flat}
    return {"usage": flat, **others} if flat else others


def _check_last(score: Any, verdicts: Any) -> None:
    last = verdicts[-1] if isinstance(verdicts, Sequence) and verdicts else {"score": None}
    if isinstance(last, Mapping) and score != last.get("score"):
        raise ValueError(f"score: should be {last.get('score')} as in the last verdict, not {score!r}")
