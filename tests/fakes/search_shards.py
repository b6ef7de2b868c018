"""Reads a shard of the site's search as a browser does."""

import json
import zlib
from base64 import b64decode
from typing import Any


def shard_value(text: str) -> Any:
    call, _, rest = text.partition(",")
    assert call.startswith('bookShard("')
    assert rest.endswith(");\n")
    rest = rest.removesuffix(");\n")
    if rest.endswith('",1'):
        rest = zlib.decompress(b64decode(rest.removesuffix('",1').removeprefix('"'))).decode()
    return json.loads(rest)
