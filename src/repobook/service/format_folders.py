"""What the folders of the formats are called, for whoever need not load what writes them."""

from typing import Final

MARKDOWN_FOLDER: Final = "markdown"
SITE_FOLDER: Final = "site"
