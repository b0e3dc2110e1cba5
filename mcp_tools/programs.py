"""Where servers of the pool find their programs."""

from __future__ import annotations

NODE = "/opt/testbed/node/bin"
PATH = f"{NODE}:/usr/local/bin:/usr/bin:/bin"
