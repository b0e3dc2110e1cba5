# ruff: isort: skip_file
"""For authors of parts, judges and commands, and what all declarations have in common."""

# Options
from controller.core.options import Option as Option
from controller.core.options import OptionGroup as OptionGroup
from controller.core.extras import import_extra as import_extra
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
from controller.episode.saved_episode import SavedEpisode as SavedEpisode
from controller.episode.part import PendingActions as PendingActions
from controller.episode.step_record import StepRecord as StepRecord
from controller.records.spending import PUBLIC as PUBLIC
from controller.tasks.judgement import Judgement as Judgement

# Judges
from controller.judges.contract import Judge as Judge
from controller.judges.contract import JudgeCase as JudgeCase
from controller.judges.class_judge import ClassJudge as ClassJudge
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

# Commands
from controller.cli.plugins import CommandSpec as CommandSpec
from controller.core.plain_text import PlainConsole as PlainConsole
from controller.cli.common import OutputConsole as OutputConsole
from controller.cli.common import warn_of_damage as warn_of_damage
from controller.cli.options import run_option as run_option
from controller.core.interrupts import terminate_as_interrupt as terminate_as_interrupt
from controller.core.interrupts import ignore_interrupts as ignore_interrupts
from controller.guests.doctor.finding import DoctorCheck as DoctorCheck
from controller.guests.doctor.finding import Finding as Finding
