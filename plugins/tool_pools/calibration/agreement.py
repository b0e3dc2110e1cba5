"""How far the verdicts of judges agree with people's labels of the same episodes."""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from testbed.errors import UsageError
from testbed.results import read_bounded

Z95 = 1.959963984540054
COLUMNS = ("task", "epoch", "label")
RUN = "run"
"""A further column, needed where several runs have the episode."""
LABELS = {
    **dict.fromkeys(("success", "pass", "true", "yes", "1"), True),
    **dict.fromkeys(("failure", "fail", "false", "no", "0"), False),
}
"""The labels, in any case of letters."""
MOST_LABELS = 100_000
Episode = tuple[str, str, int]
"""A run's name, a task and an epoch."""


@dataclass(frozen=True, slots=True)
class Label:
    """A person's label of an episode, from a line of a file; `run` is "" if the line has none."""

    line: int
    run: str
    task: str
    epoch: int
    success: bool


@dataclass(frozen=True, slots=True)
class Proportion:
    """A share with its 95% interval (Wilson)."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """Agreement of judge and people over the episodes that both decided on.

    Attributes:
        labels: Number of labels that match an episode.
        both_success: Both say success.
        judge_alone: The judge says success, people say failure.
        people_alone: People say success, the judge says failure.
        both_failure: Both say failure.
        without_verdict: Labelled episodes on which the judge gave no verdict.
        agreement: Share of equal verdicts.
        kappa: Cohen's kappa, agreement beyond chance; None if it is not defined, since both give all the same.
        kappa_low: Lower end of its 95% interval (normal, large samples).
        kappa_high: Upper end.
        always_success: Agreement of a judge that always says success.
        always_failure: Agreement of a judge that always says failure.
    """

    labels: int
    both_success: int
    judge_alone: int
    people_alone: int
    both_failure: int
    without_verdict: int
    agreement: Proportion
    kappa: float | None
    kappa_low: float | None
    kappa_high: float | None
    always_success: Proportion
    always_failure: Proportion

    def as_data(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return asdict(self)


def read_labels(path: Path) -> list[Label]:
    """Read a CSV file of labels. Raises UsageError that names the line and the remedy."""
    try:
        text = read_bounded(path).decode("utf-8-sig")
    except OSError as error:
        raise UsageError(
            f"cannot read the labels {path}: {error.strerror}", hint="give a CSV file"
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8", hint="save it as CSV in UTF-8") from error
    try:
        rows = list(csv.reader(text.splitlines(), strict=True))
    except csv.Error as error:
        raise UsageError(
            f"{path} is not CSV: {error}", hint=f"write the columns {', '.join(COLUMNS)}"
        ) from error
    heading = [name.strip().lower() for name in rows[0]] if rows else []
    for name in COLUMNS:
        if heading.count(name) != 1:
            raise UsageError(
                f"{path}:1: the column {name} is {'there twice' if name in heading else 'missing'}",
                hint=f"the first line names the columns {', '.join(COLUMNS)}, and {RUN} if there are several runs",
            )
    if len(rows) > MOST_LABELS:
        raise UsageError(f"{path} has {len(rows)} lines", hint=f"{MOST_LABELS} are allowed")
    labels = [_label(path, number, heading, row) for number, row in enumerate(rows[1:], 2) if any(row)]
    if not labels:
        raise UsageError(f"{path} has no label", hint="add a line for each labelled episode")
    seen: dict[Episode, int] = {}
    for label in labels:
        first = seen.setdefault((label.run, label.task, label.epoch), label.line)
        if first != label.line:
            raise UsageError(
                f"{path}:{label.line}: {label.task} ({label.epoch}) is labelled in line {first} already",
                hint="give each episode one label, such as the majority of several people's",
            )
    return labels


def match_labels(
    labels: Sequence[Label], verdicts: Mapping[Episode, bool | None]
) -> tuple[list[tuple[bool, bool | None]], list[str]]:
    """Match labels with episodes.

    Args:
        labels: The labels.
        verdicts: The judge's verdicts; None where it gave none.

    Returns:
        The label and the judge's verdict of each matched episode; and a line for each label without an episode.
    """
    pairs: list[tuple[bool, bool | None]] = []
    problems: list[str] = []
    used: set[Episode] = set()
    runs = {run for run, *_ in verdicts}
    for label in labels:
        name = f"line {label.line}: {label.task} ({label.epoch})"
        if label.run and label.run not in runs:
            problems.append(f"{name}: there is no run {label.run}")
            continue
        found = [
            key
            for run in ([label.run] if label.run else sorted(runs))
            if (key := (run, label.task, label.epoch)) in verdicts
        ]
        if not found:
            problems.append(f"{name}: no such episode")
        elif len(found) > 1:
            named = ", ".join(run for run, *_ in found)
            problems.append(f"{name}: several runs have it ({named}): add a column {RUN}")
        elif found[0] in used:
            problems.append(f"{name}: labelled in another line, with or without its run")
        else:
            used.add(found[0])
            pairs.append((label.success, verdicts[found[0]]))
    return pairs, problems


def calibrate(pairs: Sequence[tuple[bool, bool | None]]) -> Calibration:
    """Compare people's labels (first) with a judge's verdicts (second; None without one).

    Raises ValueError when the judge decided on none.
    """
    counts = Counter(pairs)
    both, judge, people, neither = (
        counts[True, True],
        counts[False, True],
        counts[True, False],
        counts[False, False],
    )
    number = both + judge + people + neither
    if not number:
        raise ValueError("no labelled episode has a verdict of a judge")
    kappa, low, high = _kappa(both, judge, people, neither)
    return Calibration(
        labels=len(pairs),
        both_success=both,
        judge_alone=judge,
        people_alone=people,
        both_failure=neither,
        without_verdict=len(pairs) - number,
        agreement=wilson(both + neither, number),
        kappa=kappa,
        kappa_low=low,
        kappa_high=high,
        always_success=wilson(both + people, number),
        always_failure=wilson(judge + neither, number),
    )


def wilson(successes: int, number: int) -> Proportion:
    """Return a share of at least one with Wilson's 95% score interval."""
    share = successes / number
    spread = Z95**2 / number
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(share * (1 - share) / number + spread / (4 * number)) / (1 + spread)
    return Proportion(share, max(0.0, middle - half), min(1.0, middle + half))


def _kappa(
    both: int, judge: int, people: int, neither: int
) -> tuple[float | None, float | None, float | None]:
    """Cohen's kappa with its interval; the standard error is sqrt(po (1 - po) / (n (1 - pe)^2))."""
    number = both + judge + people + neither
    observed = (both + neither) / number
    chance = ((both + judge) * (both + people) + (people + neither) * (judge + neither)) / number**2
    if math.isclose(chance, 1.0):
        return None, None, None
    kappa = (observed - chance) / (1 - chance)
    half = Z95 * math.sqrt(observed * (1 - observed) / number) / (1 - chance)
    return kappa, max(-1.0, kappa - half), min(1.0, kappa + half)


def _label(path: Path, line: int, heading: Sequence[str], row: Sequence[str]) -> Label:
    if len(row) != len(heading):
        raise UsageError(
            f"{path}:{line}: has {len(row)} values instead of {len(heading)}",
            hint="write one value for each column of the first line",
        )
    fields = {name: value.strip() for name, value in zip(heading, row, strict=True)}
    epoch, word = fields["epoch"], fields["label"].lower()
    if not (epoch.isascii() and epoch.isdigit() and 0 < len(epoch) < 10 and int(epoch)):
        raise UsageError(f"{path}:{line}: epoch: {epoch!r} is no number from 1", hint="the first epoch is 1")
    if word not in LABELS:
        raise UsageError(
            f"{path}:{line}: label: {fields['label']!r} is no label", hint=f"use one of {', '.join(LABELS)}"
        )
    if not fields["task"]:
        raise UsageError(f"{path}:{line}: task: is empty", hint="write the task's id, <domain>/<name>")
    return Label(line, fields.get(RUN, ""), fields["task"], int(epoch), LABELS[word])
