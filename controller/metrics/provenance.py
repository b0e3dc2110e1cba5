"""Where a run's numbers come from: endpoint, mock model, replay, substituted models, changed records.

`LoadedRun.provenance` is that of a whole run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import PurePath
from typing import Any
from urllib.parse import urlsplit

from controller.models.exchange import base_name
from controller.records.part_options import marks_of_parts
from controller.records.part_records import usages_of
from controller.records.run_info import EpisodeResult, RunInfo
from controller.records.spending import Spending

VENDOR_HOSTS = frozenset({"api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com"})
"""Hosts of the vendors' own APIs: the default addresses of the packages anthropic, openai and google-genai."""

DEGRADED_IMAGES = {"gpt-6-sol": "2026-09-25", "gpt-6-luna": "2026-09-25"}
"""Models whose vendor encoded images wrongly before a day, which degraded what they understood of screenshots.

Source: OpenAI's changelog of the API, 25 September 2026 (developers.openai.com/api/docs/changelog).
"""


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a reader must know of a run's numbers besides its options.

    Attributes:
        endpoint: Hosts of the model APIs that were called, with their ports, separated by ", "; "" when they are the
            vendors' own or no model was called.
        mock: Whether a mock model answered.
        replay_of: Name of the folder of the run whose responses were replayed; "" for other runs.
        substitutions: Pairs of models, requested and served, that differ.
        edited: Number of episodes whose result differs from their events: it was changed after the run.
        rechecked: Number of episodes whose verdict is that of a later checker (`testbed score --recheck`).
        imported: Whether another program ran the episodes (`testbed import-results`).
        parts: What the parts of episodes remark on the run.
        degraded_images: The models, separated by ", ", that ran before their vendor mended how they see images.
    """

    endpoint: str = ""
    mock: bool = False
    replay_of: str = ""
    substitutions: tuple[tuple[str, str], ...] = ()
    edited: int = 0
    rechecked: int = 0
    imported: bool = False
    parts: tuple[str, ...] = ()
    degraded_images: str = ""

    @property
    def marks(self) -> tuple[str, ...]:
        """Short remarks to print beside the run's name; none for a run with nothing to remark."""
        served = dict.fromkeys(served for _requested, served in self.substitutions)
        marks = {
            "imported": self.imported,
            "mock": self.mock,
            f"replay of {self.replay_of}": self.replay_of,
            f"endpoint {self.endpoint}": self.endpoint,
            f"served: {', '.join(served)}": served,
            f"images degraded by the vendor's bug: {self.degraded_images}": self.degraded_images,
            **dict.fromkeys(self.parts, True),
            "edited": self.edited,
            "rechecked": self.rechecked,
        }
        return tuple(mark for mark, applies in marks.items() if applies)

    def as_data(self) -> dict[str, Any]:
        """The provenance as JSON data, with its marks."""
        data = asdict(self)
        data["substitutions"] = [list(pair) for pair in data["substitutions"]]
        data["parts"] = list(data["parts"])
        return {**data, "marks": list(self.marks)}

    @classmethod
    def from_summary(cls, summary: Mapping[str, Any]) -> Provenance:
        """The provenance that a summary has; an empty one from a summary of an older version."""
        data = dict(summary.get("provenance") or {})
        data.pop("marks", None)
        pairs = tuple((str(requested), str(served)) for requested, served in data.pop("substitutions", ()))
        remarks = tuple(map(str, data.pop("parts", ())))
        known = {field.name for field in fields(cls)} & data.keys()
        return cls(**{name: data[name] for name in known}, substitutions=pairs, parts=remarks)


def provenance_of(
    info: RunInfo,
    results: Iterable[EpisodeResult],
    *,
    edited: Collection[object] = (),
    rechecked: Collection[object] = (),
) -> Provenance:
    """The provenance of some results of a run.

    Args:
        info: What was run.
        results: The results, of all episodes or of some.
        edited: The episodes whose result differs from their events.
        rechecked: The episodes with a later verdict.
    """
    results = list(results)
    attempts: list[Spending] = [used for result in results for used in result.usages]
    attempts += [used for result in results for used in usages_of(result.parts)]
    hosts = {host for attempt in attempts for host in attempt.endpoints}
    if not results and info.options.base_url:
        hosts = {urlsplit(info.options.base_url).netloc.rpartition("@")[2]}
    mock = any(attempt.mock for attempt in attempts)
    models = {info.agent.model, *(model for result in results for model in result.usage.models)}
    return Provenance(
        endpoint=", ".join(sorted(hosts - VENDOR_HOSTS)),
        mock=mock,
        replay_of=PurePath(info.options.replay).name,
        substitutions=tuple(sorted({pair for attempt in attempts for pair in attempt.substitutions})),
        edited=len(edited),
        rechecked=len(rechecked),
        imported=bool(info.imported),
        parts=tuple(marks_of_parts(info.options, [result.parts for result in results])),
        degraded_images=""
        if mock
        else ", ".join(sorted(filter(partial(_is_degraded, info.created), models))),
    )


def _is_degraded(created: str, model: str) -> bool:
    """Whether the model's vendor mended how it sees images only after the run was started."""
    mended = DEGRADED_IMAGES.get(base_name(model.rpartition("/")[2]))
    return mended is not None and created[: len(mended)] < mended
