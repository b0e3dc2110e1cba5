"""Asks a model for the votes of judges, and counts them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from random import Random

from pydantic import BaseModel

from controller.core.texts import clip, encodable
from controller.judges.contract import Judge, JudgeCase
from controller.judges.majority import make_verdict
from controller.judges.records import VerdictRecord, VoteRecord, VoteStatus
from controller.models.completion import ChatMessage, Completion, TextModel
from controller.models.json_answer import UnreadableError, read_object
from controller.models.usable_answers import UnusableAnswersError, ask_until_usable
from testbed.errors import (
    AccountError,
    AgentError,
    JudgeError,
    ModelApiError,
    PluginError,
    RequestRefusedError,
    UsageError,
)

MOST_CALLS = 3
"""How often a model is called for one vote before the vote counts as unreadable."""
MOST_REASONING = 2_000
"""Characters of a judge's reasons that are recorded."""
FINAL = ("refused",)
"""Statuses after which asking again is useless."""
REFUSED = (400, 413, 422)
"""HTTP statuses of a refused request, such as one that is too long. Other statuses are about the key or the model."""
AGAIN = "Your last answer could not be used: {problem}. Give the whole JSON object again, and nothing else."


def judge_case(
    judges: Sequence[Judge], case: JudgeCase, model: TextModel, *, votes: int = 1, seed: int = 0
) -> tuple[VerdictRecord, ...]:
    """Return each judge's verdict on an episode.

    An API that fails, and a request that is refused for its content, make a vote unreadable. After an API has failed,
    it is not called again. A judge whose own code fails gives no verdict.

    Args:
        judges: The judges.
        case: The episode.
        model: The model that plays them.
        votes: How many votes each has; an odd number.
        seed: Seed of what is shuffled.

    Raises:
        UsageError: Something is wrong with the key, the model or the account.
        CancelledError: The run was interrupted.
    """
    verdicts = []
    failed: VoteRecord | None = None
    for judge in judges:
        cast: list[VoteRecord] = []
        try:
            for number in range(judge.ballots(votes)):
                vote = _vote(judge, case, model, Random(f"{seed}/{judge.name}/{number}"), failed)
                failed = vote if vote.status == "api_error" else None
                cast.append(vote)
            verdicts.append(judge.tally(cast, case))
        except (JudgeError, PluginError) as error:
            verdicts.append(make_verdict(judge, cast, "unreadable", detail=encodable(error.message)))
    return tuple(verdicts)


def verdict_key(judges: Sequence[Judge], case: JudgeCase, model: str, votes: int, seed: int) -> str:
    """Return a hash of all that verdicts depend on."""
    shown = asdict(replace(case, notes=replace(case.notes, sections={})))
    del shown["notes"]["sections"]
    sections = {
        name: section.model_dump(mode="json")
        for name, section in case.notes.sections.items()
        if isinstance(section, BaseModel)
    }
    parts = [model, votes, seed, [[judge.name, judge.prompt] for judge in judges], shown]
    parts += [sections] if sections else []
    text = json.dumps(parts, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _vote(
    judge: Judge, case: JudgeCase, model: TextModel, random: Random, failed: VoteRecord | None
) -> VoteRecord:
    document, order = judge.document(case, random)
    if failed is not None:
        return failed.model_copy(update={"order": order, "calls": 0})
    request = [
        ChatMessage("system", (judge.prompt,)),
        ChatMessage("user", (encodable(json.dumps(document, ensure_ascii=False, indent=1)),)),
    ]
    calls = 0

    def send(correction: list[ChatMessage]) -> Completion:
        nonlocal calls
        calls += 1
        return model.complete([*request, *correction])

    def unread(status: VoteStatus, detail: str) -> VoteRecord:
        return VoteRecord(status=status, detail=encodable(detail), order=order, calls=calls)

    no_correction: list[ChatMessage] = []
    try:
        vote = ask_until_usable(
            send,
            lambda completion: judge.read(read_object(completion.text, completion.stop), case),
            _correct,
            UnreadableError,
            MOST_CALLS,
            no_correction,
            is_final=lambda error: error.status in FINAL,
        ).value
    except UnusableAnswersError as error:
        assert isinstance(error.last, UnreadableError)
        return unread(error.last.status, error.last.detail)
    except AccountError:
        raise
    except (AgentError, UsageError, RequestRefusedError) as error:
        if isinstance(error, UsageError) and getattr(error.__cause__, "status_code", 0) not in REFUSED:
            raise
        return unread("request_refused", error.message)
    except ModelApiError as error:
        return unread("api_error", error.message)
    reasoning = clip(vote.reasoning, MOST_REASONING)
    return vote.model_copy(update={"calls": calls, "order": order, "reasoning": reasoning})


def _correct(completion: Completion, error: UnreadableError) -> list[ChatMessage]:
    answer = clip(encodable(completion.text.strip()), MOST_REASONING) or "(nothing)"
    return [
        ChatMessage("assistant", (answer,)),
        ChatMessage("user", (AGAIN.format(problem=error.detail),)),
    ]
