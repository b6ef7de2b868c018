"""Regular expressions over a book, side by side with ripgrep over the same tree.

    python bench/regexes.py BOOK ROOT

Each expression is one that somebody might type who reads a code base; both sides tell which files
match. Files that only one side has are told: ripgrep reads all files below ROOT, the book those
that it documents. Times are those of the wall and, behind them, of all processors together; the
figures are kept in ``regexes.md``.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

from repobook.index.search.search_index import SearchIndex
from repobook.model.search.query import Pattern
from repobook.search.find.find_regex import PatternMatcher
from repobook.search.find.regex_scan import Allowance

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
    r"__name__ == .__main__.:",
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


class Times(NamedTuple):
    wall: float
    processor: float

    def __str__(self) -> str:
        return f"{1_000 * self.wall:5.0f} ({1_000 * self.processor:.0f}) ms"


class Compared(NamedTuple):
    source: str
    book: Times
    ripgrep: Times
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
    start = _now()
    matcher.find(Pattern("once before"), path_by_id, Allowance())
    print(f"the first, which reads the vocabulary: {_since(start)}")
    rows = [compared(matcher, path_by_id, options.root, source) for source in EXPRESSIONS]
    for row in rows:
        print(told(row))
    print(shares("book", [row.book for row in rows]))
    print(shares("ripgrep", [row.ripgrep for row in rows]))
    return 0


def compared(
    matcher: PatternMatcher, path_by_id: dict[int, str], root: Path, source: str
) -> Compared:
    start = _now()
    found = matcher.find(Pattern(source), path_by_id, Allowance())
    here, start = _since(start), _now()
    listed = ripgrep(root, source)
    there = _since(start)
    listed &= set(path_by_id.values())
    paths = {path_by_id[file] for file in found.files}
    return Compared(
        source,
        here,
        there,
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
    read = f"{row.n_candidates:6} read, {row.n_files:5} match"
    differ = f"ripgrep +{row.n_only_ripgrep} book +{row.n_only_book}"
    return f"{row.book} {row.ripgrep}  {read}  {differ}  {row.n_unread or ''}  {row.source}"


def shares(label: str, times: list[Times]) -> str:
    told = []
    for share in (0.5, 0.95, 0.999):
        walls, processors = (sorted(one) for one in zip(*times, strict=True))
        at = int(len(times) * share)
        told.append(f"p{100 * share:.0f} {Times(walls[at], processors[at])}")
    return f"{label}: {', '.join(told)}"


def _now() -> Times:
    """Of this process and of those that it waited for."""
    return Times(time.perf_counter(), sum(os.times()[:4]))


def _since(start: Times) -> Times:
    now = _now()
    return Times(now.wall - start.wall, now.processor - start.processor)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
