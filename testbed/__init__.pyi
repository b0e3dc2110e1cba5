# ruff: isort: skip_file
"""For users: play runs, read their results, use a desktop from a program."""

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
from controller.metrics.outcomes import EpisodeOutcome as EpisodeOutcome
from controller.metrics.episode_stats import EpisodeStats as EpisodeStats
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
