"""Run with Inspect's Python: what its reader makes of a log, as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from inspect_ai.log import (
    list_eval_logs,
    read_eval_log,
    read_eval_log_sample,
    read_eval_log_sample_summaries,
)

path = Path(sys.argv[1])
header = read_eval_log(str(path), header_only=True)
whole = read_eval_log(str(path), resolve_attachments=True)
summaries = read_eval_log_sample_summaries(str(path))
alone = read_eval_log_sample(str(path), summaries[0].id, summaries[0].epoch, resolve_attachments=True)
json.dump(
    {
        "listed": [Path(item.name).name for item in list_eval_logs(str(path.parent))],
        "header": header.model_dump(mode="json", exclude={"samples"}),
        "headers_samples": header.samples,
        "summaries": [item.model_dump(mode="json") for item in summaries],
        "samples": [item.model_dump(mode="json") for item in whole.samples],
        "alone": alone.model_dump(mode="json"),
    },
    sys.stdout,
)
