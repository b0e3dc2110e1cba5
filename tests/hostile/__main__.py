"""The command behind `scripts/fuzz`: give mutated input to the host's parsers, end with one JSON line."""

from __future__ import annotations

import argparse
import contextlib
import json
import logging
import sys
import warnings
from pathlib import Path

from tests.hostile.fuzz import MEMORY_BYTES, PARSERS, Finding, Fuzzer
from tests.hostile.guard import limit_memory

CASES = Path(__file__).with_name("cases")


def main() -> int:
    """Read the options and explore; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__)
    parser.add_argument(
        "--inputs", type=int, default=100_000, metavar="N", help="over all parsers (%(default)s)"
    )
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="S", help="at most, over all")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="(%(default)s)")
    parser.add_argument(
        "--parser", action="append", choices=list(PARSERS), metavar="NAME", help="only this one; repeatable"
    )
    parser.add_argument("--keep", type=Path, default=CASES, metavar="DIR", help="where findings are written")
    parser.add_argument("--counts", action="store_true", help="also print the inputs of each parser")
    options = parser.parse_args()

    def report(finding: Finding) -> None:
        options.keep.mkdir(parents=True, exist_ok=True)
        path = options.keep / finding.file_name
        path.write_text(finding.dumped())
        print(
            f"{finding.kind}: {finding.parser}: {finding.problem}\n  kept in {path}",
            file=sys.stderr,
            flush=True,
        )

    logging.disable()  # what parsers warn of is millions of lines
    warnings.simplefilter("ignore")
    fuzzer = Fuzzer(options.seed, report)
    chosen = [PARSERS[name] for name in options.parser or PARSERS]
    for item in chosen:
        with contextlib.suppress(*item.allowed):
            item.parse(item.seeds()[0])  # what the first call imports belongs to no input
    limit_memory(2 * MEMORY_BYTES)
    fuzzer.explore(chosen, options.inputs, options.seconds)
    if options.counts:
        print(json.dumps(fuzzer.tally.inputs, indent=1), file=sys.stderr)
    print(json.dumps(fuzzer.tally.summary()))
    return 1 if fuzzer.tally.findings else 0


if __name__ == "__main__":
    sys.exit(main())
