# ruff: isort: skip_file
"""The list of all public names, grouped by who needs them.

A comment that stands alone begins a section of docs/api.md, one with two # a group of sections.
"""

## For users

# Runs
from controller.adapters.python_run import run as run
from controller.adapters.run_keywords import RunKeywords as RunKeywords
from controller.adapters.python_study import study as study
from controller.runs.observer import RunObserver as RunObserver

# Results
from controller.results.run_data import load_run as load_run
from controller.results.run_data import load_study as load_study
from controller.results.run_data import RunData as RunData
from controller.results.run_data import EpisodeData as EpisodeData
from controller.results.run_data import StudyData as StudyData
from controller.metrics.run_loader import LoadedRun as LoadedRun
from controller.results.export.episodes import ExportedStep as ExportedStep
from controller.metrics.outcomes import EpisodeOutcome as EpisodeOutcome
from controller.records.run_info import EpisodeResult as EpisodeResult
from controller.records.run_info import ModelUse as ModelUse
from controller.records.run_info import Failure as Failure
from controller.records.event_lines import Damage as Damage
from controller.records.run_info import RunInfo as RunInfo
from controller.records.run_options import RunOptions as RunOptions
from controller.records.run_info import TaskEntry as TaskEntry
from controller.records.run_info import SourceRecord as SourceRecord
from controller.records.run_info import AgentRecord as AgentRecord
from controller.results.comparison.compare import compare as compare
from controller.results.comparison.compare import Comparison as Comparison
from controller.metrics.statistics import PairedDifference as PairedDifference

# Environments
from controller.adapters.gymnasium_env import DesktopEnv as DesktopEnv
from controller.adapters.gymnasium_observations import text_of as text_of
from controller.adapters.gymnasium_snapshot import EnvSnapshot as EnvSnapshot
from controller.adapters.anthropic_toolset import GuestComputer as GuestComputer
from controller.adapters.anthropic_toolset import GuestLostError as GuestLostError
from controller.adapters.anthropic_toolset import guest_tools as guest_tools

# Running guests
from controller.guests.link.access import GuestAccess as GuestAccess
from controller.guests.link.access import find_access as find_access
from controller.guests.link.access import connect_guest as connect_guest

## For authors of tasks

# Actions
from controller.core.actions import Action as Action
from controller.core.actions import ActionSpace as ActionSpace
from controller.core.actions import GuiAction as GuiAction
from controller.core.actions import Screenshot as Screenshot
from controller.core.actions import Zoom as Zoom
from controller.core.actions import Key as Key
from controller.core.actions import HoldKey as HoldKey
from controller.core.actions import TypeText as TypeText
from controller.core.actions import MouseMove as MouseMove
from controller.core.actions import MouseDown as MouseDown
from controller.core.actions import MouseUp as MouseUp
from controller.core.actions import Click as Click
from controller.core.actions import Drag as Drag
from controller.core.actions import Point as Point
from controller.core.actions import Scroll as Scroll
from controller.core.actions import Wait as Wait
from controller.core.actions import Program as Program
from controller.core.actions import ToolCall as ToolCall
from controller.core.actions import Terminate as Terminate
from controller.core.actions import parse_action as parse_action
from controller.core.actions import describe_action as describe_action

# Solutions
from controller.tasks.solutions import Solution as Solution
from controller.tasks.reproducible import reproducible_zip as reproducible_zip
from controller.tasks.gimp_steps import run_gimp_action as run_gimp_action
from controller.tasks.gimp_steps import export_from_gimp as export_from_gimp
from controller.tasks.gimp_steps import title_has as title_has
from controller.tasks.gui_steps import ScreenCondition as ScreenCondition
from controller.tasks.gui_steps import act_until as act_until
from controller.tasks.gui_steps import repeat_until as repeat_until
from controller.tasks.gui_steps import in_front as in_front
from controller.tasks.gui_steps import shows as shows
from controller.tasks.gui_steps import is_blue as is_blue
from controller.tasks.gui_steps import text_in as text_in
from controller.tasks.gui_steps import screen_part as screen_part
from controller.tasks.gui_steps import vscode_list_is_short as vscode_list_is_short
from controller.tasks.gui_steps import choose_vscode_command as choose_vscode_command
from controller.tasks.gui_steps import run_in_vscode_terminal as run_in_vscode_terminal
from controller.tasks.gui_steps import save_in_libreoffice as save_in_libreoffice
from controller.tasks.gui_steps import ACCENT_COLOUR as ACCENT_COLOUR
from controller.tasks.gui_steps import VSCODE_CHOSEN_ROW as VSCODE_CHOSEN_ROW
from controller.tasks.gui_steps import LONGEST_WAIT as LONGEST_WAIT

## For authors of plugins

# Agents
from controller.core.agent import Agent as Agent
from controller.core.agent import Decision as Decision
from controller.core.agent import Usage as Usage
from controller.core.safety_check import SafetyCheck as SafetyCheck
from controller.core.agent import EpisodeContext as EpisodeContext
from controller.core.observation import Observation as Observation
from controller.core.observation_text import describe_observation as describe_observation
from controller.core.observation_text import parse_windows as parse_windows
from controller.core.windows import Window as Window
from controller.core.accessibility import Accessibility as Accessibility
from controller.core.accessibility import Element as Element
from controller.agents.contract import AgentSpec as AgentSpec
from controller.agents.contract import AgentOptions as AgentOptions
from controller.agents.contract import AgentCard as AgentCard
from controller.agents.probes import Probe as Probe
from controller.agents.probes import UnexpectedResponse as UnexpectedResponse
from controller.agents.settings import AgentSettings as AgentSettings
from controller.agents.settings import read_settings as read_settings
from controller.agents.settings import refuse_settings as refuse_settings
from controller.agents.settings import refuse_variant as refuse_variant
from controller.agents.registry import load_agent as load_agent
from controller.agents.osworld import OSWorldAgent as OSWorldAgent
from controller.agents.osworld import adapt_osworld as adapt_osworld
from controller.models.client import ModelClient as ModelClient
from controller.models.scaling import ScaledView as ScaledView
from controller.agents.coordinates import CoordinateFrame as CoordinateFrame
from controller.agents.coordinate_conventions import Convention as Convention
from controller.agents.coordinate_conventions import CONVENTIONS as CONVENTIONS
from controller.agents.builtin.openai.functions import COMPUTER_FUNCTIONS as COMPUTER_FUNCTIONS
from controller.agents.builtin.openai.functions import computer_call as computer_call
from controller.agents.tool_names import wire_name as wire_name
from controller.agents.tool_names import canonical_name as canonical_name

# Text agents
from controller.agents.text_agent import TextAgent as TextAgent
from controller.agents.completion_settings import CompletionSettings as CompletionSettings
from controller.agents.text_conversation import TextConversation as TextConversation
from controller.agents.step_lists import StepHistory as StepHistory
from controller.models.completion import ChatMessage as ChatMessage
from controller.agents.text_answers import TextAnswer as TextAnswer
from controller.agents.paper_protocol.parse import ProtocolError as ProtocolError
from controller.agents.paper_protocol.parse import UnknownFunction as UnknownFunction
from controller.agents.paper_protocol.parse import read_call as read_call
from controller.agents.lenient_json import read_lenient_json as read_lenient_json
from controller.agents.calls import truncate_middle as truncate_middle

# Text protocols and mock models
from controller.agents.text_protocols.spec import TextProtocolSpec as TextProtocolSpec
from controller.agents.text_protocols.spec import ModelTurn as ModelTurn
from controller.agents.text_protocols.spec import ModelAnswer as ModelAnswer
from controller.agents.text_protocols.writing import screen_view as screen_view
from controller.agents.text_protocols.registry import find_text_protocol as find_text_protocol
from controller.agents.text_protocols.registry import reply_in_text_protocol as reply_in_text_protocol
from controller.models.exchange import MOCK_HEADER as MOCK_HEADER
from controller.models.deviations import all_deviations as all_deviations
from controller.models.deviations import Deviation as Deviation

# Guests and providers
from controller.core.guest import Guest as Guest
from controller.core.guest import CommandResult as CommandResult
from controller.core.guest import HOME as HOME
from controller.core.guest import FILE_LIMIT as FILE_LIMIT
from controller.core.guest import parse_structured as parse_structured
from controller.core.windows import windows_of as windows_of
from controller.core.waiting import wait_until as wait_until
from controller.core.ports import OffersPorts as OffersPorts
from controller.guests.provider import Provider as Provider
from controller.guests.provider import GuestOptions as GuestOptions
from controller.guests.provider import ProviderSpec as ProviderSpec
from controller.guests.provider import HEADLESS as HEADLESS
from controller.guests.provider import ForkingProvider as ForkingProvider
from controller.guests.provider import Leftover as Leftover
from controller.guests.registry import create_provider as create_provider
from controller.runs.guest_options import guest_options as guest_options
from controller.runs.guest_pool import GuestPool as GuestPool
from controller.guests.self_check import self_check as self_check
from controller.guests.self_check import CheckResult as CheckResult
from controller.guests.self_check import NotConforming as NotConforming

# Tools and tool filters
from controller.core.guest import Tool as Tool
from controller.core.guest import ToolResult as ToolResult
from controller.tool_filter.catalogue import load_catalogue as load_catalogue
from controller.tool_filter.osworld_mcp_names import osworld_mcp_name as osworld_mcp_name
from controller.tool_filter.osworld_mcp_names import osworld_mcp_tool as osworld_mcp_tool
from controller.tool_filter.base import ToolFilter as ToolFilter
from controller.tool_filter.base import FilterRequest as FilterRequest
from controller.tool_filter.base import FilterSpec as FilterSpec
from controller.tool_filter.base import FilterOptions as FilterOptions
from controller.tool_filter.base import Ranking as Ranking
from controller.tool_filter.budget import ToolBudget as ToolBudget
from controller.tool_filter.servers import tools_by_server as tools_by_server
from controller.tool_filter.servers import known_servers as known_servers
from controller.tool_filter.servers import tool_of_server as tool_of_server

# Task sources
from controller.tasks.source import TaskSource as TaskSource
from controller.tasks.source import TaskSourceSpec as TaskSourceSpec
from controller.tasks.task import Task as Task
from controller.tasks.task import prompt_of as prompt_of
from controller.tasks.task import facts_of as facts_of
from controller.tasks.task import SourceRef as SourceRef
from controller.tasks.task_info import TaskInfo as TaskInfo
from controller.tasks.task_info import OpenedApplication as OpenedApplication
from controller.tasks.task_info import Level as Level
from controller.tasks.task_judging import TaskJudging as TaskJudging
from controller.tasks.task_judging import JudgeNotes as JudgeNotes
from controller.tasks.task_variants import TaskVariants as TaskVariants
from controller.tasks.play_options import PlayOptions as PlayOptions
from controller.tasks.task import has_fuzzy_form as has_fuzzy_form
from controller.tasks.task import with_form as with_form
from controller.tasks.task import with_variant as with_variant
from checkers.base import GuestView as GuestView
from checkers.base import Score as Score
from checkers.base import claim as claim
from controller.tasks.task import EVALUATOR_ERROR as EVALUATOR_ERROR
from controller.core.options import Option as Option
from controller.core.options import OptionGroup as OptionGroup
from controller.tasks.selection import Selection as Selection
from controller.tasks.selection import select_tasks as select_tasks
from controller.tasks.selection import load_tasks as load_tasks
from controller.tasks.selection import tasks_root as tasks_root
from controller.tasks.list_file import read_task_list as read_task_list
from controller.tasks.added_servers import AddedServers as AddedServers
from controller.tasks.task_servers import TaskServers as TaskServers
from controller.tasks.servers import offer_servers as offer_servers
from controller.guests.profile_packages import profile_packages as profile_packages
from controller.core.invalid_data import describe_invalid as describe_invalid

# Parts of episodes
from controller.episode.declared_part import DeclaredPart as DeclaredPart
from controller.episode.declared_part import PartRun as PartRun
from controller.episode.declared_part import PartAttempt as PartAttempt
from controller.episode.declared_part import PartCheck as PartCheck
from controller.episode.declared_part import Badge as Badge
from controller.episode.declared_part import StepNote as StepNote
from controller.episode.part import EpisodePart as EpisodePart
from controller.episode.part import PlayedEpisode as PlayedEpisode
from controller.episode.part import PendingActions as PendingActions
from controller.episode.step_record import StepRecord as StepRecord
from controller.records.verdicts import EpisodeVerdict as EpisodeVerdict
from controller.records.spending import PUBLIC as PUBLIC
from controller.tasks.judgement import Judgement as Judgement

# Metrics and judges
from controller.metrics.spec import MetricSpec as MetricSpec
from controller.metrics.registry import all_metrics as all_metrics
from controller.judges.contract import Judge as Judge
from controller.judges.contract import JudgeCase as JudgeCase
from controller.judges.contract import JUDGE_OPENING as JUDGE_OPENING
from controller.judges.contract import JUDGE_DATA_NOTICE as JUDGE_DATA_NOTICE
from controller.models.json_answer import AnswerFields as AnswerFields
from controller.models.json_answer import UnreadableError as UnreadableError
from controller.judges.majority import make_verdict as make_verdict
from controller.judges.majority import majority_verdict as majority_verdict
from controller.judges.majority import describe_unreadable as describe_unreadable
from controller.judges.records import VoteRecord as VoteRecord
from controller.judges.records import VerdictRecord as VerdictRecord
from controller.judges.records import Judging as Judging
from controller.parts.judges.files import judgings_of as judgings_of
from controller.records.verdicts import ERROR_CLASSES as ERROR_CLASSES

# Exports and imports
from controller.results.export.format import ExportFormat as ExportFormat
from controller.results.export.episodes import RunToExport as RunToExport
from controller.results.export.episodes import EpisodeToExport as EpisodeToExport
from controller.results.export.flat import episode_tables as episode_tables
from controller.results.run_tables import groups_of as groups_of
from controller.results.run_tables import group_at as group_at
from controller.core.extras import import_extra as import_extra
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
from controller.core.junk import is_junk as is_junk
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
from controller.guests.doctor.finding import DoctorCheck as DoctorCheck
from controller.guests.doctor.finding import Finding as Finding

# Commands
from controller.cli.plugins import CommandSpec as CommandSpec
from controller.core.plain_text import PlainConsole as PlainConsole
from controller.cli.common import OutputConsole as OutputConsole
from controller.cli.common import warn_of_damage as warn_of_damage
from controller.cli.options import run_option as run_option
from controller.core.interrupts import terminate_as_interrupt as terminate_as_interrupt
from controller.core.interrupts import ignore_interrupts as ignore_interrupts
