"""All metrics: those that modules of the folder `builtin` have as a `MetricSpec` at their top level, and plugins'."""

from __future__ import annotations

import pkgutil
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module

from controller.core.extension import Extension
from controller.core.extension_calls import warn_left_out
from controller.core.parts import all_parts, broken_parts, title_of
from controller.metrics import builtin
from controller.metrics.builtin import paper
from controller.metrics.outcomes import EpisodeOutcome
from controller.metrics.spec import MetricSpec
from testbed.errors import UsageError
from testbed.extension_points import METRICS, PARTS

PRIMARY = paper.ACCURACY
"""The metric whose baselines, deviations and detectable effects are shown."""
_RESERVED = ("episodes", "over_epochs")
"""Other keys next to the metrics in `summary.json`."""


@cache
def all_metrics() -> tuple[MetricSpec, ...]:
    """Every metric: built-in ones in the order of their declaration, then those of parts, and of other distributions.

    A distribution's metric that cannot be imported, is no `MetricSpec`, or has a key that is taken is left out, and
    that is logged: neither a run's summary nor a report is lost for it. So are those of a part that cannot be used.
    """
    builtin_ones = builtin_metrics()
    for problem in broken_parts():
        warn_left_out(str(problem))
    return (*builtin_ones.values(), *_of_parts(builtin_ones), *_plugins())


def _of_parts(taken: Container[str]) -> Iterator[MetricSpec]:
    """The metrics of parts. One whose key is taken is left out, and that is logged."""
    for name, part in all_parts().items():
        extension = PARTS.extension_of(name)
        for spec in part.metrics:
            if spec.key in taken or spec.key in _RESERVED or not spec.key.isidentifier():
                warn_left_out(
                    f"{title_of(name)} has a metric {spec.key!r}: the key is taken, or no identifier"
                )
            else:
                yield METRICS.guard(extension, spec) if extension else spec


def headline_metrics() -> tuple[MetricSpec, ...]:
    """The metrics of the main tables."""
    return tuple(spec for spec in all_metrics() if spec.headline)


def behaviour_metrics() -> tuple[MetricSpec, ...]:
    """The metrics that stand in the tables of agents' behaviour."""
    return tuple(spec for spec in all_metrics() if not spec.headline)


def with_values(
    specs: Iterable[MetricSpec], rows: Iterable[Mapping[str, float | None]]
) -> tuple[MetricSpec, ...]:
    """Leave out sparse metrics that have no value in any of a table's rows, which are metrics by key."""
    known = {key for row in rows for key, value in row.items() if value is not None}
    return tuple(spec for spec in specs if not spec.sparse or spec.key in known)


def measure(outcomes: Sequence[EpisodeOutcome]) -> dict[str, float | None]:
    """Compute every metric over the same episodes; None where a metric is not defined for them."""
    return {spec.key: spec.value(outcomes) for spec in all_metrics()}


def builtin_metrics() -> dict[str, MetricSpec]:
    """Return testbed's own metrics by key, in the order of their declaration."""
    first = paper.__name__.rpartition(".")[2]
    names = [first, *sorted(module.name for module in pkgutil.iter_modules(builtin.__path__))]
    modules = [import_module(f"{builtin.__name__}.{name}") for name in dict.fromkeys(names)]
    specs = (value for module in modules for value in vars(module).values() if isinstance(value, MetricSpec))
    return {spec.key: spec for spec in specs}


def _plugins() -> Iterator[MetricSpec]:
    for extension in METRICS.extensions().values():
        try:
            yield _check(extension, METRICS.adopt(extension))
        except UsageError as error:
            warn_left_out(str(error))


def _check(extension: Extension, spec: MetricSpec) -> MetricSpec:
    if spec.key != extension.name or not spec.key.isidentifier() or spec.key in _RESERVED:
        raise UsageError(
            f"{extension.title} has the key {spec.key!r}; it must be an identifier, the entry point's name, "
            f"and none of {', '.join(_RESERVED)}",
            hint=extension.remedy,
        )
    return spec
