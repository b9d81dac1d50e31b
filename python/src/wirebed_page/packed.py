"""Data as text that stands in a page: JSON, gzip, base64. browser/lib/data.js unpacks it."""

import base64
import gzip

import msgspec

_LEVEL = 8


def pack(data: object) -> str:
    # A time in the head of gzip would make each page another one.
    return base64.b64encode(gzip.compress(msgspec.json.encode(data), _LEVEL, mtime=0)).decode()
