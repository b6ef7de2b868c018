"""PHP."""

from typing import Final

from repobook.model.language import Language

LANGUAGES: Final = (
    Language(
        "PHP",
        "php_parser",
        "php_resolver",
        # The tag below a line that says by what a script is run.
        guards=("php",),
        is_script=True,
        test_files=r"(?:.*[A-Za-z0-9])?Tests?\.php",
        tools=("phpcs", "phpstan"),
    ),
)
