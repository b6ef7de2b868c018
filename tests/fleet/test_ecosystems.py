"""Names across repositories in every ecosystem: a library, and another repository that uses it."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from repobook.fleet.config import Fleet, FleetRepository
from repobook.fleet.contribution.ecosystem import all_ecosystems
from repobook.fleet.database.database import open_database
from repobook.fleet.database.fleet_index import FleetIndex
from repobook.fleet.driver import build_fleet
from repobook.fleet.fleet_questions import references
from tests.fakes.trees import write_tree
from tests.fleet.conftest import InlineRunner

Files = Mapping[str, str]

_GO: tuple[Files, Files] = (
    {
        "go.mod": "module example.org/shop/v2\n",
        "cart/cart.go": "package cart\n\ntype Cart struct{}\n\nfunc New() Cart { return Cart{} }\n",
    },
    {
        "go.mod": "module example.org/site\n\nrequire example.org/shop/v2 v2.0.1\n",
        "main.go": (
            'package main\n\nimport (\n\t"fmt"\n\n\t"example.org/shop/v2/cart"\n)\n\n'
            "func main() {\n\tfmt.Println(cart.New())\n}\n"
        ),
    },
)
_NPM: tuple[Files, Files] = (
    {
        "package.json": '{"name": "@a/shop", "main": "./lib/index.js"}',
        "lib/index.js": "import { add } from './cart.js';\nexport { add } from './cart.js';\n"
        "export function price() { return add(1); }\nexport default price;\n",
        "lib/cart.js": "export function add(item) { return item; }\n",
    },
    {
        "package.json": '{"name": "site", "dependencies": {"@a/shop": "^1"}}',
        "index.js": "import cost, { add, price as p } from '@a/shop';\nadd(1);\np();\ncost();\n",
    },
)
_MAVEN: tuple[Files, Files] = (
    {
        "pom.xml": "<project><groupId>org.a</groupId><artifactId>shop</artifactId></project>",
        "src/main/java/org/a/shop/Cart.java": (
            "package org.a.shop;\n\npublic class Cart {\n"
            "    public static Cart of(int n) { return new Cart(); }\n}\n"
        ),
    },
    {
        "pom.xml": "<project><groupId>org.b</groupId><artifactId>site</artifactId><dependencies>"
        "<dependency><groupId>org.a</groupId><artifactId>shop</artifactId></dependency>"
        "</dependencies></project>",
        "src/main/java/org/b/App.java": (
            "package org.b;\n\nimport org.a.shop.Cart;\n\nclass App {\n"
            "    Object run() { return Cart.of(1); }\n}\n"
        ),
    },
)
_CARGO: tuple[Files, Files] = (
    {
        "Cargo.toml": '[package]\nname = "my-shop"\n',
        "src/lib.rs": "pub mod cart;\npub use cart::Cart;\npub fn price() -> u32 { 1 }\n",
        "src/cart.rs": (
            "pub struct Cart {}\nimpl Cart {\n    pub fn new() -> Cart { Cart {} }\n"
            "    pub fn add(&self) {}\n}\n"
        ),
        "src/main.rs": "fn main() { my_shop::price(); }\n",
    },
    {
        "Cargo.toml": '[package]\nname = "site"\n[dependencies]\nmy-shop = "1"\n',
        "src/main.rs": (
            "use my_shop::cart::Cart;\nuse my_shop::{self as shop, price as cost};\n\n"
            "fn main() {\n    Cart::new();\n    cost();\n    my_shop::price();\n"
            "    shop::cart::Cart::new();\n    std::mem::drop(1);\n}\n"
            "fn f(c: &my_shop::Cart) { c.add(); }\n"
        ),
    },
)
_C: tuple[Files, Files] = (
    {"CMakeLists.txt": "project(shop C)\n", "include/shop/cart.h": "int cart_price(int n);\n"},
    {
        "CMakeLists.txt": "project(site C)\nfind_package(shop REQUIRED)\n",
        "main.c": '#include <stdio.h>\n#include <shop/cart.h>\n#include "own.h"\n',
        "own.h": "int own(void);\n",
    },
)
_PYPI: tuple[Files, Files] = (
    {
        "pyproject.toml": '[project]\nname = "shop"\n',
        "shop/__init__.py": "class Cart:\n    pass\n\n\ndef price():\n    return 1\n",
    },
    {
        "pyproject.toml": '[project]\nname = "site"\ndependencies = ["shop"]\n',
        "views.py": (
            "def show():\n    from shop import Cart\n    return Cart()\n\n\n"
            "def cost():\n    import shop\n    return shop.price()\n\n\n"
            "def other():\n    import shop as s\n    import old as s\n    return s.price()\n"
        ),
    },
)


@pytest.mark.parametrize(
    ("repositories", "name", "expected"),
    [
        (_GO, "example.org/shop/v2/cart.New", ["main.go:10 call exact"]),
        (_NPM, "@a/shop.add", ["index.js:1 import exact", "index.js:2 call exact"]),
        (
            _NPM,
            "price",
            ["index.js:1 import exact", "index.js:3 call exact", "index.js:4 call exact"],
        ),
        (_MAVEN, "org.a.shop.Cart.of", ["src/main/java/org/b/App.java:6 call exact"]),
        (
            _CARGO,
            "my_shop::price",
            ["src/main.rs:2 import exact", "src/main.rs:6 call exact", "src/main.rs:7 call exact"],
        ),
        (
            _CARGO,
            "my_shop::cart::Cart::new",
            ["src/main.rs:5 call exact", "src/main.rs:8 call exact"],
        ),
        (_CARGO, "Cart.add", ["src/main.rs:11 call exact"]),
        (_C, "shop/cart.h", ["main.c:2 import exact"]),
        (_PYPI, "shop.Cart", ["views.py:2 import exact", "views.py:3 call exact"]),
        (_PYPI, "shop.price", ["views.py:8 call exact", "views.py:14 call ambiguous"]),
    ],
    ids=[
        *("golang", "npm", "npm-default", "maven", "cargo", "cargo-type", "cargo-annotated"),
        *("generic", "pypi-in-a-function", "pypi-module-in-a-function"),
    ],
)
def test_a_name_leads_to_what_another_repository_offers(
    tmp_path: Path, repositories: tuple[Files, Files], name: str, expected: list[str]
) -> None:
    for folder, files in zip(("shop", "site"), repositories, strict=True):
        write_tree(tmp_path / folder, files)
    named = tuple(FleetRepository(each, str(tmp_path / each)) for each in ("shop", "site"))
    fleet = Fleet("f", str(tmp_path / "b"), str(tmp_path / "f.db"), named, pages=False)
    build_fleet(fleet, InlineRunner())
    with closing(FleetIndex(open_database(fleet.database))) as index:
        found = references(index, name)
        edges = [(edge.source, edge.target) for edge in index.package_edges()]
    assert edges == [("site", "shop")]
    assert [f"{u.path}:{u.line} {u.role} {u.confidence}" for u in getattr(found, "uses", ())] == (
        expected
    )


def test_every_ecosystem_has_a_test() -> None:
    names = {each.name for each in all_ecosystems()}
    assert names == {"cargo", "generic", "golang", "maven", "npm", "pypi"}
