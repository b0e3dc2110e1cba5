"""The layout of a run's folder: every path in it, and nothing of what the files hold.

    run.json                              what was run
    tools.json                            the tools its guests offer
    episodes/<task>/<epoch>/
        events.jsonl                      one event a line, flushed as it happens
        exchanges.jsonl.gz                requests to model APIs and their answers, likewise
        screens/<hash>.png, .jpg …        pictures, named by their content
        attempts/<n>.jsonl                events of attempts that failed or were cancelled
        attempts/<n>.exchanges.jsonl.gz   their requests and answers
        attempts/<n>.result.json          a result that was moved aside, as the episode ran again
        final/                            what the checker read (final_state.py)
        result.json                       written last
        verdicts/<key>.json               verdicts of judges that `testbed judge` asked (judging.py)
        verdicts/<key>.exchanges.jsonl.gz requests to their model and its answers; <key> is `run` for the run's own
        recheck.json                      a later verdict, of a changed checker or of judges (recheck.py)
        imported/                         the original files of imported results, but for the pictures
    judge_controls/<key>.json             a judge's verdicts on the control answers (judging.py)
    judge_controls/<key>.exchanges.jsonl.gz requests to its model and its answers
    question.json, answer.json            an open question to a person, and its answer (questions.py)
    summary.json                          the metrics
    labels.csv                            people's labels of imported episodes (results/imports/labels.py)
    best_of.json                          the choices of `testbed best-of`, in the first of its runs
    log.jsonl                             what happened in the run, one JSON object a line
    error.json                            why the run was aborted; missing in others
    .lock                                 locked by the process that runs the run

Everything but events and exchanges is written atomically. Code outside `controller/records` takes paths from here:
tests/controller/records/test_run_folder.py finds names that are written elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

RUN_FILE = "run.json"
"""The file that makes a folder that of a run."""
TASK_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*/[A-Za-z0-9_][A-Za-z0-9_.-]*")
"""The names tasks have. Records may come from elsewhere: only one that matches is used as a path."""
VERDICT_KEY = re.compile(r"[0-9a-f]{16}")
"""The form of keys of judges' verdicts, which become names of files."""
RUN_VERDICTS = "run"
"""Stands for the key of the verdicts that the run itself asked for, which are in `result.json`."""
PICTURE_SUFFIXES = {b"\x89PNG": ".png", b"\xff\xd8": ".jpg", b"RIFF": ".webp", b"GIF8": ".gif"}
"""The ending of a picture's name by the first bytes of its content."""
_EVENTS = "events.jsonl"
_EXCHANGES = "exchanges.jsonl.gz"
_RESULT = "result.json"
_CASE = "case.json"
_RECHECK = "recheck.json"
_ATTEMPT = re.compile(r"[1-9][0-9]{0,5}")
_SCREEN_NAME = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class EpisodeFolder:
    """The paths of an episode's folder, none of which need exist. An attempt is the last one (0), or has a number."""

    path: Path

    @property
    def result_file(self) -> Path:
        return self.path / _RESULT

    @property
    def recheck_file(self) -> Path:
        return self.path / _RECHECK

    @property
    def screens(self) -> Path:
        return self.path / "screens"

    @property
    def attempts_folder(self) -> Path:
        return self.path / "attempts"

    @property
    def final(self) -> Path:
        return self.path / "final"

    @property
    def case_file(self) -> Path:
        """What was played, of an episode of a proof."""
        return self.path / _CASE

    @property
    def verdicts(self) -> Path:
        return self.path / "verdicts"

    @property
    def imported(self) -> Path:
        return self.path / "imported"

    def events_file(self, attempt: int = 0) -> Path:
        """Return the events of an attempt."""
        return self.attempts_folder / f"{attempt}.jsonl" if attempt else self.path / _EVENTS

    def exchanges_file(self, attempt: int = 0) -> Path:
        """Return the requests to model APIs of an attempt."""
        if attempt:
            return exchanges_file(self.attempts_folder, str(attempt))
        return self.path / _EXCHANGES

    def moved_result_file(self, attempt: int) -> Path:
        """Return where the result goes that the episode had before it ran again."""
        return self.attempts_folder / f"{attempt}.{_RESULT}"

    def verdict_file(self, key: str) -> Path:
        """Return the verdicts of judges with a key."""
        return self.verdicts / f"{key}.json"

    def verdict_exchanges_file(self, key: str) -> Path:
        """Return the requests to the model of judges with a key."""
        return exchanges_file(self.verdicts, key)

    def attempts(self) -> tuple[int, ...]:
        """Return the numbers of the earlier attempts, in order."""
        return self._numbers(".jsonl")

    def moved_results(self) -> list[Path]:
        """Return the results that were moved aside, in order."""
        return [self.moved_result_file(number) for number in self._numbers(f".{_RESULT}")]

    def verdict_files(self) -> list[Path]:
        """Return the verdicts of all judges that `testbed judge` asked."""
        return sorted(path for path in self.verdicts.glob("*.json") if VERDICT_KEY.fullmatch(path.stem))

    def record_files(self) -> Iterator[Path]:
        """Yield events, requests, results and pictures of all attempts, as far as they exist.

        Links are left out: a run from elsewhere must not expose this host's files.
        """
        files = [
            self.events_file(),
            self.exchanges_file(),
            self.result_file,
            self.recheck_file,
            *self.attempts_folder.glob("*.jsonl"),
            *self.attempts_folder.glob(f"*.{_EXCHANGES}"),
            *self.screens.glob("*.*"),
        ]
        yield from (file for file in files if file.is_file() and not file.is_symlink())

    def picture(self, name: object) -> Path | None:
        """Return the picture that an event names; None when there is none or the name is invalid.

        Links are not followed, likewise.
        """
        if not isinstance(name, str) or not _SCREEN_NAME.fullmatch(name):
            return None
        files = (self.screens / f"{name}{suffix}" for suffix in PICTURE_SUFFIXES.values())
        return next((path for path in files if path.is_file() and not path.is_symlink()), None)

    def _numbers(self, ending: str) -> tuple[int, ...]:
        """Return the numbers of the files of attempts whose names are a number and this ending, in order."""
        stems = (path.name.removesuffix(ending) for path in self.attempts_folder.glob(f"*{ending}"))
        return tuple(sorted(int(stem) for stem in stems if _ATTEMPT.fullmatch(stem)))


@dataclass(frozen=True, slots=True)
class RunFolder:
    """The paths of a run's folder, none of which need exist."""

    path: Path

    @property
    def run_file(self) -> Path:
        return self.path / RUN_FILE

    @property
    def tools_file(self) -> Path:
        return self.path / "tools.json"

    @property
    def summary_file(self) -> Path:
        return self.path / "summary.json"

    @property
    def labels_file(self) -> Path:
        return self.path / "labels.csv"

    @property
    def judge_controls(self) -> Path:
        return self.path / "judge_controls"

    def judge_controls_file(self, key: str) -> Path:
        """Return a judge's verdicts on the control answers."""
        return self.judge_controls / f"{key}.json"

    def judge_controls_files(self) -> list[Path]:
        """Return the verdicts of all judges on the control answers."""
        return sorted(path for path in self.judge_controls.glob("*.json") if VERDICT_KEY.fullmatch(path.stem))

    @property
    def best_of_file(self) -> Path:
        return self.path / "best_of.json"

    @property
    def log_file(self) -> Path:
        return self.path / "log.jsonl"

    @property
    def error_file(self) -> Path:
        return self.path / "error.json"

    @property
    def question_file(self) -> Path:
        return self.path / "question.json"

    @property
    def answer_file(self) -> Path:
        return self.path / "answer.json"

    @property
    def lock_file(self) -> Path:
        return self.path / ".lock"

    def exists(self) -> bool:
        """Whether there is a run in it."""
        return self.run_file.is_file()

    def episode(self, task_id: str, epoch: int) -> EpisodeFolder:
        """Return the folder of an episode; epochs count from 1."""
        return EpisodeFolder(self.path / "episodes" / task_id / str(epoch))

    def result_files(self) -> Iterator[Path]:
        """Yield the results of all episodes on disk."""
        yield from self.path.glob(f"episodes/*/*/*/{_RESULT}")

    def has_results(self) -> bool:
        """Whether an episode has a result, or had one that was moved aside."""
        moved = self.path.glob(f"episodes/*/*/*/attempts/*.{_RESULT}")
        return any(self.result_files()) or any(moved)

    def event_files(self) -> Iterator[Path]:
        """Yield the events of the last attempts of all episodes on disk."""
        yield from self.path.glob(f"episodes/*/*/*/{_EVENTS}")

    def siblings(self) -> list[RunFolder]:
        """Return the runs in the same folder, this one included, the latest first."""
        files = sorted(
            self.path.parent.glob(f"*/{RUN_FILE}"), key=lambda path: path.stat().st_mtime, reverse=True
        )
        return [RunFolder(path.parent) for path in files]


def exchanges_file(folder: Path, name: str) -> Path:
    """Return the file of requests to model APIs that has a name of its own in a folder."""
    return folder / f"{name}.{_EXCHANGES}"


def changing_files(run: str, episodes: Sequence[str]) -> Iterator[str]:
    """Yield what changes whenever anything of a run does, by the folders of the run and of its episodes.

    As texts, since there may be very many and making paths takes longer than asking for their state.
    """
    for name in (RUN_FILE, "summary.json", "tools.json", "error.json", "question.json"):
        yield f"{run}/{name}"
    for episode in episodes:
        yield episode
        yield f"{episode}/{_RESULT}"
        yield f"{episode}/{_EVENTS}"
        yield f"{episode}/{_RECHECK}"
