"""Regular expressions over a book, side by side with ripgrep over the same tree.

    python bench/regexes.py BOOK ROOT

Each expression is one that somebody might type who reads a code base; both sides tell which files
match. Files that only one side has are told: ripgrep reads all files below ROOT, the book those
that it documents. Times are of the wall; the figures are kept in ``regexes.md``.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

from repobook.model.query import Pattern
from repobook.service.pattern_matching import PatternMatcher
from repobook.store.search_index import SearchIndex

EXPRESSIONS: Final = (
    r"def forward\(self, x\)",
    r"class \w+Error\(",
    r"TORCH_CHECK\(.*dim",
    r"TODO\(\w+\)",
    r"FIXME|XXX|HACK",
    r"raise NotImplementedError",
    r"import numpy as np",
    r"^from __future__ import annotations$",
    r"#include <ATen/\w+\.h>",
    r"__global__ void \w+",
    r"scaled_dot_product_attention",
    r"\bflash_attn\b",
    r"flash.?attention",
    r"(?i)out of memory",
    r"assert .* is not None",
    r"except Exception as \w+:",
    r"if __name__ == .__main__.:",
    r"os\.environ\[.\w+.\]",
    r'getenv\("[A-Z_]+"\)',
    r"@pytest\.mark\.parametrize",
    r"@unittest\.skipIf\(.*CUDA",
    r"lambda \w+: \w+\.\w+",
    r"std::(unique|shared)_ptr<\w+>",
    r"static_cast<int64_t>\(",
    r"reinterpret_cast<\w+ ?\*>",
    r"C10_EXPORT|TORCH_API",
    r"#pragma once",
    r"#define [A-Z_]+_H_?$",
    r"namespace at::native",
    r"(cuda|hip)MemcpyAsync",
    r"cudaStream_t \w+",
    r"AT_DISPATCH_\w+\(",
    r"torch\.ops\.aten\.\w+\.default",
    r"register_(forward|backward)_hook",
    r"state_dict\(\)",
    r"load_state_dict\([^)]*strict=False",
    r"nn\.Linear\(\d+, \d+\)",
    r"torch\.compile\(.*fullgraph=True",
    r"mode=.max-autotune",
    r"dtype=torch\.(bfloat16|float16)",
    r"device=.cuda",
    r"\.to\(device\)",
    r"def test_\w+_backward",
    r"self\.assertRaisesRegex\(",
    r"warnings\.warn\(",
    r"logging\.getLogger\(__name__\)",
    r"https?://github\.com/\w+/\w+/issues/\d+",
    r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.com",
    r"\b0x[0-9A-F]{8}\b",
    r"Copyright .* 20(19|2\d)",
    r"\bv?\d+\.\d+\.\d+\b",
    r"([a-z]+)_\w+_\w+_kernel_impl",
    r"^\s*return None$",
    r"==\s*None\b",
    r"\)\s*->\s*Optional\[",
    r"Dict\[str, Any\]",
    r"for \w+, \w+ in enumerate\(",
    r'print\(f?"',
    r"\bGraphModule\b.*\bgraph\b",
    r"[^a-z]xnnpack[^a-z]",
)
_ALL_FILES: Final = """
    SELECT f.id, f.path FROM book.file f LEFT JOIN book.file_rank r ON r.file = f.id
    WHERE f.status = 'documented' ORDER BY coalesce(r.score, 0) DESC, f.path
"""


class Compared(NamedTuple):
    source: str
    seconds: float
    seconds_ripgrep: float
    n_candidates: int
    n_unread: int
    n_files: int
    n_only_ripgrep: int
    n_only_book: int


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("book", type=Path, metavar="BOOK")
    parser.add_argument("root", type=Path, metavar="ROOT")
    options = parser.parse_args(arguments)
    index = SearchIndex(options.book)
    path_by_id: dict[int, str] = dict(index.db.execute(_ALL_FILES))
    matcher = PatternMatcher(index)
    start = time.perf_counter()
    matcher.find(Pattern("once before"), path_by_id)
    print(f"the first, with the vocabulary: {1_000 * (time.perf_counter() - start):.0f} ms")
    rows = [compared(matcher, path_by_id, options.root, source) for source in EXPRESSIONS]
    for row in rows:
        print(told(row))
    print(shares("book", sorted(row.seconds for row in rows)))
    print(shares("ripgrep", sorted(row.seconds_ripgrep for row in rows)))
    return 0


def compared(
    matcher: PatternMatcher, path_by_id: dict[int, str], root: Path, source: str
) -> Compared:
    start = time.perf_counter()
    found = matcher.find(Pattern(source), path_by_id)
    seconds = time.perf_counter() - start
    start = time.perf_counter()
    listed = ripgrep(root, source) & set(path_by_id.values())
    elsewhere = time.perf_counter() - start
    paths = {path_by_id[file] for file in found.lines_by_file}
    return Compared(
        source,
        seconds,
        elsewhere,
        found.n_candidates,
        found.n_unread,
        len(paths),
        len(listed - paths),
        len(paths - listed),
    )


def ripgrep(root: Path, source: str) -> set[str]:
    command = ["rg", "--files-with-matches", "--hidden", "--no-ignore", "-e", source, "."]
    ran = subprocess.run(command, cwd=root, capture_output=True, check=False)
    return {line.removeprefix("./") for line in ran.stdout.decode("utf-8", "replace").splitlines()}


def told(row: Compared) -> str:
    times = f"{1_000 * row.seconds:6.0f} ms {1_000 * row.seconds_ripgrep:6.0f} ms"
    read = f"{row.n_candidates:6} read, {row.n_files:5} match"
    differ = f"ripgrep +{row.n_only_ripgrep} book +{row.n_only_book}"
    return f"{times}  {read}  {differ}  {row.n_unread or ''}  {row.source}"


def shares(label: str, seconds: list[float]) -> str:
    p50, p95 = (1_000 * seconds[int(len(seconds) * share)] for share in (0.5, 0.95))
    return f"{label}: p50 {p50:.0f} ms, p95 {p95:.0f} ms, most {1_000 * seconds[-1]:.0f} ms"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
