"""The command behind `scripts/fuzz_tools`: explore on a real guest, print findings, end with one JSON line."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from controller.guests.nspawn import create
from controller.guests.provider import GuestOptions
from tests.guest.fuzz.case import Case
from tests.guest.fuzz.machine import Finding, Tally, explore, play_case
from tests.guest.fuzz.subjects import find_subjects
from tests.guest.fuzz.verdict import KINDS


def main() -> int:
    """Read the options and explore; 1 if anything was found."""
    subjects = find_subjects()
    parser = argparse.ArgumentParser(prog="scripts/fuzz_tools", description=__doc__)
    parser.add_argument("--app", action="append", choices=list(subjects), help="only this one; repeatable")
    parser.add_argument("--calls", type=int, default=1_000, metavar="N", help="over all (%(default)s)")
    parser.add_argument("--seconds", type=float, default=float("inf"), metavar="S", help="at most, over all")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="(%(default)s)")
    parser.add_argument("--tool", action="append", metavar="NAME", help="only this tool; repeatable")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write each finding's case into this folder")
    parser.add_argument("--case", type=Path, metavar="FILE", help="play a kept case instead")
    options = parser.parse_args()
    apps = options.app or list(subjects)
    case = Case.loaded(options.case.read_text()) if options.case else None
    if options.tool:
        for subject_type in subjects.values():
            subject_type.promises = [
                promise
                for promise in subject_type.promises
                if any(promise.tool.endswith(name) for name in options.tool)
            ]
        apps = [app for app in apps if subjects[app].promises]

    def tell(finding: Finding) -> None:
        print(
            f"{finding.problem.kind}: {finding.tool}: {finding.problem.text}\n{finding.case.dumped()}\n",
            file=sys.stderr,
            flush=True,
        )
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            name = f"{finding.tool.rpartition('.')[2]}_{finding.problem.kind}_{options.seed}.json"
            (options.keep / name).write_text(finding.case.dumped() + "\n")

    total = Tally()
    started = time.monotonic()
    provider = create(GuestOptions())
    try:
        guest = provider.start()
        if case:
            found = play_case(subjects[case.app](guest), case)
            for finding in found:
                tell(finding)
            return 1 if found else 0
        for place, app in enumerate(apps):
            subject = subjects[app](guest)
            share = (options.seconds - (time.monotonic() - started)) / (len(apps) - place)
            deadline = time.monotonic() + share
            calls = (options.calls - total.calls.total()) // (len(apps) - place)
            tally = Tally()
            try:
                explore(subject, tally, calls=calls, number=options.seed, deadline=deadline, tell=tell)
            finally:
                total.add(tally)
            subject.close()
    finally:
        provider.close()
        if not case:
            print(json.dumps(in_numbers(total)))
    return 1 if total.findings else 0


def in_numbers(total: Tally) -> dict[str, object]:
    """Return the numbers of calls and findings: they are printed also when an application cannot be driven on."""
    kinds = {kind: total.kinds[kind] for kind in KINDS}
    calls, errors = total.calls.total(), total.errors.total()
    seconds = {phase: round(value, 1) for phase, value in total.seconds.items()}
    return {"calls": calls, "errors": errors, **kinds, "tools": len(total.calls), "seconds": seconds}


if __name__ == "__main__":
    sys.exit(main())
