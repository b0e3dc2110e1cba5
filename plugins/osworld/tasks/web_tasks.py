"""OSWorld's tasks that need the web though no step or getter shows it, by id; judged by reading them.

A task that opens public pages in its set-up is not listed: `needs` finds it.
"""

from __future__ import annotations

WEB_TASKS = {
    "36037439-2044-4b50-b9d1-875b5a332143": "scholar.google.com",
    "3c8f201a-009d-4bbe-8b65-a6f8b35bb57f": "a download from huggingface.co",
    "42f4d1c7-4521-4161-b646-0a8934e36081": "the extension marketplace",
    "48c46dc7-fe04-4505-ade7-723cba1aa6f6": "github.com, docs.python.org",
    "48d05431-6cd5-4e76-82eb-12b60d823f7d": "a download of conda",
    "68a25bd4-59c7-4f4d-975e-da0c8509c848": "papers that a spreadsheet links",
    "69acbb55-d945-4927-a87b-8480e1a5bb7e": "github.com",
    "6f4073b8-d8ea-4ade-8a18-c5d1d5d5aa9a": "a search for conferences",
    "788b3701-3ec9-4b67-b679-418bfa726c22": "github.com",
    "7ff48d5b-2df2-49da-b500-a5150ffc7f18": "a search for visa offices",
    "873cafdd-a581-47f6-8b33-b9696ddb7b05": "the Chrome web store",
    "a82b78bb-7fde-4cb3-94a4-035baf10bcf0": "authors' home pages",
    "aad10cd7-9337-4b62-b704-a857848cedf2": "developer.apple.com",
    "acb0f96b-e27c-44d8-b55f-7cb76609dfcd": "github.com",
    "c7c1e4c3-9e92-4eba-a4b8-689953975ea4": "professors' home pages",
    "ce2b64a2-ddc1-4f91-8c7d-a88be7121aac": "an image search",
    "d1acdb87-bb67-4f30-84aa-990e56a09c92": "a map service",
    "da52d699-e8d2-4dc5-9191-a2199e0b6a9b": "howlongtoread.com",
    "deec51c9-3b1e-4b9e-993c-4776f20e8bb2": "arxiv.org",
    "e1fc0df3-c8b9-4ee7-864c-d0b590d3aa56": "a download of an extension",
    "f8369178-fafe-40c2-adc4-b9b08a125456": "gnome-look.org",
    "bba3381f-b5eb-4439-bd9e-80c22218d5a7": "a video stream",
    "4e60007a-f5be-4bfc-9723-c39affa0a6d3": "the extension marketplace",
    "eabc805a-bfcf-4460-b250-ac92135819f6": "the extension marketplace",
}
UNPLAYABLE = {
    "94d95f96-9699-4208-98ba-3c3119edf9c2": "it installs a program with Snap, which needs its store",
}
