"""What the site may weigh on its way to a browser."""

import hashlib

from repobook.model.blocks import Page, PageRef
from repobook.render.site.site_assets import assets
from repobook.render.site.site_budget import MAX_SCRIPTS, MAX_STYLES, compressed_size, is_too_heavy

NOISE = "".join(hashlib.sha256(str(n).encode()).hexdigest() for n in range(4000))


def test_a_page_that_does_not_compress_is_too_heavy() -> None:
    document = Page(PageRef("file", "a"), "a", ())
    assert is_too_heavy(document, NOISE)
    assert not is_too_heavy(document, NOISE[:90_000])
    assert not is_too_heavy(document, "word " * 100_000)
    assert not is_too_heavy(document._replace(ref=PageRef("source", "a")), NOISE)


def test_scripts_and_styles_keep_their_budgets() -> None:
    texts = {name: asset.text for name, asset in assets().items()}
    scripts = [text for name, text in texts.items() if name.endswith(".js")]
    assert sum(map(compressed_size, scripts)) <= MAX_SCRIPTS
    assert compressed_size(texts["book.css"]) <= MAX_STYLES
