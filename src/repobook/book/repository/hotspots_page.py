"""``hotspots.md``: the files where a change is most risky, with each factor by itself."""

from collections.abc import Iterator
from typing import Final

from repobook.book.folder.folder_inline import HOME, cite, file_link
from repobook.model.blocks import (
    Block,
    Code,
    Content,
    Facts,
    Page,
    PageRef,
    Paragraph,
    Section,
    Strong,
    Table,
)
from repobook.model.dossiers.survey import Hotspot, Survey

_FACTORS: Final = (
    ("Commits", "that changed the file"),
    ("Complexity", "the cyclomatic complexity of its functions that branch, summed"),
    ("Dependents", "files that import, include, call or inherit from it, including tests"),
)
_LEAD: Final = (
    "The files where a change is most risky: complex code that many files depend on, and that "
    "changes often where history is known."
)


def hotspots_page(survey: Survey, history: str) -> Page:
    """``history`` is the notice about the history: where it was cut, or why there is none."""
    sections = (
        Section("Files", tuple(_files(survey))),
        Section("How Files Are Ranked", tuple(_formula(survey, history))),
    )
    around = (("home", HOME), ("findings", PageRef("findings")), ("gaps", PageRef("gaps")))
    lead = (Paragraph((_LEAD,)),) if survey.hotspots else ()
    return Page(PageRef("hotspots"), "Hotspots", sections, lead, around)


def _formula(survey: Survey, history: str) -> Iterator[Block]:
    factors = _FACTORS if survey.has_past else _FACTORS[1:]
    formula = "score = complexity × (1 + dependents)"
    if survey.has_past:
        formula = "score = commits × complexity × (1 + dependents)"
    yield Paragraph((Strong(formula),))
    yield Facts(tuple((name, (what,)) for name, what in factors))
    if not survey.has_past:
        why = history or "no history was read"
        yield Paragraph((f"Change counts are unknown ({why}), so the score leaves them out.",))
    elif history:
        yield Paragraph(
            (f"Only the commits that were read are counted. {history[:1].upper()}{history[1:]}.",)
        )


def _files(survey: Survey) -> Iterator[Block]:
    if not survey.hotspots:
        yield Paragraph(("No source file has a function with a known complexity.",))
        return
    has_past = survey.has_past
    columns = (
        "",
        "File",
        "Score",
        *(name for name, _ in _FACTORS if has_past or name != "Commits"),
    )
    rows = [_row(n, one, has_past) for n, one in enumerate(survey.hotspots, 1)]
    left_out = survey.n_hotspots > len(rows)
    rest: Content = ("the others have lower scores",) if left_out else ()
    n_all = survey.n_hotspots if left_out else 0
    yield Table((*columns, "Most complex function"), tuple(rows), n_all, rest)


def _row(n: int, one: Hotspot, has_past: bool) -> tuple[Content, ...]:
    factors = [one.complexity, one.fan_in]
    if has_past:
        factors.insert(0, one.n_changes)
    return (
        (f"{n}",),
        (file_link(one.path),),
        (f"{one.score:,}",),
        *((f"{factor:,}",) for factor in factors),
        (Code(one.worst), f" {one.worst_complexity:,} at ", cite(one.place)._replace(is_here=True)),
    )
