"""The keywords of `testbed.run`. Written by `scripts/run_keywords.py` from the option models; do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict

from controller.guests.provider import Provider
from controller.runs.observer import RunObserver


class RunKeywords(TypedDict, total=False):
    """The options of `testbed.run`; None is the default of each."""

    suite: str | None
    """Suite of the tasks, or a task source such as "osworld:DIR"; "" for any. Without one, tasks, domains
    and a list, the suites on servers (`mcp-…`) are left out."""
    domains: Sequence[str] | None
    """Select the tasks of this domain."""
    limit: int | None
    """Use only the first N selected tasks."""
    list_file: Path | str | None
    """Select the tasks that a file lists: JSON as OSWorld's lists, or one id a line."""
    epochs: int | None
    """Number of times every task is run. Default: 1."""
    branch_at: str | None
    """Later epochs of a task go on from the first one's state after so many steps, after every K steps, or
    before each decision, in turns. An attempt that the infrastructure failed goes on from its last
    state."""
    branch_from: str | None
    """The first epoch goes on as well: from the episode of its task in that run, after `branch_at` steps."""
    branch_history: Literal["replay", "text"] | None
    """How the agent learns what was done in the run of `branch_from`: replay of its own responses, or, for
    another agent or model, text in its prompt. Default: "replay"."""
    variant: int | None
    """Variant of tasks that have variants; 0 is the canonical one. Default: 0."""
    variants: Literal["same", "per-epoch"] | None
    """same: every epoch plays the same variant; per-epoch: each epoch the next one, from `variant` on.
    Default: "same"."""
    source_options: Mapping[str, str] | None
    """Options of the task source, such as {"cache": "DIR"}."""
    agent: str | None
    """Agent, with its variant after a colon; "" for anthropic if its key or a model is given, else oracle."""
    model: str | None
    """Model of the agent."""
    base_url: str | None
    """URL of the model API; default: the vendor's."""
    via: Literal["", "bedrock", "vertex", "azure", "foundry"] | None
    """Cloud platform of the agent's model: bedrock, vertex, azure, foundry."""
    settings: Mapping[str, Any] | None
    """Settings of the agent."""
    calling: Literal["native", "prompt"] | Literal[""] | None
    """How the model calls tools: native (its API's calls) or prompt (definitions in the system prompt,
    calls in the text); default: the agent's own."""
    seed: int | None
    """Random seed. Default: 0."""
    instructions: Literal["concrete", "fuzzy"] | None
    """concrete: the tasks' instructions; fuzzy: their fuzzy forms, which name no tools and no steps.
    Default: "concrete"."""
    actions: Literal["gui", "mcp", "gui+mcp"] | None
    """Action space: gui, mcp or gui+mcp. Default: "gui+mcp"."""
    observe: Sequence[Literal["screenshot", "windows", "a11y", "som"]] | None
    """What an observation holds. Default: "screenshot"."""
    user_model: str | None
    """Model that answers questions to the user of tasks that have one; default: their user.toml."""
    user_base_url: str | None
    """URL of that model's API; default: the vendor's."""
    approve: Literal["ask", "never", "always"] | Literal[""] | None
    """Actions that a vendor's safety check marks, and calls of destructive tools: ask (a person decides),
    never or always; default: what the agent does with its vendor's checks, and no questions about
    tools."""
    approve_seconds: float | None
    """Time limit of a person's decision with `approve` ask, after which the action is denied. Default:
    300.0."""
    tool_filter: str | None
    """Tool filter; "" for the agent's default."""
    tool_order: str | None
    """Order of the tools: lexicographic or shuffle. Default: "lexicographic"."""
    tool_budget: str | None
    """Maximum number of tools shown (25), or of tokens of their definitions (4000t)."""
    embeddings: str | None
    """Embedding model for semantic ranking in rag: name or folder of a sentence-transformers model."""
    context: str | None
    """What prompts of tasks with a persona tell beside the instruction: none, given (what it needs), all
    (also what it does not need) or distractors:N (what it needs and N foreign paragraphs). Default:
    "given"."""
    skills: str | None
    """Folder of Markdown documents that the agent is given for its work, such as how an application is
    used."""
    skills_by: Literal["text", "tool"] | None
    """How: all in the prompt, or by a tool that reads one by its name. Default: "text"."""
    judge: str | None
    """Model that judges what the agent did and answered, for tasks with key points or a reference."""
    judge_base_url: str | None
    """URL of that model's API; default: the vendor's."""
    judge_votes: int | None
    """Votes of each judge, an odd number; more than half of them must agree. Default: 1."""
    judge_by: Sequence[str] | None
    """Names of the judges; none for those that each task is for."""
    network: str | None
    """What guests reach outside: closed, open or allow:HOST[,HOST...]. This host and private networks stay
    out of reach. Default: "closed"."""
    screen: str | None
    """Size of the guests' screens in pixels, such as 1920x1080; default: 1280x720 times `scale`."""
    scale: int | None
    """How many times larger than usual the desktop and its applications draw: 1 or 2 (HiDPI). Default: 1."""
    idle: Literal["none", "freeze", "reclaim"] | None
    """While the agent decides, the guest runs on (none), stands still (freeze), or gives back its memory
    as well (reclaim). Containers of this host only. Default: "none"."""
    servers: Path | str | None
    """Servers of your own (TOML), which tasks can name beside those of the pool; see docs/servers.md."""
    guests: int | None
    """Number of guests that run at the same time. Default: 2."""
    cluster: str | None
    """Run the guests on the nodes of a Ray cluster: auto, HOST:PORT, ray://HOST:PORT, or local for a
    private one on this host."""
    max_guests: int | None
    """With `cluster`: maximum number of guests that run at the same time; default: the cluster's guest
    slots."""
    model_calls: Literal["driver", "node"] | None
    """With `cluster`: who sends requests to models: this process, or the node of the episode's guest,
    which then gets the key with each request. Default: "driver"."""
    provider: str | Provider | None
    """Provider or its name; "" for the host's default. A provider given as an object is left open. It has
    decided `network`, `screen` and `scale` itself: give the same values here, for the record."""
    steps: int | None
    """Maximum number of steps of an episode. Default: 50."""
    episode_seconds: float | None
    """Time limit of an episode; default: 3600."""
    call_seconds: float | None
    """Time limit of one decision of the agent; default: 300."""
    tool_seconds: float | None
    """Time limit of one tool call; default: the tool's own limit."""
    max_tokens: int | None
    """Stop the run after this many tokens; 0: no limit."""
    max_cost: float | None
    """Stop the run when its cost reaches this amount; 0: no limit."""
    prices: Path | str | None
    """Price list that adds or replaces prices of models (TOML)."""
    concurrency: int | None
    """Maximum number of concurrent requests to a model API; 0: no limit."""
    out: Path | str | None
    """Folder of the run; default: runs/<time>-<agent>."""
    tags: Mapping[str, str] | None
    """Tag of the run, which view, report and compare can filter by."""
    note: str | None
    """Note that is recorded with the run."""
    observer: RunObserver | None
    """Receives the run's progress, from any thread."""
