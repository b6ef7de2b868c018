"""JavaScript and TypeScript."""

from functools import partial
from typing import Final

from repobook.model.language import Language, words_pattern

_OF_NODE: Final = (
    "assert async_hooks buffer child_process cluster console constants crypto dgram"
    " diagnostics_channel dns domain events fs http http2 https inspector module net os path"
    " perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls"
    " trace_events tty url util v8 vm wasi worker_threads zlib"
)
_language = partial(
    Language,
    resolver="ecmascript_resolver",
    test_files=(
        r"test_.*\.[jt]s|.*_(?:tests?|unittest|gtest|spec)\.[jt]s"
        r"|.*\.(?:tests?|spec|test-d)\.(?:[jt]sx?|[mc][jt]s)"
    ),
    test_runner="ecmascript_tests",
    test_settings=("package.json",),
    lookup_settings=("package.json", "tsconfig.json", "tsconfig.base.json", "jsconfig.json"),
    tools=(r"eslint\S*", "jshint", r"prettier\S*"),
    standard_modules=rf"node:|{words_pattern(_OF_NODE.split())}(?:/|$)",
)
LANGUAGES: Final = (
    _language("JavaScript", "javascript", is_script=True),
    _language("TypeScript", "typescript"),
    _language("TSX", "tsx"),
)
