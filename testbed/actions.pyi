# ruff: isort: skip_file
"""What an agent, a solution or a model does: actions on the desktop, calls of tools, the end of a task."""

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

# Results
from controller.tasks.result_values import result_value as result_value
