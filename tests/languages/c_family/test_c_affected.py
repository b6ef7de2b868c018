"""A change in C++ reaches every file whose links it alters: all edits of a small repository."""

from repobook.languages.c_family.resolver.c_declarations import looked_up
from repobook.model.graph import Unit
from repobook.resolve.affected_files.changed_names import names_mentioned
from tests.fakes.affected import assert_all_edits_followed

VARIANTS: dict[str, list[str | None]] = {
    "base.h": [
        "namespace n { struct Base { int size(); }; enum Color { RED }; int f(int a); }\n",
        "namespace n { struct Base { int size(int a); }; enum class Color { RED }; int f(); }\n",
        "namespace m { struct Base {}; enum Color { RED }; }\n",
        "namespace n { struct Base { int size(); }; }\nnamespace n { namespace m { int f(); } }\n",
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
        '#include "extra.h"\n#include "base.h"\nnamespace n { struct Mid : Base {}; }\n',
    ],
    "extra.h": ["int f(int a);\nnamespace n { struct Extra {}; struct Base; }\n"],
    "using.h": [
        '#include "mid.h"\nnamespace u { using namespace n; }\nusing n::f;\n',
        '#include "mid.h"\nnamespace u { using namespace m; namespace x = n; }\n',
        '#include "mid.h"\nnamespace u { using namespace m; }\nusing n::f;\n',
        "int unrelated();\n",
    ],
    "use.cpp": [
        '#include "using.h"\nnamespace u {\nint g(Alias* a, n::Mid& m) {\n'
        "  auto b = m;\n  return a->size() + b.size() + f(RED) + x::f(1);\n}\n}\n",
    ],
    "chain.cpp": ['#include "using.h"\nint k() { return n::make().size(); }\n'],
    "body.cpp": [
        '#include "using.h"\nusing namespace n;\nint Base::size() { return size() + f(1); }\n',
        '#include "using.h"\nint Base::size() { using namespace m;\n return this->size(); }\n',
    ],
    "other.cpp": ["int h() { return f(2) + unrelated(); }\n"],
}


def test_every_link_that_an_edit_alters_is_resolved_again() -> None:
    assert_all_edits_followed(VARIANTS, _names)


LOCALS: dict[str, list[str | None]] = {
    "base.h": ["struct Base { int size(); };\nstruct Other {};\n"],
    "make.h": [
        '#include "base.h"\n'
        "inline int make() { struct Own : Base {}; using T = Base; return 1; }\n",
        '#include "base.h"\n'
        "inline int make() { struct Own : Other {}; using T = Other; return 1; }\n",
        '#include "base.h"\nnamespace make { struct Own : Base {}; using T = Base; }\n',
    ],
    "alias.h": ['#include "make.h"\nusing Alias = make::T;\nstruct Heir : make::Own {};\n'],
    "use.cpp": ['#include "alias.h"\nint f(Alias* a, Heir& b) { return a->size() + b.size(); }\n'],
    "data.txt": ["1, 2\n", None],
    "table.h": ['static int table[] = {\n#include "data.txt"\n};\n'],
}


def test_what_stands_in_a_function_is_followed_by_the_function() -> None:
    assert_all_edits_followed(LOCALS, _names)


def _names(found: Unit) -> set[str]:
    return names_mentioned(found).union(looked_up(found))
