"""Kotlin: objects, companions, properties, and the words that make a class something else."""

from repobook.languages import parse
from repobook.model.facts import FileFacts, Import


def _outline(facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]


def _uses(facts: FileFacts, role: str) -> set[tuple[str, str]]:
    return {(r.receiver, r.name) for r in facts.references if r.role == role}


def test_definitions_with_their_lines() -> None:
    code = b"""package com.x
open class A(private val x: Int, z: Int) : Base(x) {
  val p: Int
    get() = 1
  constructor(s: String) : this(1, 2) { bar() }
  companion object {
    const val K = 1
    fun create() = A()
  }
  enum class Color {
    RED,
    GREEN;
  }
  override fun m(a: Int) {
    val local = 1
  }
}
sealed interface S {
  data object O : S
}
typealias TA = Map<String, Int>
val top = 1
val (d1, d2) = pair
fun `test with spaces`() {
}
"""
    assert _outline(parse("Kotlin", code)) == [
        ("package", "com.x", 1, 1),
        ("class", "A", 2, 17),
        ("property", "A.x", 2, 2),
        ("property", "A.p", 3, 4),
        ("constructor", "A.constructor", 5, 5),
        ("class", "A.Companion", 6, 9),
        ("constant", "A.Companion.K", 7, 7),
        ("method", "A.Companion.create", 8, 8),
        ("enum", "A.Color", 10, 13),
        ("enum_member", "A.Color.RED", 11, 11),
        ("enum_member", "A.Color.GREEN", 12, 12),
        ("method", "A.m", 14, 16),
        ("interface", "S", 18, 20),
        ("class", "S.O", 19, 19),
        ("type", "TA", 21, 21),
        ("property", "top", 22, 22),
        ("property", "d1", 23, 23),
        ("property", "d2", 23, 23),
        ("function", "test with spaces", 24, 25),
    ]


def test_signature_doc_annotations_and_visibility() -> None:
    code = b"""/** Doc of A. */
@Ann("x")
class A {
  /** Doc of f. */
  @Test
  private fun f(a: List<String>): Int = 1
}
"""
    a, f = parse("Kotlin", code).definitions
    assert (a.line, a.signature, a.doc, a.decorators) == (3, "class A", "Doc of A.", ('Ann("x")',))
    assert (f.line, f.signature, f.doc) == (6, "private fun f(a: List<String>): Int", "Doc of f.")
    assert (a.exported, f.exported, f.decorators) == (True, False, ("Test",))


def test_import_forms() -> None:
    code = b"import a.b.C\nimport a.b.*\nimport a.b.D as E\n"
    assert parse("Kotlin", code).imports == (
        Import("a.b", "C", "", "import", 1),
        Import("a.b", "*", "", "import", 2),
        Import("a.b", "D", "E", "import", 3),
    )


def test_references_by_role() -> None:
    code = b"""class A : Base<T>(x), p.J {
  fun m(a: Map.Entry<String, Int>): Foo? {
    x?.y?.call(a)
    Thing(1).run { it.z }
  }
}
"""
    facts = parse("Kotlin", code)
    assert _uses(facts, "inherit") == {("", "Base"), ("p", "J")}
    assert {("Map", "Entry"), ("", "Foo"), ("", "String")} <= _uses(facts, "type")
    assert _uses(facts, "call") == {
        ("this$A.x?.y", "call"),
        ("", "Thing"),
        ("Thing()", "run"),
    }
    assert ("?", "z") in _uses(facts, "attribute")


def test_bases_and_types() -> None:
    code = b"""class A(val c: Client?) : p.Base<T>(c), I, D by c {
  val f: List<Foo> = listOf()
  val g = Foo.create(1)
  fun h(): Foo.Bar? = null
  fun i() = apply { }
  fun j() = Made(1)
}
typealias Al = p.Foo<T>
"""
    found = {d.qualname: (d.bases, d.value) for d in parse("Kotlin", code).definitions}
    assert found == {
        "A": (("p.Base", "I", "D"), ""),
        "A.c": ((), "Client()"),
        "A.f": ((), "List()"),
        "A.g": ((), "Foo.create()"),
        "A.h": ((), "Foo.Bar()"),
        "A.i": ((), "A()"),
        "A.j": ((), "Made()"),
        "Al": ((), "p.Foo"),
    }


def test_members_locals_and_extensions() -> None:
    code = b"""class A { val f: Foo = x
  fun m(p: Foo, b: () -> Unit) {
    p.a(); f.c(); b(); m(p, b)
    val v = p.make(); v?.d()
    for (i in list) i.e()
    list.map { it.g() }
    list.map { n -> n.g() }
  }
}
fun Foo.ext() { inner(); this.k() }
"""
    assert _uses(parse("Kotlin", code), "call") == {
        ("Foo()", "a"),
        ("A().f", "c"),
        ("A()", "m"),
        ("Foo()", "make"),
        ("Foo().make()", "d"),
        ("?", "e"),
        ("?", "g"),
        ("list", "map"),
        ("this$Foo", "inner"),
        ("Foo()", "k"),
    }
