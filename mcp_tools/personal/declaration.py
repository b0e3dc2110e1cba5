"""Declarations of applications: record types and actions, from which tables, checks and tools derive.

MAIL = App("mail", "Mail", "Messages in folders")

@MAIL.record("message", "messages", prefix="mail")
@dataclass(frozen=True, kw_only=True)
class Message(Record):
    owner: PersonId
    subject: Annotated[str, Text()]

@MAIL.action("modify")
def archive(world: World, message: MessageId) -> Row:
    '''Move a message into the archive.'''
    return summary(world.update(world.get(Message, message), folder="archive"))
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_type_hints

from mcp_tools.personal.fields import FieldType, field_type

if TYPE_CHECKING:
    pass

Effect = Literal["read", "create", "modify", "delete"]
"""What an action does with records. Reading may mark them as read."""
Row = dict[str, Any]
"""What a tool returns of a record, as JSON has it."""
ActionFunction = Callable[..., Any]
FunctionT = TypeVar("FunctionT", bound=ActionFunction)
MISSING: Any = dataclasses.MISSING
Records = Callable[[str], Mapping[str, Mapping[str, Any]]]
"""Returns the records of a type by id."""
SeenBy = Callable[[Records, Mapping[str, Any], str], bool]
"""Whether a person sees a record, given all records, its data and the person's id."""
OWNER = "owner"
MEMBERS = "members"


@dataclass(frozen=True, kw_only=True)
class Record:
    """Base class of record types.

    Only the person named in `owner` and those in `members` see a record. One that has neither field is seen by who sees
    the record that it is in, and by everybody if it is in none. `seen_by` of its declaration decides otherwise.
    """

    id: str


RecordT = TypeVar("RecordT", bound=Record)


@dataclass(frozen=True)
class RecordType:
    """A declared type of records.

    Attributes:
        name: "mail.message".
        plural: What a tree calls the map of its records: "messages".
        prefix: What the ids of new records begin with.
        python: The class.
        fields: The types of its fields but the id.
        defaults: The values of fields that need not be given.
        parent: The field with the id of the record that it is in; "" for a type that is directly in its application.
        volatile: Fields that say when something was done; states that differ in them alone count as equal.
        seen_by: Who sees its records, where that is not as `Record` says.
    """

    name: str
    plural: str
    prefix: str
    python: type[Record]
    fields: Mapping[str, FieldType]
    defaults: Mapping[str, Any]
    parent: str
    volatile: frozenset[str]
    seen_by: SeenBy | None = None

    @property
    def noun(self) -> str:
        """What refusals call a record of it."""
        return self.name.partition(".")[2].replace("_", " ")


@dataclass(frozen=True)
class Parameter:
    """A parameter of an action; `default` is MISSING where it must be given."""

    type: FieldType
    default: Any = MISSING


@dataclass(frozen=True)
class Action:
    """A declared action, which is offered as a tool."""

    name: str
    effect: Effect
    function: ActionFunction
    parameters: Mapping[str, Parameter]

    @property
    def description(self) -> str:
        """What it does, for the model."""
        return inspect.cleandoc(self.function.__doc__ or "")

    def input_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of its arguments, which is closed."""
        properties = {}
        for name, parameter in self.parameters.items():
            default = {} if parameter.default is MISSING else {"default": parameter.default}
            properties[name] = parameter.type.described() | default
        required = [name for name, parameter in self.parameters.items() if parameter.default is MISSING]
        closed = {"type": "object", "properties": properties, "additionalProperties": False}
        return closed | ({"required": required} if required else {})

    def tool(self) -> dict[str, Any]:
        """Return the tool as `tools/list` of MCP has it."""
        return {
            "name": self.name,
            "description": self.description,
            "inputSchema": self.input_schema(),
            "annotations": {
                "readOnlyHint": self.effect == "read",
                "destructiveHint": self.effect == "delete",
                "openWorldHint": False,
            },
        }


@dataclass(frozen=True)
class App:
    """An application: one server of the pool.

    Attributes:
        id: Its id, with which the names of its record types begin.
        title: Its name for people.
        purpose: What it has, in a few words.
    """

    id: str
    title: str
    purpose: str
    records: dict[str, RecordType] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)

    def record(
        self,
        name: str,
        plural: str,
        *,
        prefix: str,
        parent: str = "",
        volatile: tuple[str, ...] = (),
        seen_by: SeenBy | None = None,
    ) -> Callable[[type[RecordT]], type[RecordT]]:
        """Declare a dataclass as a type of records; see `RecordType`."""

        def declare(python: type[RecordT]) -> type[RecordT]:
            hints = get_type_hints(python, include_extras=True)
            own = [item for item in dataclasses.fields(python) if item.name != "id"]
            unknown = {parent, *volatile} - {"", *(item.name for item in own)}
            if unknown:
                raise TypeError(f"{python.__name__} has no field {', '.join(sorted(unknown))}")
            declared = RecordType(
                f"{self.id}.{name}",
                plural,
                prefix,
                python,
                {item.name: field_type(hints[item.name]) for item in own},
                {item.name: item.default for item in own if item.default is not MISSING},
                parent,
                frozenset(volatile),
                seen_by,
            )
            self.records[declared.name] = declared
            _BY_CLASS[python] = declared
            return python

        return declare

    def action(self, effect: Effect) -> Callable[[FunctionT], FunctionT]:
        """Declare a function as an action: the world, then the arguments. Its docstring describes the tool."""

        def declare(function: FunctionT) -> FunctionT:
            hints = get_type_hints(function, include_extras=True)
            _, *parameters = inspect.signature(function).parameters.values()
            declared = {
                item.name: Parameter(
                    field_type(hints[item.name]),
                    MISSING if item.default is inspect.Parameter.empty else item.default,
                )
                for item in parameters
            }
            if not function.__doc__:
                raise TypeError(f"{function.__name__} has no docstring, which describes the tool")
            self.actions[function.__name__] = Action(function.__name__, effect, function, declared)
            return function

        return declare


_BY_CLASS: dict[type[Record], RecordType] = {}


def record_type(python: type[Record]) -> RecordType:
    """Return the declaration of a class of records."""
    return _BY_CLASS[python]


def record_types() -> list[RecordType]:
    """Return all declared types of records."""
    return list(_BY_CLASS.values())
