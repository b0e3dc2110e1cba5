"""People's labels of imported episodes, in the form that `testbed judge calibrate` reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from controller.records.files import write_whole


def write_labels(path: Path, labels: Mapping[str, bool]) -> None:
    """Write a file of labels of the first epoch, by task. Raises RecordsError."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("task", "epoch", "label"))
    writer.writerows((task, 1, "success" if label else "failure") for task, label in labels.items())
    write_whole(path, text.getvalue().encode())
