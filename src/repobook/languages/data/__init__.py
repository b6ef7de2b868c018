"""Data, schemas and styles."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (
    Language("CSS", "css_parser", "css_resolver"),
    Language("INI", "ini_parser"),
    Language("JSON", "json_parser"),
    Language("JSON with Comments", "json_with_comments"),
    Language(
        "Protocol Buffer",
        "protocol_buffer_parser",
        "protocol_buffer_resolver",
    ),
    Language("SQL", "sql_parser"),
    Language("TOML", "toml_parser"),
    Language("YAML", "yaml_parser", "yaml_resolver"),
)
