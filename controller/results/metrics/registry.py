"""All metrics: those of the modules of this folder, and those that other distributions declare.

A module of this folder declares a metric as a `MetricSpec` at its top level. Another distribution names one with an
entry point:

    [project.entry-points."testbed.metrics"]
    success_rate = "my_package.metrics:SUCCESS_RATE"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module

from controller.core.plugins import Plugin, find_plugins, modules_in
from controller.results.metrics import builtin
from controller.results.metrics.spec import MetricSpec
from controller.results.outcomes import EpisodeOutcome
from testbed.errors import UsageError

GROUP = "testbed.metrics"
PRIMARY = builtin.ACCURACY
"""The metric that floors, deviations and detectable effects are shown of."""
_RESERVED = ("episodes", "over_epochs")
"""Other keys next to the metrics in `summary.json`."""


@cache
def all_metrics() -> tuple[MetricSpec, ...]:
    """Every metric: built-in ones in the order of their declaration, then those of other distributions by name.

    Raises:
        UsageError: A distribution's metric cannot be imported, is no `MetricSpec`, or has a key that is taken.
    """
    metrics = {spec.key: spec for spec in _own()}
    for name, plugin in find_plugins(GROUP, "metric", metrics).items():
        metrics[name] = _loaded(plugin)
    return tuple(metrics.values())


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


def _own() -> Iterator[MetricSpec]:
    names = (builtin.__name__.rpartition(".")[2], *modules_in(__package__))
    for name in dict.fromkeys(names):
        if name not in ("spec", "registry"):
            module = import_module(f"{__package__}.{name}")
            yield from (value for value in vars(module).values() if isinstance(value, MetricSpec))


def _loaded(plugin: Plugin) -> MetricSpec:
    spec = plugin.load()
    if not isinstance(spec, MetricSpec):
        raise UsageError(f"{plugin.title} is a {type(spec).__name__}, not a MetricSpec", hint=plugin.remedy)
    if spec.key != plugin.name or not spec.key.isidentifier() or spec.key in _RESERVED:
        raise UsageError(
            f"{plugin.title} has the key {spec.key!r}; it must be an identifier, the entry point's name, "
            f"and none of {', '.join(_RESERVED)}",
            hint=plugin.remedy,
        )
    return replace(spec, compute=_reporting_failures(plugin, spec.compute))


def _reporting_failures(
    plugin: Plugin, compute: Callable[[Sequence[EpisodeOutcome]], float | None]
) -> Callable[[Sequence[EpisodeOutcome]], float | None]:
    def computed(outcomes: Sequence[EpisodeOutcome]) -> float | None:
        with plugin.failures_as(UsageError, "compute"):
            return compute(outcomes)

    return computed
