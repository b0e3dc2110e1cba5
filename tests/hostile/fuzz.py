"""Looking for input on which a parser of the host does not end as it must.

It must end with a value or an error that the table allows, within seconds of processor time and 512 MiB more memory,
and without an effect on the host.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

from tests.hostile.checker_parsers import PARSERS_OF_CHECKERS
from tests.hostile.guard import Guard, TooSlow, peak_mebibytes, reset_peak
from tests.hostile.guest_parsers import PARSERS_OF_GUESTS
from tests.hostile.host_parser import HostParser
from tests.hostile.model_parsers import PARSERS_OF_MODELS
from tests.hostile.mutation import mutate
from tests.hostile.record_parsers import PARSERS_OF_RECORDS, place

PARSERS: Final = {
    parser.name: parser
    for parser in (*PARSERS_OF_CHECKERS, *PARSERS_OF_GUESTS, *PARSERS_OF_MODELS, *PARSERS_OF_RECORDS)
}
"""Every parser of the host by name."""
SLOW_SECONDS: Final = 10.0
"""Most processor time for one input, which has at most 64 KiB: a bound for what does not end, not a measurement."""
APART_SECONDS: Final = 3.0
"""When the fuzzer goes on from a parser that has a limit of its own."""
MEMORY_BYTES: Final = 512 * 2**20
MINIMISE_SECONDS: Final = 20.0
_TURN_SECONDS: Final = 1.0
_POOL: Final = 200

Kind = Literal["crash", "slow", "memory"]


@dataclass(frozen=True)
class Finding:
    """Input on which a parser does not end as it must."""

    parser: str
    kind: Kind
    problem: str
    data: bytes = field(repr=False)

    @property
    def signature(self) -> tuple[str, str, str]:
        """Findings of the same one have one cause."""
        return self.parser, self.kind, self.problem.partition(":")[0]

    @property
    def file_name(self) -> str:
        return f"{self.parser.replace(' ', '_')}_{hashlib.sha256(self.data).hexdigest()[:8]}.json"

    def dumped(self) -> str:
        """The content of a kept case."""
        data = base64.b64encode(self.data).decode()
        return json.dumps({"parser": self.parser, "problem": self.problem, "data": data}, indent=1) + "\n"


@dataclass
class Tally:
    """What was tried. `inputs` counts by parser."""

    inputs: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def summary(self) -> dict[str, int]:
        kinds = [finding.kind for finding in self.findings]
        return {
            "inputs": sum(self.inputs.values()),
            "parsers": len(self.inputs),
            "crashes": kinds.count("crash"),
            "slow": kinds.count("slow"),
            "memory": kinds.count("memory"),
        }


class Fuzzer:
    """Gives mutated input to parsers, one after the other, for a second each, until its time or its inputs are used."""

    def __init__(self, seed: int, report: Callable[[Finding], None] = lambda _: None) -> None:
        self.tally = Tally()
        self._random = Random(seed)
        self._report = report
        self._guard = Guard(str(place()))
        self._pools: dict[str, list[bytes]] = {}
        self._known: set[tuple[str, str, str]] = set()
        self._outcomes: dict[str, set[str]] = {}

    def explore(self, parsers: Iterable[HostParser], inputs: int, seconds: float) -> None:
        """Try so many inputs, or so long, over all parsers."""
        chosen = list(parsers)
        deadline = time.monotonic() + seconds
        turn = min(_TURN_SECONDS, seconds / len(chosen))
        while True:
            for parser in chosen:
                end = min(deadline, time.monotonic() + turn)
                self._try_one(parser)
                while time.monotonic() < end and sum(self.tally.inputs.values()) < inputs:
                    self._try_one(parser)
                if sum(self.tally.inputs.values()) >= inputs:
                    return
            if time.monotonic() >= deadline:
                return

    def check(self, parser: HostParser, data: bytes) -> Finding | None:
        """What is wrong with how a parser ends on an input, if anything."""
        return self._checked(parser, data)[0]

    def _try_one(self, parser: HostParser) -> None:
        pool = self._pools.setdefault(parser.name, list(parser.seeds()))
        self.tally.inputs[parser.name] = self.tally.inputs.get(parser.name, 0) + 1
        data = mutate(self._random.choice(pool), parser.form, pool, self._random)
        finding, outcome = self._checked(parser, data)
        outcomes = self._outcomes.setdefault(parser.name, set())
        if outcome not in outcomes and len(pool) < _POOL:
            # An error from a line that was not reached before leads further in.
            outcomes.add(outcome)
            pool.append(data)
        if finding is None or finding.signature in self._known:
            return
        self._known.add(finding.signature)
        small = self._minimised(parser, finding)
        self.tally.findings.append(small)
        self._report(small)

    def _checked(self, parser: HostParser, data: bytes) -> tuple[Finding | None, str]:
        reset_peak()
        before = peak_mebibytes()
        finding: Finding | None = None
        outcome = "parsed"
        try:
            with self._guard.watched(APART_SECONDS if parser.apart else SLOW_SECONDS):
                parser.parse(data)
        except parser.allowed as error:
            outcome = _place_of(error)
        except TooSlow as error:
            finding = Finding(
                parser.name, "slow", f"over {SLOW_SECONDS:g} s of processor time: {_place_of(error)}", data
            )
        except MemoryError as error:
            finding = Finding(parser.name, "memory", f"MemoryError: {_place_of(error)}", data)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - any of them is a finding
            where = f"{type(error).__name__} in {_place_of(error)}"
            finding = Finding(parser.name, "crash", f"{where}: {str(error)[:200]!r}", data)
        if parser.apart and finding is not None and finding.kind != "crash":
            return None, finding.kind
        if finding is None and self._guard.effects:
            finding = Finding(parser.name, "crash", f"an effect on the host: {self._guard.effects[0]}", data)
        if (
            finding is None
            and not parser.apart
            and (grown := peak_mebibytes() - before) * 2**20 > MEMORY_BYTES
        ):
            finding = Finding(parser.name, "memory", f"over 512 MiB: {grown:.0f} MiB more at the peak", data)
        return finding, outcome

    def _minimised(self, parser: HostParser, finding: Finding) -> Finding:
        """The finding with pieces of its input left out, as long as it stays the same one."""
        deadline = time.monotonic() + MINIMISE_SECONDS
        step = max(1, len(finding.data) // 2)
        while step and time.monotonic() < deadline:
            at, smaller = 0, False
            while at < len(finding.data) and time.monotonic() < deadline:
                candidate = finding.data[:at] + finding.data[at + step :]
                again = self.check(parser, candidate)
                if again is not None and again.signature == finding.signature:
                    finding, smaller = again, True
                else:
                    at += step
            if not smaller:
                step //= 2
        return finding


def _place_of(error: BaseException) -> str:
    """The last line of the project that an error passed through, which tells causes apart."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        frame
        for frame in frames
        if "/site-packages/" not in frame.filename and "/lib/python" not in frame.filename
    ]
    frame = (own or frames)[-1]
    return f"{frame.filename.rpartition('/')[2]} {frame.name} {frame.lineno} {type(error).__name__}"
