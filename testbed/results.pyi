# ruff: isort: skip_file
"""For who counts, shows, exports or imports runs."""

# Records
from controller.records.run_info import RunInfo as RunInfo
from controller.records.run_options import RunOptions as RunOptions
from controller.records.run_info import TaskEntry as TaskEntry
from controller.records.run_info import SourceRecord as SourceRecord
from controller.records.run_info import AgentRecord as AgentRecord
from controller.records.run_info import EpisodeResult as EpisodeResult
from controller.records.verdicts import EpisodeVerdict as EpisodeVerdict
from controller.records.run_info import ModelUse as ModelUse
from controller.records.run_info import Failure as Failure
from controller.records.event_lines import Damage as Damage

# Metrics
from controller.metrics.spec import MetricSpec as MetricSpec
from controller.metrics.registry import all_metrics as all_metrics

# Exports
from controller.results.export.format import ExportFormat as ExportFormat
from controller.results.export.episodes import RunToExport as RunToExport
from controller.results.export.episodes import EpisodeToExport as EpisodeToExport
from controller.results.export.episodes import ExportedStep as ExportedStep
from controller.results.export.flat import episode_tables as episode_tables
from controller.results.run_tables import groups_of as groups_of

# Imports
from controller.results.imports.format import ImportFormat as ImportFormat
from controller.results.imports.format import ImportRequest as ImportRequest
from controller.results.imports.format import ImportedRun as ImportedRun
from controller.records.run_records import RunRecords as RunRecords
from controller.records.episode_recorder import EpisodeRecorder as EpisodeRecorder
from controller.records.run_folder import TASK_NAME as TASK_NAME
from controller.records.bounded import open_plain as open_plain
from controller.records.bounded import read_bounded as read_bounded
from controller.records.bounded import count_values as count_values
from controller.core.texts import encodable as encodable
from controller.core.junk import without_junk as without_junk

# Pages and tables
from controller.results.viewer.plugin_pages import RunPage as RunPage
from controller.results.report.section import ReportSection as ReportSection
from controller.results.report.section import ReportedRunData as ReportedRunData
from controller.results.report.model import Table as Table
from controller.results.report.model import Column as Column
from controller.results.report.model import Row as Row
from controller.results.report.model import metric_column as metric_column
from controller.results.report.model import metric_cells as metric_cells
from controller.results.report.tables_paper import incomplete_notes as incomplete_notes
from controller.results.score_table import ScoreTable as ScoreTable
from controller.results.text_table import make_table as make_table
