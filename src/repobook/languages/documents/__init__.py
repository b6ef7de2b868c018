"""Prose, notebooks and templates."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (
    Language("HTML", "html_parser", "template_resolver"),
    Language("Jinja", "jinja_parser", "template_resolver"),
    Language("Jupyter Notebook", "notebook_parser", "document_resolver"),
    Language("Markdown", "markdown_parser", "document_resolver"),
    Language("reStructuredText", "restructuredtext_parser", "document_resolver"),
)
