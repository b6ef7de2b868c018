"""Kotlin: with Java, top-level functions, companions and extensions."""

from repobook.model.graph import BUILTIN, Link
from tests.fakes.units import links_by_name


def _exact(*targets: str) -> Link:
    return Link(targets, "exact")


def test_top_level_functions_companions_and_java() -> None:
    files = {
        "p/a.kt": (
            "package p\nimport q.Far as Near\nimport q.helper\n"
            "fun m(x: J) { helper(); same(); Near.create().go(); x.run() }\n"
            "val k = listOf(Near::class)\n"
        ),
        "p/b.kt": "package p\nfun same() {}\n",
        "q/far.kt": (
            "package q\nclass Far {\n  fun go() {}\n  companion object {\n"
            "    fun create(): Far = Far()\n  }\n}\nfun helper() {}\n"
        ),
        "p/J.java": "package p; class J { void run() {} }",
    }
    found = links_by_name(files, "p/a.kt")
    assert found["helper"] == _exact("q/far.kt::helper")
    assert found["same"] == _exact("p/b.kt::same")
    assert found["Near.create"] == _exact("q/far.kt::Far.Companion.create")
    assert found["Near.create().go"] == _exact("q/far.kt::Far.go")
    assert found["J().run"] == _exact("p/J.java::J.run")
    assert found["listOf"] == found["Near.class"] == BUILTIN


def test_extensions_in_sight_are_inferred() -> None:
    files = {
        "p/a.kt": 'package p\nimport q.trimmed\nfun m(x: Foo) { "".trimmed(); x.both() }\n',
        "p/b.kt": "package p\nclass Foo { fun both() {} }\nfun Foo.both(n: Int) {}\n",
        "q/b.kt": "package q\nfun String.trimmed() {}\n",
    }
    found = links_by_name(files, "p/a.kt")
    rule = "extension function in sight"
    assert found["?.trimmed"] == Link(("q/b.kt::trimmed",), "inferred", rule)
    assert found["Foo().both"] == Link(("p/b.kt::Foo.both", "p/b.kt::both"), "ambiguous")


def test_a_package_that_no_folder_mirrors() -> None:
    files = {
        "src/a.kt": "package com.x\nimport com.x.deep.Thing\nfun m(t: Thing) { t.go() }\n",
        "src/deep/b.kt": "package com.x.deep\nclass Thing { fun go() {} }\n",
    }
    assert links_by_name(files, "src/a.kt")["Thing().go"] == _exact("src/deep/b.kt::Thing.go")


def test_builders_that_give_themselves() -> None:
    files = {
        "p/a.kt": (
            "package p\nclass Builder {\n  fun one() = apply { }\n  fun two(): Made = Made()\n}\n"
            "class Made {\n  fun use() {}\n}\nfun m() { Builder().one().two().use() }\n"
        )
    }
    assert links_by_name(files, "p/a.kt")["Builder().one().two().use"] == _exact("p/a.kt::Made.use")


def test_what_is_compared_passed_or_asked_by_its_bare_name_is_used() -> None:
    files = {
        "p/a.kt": (
            "package p\nclass A(val size: Int) {\n  private val own = MAX\n"
            "  fun f(xs: List<Int>, n: Int = MAX): Int {\n"
            "    val first = xs.map(::visit)\n"
            "    for (x in own..size) table.put(x, first)\n"
            "    return when (n) { MAX -> own else -> n }\n  }\n}\n"
        ),
        "p/b.kt": (
            "package p\nconst val MAX = 3\nval table = mutableMapOf()\nfun visit() {}\n"
            "val first = 1\nval x = 2\nval n = 3\n"
        ),
    }
    found = links_by_name(files, "p/a.kt")
    for name in ("MAX", "table", "visit"):
        assert found[name] == _exact(f"p/b.kt::{name}"), name
    assert found["A().own"] == _exact("p/a.kt::A.own")
    assert found["A().size"] == _exact("p/a.kt::A.size")
    assert found.keys().isdisjoint(["first", "x", "n", "xs"])
