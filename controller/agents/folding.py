"""Keeps a conversation within the model's context window, so that a long task goes on.

When the conversation is nearly full, or the API says that it is, older parts are folded until about half of the room
is free: first pictures, then results of calls, then whole turns, which the API's own compaction or notes by the model
replace. A decision's record names each fold. Without a known window nothing is folded before the API refuses a request.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Literal, Protocol, TypeVar

from controller.agents.calls import result_text, truncate_middle
from controller.core.actions import Action
from controller.core.agent import Decision, Usage
from controller.core.guest import ToolResult
from controller.models.context_window import FULL, ContextWindow
from controller.models.thinking import split_thinking
from testbed.errors import AgentError, ContextWindowError, RequestRefusedError, UsageError

FREED = 0.5
"""The part of the room that folding aims at."""
KEPT_TURNS = 4
"""Turns of the model that stay as they are."""
KEPT_RESULT = 400
"""Characters of an older result that stay."""
PICTURE_TOKENS = 1_500
CHARACTERS_PER_TOKEN = 4
"""For estimates: what counts is the API's own count, these only share it among the parts."""
LONGEST_STEP = 600
"""Characters of a step's thought, of each of its actions and of each result that the model's notes are made from."""
NOTES_SYSTEM = """\
You keep notes for an agent that carries out one task on a user's Linux desktop. Its conversation has become too long, \
and your notes replace the older part of it. Write down what it must know to go on: what is done, what it found out \
(names, paths, values, places on the screen), what failed and why, what is left to do. Write only what the record \
shows, as plain text of at most 600 words."""
NOTES_REQUEST = "Task: {instruction}\n\nNotes so far:\n{notes}\n\nRecord of the steps since:\n{steps}"
NO_NOTES = "none"
NOTES = "The conversation before this was too long and is replaced by these notes on it:\n{notes}"
CUT = "[… {count} characters of an older result were here …]"
PROMPTS = {"notes_system": NOTES_SYSTEM, "notes_request": NOTES_REQUEST, "notes": NOTES, "cut_result": CUT}
"""The texts above by name, for the run's record."""

Answer = TypeVar("Answer")
FoldKind = Literal["pictures", "results", "notes", "compaction"]
Compact = Callable[[int], tuple[int, Usage]]
"""Has the API compact all but the last turns of the model, as many as given. Returns how many it dropped; with 0
nothing was changed. Raises AgentError or UsageError when the API does not compact."""


class Conversation(Protocol):
    """A conversation in an API's own form whose older parts can be folded."""

    def size(self) -> int:
        """Estimate its tokens (see `estimate_tokens`)."""
        ...

    def fold_pictures(self) -> int:
        """Drop all pictures but the latest, and return how many."""
        ...

    def fold_results(self, keep: int) -> int:
        """Cut long results in all but the last `keep` turns of the model (see `cut_result`), and return how many."""
        ...

    def fold_turns(self, notes: str, keep: int) -> int:
        """Put notes in place of all but the opening and the last `keep` turns of the model.

        Returns:
            How many turns of the model it dropped; with 0 nothing was changed.
        """
        ...


@dataclass(frozen=True, slots=True)
class Fold:
    """One fold: what was folded and how many of them; of notes who wrote them, and their text."""

    kind: FoldKind
    count: int
    by: str = ""
    text: str = ""


@dataclass(slots=True)
class _StepRecord:
    thought: str
    actions: tuple[Action, ...]
    results: tuple[ToolResult, ...] = ()

    def text(self) -> str:
        lines = [truncate_middle(self.thought, LONGEST_STEP)] if self.thought else []
        for number, action in enumerate(self.actions):
            lines.append(f"- {truncate_middle(_action_json(action), LONGEST_STEP)}")
            if number < len(self.results):
                result = self.results[number]
                failed = "error: " if result.is_error else ""
                lines.append(f"  -> {failed}{truncate_middle(result_text(action, result), LONGEST_STEP)}")
        return "\n".join(lines)


@dataclass(slots=True)
class _EpisodeRecord:
    """The steps since the last notes, and these."""

    instruction: str
    notes: str = ""
    steps: list[_StepRecord] = field(default_factory=list)

    def request(self, most: int) -> str:
        """The request for new notes; the middle of a record of more than `most` characters is left out."""
        steps = truncate_middle("\n".join(step.text() for step in self.steps), most)
        return NOTES_REQUEST.format(instruction=self.instruction, notes=self.notes or NO_NOTES, steps=steps)


class Folding:
    """Sends the requests of an episode's agent, and folds its conversation where that is needed."""

    def __init__(
        self,
        instruction: str,
        conversation: Conversation,
        window: ContextWindow,
        write_notes: Callable[[str, str], tuple[str, Usage]],
        compact: Compact | None = None,
    ) -> None:
        """Begin an episode.

        Args:
            instruction: The task's instruction.
            conversation: The agent's conversation.
            window: The model's context window.
            write_notes: Asks the model, outside the conversation, with a system prompt and a text; returns its answer.
            compact: The API's own compaction, which is preferred to notes; None if there is none.
        """
        self._record = _EpisodeRecord(instruction)
        self._conversation = conversation
        self._window = window
        self._write_notes = write_notes
        self._compact = compact
        self._since = 0
        """Steps since turns were folded."""
        self._folds: list[Fold] = []
        self._usage = Usage()

    def begin(self, results: Sequence[ToolResult]) -> None:
        """Begin a decision, with the results of the one before."""
        if self._record.steps:
            self._record.steps[-1].results = tuple(results)
        self._folds, self._usage = [], Usage()

    def end(self, decision: Decision) -> Decision:
        """Return the decision with the folds that it took in its details, and their usage."""
        self._record.steps.append(_StepRecord(decision.thought, decision.actions))
        self._since += 1
        if not self._folds:
            return decision
        details = decision.details | {"folds": [asdict(fold) for fold in self._folds]}
        return replace(decision, usage=decision.usage + self._usage, details=details)

    def ask(self, send: Callable[[], Answer], usage_of: Callable[[Answer], Usage]) -> Answer:
        """Send a request, folding before it and after each refusal for its length.

        Args:
            send: Sends the conversation as it is. Raises ContextWindowError when it is too long.
            usage_of: The tokens that an answer counts.

        Raises:
            ContextWindowError: It is too long, and nothing is left to fold.
        """
        if self._window.is_nearly_full:
            self._fold(forced=False)
        while True:
            try:
                answer = send()
            except ContextWindowError as refusal:
                self._window.learn(refusal)
                if not self._fold(forced=True):
                    raise
            else:
                self._window.note(usage_of(answer))
                return answer

    def _fold(self, *, forced: bool) -> bool:
        """Fold until the conversation is short enough; return whether anything was folded.

        Only a refusal forces folds of the latest turns, and notes so soon after the last ones that there would be some
        every few steps.
        """
        conversation = self._conversation
        goal = conversation.size() * FREED / FULL
        stages: list[Callable[[], Fold]] = [
            lambda: Fold("pictures", conversation.fold_pictures()),
            lambda: Fold("results", conversation.fold_results(KEPT_TURNS)),
        ]
        if forced or self._since >= 2 * KEPT_TURNS:
            stages.append(lambda: self._fold_turns(KEPT_TURNS))
        if forced:
            stages += [
                lambda: Fold("results", conversation.fold_results(0)),
                lambda: self._fold_turns(1),
            ]
        folded = False
        for stage in stages:
            fold = stage()
            if fold.count:
                self._folds.append(fold)
                folded = True
            if folded and conversation.size() <= goal:
                break
        return folded

    def _fold_turns(self, keep: int) -> Fold:
        record = self._record
        if self._since <= keep:
            return Fold("notes", 0)
        count = self._compact_turns(keep)
        if count:
            self._since = 0
            return Fold("compaction", count, "api")
        notes, by = self._notes()
        count = self._conversation.fold_turns(NOTES.format(notes=notes), keep)
        if count:
            record.notes, record.steps = notes, []
            self._since = 0
        return Fold("notes", count, by, notes)

    def _compact_turns(self, keep: int) -> int:
        """How many turns the API compacted; one that refuses once is not asked again."""
        if self._compact is None:
            return 0
        try:
            count, usage = self._compact(keep)
        except (AgentError, RequestRefusedError, UsageError):
            self._compact = None
            return 0
        self._usage += usage
        return count

    def _notes(self) -> tuple[str, str]:
        """Notes on the whole episode and who wrote them: the model, or nobody when it cannot."""
        most = CHARACTERS_PER_TOKEN * (self._window.room or 20_000) // 2
        request = self._record.request(most)
        try:
            notes, usage = self._write_notes(NOTES_SYSTEM, request)
        except (
            AgentError,
            RequestRefusedError,
            UsageError,
        ):  # for what it says or how long it is: the agent goes on
            notes, usage = "", Usage()
        self._usage += usage
        if notes := split_thinking(notes)[1].strip():
            return notes, "model"
        return self._record.request(most // 4).partition("\n\n")[2], "record"


def estimate_tokens(content: object) -> int:
    """Estimate the tokens of a part of a conversation, in any API's form."""
    if isinstance(content, str):
        is_picture = content.startswith("data:image/")
        return PICTURE_TOKENS if is_picture else len(content) // CHARACTERS_PER_TOKEN
    if isinstance(content, bytes):
        return PICTURE_TOKENS
    if isinstance(content, dict):
        if isinstance(
            content.get("data"), str
        ):  # a picture's base64: Anthropic's `source`, Gemini's `inlineData`
            return PICTURE_TOKENS
        return sum(map(estimate_tokens, content.values()))
    if isinstance(content, list | tuple):
        return sum(map(estimate_tokens, content))
    return 1


def first_kept(starts: Sequence[int], keep: int, end: int) -> int:
    """Return the index from which the last `keep` turns are kept.

    Args:
        starts: Where the model's turns begin.
        keep: How many turns are kept.
        end: Where the conversation ends.

    Returns:
        An index into the conversation; 0 when it has not so many turns.
    """
    if keep == 0:
        return end
    return starts[-keep] if keep <= len(starts) else 0


def cut_result(text: str) -> str:
    """Return what stays of an older result."""
    if len(text) <= KEPT_RESULT + len(CUT):
        return text
    return f"{text[:KEPT_RESULT]}\n{CUT.format(count=len(text) - KEPT_RESULT)}"


def _action_json(action: Action) -> str:
    return json.dumps(action.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)
