"""Parts of requests for tests of the rules of OpenAI's APIs."""

from __future__ import annotations

import base64
import io

from PIL import Image

from plugins.mock_models.turns import Body


def data_url(kind: str = "PNG", media_type: str = "image/png") -> str:
    out = io.BytesIO()
    Image.new("RGB", (8, 8)).save(out, kind)
    return f"data:{media_type};base64,{base64.b64encode(out.getvalue()).decode()}"


def schema() -> Body:
    return {"type": "object", "properties": {"column": {"type": "string"}}}
