"""Chains, cycles and homonyms by the thousand end soon, in every language of this family."""

import math
from typing import NamedTuple

import pytest

from repobook.languages import Resolver
from repobook.model.graph import Unit
from repobook.resolve.world import world_of
from tests.fakes.growth import assert_linear
from tests.fakes.units import unit, units

_N_TYPES = 2000
_PATHS = ["a.ts", "a.java", "a.kt", "a.go", "a.rs"]


def _inheritance(n_all: int) -> dict[str, str]:
    chain = ".b" * 10 * n_all
    return {
        "a.ts": "".join(f"class C{n} extends C{n + 1} {{}}\n" for n in range(n_all))
        + f"class C{n_all} extends C0 {{}}\nfunction f(x: C0) {{ x.gone(); x{chain}() }}\n",
        "a.java": "class A {\n"
        + "".join(f"static class C{n} extends C{n + 1} {{}}\n" for n in range(n_all))
        + f"static class C{n_all} extends C0 {{}}\nvoid f(C0 x) {{ x.gone(); x{chain}(); }}\n}}\n",
        "a.kt": "".join(f"class C{n} : C{n + 1}()\n" for n in range(n_all))
        + f"class C{n_all} : C0()\nfun f(x: C0) {{ x.gone() }}\n",
        "a.go": "package a\n"
        + "".join(f"type C{n} struct {{ C{n + 1} }}\n" for n in range(n_all))
        + f"type C{n_all} struct {{ C0 }}\nfunc f(x C0) {{ x.gone(); x{chain}() }}\n",
        "a.rs": "".join(f"trait C{n}: C{n + 1} {{}}\n" for n in range(n_all))
        + f"trait C{n_all}: C0 {{}}\nfn f(x: &dyn C0) {{ x.gone(); x{chain}(); }}\n",
    }


def _homonyms(n_all: int) -> dict[str, str]:
    return {
        "a.ts": "".join(f"class C{n} {{ same() {{}} }}\n" for n in range(n_all)) + "x[0].same()\n",
        "a.java": "class A {\n"
        + "".join(f"static class C{n} {{ void same() {{}} }}\n" for n in range(n_all))
        + "void f() { x[0].same(); }\n}\n",
        "a.kt": "".join(f"class C{n} {{\n fun same() {{}}\n}}\n" for n in range(n_all))
        + "fun f() { x[0].same() }\n",
        "a.go": "package a\n"
        + "".join(f"type C{n} int\nfunc (c C{n}) same() {{}}\n" for n in range(n_all))
        + "func f() { x[0].same() }\n",
        "a.rs": "".join(
            f"struct C{n};\nimpl C{n} {{ fn same(&self) {{}} }}\n" for n in range(n_all)
        )
        + "fn f() { x[0].same(); }\n",
    }


@pytest.mark.parametrize("path", _PATHS)
def test_thousands_of_types_that_inherit_in_a_cycle(path: str) -> None:
    assert_linear(_resolve, lambda n: _begin({path: _inheritance(n)[path]}, path), _N_TYPES)


@pytest.mark.parametrize("path", _PATHS)
def test_thousands_of_homonyms(path: str) -> None:
    assert_linear(_resolve, lambda n: _begin({path: _homonyms(n)[path]}, path), _N_TYPES)


def test_files_that_pass_on_each_other() -> None:
    def begun(n_files: int) -> _Begun:
        stars = "".join(f"export * from './f{n}'\n" for n in range(n_files))
        use = "import {{ gone{n} }} from './f0'\ngone{n}()\n"
        files = {f"f{n}.ts": stars + use.format(n=n) for n in range(20)}
        return _begin(files, *files)

    assert_linear(_resolve, begun, 200)


def test_modules_that_use_each_other() -> None:
    def begun(n_uses: int) -> _Begun:
        names = [f"m{n}" for n in range(math.isqrt(n_uses))]
        globs = "".join(f"pub use crate::{name}::*;\n" for name in names)
        files = {f"src/{name}.rs": f"{globs}fn f() {{ gone() }}\n" for name in names}
        files["src/lib.rs"] = "".join(f"mod {name};\n" for name in names)
        return _begin(files, f"src/{names[0]}.rs", f"src/{names[-1]}.rs")

    assert_linear(_resolve, begun, 60 * 60)


class _Begun(NamedTuple):
    resolver: Resolver
    units: list[Unit]


def _begin(files: dict[str, str], *paths: str) -> _Begun:
    return _Begun(Resolver(world_of(units(files))), [unit(path, files[path]) for path in paths])


def _resolve(begun: _Begun) -> None:
    for each in begun.units:
        found = begun.resolver(each)
        assert len(found.references) == len(each.references)
        assert not any(
            link.confidence == "exact"
            for reference, link in zip(each.references, found.references, strict=True)
            if reference.name.startswith(("gone", "same"))
        )
