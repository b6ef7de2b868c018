"""Resolution outcomes by language, the language with the most references first."""

from collections import defaultdict
from typing import Final

from repobook.index.reader.rows import Rows
from repobook.model.graph import LanguageLinks, Outcome

_OUTCOMES: Final = """
    SELECT language, outcome, sum(n) FROM outcomes GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2
"""


def links_by_language(rows: Rows) -> tuple[LanguageLinks, ...]:
    outcomes: defaultdict[str, list[tuple[Outcome, int]]] = defaultdict(list)
    for language, outcome, n in rows(_OUTCOMES, ()):
        outcomes[language].append((outcome, n))
    links = (LanguageLinks(one, sum(n for _, n in ns), tuple(ns)) for one, ns in outcomes.items())
    return tuple(sorted(links, key=lambda one: (-one.n_references, one.language)))
