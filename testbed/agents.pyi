# ruff: isort: skip_file
"""For authors of agents."""

# Agents
from controller.core.agent import Agent as Agent
from controller.core.agent import Decision as Decision
from controller.core.agent import Usage as Usage
from controller.core.safety_check import SafetyCheck as SafetyCheck
from controller.core.agent import EpisodeContext as EpisodeContext
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
from controller.agents.osworld import adapt_osworld as adapt_osworld

# Observations
from controller.core.observation import Observation as Observation
from controller.core.observation_text import describe_observation as describe_observation
from controller.core.observation_text import parse_windows as parse_windows
from controller.core.windows import Window as Window
from controller.core.accessibility import Accessibility as Accessibility
from controller.core.accessibility import Element as Element

# Text agents
from controller.agents.text_agent import TextAgent as TextAgent
from controller.agents.completion_settings import CompletionSettings as CompletionSettings
from controller.agents.text_conversation import TextConversation as TextConversation
from controller.agents.step_lists import StepHistory as StepHistory
from controller.agents.text_answers import TextAnswer as TextAnswer
from controller.agents.paper_protocol.parse import ProtocolError as ProtocolError
from controller.agents.paper_protocol.parse import UnknownFunction as UnknownFunction
from controller.agents.paper_protocol.parse import read_call as read_call
from controller.agents.lenient_json import read_lenient_json as read_lenient_json
from controller.agents.calls import truncate_middle as truncate_middle
