# ruff: isort: skip_file
"""The model's side of an agent: what clients send, how coordinates and tools are written, mock models."""

# Models
from controller.models.completion import ChatMessage as ChatMessage
from controller.models.scaling import ScaledView as ScaledView
from controller.agents.coordinates import CoordinateFrame as CoordinateFrame
from controller.agents.coordinate_conventions import Convention as Convention
from controller.agents.coordinate_conventions import CONVENTIONS as CONVENTIONS
from controller.agents.builtin.openai.functions import COMPUTER_FUNCTIONS as COMPUTER_FUNCTIONS
from controller.agents.builtin.openai.functions import computer_call as computer_call
from controller.agents.tool_names import wire_name as wire_name
from controller.agents.tool_names import canonical_name as canonical_name

# Text protocols and mock models
from controller.agents.text_protocols.spec import TextProtocolSpec as TextProtocolSpec
from controller.agents.text_protocols.spec import ModelTurn as ModelTurn
from controller.agents.text_protocols.spec import ModelAnswer as ModelAnswer
from controller.agents.text_protocols.writing import screen_view as screen_view
from controller.agents.text_protocols.registry import find_text_protocol as find_text_protocol
from controller.agents.text_protocols.registry import reply_in_text_protocol as reply_in_text_protocol
from controller.models.exchange import MOCK_HEADER as MOCK_HEADER
from controller.models.deviations import all_deviations as all_deviations
