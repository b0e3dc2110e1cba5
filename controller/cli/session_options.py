"""The options of `run` that only the command line has."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from controller.cli.run_config import load_config
from controller.core.options import AGENT, GUESTS, RECORDS, Option, OptionGroup


class SessionOptions(OptionGroup):
    """How a run is carried out and shown; none of them changes a result."""

    replay: Annotated[Path | None, Option(AGENT, "RUN", on_replay=True)] = None
    """Replay a run: use its recorded model responses instead of a model."""
    no_spare_guest: Annotated[bool, Option(GUESTS, after="guests", on_resume=True, on_replay=True)] = False
    """Boot no guest ahead for the next episode, even if memory allows it."""
    config: Annotated[
        Path | None, Option(RECORDS, "FILE", after="out", callback=load_config, on_replay=True)
    ] = None
    """Options from a TOML file, named as here, or those of an earlier run from its run.json; the command line wins."""
    display: Annotated[str, Option(RECORDS, "STYLE", on_resume=True, on_replay=True)] = ""
    """rich, plain or none; default: rich on a terminal, else plain."""
    log_level: Annotated[str, Option(RECORDS, "LEVEL", on_resume=True, on_replay=True)] = "info"
    """Minimum level in the run's log.jsonl: {levels}."""
    as_json: Annotated[bool, Option(RECORDS, flag="--json", on_resume=True, on_replay=True)] = False
    """Print the summary as JSON to stdout at the end, and everything else to stderr."""
