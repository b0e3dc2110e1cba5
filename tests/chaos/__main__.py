"""The command behind `scripts/chaos`: inject faults into real runs, print what went wrong, end with one JSON line."""

from __future__ import annotations

import argparse
import json
import logging
import math
import shutil
import sys
import tempfile
from pathlib import Path

from controller.core.interrupts import terminate_as_interrupt
from tests.chaos import cluster_rounds, fake_rounds, nspawn_rounds
from tests.chaos.campaign import Campaign, tell_on_stderr
from tests.chaos.round import play
from tests.chaos.subject import FAKE_TASKS

PROVIDERS = {
    "fake": (fake_rounds.fake_plans, fake_rounds.KINDS, play, FAKE_TASKS),
    "cluster": (cluster_rounds.cluster_plans, cluster_rounds.KINDS, cluster_rounds.play_cluster, FAKE_TASKS),
    "nspawn": (
        *(nspawn_rounds.nspawn_plans, nspawn_rounds.KINDS),
        *(nspawn_rounds.play_nspawn, nspawn_rounds.NSPAWN_TASKS),
    ),
    "frozen": (
        *(nspawn_rounds.frozen_plans, nspawn_rounds.FROZEN_KINDS),
        *(nspawn_rounds.play_nspawn, nspawn_rounds.NSPAWN_TASKS),
    ),
}
"""For each provider its rounds, the kinds that `--kind` takes, what plays a round, and the tasks' folder.

`cluster` has guests in memory on Ray's nodes.
"""


def main() -> int:
    """Read the options and inject faults; 1 if anything was lost, doubled, mis-scored or left behind."""
    parser = argparse.ArgumentParser(prog="scripts/chaos", description=__doc__)
    parser.add_argument("--provider", choices=list(PROVIDERS), default="fake", help="(%(default)s)")
    parser.add_argument("--faults", type=int, default=100, metavar="N", help="at least (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="(%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="runs at a time (%(default)s)")
    parser.add_argument("--kind", action="append", metavar="K", help="only faults of this kind; repeatable")
    parser.add_argument(
        "--undisturbed", type=Path, metavar="DIR", help="keep the runs without faults in this folder"
    )
    parser.add_argument(
        "--seconds", type=float, default=math.inf, metavar="S", help="begin no round after these"
    )
    options = parser.parse_args()
    plans, kinds, play, tasks = PROVIDERS[options.provider]
    if unknown := [kind for kind in options.kind or () if kind not in kinds]:
        parser.error(f"--kind {unknown[0]} is not one of {options.provider}: {', '.join(kinds)}")
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of each connection that a fault ends
    work = Path(tempfile.mkdtemp(prefix="testbed-chaos-"))
    campaign = Campaign(
        plans(options.seed, options.kind or ()), work, tasks, play=play, undisturbed=options.undisturbed
    )
    with terminate_as_interrupt():
        tally = campaign.run(options.faults, options.jobs, options.seconds)
    for kind, count in sorted(tally.injected.items()):
        tell_on_stderr(f"{count:6} {kind}")
    if tally.is_right:
        shutil.rmtree(work)
    else:
        tell_on_stderr(f"the runs that went wrong are in {work}")
    print(json.dumps(tally.as_data()))
    return 0 if tally.is_right else 1


if __name__ == "__main__":
    sys.exit(main())
