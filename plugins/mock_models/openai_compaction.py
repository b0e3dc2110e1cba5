"""Mock of `POST /v1/responses/compact`: the items that stand for a conversation, its opening and a sealed summary.

Facts of https://developers.openai.com/api/docs/guides/compaction, read in November 2026, and of the SDK's types.
"""

from __future__ import annotations

from collections.abc import Mapping

from openai.types.responses import response_compact_params

from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.openai_responses_rules import check_items, seal
from plugins.mock_models.openai_rules import invalid, read_body
from plugins.mock_models.turns import Body

FIELDS = frozenset(response_compact_params.ResponseCompactParams.__annotations__)


class OpenAICompaction(OpenAIResponses):
    """Implements `MockApi` and `CompactingApi`; every valid request is one for a compaction."""

    name = "openai-compaction"
    path = "/v1/responses/compact"

    def check(self, raw: bytes, headers: Mapping[str, str]) -> Body:
        self.check_key(headers)
        body = read_body(raw, FIELDS, ("model", "input"), any_model=self._any_model)
        items = body["input"]
        if not isinstance(items, list) or not items:
            raise invalid("Invalid 'input': an array with at least one item is expected.", "input")
        check_items(items)
        return body

    def compaction(self, body: Body, number: int) -> Body:
        identity = f"cmp_{number:04}"
        return {
            "id": f"resp_{number:04}",
            "object": "response.compaction",
            "created_at": 1_790_000_000,
            "output": [
                body["input"][0],
                {
                    "type": "compaction",
                    "id": identity,
                    "encrypted_content": seal(identity),
                    "created_by": None,
                },
            ],
            "usage": {"input_tokens": 135, "output_tokens": 20, "total_tokens": 155},
        }
