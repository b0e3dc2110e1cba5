"""What can be added to testbed: one extension point a kind of extension.

Testbed's own extensions and those of plugins are declared the same way, by an object of the type in brackets. A
plugin is any installed distribution. It names its declarations as entry points, which are imported when they are used:

    [project.entry-points."testbed.metrics"]
    success_rate = "my_package.metrics:SUCCESS_RATE"

    [project.entry-points."testbed.agents"]
    writer = "my_package.writer"

An entry point that names a module means the declaration in it: here `AGENT`. docs/plugins.md has an example of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.core.extension_point import ExtensionPoint, folders, function, modules
from testbed.errors import AgentError, CheckerError, GuestError, JudgeError, SetupError

if TYPE_CHECKING:
    from testbed.agents import AgentSpec
    from testbed.extensions import CommandSpec, DeclaredPart, DoctorCheck, Judge
    from testbed.guests import FilterSpec, ProviderSpec
    from testbed.models import TextProtocolSpec
    from testbed.results import ExportFormat, ImportFormat, MetricSpec, ReportSection, RunPage, ScoreTable
    from testbed.tasks import TaskSourceSpec

AGENTS: ExtensionPoint[AgentSpec] = ExtensionPoint(
    "agent",
    group="testbed.agents",
    module="testbed.agents",
    declaration="AgentSpec",
    attribute="AGENT",
    page="docs/custom_agents.md",
    builtin=modules("controller.agents.builtin", "AGENT"),
    failures={"create": AgentError, "act": AgentError},
    contracts=("Agent",),
)
"""`--agent`: decides what is done."""

PROVIDERS: ExtensionPoint[ProviderSpec] = ExtensionPoint(
    "provider",
    group="testbed.providers",
    module="testbed.guests",
    declaration="ProviderSpec",
    attribute="PROVIDER",
    page="docs/guests.md",
    builtin=folders("controller.guests", "PROVIDER"),
    failure=GuestError,
    passes={"read_file": "builtins:FileNotFoundError"},
    contracts=("Provider", "Guest"),
)
"""`--provider`: boots, resets and stops guests."""

TASK_SOURCES: ExtensionPoint[TaskSourceSpec] = ExtensionPoint(
    "task source",
    group="testbed.task_sources",
    module="testbed.tasks",
    declaration="TaskSourceSpec",
    attribute="SOURCE",
    page="docs/plugins.md",
    builtin=folders("controller.tasks.sources", "SOURCE", separator="-"),
    failures={
        **dict.fromkeys(("set_up", "select_snapshot", "sections", "truth"), SetupError),
        **dict.fromkeys(("prepare", "checker", "safety_checker"), CheckerError),
    },
    contracts=("TaskSource", "Task", "TaskInfo", "TaskJudging", "TaskVariants"),
)
"""`--suite NAME:PLACE`: reads tasks of a format."""

TOOL_FILTERS: ExtensionPoint[FilterSpec] = ExtensionPoint(
    "tool filter",
    group="testbed.tool_filters",
    module="testbed.guests",
    declaration="FilterSpec",
    attribute="FILTER",
    page="docs/tool_filters.md",
    builtin=modules("controller.tool_filter.builtin", "FILTER"),
    contracts=("ToolFilter",),
)
"""`--tool-filter`: chooses the tools that the agent is shown."""

TEXT_PROTOCOLS: ExtensionPoint[TextProtocolSpec] = ExtensionPoint(
    "text protocol",
    group="testbed.text_protocols",
    module="testbed.models",
    declaration="TextProtocolSpec",
    attribute="TEXT_PROTOCOL",
    builtin=modules(
        "controller.agents.text_protocols.builtin",
        "TEXT_PROTOCOL",
        {"best_of": "controller.runs.best_of.text_protocol"},
    ),
)
"""`testbed mock-model`: the model's side of an agent that has actions written as text."""

JUDGES: ExtensionPoint[Judge] = ExtensionPoint(
    "judge",
    group="testbed.judges",
    module="testbed.extensions",
    declaration="Judge",
    attribute="JUDGE",
    page="docs/judges.md",
    failures=dict.fromkeys(("ballots", "document", "read", "tally"), JudgeError),
    passes={"read": "controller.models.json_answer:UnreadableError"},
    contracts=("Judge",),
)
"""`--judge-by`: asks a model about an episode."""

PARTS: ExtensionPoint[DeclaredPart] = ExtensionPoint(
    "part",
    group="testbed.parts",
    module="testbed.extensions",
    declaration="DeclaredPart",
    attribute="PART",
    page="docs/parts.md",
    builtin=function("controller.parts:builtin_parts"),
    contracts=("DeclaredPart",),
)
"""Takes part in every episode: options, a section of `task.toml`, a record, columns, hooks."""

METRICS: ExtensionPoint[MetricSpec] = ExtensionPoint(
    "metric",
    group="testbed.metrics",
    module="testbed.results",
    declaration="MetricSpec",
    attribute="METRIC",
    page="docs/metrics.md",
    builtin=function("controller.metrics.registry:builtin_metrics"),
)
"""A number over episodes, in summaries, tables, reports, the viewer and exports."""

EXPORT_FORMATS: ExtensionPoint[ExportFormat] = ExtensionPoint(
    "export format",
    group="testbed.export_formats",
    module="testbed.results",
    declaration="ExportFormat",
    attribute="EXPORT",
    builtin=function("controller.results.export.formats:builtin_formats"),
    passes={"write": "builtins:OSError", "write_runs": "builtins:OSError"},
)
"""`testbed export --format`: writes a run for another program."""

IMPORT_FORMATS: ExtensionPoint[ImportFormat] = ExtensionPoint(
    "import format",
    group="testbed.import_formats",
    module="testbed.results",
    declaration="ImportFormat",
    attribute="IMPORT",
)
"""`testbed import-results --format`: reads another program's results as a run."""

RUN_PAGES: ExtensionPoint[RunPage] = ExtensionPoint(
    "run page",
    group="testbed.run_pages",
    module="testbed.results",
    declaration="RunPage",
    attribute="PAGE",
)
"""`testbed view`: a page of the viewer about a run, linked from the run's own."""

SCORE_TABLES: ExtensionPoint[ScoreTable] = ExtensionPoint(
    "score table",
    group="testbed.score_tables",
    module="testbed.results",
    declaration="ScoreTable",
    attribute="TABLE",
)
"""`testbed score`: numbers of a run next to testbed's own."""

REPORT_SECTIONS: ExtensionPoint[ReportSection] = ExtensionPoint(
    "report section",
    group="testbed.report_sections",
    module="testbed.results",
    declaration="ReportSection",
    attribute="SECTION",
)
"""`testbed report`: tables next to testbed's own."""

DOCTOR_CHECKS: ExtensionPoint[DoctorCheck] = ExtensionPoint(
    "doctor check",
    group="testbed.doctor_checks",
    module="testbed.extensions",
    declaration="DoctorCheck",
    attribute="CHECK",
)
"""`testbed doctor`: a requirement of this host."""

COMMANDS: ExtensionPoint[CommandSpec] = ExtensionPoint(
    "command",
    group="testbed.commands",
    module="testbed.extensions",
    declaration="CommandSpec",
    attribute="COMMAND",
    builtin=function("controller.cli.main:builtin_commands"),
    failures={"command": None},
)
"""`testbed NAME`: a command, or a group of commands."""


def extension_points() -> tuple[ExtensionPoint[Any], ...]:
    """Return all extension points, in the order of this page."""
    return tuple(value for value in globals().values() if isinstance(value, ExtensionPoint))
