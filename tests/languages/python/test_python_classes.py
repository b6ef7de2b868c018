"""Attributes of Python classes and values: through inheritance, declared types and results."""

import pytest

from repobook.model.graph import BUILTIN, DYNAMIC, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name

_CLASSES = """
from __future__ import annotations
from enum import Enum
from typing import TypeVar
T = TypeVar("T", bound="Base")
class Base:
    declared: Part
    def run(self): ...
    def only_base(self) -> Base: ...
    def me(self) -> Base: ...
class Part:
    name = ""
    def go(self) -> Base: ...
    @property
    def owner(self) -> Base: ...
class Mixed:
    def run(self): ...
class Child(Base, Mixed):
    shade: Colour
    def __init__(self):
        self.part = Part()
        self.declared = Part()
        self.parts: list[Part] = []
    def run(self): ...
    def only_child(self): ...
    def __call__(self) -> Part: ...
    def __getitem__(self, at) -> Part: ...
class Colour(Enum):
    RED = 1
    def paint(self): ...
def make() -> Child: ...
def bounded(t: T): t.run()
made = Child()
alias = Child
"""


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("Child.run", "Child.run"),
        ("Child().run", "Child.run"),
        ("Child().only_base", "Base.only_base"),
        ("Child().part.go", "Part.go"),
        ("Child().part.name", "Part.name"),
        ("Child().part.owner.run", "Base.run"),
        ("Child().part.go().run", "Base.run"),
        ("Child().parts[0].go", "Part.go"),
        ("Child().declared", "Base.declared"),
        ("Child()().go", "Part.go"),
        ("Child()[1].go", "Part.go"),
        ("Child().me().only_child", "Child.only_child"),
        ("Colour.RED.paint", "Colour.paint"),
        ("make().run", "Child.run"),
        ("made.run", "Child.run"),
        ("alias.run", "Child.run"),
        ("alias().part.go", "Part.go"),
    ],
)
def test_an_attribute_is_followed_to_its_class(text: str, target: str) -> None:
    files = {"m.py": _CLASSES, "x.py": f"from m import *\nprint({text})\n"}
    found = [link for use, link in links_by_name(files, "x.py").items() if use.endswith(text[-3:])]
    assert Link((f"m.py::{target}",), "exact") in found


def test_a_bound_stands_for_a_type_variable() -> None:
    found = links_by_name({"x.py": _CLASSES}, "x.py")
    assert found["T().run"] == Link(("x.py::Base.run",), "exact")


_SELVES = """
class A:
    def f(self): ...
    def g(self): self.f()
class B(A):
    def f(self):
        super().f()
        self.g()
        self.missing()
        self.__class__
class C(B, unknown):
    def h(self): self.other()
class D(Outside):
    def h(self): self.other()
class E:
    def __getattr__(self, name): ...
    def h(self): self.other()
from somewhere import Outside
"""


@pytest.mark.parametrize(
    ("use", "link"),
    [
        ("A().f", Link(("x.py::A.f",), "exact")),
        ("super(B).f", Link(("x.py::A.f",), "exact")),
        ("B().g", Link(("x.py::A.g",), "exact")),
        ("B().missing", UNKNOWN),
        ("C().other", UNKNOWN),
        ("D().other", EXTERNAL),
        ("E().other", DYNAMIC),
        ("super", BUILTIN),
    ],
)
def test_self_and_super_ask_the_classes_in_order(use: str, link: Link) -> None:
    assert links_by_name({"x.py": _SELVES}, "x.py")[use] == link


def test_the_order_of_inheritance_is_that_of_python() -> None:
    text = """
class Top:
    def f(self): ...
class Left(Top): ...
class Right(Top):
    def f(self): ...
class Both(Left, Right): ...
Both().f()
"""
    found = links_by_name({"x.py": text}, "x.py")
    assert found["Both().f"] == Link(("x.py::Right.f",), "exact")


@pytest.mark.parametrize(
    "text",
    [
        "class A(A): ...\nA().f()",
        "class A(B): ...\nclass B(A): ...\nA().f()",
        "class A(B, C): ...\nclass B(C, A): ...\nclass C(A, B): ...\nA().f()",
        "A = B\nB = A\nA().f()",
        "def A(): return A()\nA().f()",
    ],
)
def test_cycles_lead_nowhere(text: str) -> None:
    assert links_by_name({"x.py": text}, "x.py")["A().f"] == UNKNOWN


def test_bases_that_contradict_each_other_are_taken_as_they_come() -> None:
    text = "class A: ...\nclass B(A): ...\nclass C(A, B):\n    def f(self): self.f()"
    assert links_by_name({"x.py": text}, "x.py")["C().f"] == Link(("x.py::C.f",), "exact")


def test_a_very_deep_hierarchy_is_given_up() -> None:
    classes = [f"class C{n}(C{n + 1}): ..." for n in range(2000)]
    text = "\n".join([*classes, "class C2000:\n    def f(self): ...", "C0().f()", "C1990().f()"])
    found = links_by_name({"x.py": text}, "x.py")
    assert found["C1990().f"] == Link(("x.py::C2000.f",), "exact")
    assert found["C0().f"].confidence != "exact"


def test_thousands_of_homonyms_stay_cheap() -> None:
    text = "\n".join(f"class C{n}:\n    def f(self): ..." for n in range(5000))
    found = links_by_name({"m.py": text, "x.py": "def g(q): q.f()"}, "x.py")
    assert found["?.f"] == DYNAMIC
