"""What the search of the site weighs and how soon it answers in a browser.

    python bench/site_search.py BOOK [--answers]

Makes all shards of a book from its index and measures them; with --answers types queries into the
site of the book, opened from disk, and tells when the first row stands there.
"""

import argparse
import statistics
import time
from collections import defaultdict
from pathlib import Path

import apsw
from playwright.sync_api import Page, sync_playwright

from repobook.build.pages.formats import SITE
from repobook.build.pages.site_search_files import LABELS, SiteIndex
from repobook.index.reader.repository.name_index import is_fine_index
from repobook.render.site.site_budget import compressed_size

_QUERIES = (
    *("forward", "Conv2d", "conv", "flash attn", "max pool", "TensorImpl", "dispatch key set"),
    *("test_conv", "te", "autograd", "Module.forward", "kind:class linear", "in:torch/nn linear"),
    *("getitem", "DDP", "inductor scheduler", "scaled dot product attention"),
)
_FIRST_ROW = """async (text) => {
  const input = document.querySelector(".searchbox input");
  const begin = performance.now();
  let arrived = 0;
  const real = window.bookShard;
  window.bookShard = (name, ...value) => {
    if (name.startsWith("n-")) arrived ||= performance.now();
    real(name, ...value);
  };
  input.value = text;
  input.dispatchEvent(new Event("input"));
  const row = () => document.querySelector(`.answer[data-query="${text}"] li`);
  while (!row()) await new Promise((resolve) => setTimeout(resolve, 1));
  window.bookShard = real;
  return [performance.now() - arrived, performance.now() - begin];
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("--answers", action="store_true")
    given = parser.parse_args()
    _weigh(given.book)
    if given.answers:
        _time_answers((given.book / "site" / "index.html").resolve().as_uri())


def _weigh(book: Path) -> None:
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    paths = [path for (path,) in db.execute("SELECT path FROM file")]
    begin = time.process_time()
    meta = dict(db.execute("SELECT key, value FROM meta"))
    index = SiteIndex(db, SITE.places(paths, "", ""), is_fine=is_fine_index(meta))
    made = [shard for label in LABELS for shard in index.made(label).shards]
    seconds = time.process_time() - begin
    sizes: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for name, text in made:
        sizes[name.rpartition("/")[2][0]].append((len(text.encode()), compressed_size(text)))
    print(f"made in {seconds:.1f} s of processor time")
    print(
        "| family | shards | MB | compressed MB | largest, compressed KB |\n|---|---|---|---|---|"
    )
    for family, found in [*sizes.items(), ("all", [one for all in sizes.values() for one in all])]:
        raw, packed = (sum(column) / 1e6 for column in zip(*found, strict=True))
        largest = max(size for _, size in found) / 1e3
        print(f"| {family} | {len(found):,} | {raw:.1f} | {packed:.1f} | {largest:.1f} |")


def _time_answers(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=["--no-sandbox"]
        )
        page = browser.new_page()
        times = [_first_row(page, address, query) for query in _QUERIES]
        browser.close()
    for what, found in zip(
        ("after its shard", "after typing"), zip(*times, strict=True), strict=True
    ):
        print(
            f"first row {what}: median {statistics.median(found):.0f} ms, most {max(found):.0f} ms"
        )


def _first_row(page: Page, address: str, query: str) -> tuple[float, float]:
    page.goto(address)
    after_shard, after_typing = page.evaluate(_FIRST_ROW, query)
    return after_shard, after_typing


if __name__ == "__main__":
    main()
