"""Write controller/tool_filter/pool_tools.json: names of the tools of the pool's servers, as the image recorded them.

    .venv/bin/python -m scripts.pool_tools

Needs root, which reads the image.
"""

from __future__ import annotations

import json

from controller.guests.server_check import recorded_tools
from controller.tool_filter.servers import SHIPPED_POOL
from vm_images.image import find_image
from vm_images.server_pool import offerable_servers


def recorded_names() -> dict[str, list[str]]:
    """Names of the tools of the servers that guests can offer, by server. Raises ImageError."""
    image = find_image()
    return {
        server.id: [tool.name for tool in recorded_tools(image, server)] for server in offerable_servers()
    }


if __name__ == "__main__":
    SHIPPED_POOL.write_text(json.dumps(recorded_names(), indent=2) + "\n")
