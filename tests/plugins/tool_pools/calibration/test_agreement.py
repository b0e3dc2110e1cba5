"""Labels of people against verdicts of judges: agreement, Cohen's kappa, intervals, malformed files."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.records.run_folder import TASK_NAME
from controller.results.imports.labels import write_labels
from plugins.tool_pools.calibration.agreement import Label, calibrate, match_labels, read_labels, wilson
from testbed.errors import UsageError


def labels(tmp_path: Path, text: str | bytes) -> list[Label]:
    path = tmp_path / "labels.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_labels(path)


def test_labels_are_read_in_any_order_of_columns_and_case(tmp_path: Path) -> None:
    text = '\ufeffLabel, Task ,epoch,note\nPass,os/a,1,\n no ,os/b, 2 ,"a, b"\n,,,\n'
    assert labels(tmp_path, text) == [
        Label(2, "", "os/a", 1, True),
        Label(3, "", "os/b", 2, False),
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["labels.csv:1: the column task is missing"]),
        ("task,epoch\nos/a,1\n", [":1: the column label is missing"]),
        ("task,epoch,label,task\n", [":1: the column task is there twice"]),
        ("task,epoch,label\n", ["has no label"]),
        ("task,epoch,label\nos/a,1,maybe\n", [":2: label: 'maybe' is no label", "use one of success"]),
        ("task,epoch,label\nos/a,1,\n", [":2: label: '' is no label"]),
        ("task,epoch,label\nos/a,0,1\n", [":2: epoch: '0' is no number from 1"]),
        ("task,epoch,label\nos/a,one,1\n", [":2: epoch: 'one'"]),
        ("task,epoch,label\nos/a,-1,1\n", [":2: epoch: '-1'"]),
        ("task,epoch,label\nos/a,²,1\n", [":2: epoch: '²'"]),
        ("task,epoch,label\n,1,1\n", [":2: task: is empty"]),
        ("task,epoch,label\nos/a,1\n", [":2: has 2 values instead of 3"]),
        ("task,epoch,label\nos/a,1,1,1\n", [":2: has 4 values instead of 3"]),
        ("task,epoch,label\nos/a,1,1\nos/a,1,0\n", [":3: os/a (1) is labelled in line 2 already"]),
        ('task,epoch,label\n"os/a,1,1\n', ["is not CSV"]),
        (b"task,epoch,label\n\xff\xfe,1,1\n", ["is not UTF-8"]),
    ],
)
def test_a_malformed_file_is_named_with_its_line(text: str | bytes, words: list[str], tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        labels(tmp_path, text)
    assert all(word in str(caught.value) for word in words), str(caught.value)
    assert caught.value.hint and "\n" not in caught.value.message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot read the labels"):
        read_labels(tmp_path / "none.csv")


def test_labels_are_matched_and_what_matches_nothing_is_told() -> None:
    verdicts = {("a", "os/x", 1): True, ("b", "os/x", 1): False, ("b", "os/y", 1): None}
    given_labels = [
        Label(2, "a", "os/x", 1, True),
        Label(3, "", "os/y", 1, False),
        Label(4, "", "os/x", 1, True),
        Label(5, "", "os/z", 1, True),
        Label(6, "c", "os/x", 1, True),
        Label(7, "b", "os/y", 1, True),
        Label(8, "a", "os/y", 1, True),
    ]
    pairs, problems = match_labels(given_labels, verdicts)
    assert pairs == [(True, True), (False, None)]
    assert problems == [
        "line 4: os/x (1): several runs have it (a, b): add a column run",
        "line 5: os/z (1): no such episode",
        "line 6: os/x (1): there is no run c",
        "line 7: os/y (1): labelled in another line, with or without its run",
        "line 8: os/y (1): no such episode",
    ]


def test_kappa_is_that_of_the_textbook() -> None:
    """50 applications, 20 and 15 agreed on, 5 and 10 not: po = 0.7, pe = 0.5, kappa = 0.4 (Cohen's example)."""
    pairs: list[tuple[bool, bool | None]] = [
        *[(True, True)] * 20,
        *[(False, True)] * 5,
        *[(True, False)] * 10,
        *[(False, False)] * 15,
        (True, None),
    ]
    made = calibrate(pairs)
    assert (made.labels, made.without_verdict) == (51, 1)
    assert (made.both_success, made.judge_alone, made.people_alone, made.both_failure) == (20, 5, 10, 15)
    assert made.agreement.value == pytest.approx(0.7)
    assert made.kappa == pytest.approx(0.4)
    assert made.kappa_low == pytest.approx(0.4 - 1.96 * (0.7 * 0.3 / 50) ** 0.5 / 0.5, abs=1e-3)
    assert (made.always_success.value, made.always_failure.value) == (0.6, 0.4)


def test_wilsons_interval_is_that_of_the_textbook() -> None:
    share = wilson(7, 10)
    assert share.low == pytest.approx(0.3968, abs=1e-4)
    assert share.high == pytest.approx(0.8922, abs=1e-4)
    assert wilson(0, 4).low == 0.0 and wilson(4, 4).high == 1.0


def test_kappa_is_not_defined_when_both_say_the_same_of_all() -> None:
    made = calibrate([(True, True)] * 3)
    assert (made.kappa, made.kappa_low, made.agreement.value) == (None, None, 1.0)


def test_without_a_verdict_there_is_no_calibration() -> None:
    with pytest.raises(ValueError, match="no labelled episode has a verdict"):
        calibrate([(True, None)])


@given(st.lists(st.tuples(st.booleans(), st.none() | st.booleans()), min_size=1))
def test_all_shares_are_within_their_intervals(pairs: list[tuple[bool, bool | None]]) -> None:
    if all(verdict is None for _, verdict in pairs):
        return
    made = calibrate(pairs)
    for share in (made.agreement, made.always_success, made.always_failure):
        assert 0 <= share.low <= share.value + 1e-12 and share.value - 1e-12 <= share.high <= 1
    if made.kappa is not None:
        assert made.kappa_low is not None and made.kappa_high is not None
        assert -1 <= made.kappa_low <= made.kappa <= made.kappa_high <= 1
    assert made.both_success + made.both_failure + made.judge_alone + made.people_alone + (
        made.without_verdict
    ) == len(pairs)


@given(st.dictionaries(st.from_regex(TASK_NAME, fullmatch=True), st.booleans(), min_size=1, max_size=9))
def test_labels_that_are_written_are_read_again(labels: dict[str, bool]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "labels.csv"
        write_labels(path, labels)
        assert {label.task: (label.epoch, label.success) for label in read_labels(path)} == {
            task: (1, label) for task, label in labels.items()
        }
