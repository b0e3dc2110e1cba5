"""How judges' answers are read: good ones, bad ones with the status of each, and any text at all."""

from __future__ import annotations

import json
from collections import Counter
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.judges.asking import MOST_CALLS, judge_case
from controller.judges.records import VoteStatus
from controller.judges.registry import load_judge
from controller.models.json_answer import MOST_CHARACTERS, UnreadableError, read_object
from tests.controller.judges.answers import BAD, CASE, GOOD, ScriptedModel, completion, good

JUDGES = tuple(GOOD)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def test_each_judge_has_at_least_thirty_bad_answers() -> None:
    numbers = Counter(judge for judge, *_ in BAD)
    assert set(numbers) == set(JUDGES) and min(numbers.values()) >= 30


@pytest.mark.parametrize(
    ("judge", "text", "status"),
    [(judge, text, status) for judge, _, text, status in BAD],
    ids=[f"{judge}-{name}" for judge, name, _, _ in BAD],
)
def test_a_bad_answer_has_a_status_and_a_reason_of_one_line(
    judge: str, text: str, status: VoteStatus
) -> None:
    with pytest.raises(UnreadableError) as caught:
        load_judge(judge).read(read_object(text), CASE)
    assert caught.value.status == status
    detail = caught.value.detail
    assert detail and "\n" not in detail and len(detail) < 300
    detail.encode()


@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("form", ["{}", " \n{}\n ", "```json\n{}\n```", "```\n{}\n```\n"])
def test_a_good_answer_is_read_also_in_a_code_fence(judge: str, form: str) -> None:
    vote = load_judge(judge).read(read_object(form.replace("{}", good(judge))), CASE)
    assert vote.status == "read" and vote.reasoning == GOOD[judge]["reasoning"]


def test_the_order_of_the_fields_and_notation_do_not_matter() -> None:
    backwards = json.dumps(dict(reversed(GOOD["key_points"].items())), indent=8, ensure_ascii=True)
    assert load_judge("key_points").read(read_object(backwards), CASE).passed is True


def test_the_longest_answer_is_read() -> None:
    text = good("reference", reasoning="")
    filled = good("reference", reasoning="x" * (MOST_CHARACTERS - len(text)))
    assert len(filled) == MOST_CHARACTERS
    assert load_judge("reference").read(read_object(filled), CASE).passed is True
    with pytest.raises(UnreadableError, match=f"{MOST_CHARACTERS} are allowed"):
        read_object(filled.replace("xx", "xxx", 1))


def test_a_text_with_a_lone_surrogate_can_be_recorded() -> None:
    vote = load_judge("reference").read(read_object('{"reasoning": "\\ud800", "correct": false}'), CASE)
    assert vote.model_dump_json() and vote.passed is False


@pytest.mark.parametrize(("stop", "status"), [("refusal", "refused"), ("length", "cut_off")])
def test_how_the_model_stopped_counts_even_if_the_text_could_be_read(stop: str, status: VoteStatus) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_object(good("reference"), stop)  # type: ignore[arg-type]
    assert caught.value.status == status


@pytest.mark.parametrize("judge", JUDGES)
@given(text=st.text() | JSON.map(lambda value: json.dumps(value, allow_nan=True)))
def test_no_text_crashes_a_judge(judge: str, text: str) -> None:
    """Whatever a model says, there is a verdict record with votes that have a known status."""
    reader = load_judge(judge)
    model = ScriptedModel([text] * MOST_CALLS * reader.ballots(1))
    [verdict] = judge_case([reader], CASE, model)
    assert {vote.status for vote in verdict.votes} <= set(get_args(VoteStatus))
    assert verdict.model_dump_json()
    assert verdict.status == "decided" or (verdict.passed is None and verdict.detail)


@pytest.mark.parametrize("judge", JUDGES)
@given(
    changes=st.dictionaries(st.sampled_from(sorted({name for one in GOOD.values() for name in one})), JSON)
)
def test_no_value_of_a_field_crashes_a_judge(judge: str, changes: dict[str, object]) -> None:
    text = json.dumps({**GOOD[judge], **changes})
    try:
        vote = load_judge(judge).read(read_object(text), CASE)
    except UnreadableError as error:
        assert error.status in get_args(VoteStatus) and error.detail
    else:
        assert vote.status == "read" and vote.model_dump_json()


def test_an_empty_answer_that_was_cut_off_is_empty() -> None:
    with pytest.raises(UnreadableError) as caught:
        read_object(completion("", "length").text, "length")
    assert caught.value.status == "empty"
