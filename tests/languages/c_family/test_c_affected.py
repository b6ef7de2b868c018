"""A change in C++ reaches every file whose links it alters: all edits of a small repository."""

from itertools import product

from repobook.languages import Resolver
from repobook.languages.c_family.resolver.c_declarations import looked_up
from repobook.model.graph import FileLinks, Unit
from repobook.resolve.affected import names_mentioned
from repobook.resolve.world import world_of
from tests.fakes.affected import touched_by
from tests.fakes.units import unit

VARIANTS: dict[str, list[str | None]] = {
    "base.h": [
        "namespace n { struct Base { int size(); }; enum Color { RED }; int f(int a); }\n",
        "namespace n { struct Base { int size(int a); }; enum class Color { RED }; int f(); }\n",
        "namespace m { struct Base {}; enum Color { RED }; }\n",
        "#define f(x) x\n",
        None,
    ],
    "base.cpp": [
        '#include "base.h"\nnamespace n {\nint f(int a) { return a; }\n}\n',
        '#include "base.h"\nnamespace n {\nint f(int a);\n}\n',
        None,
    ],
    "mid.h": [
        '#include "base.h"\nnamespace n { struct Mid : Base {}; using Alias = Mid; Mid make(); }\n',
        '#include "base.h"\nnamespace n { struct Mid {}; using Alias = Base; Mid make(); }\n',
        "namespace n { struct Mid; }\n",
    ],
    "using.h": [
        '#include "mid.h"\nnamespace u { using namespace n; }\nusing n::f;\n',
        '#include "mid.h"\nnamespace u { using namespace m; namespace x = n; }\n',
        "int unrelated();\n",
    ],
    "use.cpp": [
        '#include "using.h"\nnamespace u {\nint g(Alias* a, n::Mid& m) {\n'
        "  auto b = m;\n  return a->size() + b.size() + f(RED) + x::f(1);\n}\n}\n",
    ],
    "chain.cpp": ['#include "using.h"\nint k() { return n::make().size(); }\n'],
    "other.cpp": ["int h() { return f(2) + unrelated(); }\n"],
}


def test_every_link_that_an_edit_alters_is_resolved_anew() -> None:
    names = sorted(VARIANTS)
    read = {
        (path, n): unit(path, text)
        for path in names
        for n, text in enumerate(VARIANTS[path])
        if text is not None
    }
    links_by_state: dict[tuple[int, ...], dict[str, FileLinks]] = {}
    for state in product(*[range(len(VARIANTS[path])) for path in names]):
        units = [read[path, n] for path, n in zip(names, state, strict=True) if (path, n) in read]
        resolve = Resolver(world_of(units))
        links_by_state[state] = {found.path: resolve(found) for found in units}
    for state, before in links_by_state.items():
        for place, path in enumerate(names):
            for n in range(state[place] + 1, len(VARIANTS[path])):
                edited = (*state[:place], n, *state[place + 1 :])
                after = links_by_state[edited]
                units = [read[key] for key in zip(names, edited, strict=True) if key in read]
                old, new = read.get((path, state[place])), read.get((path, n))
                touched = touched_by(old, new, units, _names)
                for other, links in after.items():
                    if other != path and other not in touched:
                        assert links == before[other], (path, state, edited, other)


def _names(found: Unit) -> set[str]:
    return names_mentioned(found).union(looked_up(found))
