"""A marketplace of extensions on loopback: python3 marketplace.py PORT ADDRESS FOLDER.

FOLDER holds packages named publisher.name-version.vsix; ADDRESS is where VS Code reaches this server. It answers
the one query VS Code makes (extensions by identifier) with the latest version, and serves packages and manifests.
"""

from __future__ import annotations

import json
import re
import sys
import uuid
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PACKAGE = "Microsoft.VisualStudio.Services.VSIXPackage"
MANIFEST = "Microsoft.VisualStudio.Code.Manifest"
ENGINE = "Microsoft.VisualStudio.Code.Engine"
BY_IDENTIFIER, BY_UUID = 7, 4


def uuid_of(identifier: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, identifier))


class Marketplace(BaseHTTPRequestHandler):
    address = ""
    folder = Path()

    def do_POST(self) -> None:
        query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        wanted = {
            criterion["value"].casefold()
            for group in query["filters"]
            for criterion in group["criteria"]
            if criterion["filterType"] in (BY_IDENTIFIER, BY_UUID)
        }
        latest = {path.name.rpartition("-")[0]: path for path in sorted(self.folder.glob("*.vsix"))}
        found = [
            self.described(identifier, path)
            for identifier, path in latest.items()
            if {identifier.casefold(), uuid_of(identifier)} & wanted
        ]
        count = {
            "metadataType": "ResultCount",
            "metadataItems": [{"name": "TotalCount", "count": len(found)}],
        }
        self.answer(json.dumps({"results": [{"extensions": found, "resultMetadata": [count]}]}).encode())

    def do_GET(self) -> None:
        asked = re.search(r"/([^/]+\.vsix)/([\w.]+)", self.path)
        if not asked or not (self.folder / asked[1]).is_file():
            self.send_error(404)
        elif asked[2] == MANIFEST:
            with zipfile.ZipFile(self.folder / asked[1]) as archive:
                self.answer(archive.read("extension/package.json"))
        else:
            self.answer((self.folder / asked[1]).read_bytes())

    def described(self, identifier: str, path: Path) -> dict[str, Any]:
        publisher, _, name = identifier.partition(".")
        files = f"{self.address}/{path.name}"
        return {
            "publisher": {
                "publisherId": uuid_of(publisher),
                "publisherName": publisher,
                "displayName": publisher,
                "flags": "verified",
            },
            "extensionId": uuid_of(identifier),
            "extensionName": name,
            "displayName": name,
            "flags": "validated",
            "lastUpdated": "2024-05-01T00:00:00Z",
            "publishedDate": "2024-05-01T00:00:00Z",
            "releaseDate": "2024-05-01T00:00:00Z",
            "shortDescription": "",
            "versions": [
                {
                    "version": path.stem.rpartition("-")[2],
                    "flags": "validated",
                    "lastUpdated": "2024-05-01T00:00:00Z",
                    "files": [
                        {"assetType": kind, "source": f"{files}/{kind}"} for kind in (PACKAGE, MANIFEST)
                    ],
                    "assetUri": files,
                    "fallbackAssetUri": files,
                    "properties": [{"key": ENGINE, "value": "^1.60.0"}],
                }
            ],
            "statistics": [],
        }

    def answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    Marketplace.address, Marketplace.folder = sys.argv[2], Path(sys.argv[3])
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Marketplace).serve_forever()
