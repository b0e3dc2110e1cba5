# ruff: isort: skip_file
"""For authors of tasks and of sources of tasks."""

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

# Verdicts
from checkers.base import Score as Score
from checkers.base import claim as claim
from controller.tasks.task import EVALUATOR_ERROR as EVALUATOR_ERROR

# Tasks
from controller.tasks.task import Task as Task
from controller.tasks.task_info import TaskInfo as TaskInfo
from controller.tasks.task_info import OpenedApplication as OpenedApplication
from controller.tasks.task_info import Level as Level
from controller.tasks.task_judging import TaskJudging as TaskJudging
from controller.tasks.task_judging import JudgeNotes as JudgeNotes
from controller.tasks.task_variants import TaskVariants as TaskVariants
from controller.tasks.play_options import PlayOptions as PlayOptions

# Task sources
from controller.tasks.source import TaskSource as TaskSource
from controller.tasks.source import TaskSourceSpec as TaskSourceSpec
from controller.tasks.task import SourceRef as SourceRef
from controller.tasks.selection import Selection as Selection
from controller.tasks.selection import select_tasks as select_tasks
from controller.tasks.selection import load_tasks as load_tasks
from controller.tasks.selection import tasks_root as tasks_root
from controller.tasks.list_file import read_task_list as read_task_list

# Of other doors
from testbed.guests import Guest as Guest
from testbed.agents import Observation as Observation
