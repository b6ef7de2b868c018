"""Python references: a repository of a few files and where its names lead."""

import pytest

from repobook.model.graph import BUILTIN, DYNAMIC, EXTERNAL, UNKNOWN, FileEdge, Link
from tests.fakes.units import links, links_by_name, unit


def _exact(target: str) -> Link:
    return Link((target,), "exact")


def _lead(files: dict[str, str], use: str) -> Link:
    """Where a use in ``x.py`` leads."""
    return links_by_name(files, "x.py")[use]


_PACKAGE = {
    "a/__init__.py": "from .b import f as g\nfrom .b import C\nfrom . import b\n",
    "a/b.py": "def f(): pass\nclass C:\n    def m(self): pass\n    k = 1\nv = 1\n_w = 2\n",
}


@pytest.mark.parametrize(
    ("text", "use", "target"),
    [
        ("from a.b import f\nf()", "f", "a/b.py::f"),
        ("from a import g\ng()", "g", "a/b.py::f"),
        ("from a import g as h\nh()", "h", "a/b.py::f"),
        ("import a.b\na.b.f()", "a.b.f", "a/b.py::f"),
        ("import a.b as z\nz.f()", "z.f", "a/b.py::f"),
        ("import a\na.C.m()", "a.C.m", "a/b.py::C.m"),
        ("import a\nprint(a.C.k)", "a.C.k", "a/b.py::C.k"),
        ("from a import b\nprint(b.v)", "b.v", "a/b.py::v"),
        ("from a.b import *\nf()", "f", "a/b.py::f"),
        ("try:\n    import z as a\nexcept ImportError:\n    import a\na.g()", "a.g", "a/b.py::f"),
        ("if TYPE_CHECKING:\n    from a import C\ndef f(c: C): pass", "C", "a/b.py::C"),
        ("def f(): pass\nf()", "f", "x.py::f"),
        ("def f():\n    def g(): pass\n    g()", "f.g", "x.py::f.g"),
        ("class K:\n    def m(self):\n        class L: pass\n        L()", "K.m.L", "x.py::K.m.L"),
        ("from a import g\nh = g\nh()", "h", "x.py::h"),
        ("from a import C\nclass D(C): pass\nD.m()", "D.m", "a/b.py::C.m"),
    ],
)
def test_a_name_is_followed_to_its_definition(text: str, use: str, target: str) -> None:
    assert _lead({**_PACKAGE, "x.py": text}, use) == _exact(target)


@pytest.mark.parametrize(
    ("text", "use", "reason"),
    [
        ("len([])", "len", BUILTIN),
        ("import numpy\nnumpy.array()", "numpy.array", EXTERNAL),
        ("from numpy import *\narray()", "array", EXTERNAL),
        ("from numpy import *\nlen()", "len", BUILTIN),
        ("nowhere()", "nowhere", UNKNOWN),
        ("from a.b import missing\nmissing()", "missing", UNKNOWN),
        ("import a.missing\na.missing.f()", "a.missing", UNKNOWN),
        ("from .missing import f\nf()", "f", UNKNOWN),
        ("from a.b import *\n_w()", "_w", UNKNOWN),
    ],
)
def test_what_leads_nowhere_has_a_reason(text: str, use: str, reason: Link) -> None:
    assert _lead({**_PACKAGE, "x.py": text}, use) == reason


def test_imports_lead_to_modules_and_definitions() -> None:
    text = "import a.b\nfrom a import g, b\nfrom a.b import *\nimport numpy.linalg\n"
    found = links({**_PACKAGE, "x.py": text}, "x.py")
    assert found.imports == (
        _exact("a/b.py"),
        _exact("a/b.py::f"),
        _exact("a/b.py"),
        _exact("a/b.py"),
        EXTERNAL,
    )


def test_a_module_that_passes_a_name_on_is_imported_all_the_same() -> None:
    found = links({**_PACKAGE, "x.py": "\nfrom a import g\n"}, "x.py")
    assert found.edges == (FileEdge("a/__init__.py", "import", 2, "exact"),)


def test_a_module_with_a_hook_gives_names_that_nobody_wrote() -> None:
    files = {"m.py": "def __getattr__(name): ...\n", "x.py": "import m\nm.anything()"}
    assert _lead(files, "m.anything") == DYNAMIC


def test_a_star_passes_on_what_came_by_a_star() -> None:
    files = {
        "x.py": "from one import *\nf()",
        "one.py": "from two import *",
        "two.py": "from three import *\nfrom one import *",
        "three.py": "def f(): ...",
    }
    assert _lead(files, "f") == _exact("three.py::f")


def test_an_import_inside_a_function_binds_nothing_in_the_module() -> None:
    files = {**_PACKAGE, "m.py": "def k():\n    from a.b import f\n", "x.py": "import m\nm.f()"}
    assert _lead(files, "m.f") == UNKNOWN


def test_a_far_module_is_inferred() -> None:
    files = {"one/tool.py": "def f(): ...", "x.py": "import tool\ntool.f()"}
    assert _lead(files, "tool") == Link(("one/tool.py",), "inferred", "only module of that name")
    assert _lead(files, "tool.f").confidence == "inferred"


def test_modules_equally_far_are_ambiguous() -> None:
    files = {"one/tool.py": "", "two/tool.py": "", "x.py": "import tool\ntool.f()"}
    assert _lead(files, "tool") == Link(("one/tool.py", "two/tool.py"), "ambiguous")


def test_the_implementation_stands_for_its_overloads() -> None:
    text = "@overload\ndef f(a: int): ...\n@overload\ndef f(a: str): ...\ndef f(a): ...\nf(1)"
    assert _lead({"x.py": text}, "f") == _exact("x.py::f~3")


def test_names_in_cycles_are_unknown() -> None:
    files = {
        "x.py": "from one import f\nf()",
        "one.py": "from two import f",
        "two.py": "from one import f",
    }
    assert _lead(files, "f") == UNKNOWN


def test_a_module_that_imports_itself_does_no_harm() -> None:
    assert _lead({"x.py": "from x import f\nfrom . import f\nfrom x import *\nf()"}, "f") == UNKNOWN


def test_an_alias_through_a_thousand_modules_is_given_up() -> None:
    files = {f"m{n}.py": f"from m{n + 1} import f" for n in range(1000)}
    files |= {
        "m1000.py": "def f(): ...",
        "x.py": "from m0 import f\nfrom m990 import f as g\nf()\ng()",
    }
    assert _lead(files, "f") == UNKNOWN
    assert _lead(files, "g") == _exact("m1000.py::f")


def test_a_member_that_only_one_class_has_is_inferred() -> None:
    files = {"m.py": "class A:\n    def far_away(self): ...", "x.py": "def f(q):\n    q.far_away()"}
    assert _lead(files, "?.far_away") == Link(
        ("m.py::A.far_away",), "inferred", "only member of that name"
    )


def test_a_member_named_by_one_word_is_inferred_only_from_what_is_imported() -> None:
    text = "def f(q):\n    q.steer()"
    files = {"m.py": "class A:\n    def steer(self): ...", "x.py": text}
    assert _lead(files, "?.steer") == DYNAMIC
    assert _lead({**files, "x.py": f"import m\n{text}"}, "?.steer").confidence == "inferred"


def test_of_several_members_the_imported_one_is_inferred() -> None:
    files = {
        "m.py": "class A:\n    def steer(self): ...",
        "n.py": "class B:\n    def steer(self): ...",
        "x.py": "from m import A\ndef f(q):\n    q.steer()",
    }
    rule = "only member of that name in what is imported"
    assert _lead(files, "?.steer") == Link(("m.py::A.steer",), "inferred", rule)


def test_some_members_of_a_name_are_ambiguous_and_many_are_dynamic() -> None:
    files = {f"m{n}.py": "class A:\n    def steer(self): ..." for n in range(2)}
    files["x.py"] = "def f(q):\n    q.steer()"
    assert _lead(files, "?.steer") == Link(("m0.py::A.steer", "m1.py::A.steer"), "ambiguous")
    files |= {f"m{n}.py": "class A:\n    def steer(self): ..." for n in range(9)}
    assert _lead(files, "?.steer") == DYNAMIC


def test_attributes_that_builtin_types_have_are_not_guessed() -> None:
    files = {
        "m.py": "class A:\n    def append(self): ...",
        "x.py": "import m\ndef f(q): q.append()",
    }
    assert _lead(files, "?.append") == DYNAMIC


def test_a_module_taken_from_a_package_is_no_dependency_on_the_package() -> None:
    files = {
        "a/__init__.py": "from .b import f\n",
        "a/b.py": "from . import c\n\ndef f(): return c.g()\n",
        "a/c.py": "def g(): ...\n",
        "a/d.py": "from . import f\n",
    }
    assert links(files, "a/b.py").edges == ()
    assert links(files, "a/d.py").edges == (FileEdge("a/__init__.py", "import", 1, "exact"),)


def test_a_key_of_settings_names_the_constant_that_sets_it() -> None:
    text = (
        'a = crawler.settings["RETRY_TIMES"]\nb = self.settings.getint("RETRY_TIMES", 1)\n'
        'c = settings["LOG_LEVEL"]\nd = os.environ["RETRY_TIMES"]\n# settings["RETRY_TIMES"]\n'
    )
    files = {
        "app/default_settings.py": "RETRY_TIMES = 2\n",
        "app/retry.py": "RETRY_TIMES = 3\nLOG_LEVEL = 1\n",
        "x.py": text,
    }
    pairs = zip(unit("x.py", text).references, links(files, "x.py").references, strict=True)
    named = [(one.positions, link) for one, link in pairs if one.role == "string"]
    assert [(len(at), link.targets, link.confidence) for at, link in named] == [
        (1, (), ""),
        (2, ("app/default_settings.py::RETRY_TIMES",), "inferred"),
    ]


def test_a_string_may_name_a_module_or_what_it_holds() -> None:
    text = (
        '"""\nText: "a.b._w".\n"""\nKIND = "a.b.C"\nload("a.b")\nrun = "a.b:f"\nover = "a.g"\n'
        '"b.K"\n"a.b.none"\n"os.path"\n# "a.b.v"\n'
    )
    files = {**_PACKAGE, "x.py": text}
    found = unit("x.py", text)
    pairs = zip(found.references, links(files, "x.py").references, strict=True)
    named = {reference.name: link for reference, link in pairs if reference.role == "string"}
    assert {name: link.targets for name, link in named.items() if link.targets} == {
        "C": ("a/b.py::C",),
        "b": ("a/b.py",),
        "f": ("a/b.py::f",),
        "g": ("a/b.py::f",),
    }
    assert {(link.confidence, link.rule) for link in named.values() if link.targets} == {
        ("inferred", "named in a string")
    }
    assert not {"v", "_w"} & named.keys()


def test_what_binds_a_name_again_is_the_same_thing() -> None:
    code = (
        "from typing import overload\n\n\n"
        "@overload\ndef f(x: str) -> str: ...\n@overload\ndef f(x: int) -> int: ...\n"
        "def f(x):\n    return x\n\n\n"
        "class C:\n    @property\n    def p(self):\n        return 1\n\n"
        "    @p.setter\n    def p(self, value):\n        pass\n\n\n"
        "try:\n    import twisted\n    has = True\nexcept ImportError:\n    has = False\n\n"
        "if has:\n    def g():\n        return 1\nelse:\n    def g():\n        return 2\n\n\n"
        "def test_it():\n    pass\n\n\ndef test_it():\n    pass\n"
    )
    same = links({"a.py": code}, "a.py").same
    assert {frozenset(id.removeprefix("a.py::") for id in group) for group in same} == {
        frozenset(["f", "f~2", "f~3"]),
        frozenset(["C.p", "C.p~2"]),
        frozenset(["has", "has~2"]),
        frozenset(["g", "g~2"]),
    }


def test_a_stub_declares_what_the_module_beside_it_has() -> None:
    files = {
        "pkg/__init__.pyi": "def make(x: int) -> int: ...\nclass C:\n    def f(self) -> None: ...\n"
        "def gone() -> None: ...\n",
        "pkg/__init__.py": "from ._make import make, C\n",
        "pkg/_make.py": "def make(x):\n    return x\n\n\n"
        "class C:\n    def f(self):\n        pass\n",
    }
    assert links(files, "pkg/__init__.pyi").same == tuple(
        (f"pkg/__init__.pyi::{name}", f"pkg/_make.py::{name}") for name in ("make", "C", "C.f")
    )


def test_a_module_run_as_a_program_may_import_what_it_defines() -> None:
    files = {
        "a/__init__.py": "from . import b, part, gone\ndef part(): pass\n",
        "a/b.py": "class C: pass\nif main:\n    from .b import C\n    from a.b import C as D\n",
    }
    assert links(files, "a/b.py").imports == (_exact("a/b.py::C"), _exact("a/b.py::C"))
    assert links(files, "a/__init__.py").imports == (
        _exact("a/b.py"),
        _exact("a/__init__.py::part"),
        UNKNOWN,
    )
