"""Python: a snippet and the facts it holds."""

import ast
from textwrap import dedent

import pytest

from repobook.languages import parse
from repobook.model.facts import Definition, FileFacts, Import, Note, TextBlock, unpack_position


def _facts(text: str) -> FileFacts:
    return parse("Python", dedent(text).lstrip("\n").encode())


def _outline(text: str) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in _facts(text).definitions]


def _only(text: str) -> Definition:
    (definition,) = _facts(text).definitions
    return definition


def test_functions_methods_and_classes_nest_by_name() -> None:
    text = """
        class A(Base):
            def f(self):
                def inner():
                    pass
                return inner

            class B:
                async def g(self): ...

        def top(): pass
        """
    assert _outline(text) == [
        ("class", "A", 1, 8),
        ("method", "A.f", 2, 5),
        ("function", "A.f.inner", 3, 4),
        ("class", "A.B", 7, 8),
        ("method", "A.B.g", 8, 8),
        ("function", "top", 10, 10),
    ]


def test_decorators_stand_before_the_first_line() -> None:
    text = """
        @first  # why
        @second.of(
            1,  # one
        )
        def f(): ...
        """
    definition = _only(text)
    assert (definition.line, definition.end_line) == (5, 5)
    assert definition.decorators == ("first", "second.of( 1, )")


def test_functions_under_a_condition_belong_to_the_scope_around_it() -> None:
    text = """
        if TYPE_CHECKING:
            def f(): ...
        else:
            def f(): ...
        class A:
            try:
                def m(self): ...
            except E:
                pass
        match x:
            case 1:
                def g(): ...
        """
    assert [row[:2] for row in _outline(text)] == [
        ("function", "f"),
        ("function", "f"),
        ("class", "A"),
        ("method", "A.m"),
        ("function", "g"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    pass\n    # comment\n\n# other\n",
        "def f():\n    if a:\n        pass\n        # comment\n# x\ny = 1\n",
        "def f():\n    try:\n        a\n    finally:\n        b\n        # c\n    # d\n",
        "def f():\n    for x in y:\n        with z:\n            match q:\n"
        "                case 1:\n                    pass\n                    # c\n",
        "def f():\n    @d\n    class A:\n        while 1:\n            pass\n            # c\n",
        "def f():\n    x = 1 \\\n\n\ny = 2\n",
        "def f(): pass; pass  # c\n# d\n",
        'def f():\n    """doc\n    # no comment"""\n    # comment\n',
        'def f():\n    return """\n# def g(): pass\n# """\n',
        "def f():\r\n    if a:\r\n        pass\r\n        # c\r\n\r\nx = 1\r\n",
        "def f():\n\tif a:\n\t\tpass\n\t\t# c\n",
        "\x0cdef f():\n    pass\n\x0c\ndef g():\n    pass\n    \x0c\n",
        "async def f():\n    async with a:\n        await b\n        # c\n",
        "class A: pass\nclass B(A, metaclass=M): x = 1; y = 2\n",
        "def \\\n  f(a,\n b): \\\n  return 1\n",
        "def ﬁ(): pass\nclass ñ: pass\n",
        "def f():\n    x = (a\nif b else c)\n",
    ],
)
def test_lines_are_those_of_python_itself(text: str) -> None:
    nodes = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    ]
    expected = sorted((node.name, node.lineno, node.end_lineno) for node in nodes)
    definitions = parse("Python", text.encode()).definitions
    found = [(d.name, d.line, d.end_line) for d in definitions if d.kind in ("function", "class")]
    assert sorted(found) == expected


@pytest.mark.parametrize(
    ("text", "signature"),
    [
        ("def f(a) -> bool:  # comment\n    pass\n", "def f(a) -> bool"),
        ("def f():\n    # comment\n    pass\n", "def f()"),
        ("def f(a,  # the a\n      b='#'):\n    pass\n", "def f(a, b='#')"),
        ("async  def f(a: int = 1, *, b): ...\n", "async def f(a: int = 1, *, b)"),
        ("def f(a) \\\n    -> int: ...\n", "def f(a) -> int"),
        ("def f(a):\r\n    pass\r\n", "def f(a)"),
        ("class A(B, metaclass=M):  # c\n    x = 1\n", "class A(B, metaclass=M)"),
        ("def f[T: int](a: T) -> T: ...\n", "def f[T: int](a: T) -> T"),
        ("class A[T]:\n    pass\n", "class A[T]"),
        ("X = {  # comment\n    1: 2,\n}\n", "X = { …"),
        ("x: dict[str, int] = {}\n", "x: dict[str, int] = {}"),
    ],
)
def test_a_signature_is_one_line_without_comments(text: str, signature: str) -> None:
    assert parse("Python", text.encode()).definitions[0].signature == signature


def test_documentation_of_module_class_and_function_is_kept_as_text_too() -> None:
    text = '''
        # mypy: strict
        """Module.

        TODO: more
        """
        class A:
            """Class."""

            def f(self):
                # before it
                r"""
                Raw \\d.
                  Indented.
                """
        '''
    facts = _facts(text)
    assert facts.doc == "Module.\n\nTODO: more"
    assert [d.doc for d in facts.definitions] == ["Class.", "Raw \\d.\n  Indented."]
    assert facts.texts == (
        TextBlock(1, 1, "mypy: strict"),
        TextBlock(2, 4, "Module.\n\nTODO: more"),
        TextBlock(7, 7, "Class."),
        TextBlock(10, 10, "before it"),
        TextBlock(12, 13, "Raw \\d.\n  Indented."),
    )
    assert facts.notes == (Note("TODO", 4, "more"),)


@pytest.mark.parametrize(
    ("body", "doc"),
    [
        ("'single'", "single"),
        ("u'unicode'; x = 1", "unicode"),
        ("'one ' 'two'", "one two"),
        ("('in ' 'brackets')", "in brackets"),
        ("'escaped \\x41'", "escaped A"),
        ("'lone \\ud800'", "lone ?"),
        ("'''  '''", ""),
        ("b'bytes'", ""),
        ("f'{formatted}'", ""),
        ("'a' % b", ""),
        ("'a'.join(b)", ""),
        ("'a' f'{b}'", ""),
        ("return 'a'", ""),
        ("('a', 'b')", ""),
    ],
)
def test_a_docstring_is_what_python_takes_for_one(body: str, doc: str) -> None:
    assert _only(f"def f():\n    {body}\n").doc == doc


def test_a_header_comment_stands_in_for_a_missing_docstring() -> None:
    assert _facts("# What this is.\nimport os\n").doc == "What this is."


def test_names_of_a_module_are_variables_constants_and_types() -> None:
    text = """
        LIMIT = 3
        name: str = "x"
        a, b = 1, 2
        c = d = None
        key = lambda x: x
        type Pair[T] = tuple[T, T]
        if sys.platform == "win32":
            windows = True
        elif other:
            middle = 1
        else:
            posix = True
        try:
            import fast
        except ImportError:
            fast = None
        def f():
            local = 1
        x[0] = 1
        x.y = 2
        """
    found = [(d.kind, d.qualname) for d in _facts(text).definitions]
    assert found == [
        ("constant", "LIMIT"),
        ("variable", "name"),
        ("variable", "a"),
        ("variable", "b"),
        ("variable", "c"),
        ("variable", "d"),
        ("variable", "key"),
        ("type", "Pair"),
        ("variable", "windows"),
        ("variable", "middle"),
        ("variable", "posix"),
        ("variable", "fast"),
        ("function", "f"),
    ]


def test_fields_belong_to_their_class() -> None:
    text = """
        class A:
            x: int
            y = 1
            if TYPE_CHECKING:
                z: str
        """
    found = [(d.kind, d.qualname, d.parent) for d in _facts(text).definitions]
    assert found[1:] == [("field", "A.x", 0), ("field", "A.y", 0), ("field", "A.z", 0)]


def test_a_variable_is_documented_by_the_comment_above_it() -> None:
    assert _facts("import os\n\n# How many.\nN = 1\n").definitions[0].doc == "How many."


def test_overloads_and_property_setters_repeat_their_name() -> None:
    text = """
        class A:
            @property
            def x(self): ...
            @x.setter
            def x(self, value): ...
        """
    methods = _facts(text).definitions[1:]
    assert [(d.qualname, d.decorators) for d in methods] == [
        ("A.x", ("property",)),
        ("A.x", ("x.setter",)),
    ]


def _exported(text: str) -> dict[str, bool]:
    names = [(d.qualname, d.exported) for d in _facts(text).definitions]
    return {name: exported for name, exported in names if name != "__all__"}


def test_without_a_list_names_are_exported_unless_private_or_local() -> None:
    text = """
        def f():
            def local(): ...
        def _g(): ...
        class A:
            def m(self): ...
            def _p(self): ...
        """
    expected = {"f": True, "f.local": False, "_g": False, "A": True, "A.m": True, "A._p": False}
    assert _exported(text) == expected


@pytest.mark.parametrize(
    "statements",
    [
        "__all__ = ['a', '_b']",
        "__all__ = (\n    'a',  # 'c'\n    '_b',\n)",
        "__all__: list[str] = ['a', '_b']",
        "__all__ = ['a']\n__all__ += ['_b']",
        "__all__ = ['a']\n__all__.extend(['_b'])",
        "__all__ = ['a']\n__all__.append('_b')",
        "__all__ = ['a'] + ['_b']",
        "if True:\n    __all__ = ['a', '_b']",
    ],
)
def test_a_list_of_exports_decides(statements: str) -> None:
    text = f"{statements}\ndef a(): ...\ndef _b(): ...\ndef c(): ...\n"
    assert _exported(text) == {"a": True, "_b": True, "c": False}


@pytest.mark.parametrize(
    "statements",
    [
        "__all__ = other.__all__ + ['_b']",
        "__all__ = [*others, '_b']",
        "__all__ = ['_b']\n__all__ += others",
        "__all__ = ['_b']\n__all__.extend(n for n in dir() if n != 'a')",
    ],
)
def test_a_list_that_is_partly_computed_only_adds(statements: str) -> None:
    text = f"{statements}\ndef a(): ...\ndef _b(): ...\ndef _c(): ...\n"
    assert _exported(text) == {"a": True, "_b": True, "_c": False}


def test_a_list_of_exports_that_cannot_be_read_changes_nothing() -> None:
    assert _exported("__all__ = [\ndef a(): ...\n").get("a", True)
    assert _exported("x = '__all__'\nprint(__all__)\ndef a(): ...\n")["a"]


def test_imports_in_every_form() -> None:
    text = """
        from __future__ import annotations
        import os, os.path as p
        from . import a
        from ..b.c import (
            d,
            e as f,  # why
        )
        from g import *
        """
    assert _facts(text).imports == (
        Import("__future__", "annotations", "", "from", 1),
        Import("os", "", "", "import", 2),
        Import("os.path", "", "p", "import", 2),
        Import(".", "a", "", "from", 3),
        Import("..b.c", "d", "", "from", 5),
        Import("..b.c", "e", "f", "from", 6),
        Import("g", "*", "", "from", 8),
    )


def test_references_have_roles_and_receivers() -> None:
    text = """
        @deco
        class A(base.B, Generic[T]):
            x: Foo
            def f(self, a: Optional[Bar]) -> m.Baz:
                self.g(torch.nn.Linear(1).weight)
                return self.h
        """
    found = {(r.role, r.receiver, r.name) for r in _facts(text).references}
    assert {
        ("decorator", "", "deco"),
        ("inherit", "base", "B"),
        ("inherit", "", "Generic"),
        ("type", "", "Foo"),
        ("type", "", "Optional"),
        ("type", "", "Bar"),
        ("type", "m", "Baz"),
        ("call", "A()", "g"),
        ("call", "torch.nn", "Linear"),
        ("attribute", "torch.nn.Linear()", "weight"),
        ("attribute", "A()", "h"),
    } <= found


def test_code_inside_strings_is_no_code() -> None:
    text = '''
        TEMPLATE = """
        def fake(): pass
        # TODO: fake
        """
        f"{x!r:>{width}} def no(): {'nested "quotes"'}"
        '''
    facts = _facts(text)
    assert [d.name for d in facts.definitions] == ["TEMPLATE"]
    assert not facts.notes
    assert not facts.diagnostics


def test_newer_syntax_is_understood() -> None:
    text = """
        match command.split():
            case [action, *rest] if (n := len(rest)) > 1:
                print(f"{action!r} {'a' 'b'}")
        try:
            pass
        except* ValueError as group:
            raise
        def f[**P, *Ts](a, /, *args: *Ts) -> None: ...
        with (open(a) as b, open(c) as d):
            pass
        """
    facts = _facts(text)
    assert not facts.diagnostics
    assert [d.name for d in facts.definitions] == ["f"]


def test_broken_syntax_is_told_and_the_rest_is_read() -> None:
    text = "def good(): pass\n\nclass = 3\n\ndef fine():\n    return 1\n"
    facts = parse("Python", text.encode())
    assert facts.diagnostics[0].line == 3
    assert {"good", "fine"} <= {d.name for d in facts.definitions}


def test_python_2_is_read_as_far_as_it_goes() -> None:
    text = "def f(x):\n    print 'a', x\n    raise E, 'b'\n\ndef g(): pass\n"
    facts = parse("Python", text.encode())
    assert {"f", "g"} <= {d.name for d in facts.definitions}


def test_stubs_are_python() -> None:
    text = """
        @overload
        def f(a: int) -> int: ...
        @overload
        def f(a: str) -> str: ...
        x: int
        """
    assert [row[1:] for row in _outline(text)] == [("f", 2, 2), ("f", 4, 4), ("x", 5, 5)]


def test_main_guard_is_a_mention_of_main() -> None:
    code = b'"""\nif __name__ == "__main__": no\n"""\nx = 1\nif __name__ == "__main__":\n    x()\n'
    found = [r for r in parse("Python", code).references if r.name == "__main__"]
    assert [(r.role, [unpack_position(p) for p in r.positions]) for r in found] == [
        ("mention", [(5, 16)])
    ]


def test_what_only_looks_like_a_main_guard_is_none() -> None:
    code = (
        b'if __name__ != "__main__":\n    pass\nx = "__main__"\n'
        b'if a and __name__ == "__main__":\n    pass\n'
        b'if (__name__ == "__main__") and x == "__main__":\n    pass\n'
    )
    found = [r for r in parse("Python", code).references if r.name == "__main__"]
    assert [unpack_position(p) for r in found for p in r.positions] == [(6, 17)]


def test_imports_inside_functions_and_for_types_only_say_so() -> None:
    text = (
        b"import typing as t\n\nif t.TYPE_CHECKING:  # for a checker\n    from .app import A\n\n"
        b"# no end\n    from .b import (\n        C,\n    )\nelse:\n    import d\n\n\n"
        b"class E:\n    import f\n\n    def g(self):\n        import h\n"
        b"        if TYPE_CHECKING:\n            import i\n\n\nimport j\n"
    )
    forms = {i.name or i.module: i.form for i in parse("Python", text).imports}
    assert forms == {
        "typing": "import",
        "A": "type-only",
        "C": "type-only",
        "d": "import",
        "f": "import",
        "h": "deferred",
        "i": "type-only",
        "j": "import",
    }
