"""Chains, circles and homonyms by the thousand end soon, in every language of this family."""

import time

import pytest

from repobook.resolve import Resolver
from repobook.resolve.world import world_of
from tests.fakes.units import unit, units

_N = 2000
_CHAIN = ".b" * 20_000

_INHERITANCE = {
    "a.ts": "".join(f"class C{n} extends C{n + 1} {{}}\n" for n in range(_N))
    + f"class C{_N} extends C0 {{}}\nfunction f(x: C0) {{ x.gone(); x{_CHAIN}() }}\n",
    "a.java": "class A {\n"
    + "".join(f"static class C{n} extends C{n + 1} {{}}\n" for n in range(_N))
    + f"static class C{_N} extends C0 {{}}\nvoid f(C0 x) {{ x.gone(); x{_CHAIN}(); }}\n}}\n",
    "a.kt": "".join(f"class C{n} : C{n + 1}()\n" for n in range(_N))
    + f"class C{_N} : C0()\nfun f(x: C0) {{ x.gone() }}\n",
    "a.go": "package a\n"
    + "".join(f"type C{n} struct {{ C{n + 1} }}\n" for n in range(_N))
    + f"type C{_N} struct {{ C0 }}\nfunc f(x C0) {{ x.gone(); x{_CHAIN}() }}\n",
    "a.rs": "".join(f"trait C{n}: C{n + 1} {{}}\n" for n in range(_N))
    + f"trait C{_N}: C0 {{}}\nfn f(x: &dyn C0) {{ x.gone(); x{_CHAIN}(); }}\n",
}

_HOMONYMS = {
    "a.ts": "".join(f"class C{n} {{ same() {{}} }}\n" for n in range(_N)) + "x[0].same()\n",
    "a.java": "class A {\n"
    + "".join(f"static class C{n} {{ void same() {{}} }}\n" for n in range(_N))
    + "void f() { x[0].same(); }\n}\n",
    "a.kt": "".join(f"class C{n} {{\n fun same() {{}}\n}}\n" for n in range(_N))
    + "fun f() { x[0].same() }\n",
    "a.go": "package a\n"
    + "".join(f"type C{n} int\nfunc (c C{n}) same() {{}}\n" for n in range(_N))
    + "func f() { x[0].same() }\n",
    "a.rs": "".join(f"struct C{n};\nimpl C{n} {{ fn same(&self) {{}} }}\n" for n in range(_N))
    + "fn f() { x[0].same(); }\n",
}


@pytest.mark.parametrize("path", _INHERITANCE)
def test_thousands_of_types_that_inherit_in_a_circle(path: str) -> None:
    _resolves_soon({path: _INHERITANCE[path]}, path)


@pytest.mark.parametrize("path", _HOMONYMS)
def test_thousands_of_homonyms(path: str) -> None:
    _resolves_soon({path: _HOMONYMS[path]}, path)


def test_files_that_pass_on_each_other() -> None:
    n_files = 200
    stars = "".join(f"export * from './f{n}'\n" for n in range(n_files))
    files = {f"f{n}.ts": f"{stars}import {{ gone{n} }} from './f0'\ngone{n}()\n" for n in range(20)}
    _resolves_soon(files, *files)


def test_modules_that_use_each_other() -> None:
    names = [f"m{n}" for n in range(60)]
    globs = "".join(f"pub use crate::{name}::*;\n" for name in names)
    files = {f"src/{name}.rs": f"{globs}fn f() {{ gone() }}\n" for name in names}
    files["src/lib.rs"] = "".join(f"mod {name};\n" for name in names)
    _resolves_soon(files, "src/m0.rs", "src/m59.rs")


def _resolves_soon(files: dict[str, str], *paths: str) -> None:
    resolver = Resolver(world_of(units(files)))
    resolved = [unit(path, files[path]) for path in paths]
    started = time.process_time()
    for each in resolved:
        found = resolver(each)
        assert len(found.references) == len(each.references)
        assert not any(
            link.confidence == "exact"
            for reference, link in zip(each.references, found.references, strict=True)
            if reference.name.startswith(("gone", "same"))
        )
    assert time.process_time() - started < 5
