"""C++: names, lines and scopes as a reader sees them, in code that depends on the preprocessor."""

from repobook.languages import parse
from repobook.languages.c_family.parser.c_text import prepare
from repobook.model.facts import FileFacts, Import


def _facts(code: str) -> FileFacts:
    return parse("C++", code.encode())


def _outline(facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]


def _uses(facts: FileFacts, role: str) -> set[tuple[str, str]]:
    return {(r.receiver, r.name) for r in facts.references if r.role == role}


def test_class_members_with_their_lines() -> None:
    code = """\
namespace a::b {
class Foo {
 public:
  Foo() : x(1) {}
  ~Foo();
  explicit Foo(int);
  virtual int f(int y) const = 0;
  operator bool() const;
  bool operator == (const Foo& other);
  int x, *z;
  enum class E { A, B = 2 };
  using V = int;
};
}
"""
    assert _outline(_facts(code)) == [
        ("namespace", "a.b", 1, 14),
        ("class", "a.b.Foo", 2, 13),
        ("constructor", "a.b.Foo.Foo", 4, 4),
        ("method", "a.b.Foo.~Foo", 5, 5),
        ("constructor", "a.b.Foo.Foo", 6, 6),
        ("method", "a.b.Foo.f", 7, 7),
        ("method", "a.b.Foo.operator bool", 8, 8),
        ("method", "a.b.Foo.operator==", 9, 9),
        ("field", "a.b.Foo.x", 10, 10),
        ("field", "a.b.Foo.z", 10, 10),
        ("enum", "a.b.Foo.E", 11, 11),
        ("enum_member", "a.b.Foo.E.A", 11, 11),
        ("enum_member", "a.b.Foo.E.B", 11, 11),
        ("type", "a.b.Foo.V", 12, 12),
    ]


def test_member_outside_its_class() -> None:
    code = """\
Foo::Foo(int x) {}
int ns::Foo<int>::bar() { return 1; }
Foo::operator bool() const { return true; }
Foo::~Foo() {}
inline Foo::operator int() { return 1; }
int ns::free_function() { return 2; }
"""
    assert _outline(_facts(code)) == [
        ("constructor", "Foo.Foo", 1, 1),
        ("method", "ns.Foo.bar", 2, 2),
        ("method", "Foo.operator bool", 3, 3),
        ("method", "Foo.~Foo", 4, 4),
        ("method", "Foo.operator int", 5, 5),
        ("function", "ns.free_function", 6, 6),
    ]


def test_signature_and_documentation_reach_over_template_and_macros() -> None:
    code = """\
/// What it does.
template <typename T>
MY_API
inline T* foo(T x, // the first
              int y) {
}
"""
    (foo,) = _facts(code).definitions
    assert (foo.line, foo.end_line) == (4, 6)
    assert foo.signature == "template <typename T> MY_API inline T* foo(T x, int y)"
    assert foo.doc == "What it does."


def test_export_macro_before_a_class_name() -> None:
    code = "class MY_API Foo : public Base {};\nstruct FORWARD_EXPORT Bar final {};\n"
    facts = _facts(code)
    assert _outline(facts) == [("class", "Foo", 1, 1), ("struct", "Bar", 2, 2)]
    assert _uses(facts, "inherit") == {("@Foo", "Base")}
    assert _uses(facts, "macro") == {("", "MY_API"), ("", "FORWARD_EXPORT")}


def test_conditionals_with_unbalanced_braces() -> None:
    code = """\
#ifdef A
int f(int x) {
#else
int f(long x) {
#endif
#if B
  if (x) {
#endif
    g();
#if B
  }
#endif
}
int after;
"""
    assert _outline(_facts(code)) == [("function", "f", 2, 13), ("variable", "after", 14, 14)]


def test_both_branches_are_read_where_both_can_stand() -> None:
    code = "#if A\nint f() { return 1; }\n#else\nint g() { return 2; }\n#endif\n"
    facts = _facts(code)
    assert _outline(facts) == [("function", "f", 2, 2), ("function", "g", 4, 4)]
    assert _uses(facts, "macro") == {("", "A")}


def test_text_under_if_0_is_not_code() -> None:
    code = "#if 0\n don't {{ \n#endif\nint f() { return 1; }\n"
    facts = _facts(code)
    assert _outline(facts) == [("function", "f", 4, 4)]
    assert facts.diagnostics == ()


def test_two_heads_for_one_body() -> None:
    code = "#ifdef A\nvoid f(int x)\n#else\nvoid f(long x)\n#endif\n{\n}\nint after;\n"
    assert _outline(_facts(code)) == [("function", "f", 2, 7), ("variable", "after", 8, 8)]


def test_macros_with_bodies() -> None:
    code = """\
TEST_F(Suite, Case) {
  EXPECT_EQ(1, f());
}
MY_LIBRARY(aten, m) {
  m.def("x");
}
"""
    assert _outline(_facts(code)) == [
        ("test", "Suite.Case", 1, 3),
        ("block", "MY_LIBRARY", 4, 6),
    ]


def test_what_is_hidden_is_not_exported() -> None:
    code = """\
namespace n {
namespace {
int hidden() { return 1; }
}
static int counter = 0;
int shown();
struct S { static int also_shown(); };
}
"""
    facts = _facts(code)
    assert {d.qualname: d.exported for d in facts.definitions} == {
        "n": True,
        "n.hidden": False,
        "n.counter": False,
        "n.shown": True,
        "n.S": True,
        "n.S.also_shown": True,
    }
    assert [d.parent for d in facts.definitions] == [-1, 0, 0, 0, 0, 4]


def test_local_names_are_no_definitions() -> None:
    assert _outline(_facts("void f() { int x = 1; g(x); }\n")) == [("function", "f", 1, 1)]


def test_calls_keep_their_receivers() -> None:
    code = "void f() { g(); a::b::h(); x.m(); p->q.n(); t<int>(); x.u<int>(); CHECK(1); }\n"
    facts = _facts(code)
    assert _uses(facts, "call") == {
        ("#0", "g"),
        ("a::b::#0", "h"),
        ("x.#0", "m"),
        ("p->q.#0", "n"),
        ("#0", "t"),
        ("x.#0", "u"),
    }
    assert _uses(facts, "macro") == {("", "CHECK")}


def test_types_but_not_the_name_being_defined() -> None:
    facts = _facts("struct A { B b; n::C c; };\nusing D = E;\ntemplate <class T> T f();\n")
    assert _uses(facts, "type") == {("@A", "B"), ("n::@A", "C"), ("", "E")}


def test_functions_that_are_passed_around() -> None:
    facts = _facts('void f() { m.impl("x", &n::g); }\nTable t[] = {{"a", h}};\n')
    assert _uses(facts, "mention") == {("", "m"), ("n::", "g"), ("", "h")}


def test_a_template_named_without_arguments_is_used_by_its_name() -> None:
    facts = _facts("void f() { g(&A::template apply); }\n")
    assert _uses(facts, "mention") == {("A::", "apply")}


def test_attributes_are_fields_that_are_not_called() -> None:
    facts = _facts("int f() { return p->a.b + p->c(); }\n")
    assert _uses(facts, "attribute") == {("p->", "a"), ("p->a.", "b")}


def test_includes_and_using() -> None:
    code = """\
#include <vector>
#include "a/b.h"
using namespace at;
using c10::Device;
namespace fs = std::filesystem;
"""
    assert _facts(code).imports == (
        Import("vector", "", "", "system", 1),
        Import("a/b.h", "", "", "include", 2),
        Import("at", "*", "", "using", 3),
        Import("c10", "Device", "", "using", 4),
        Import("std.filesystem", "", "fs", "using", 5),
    )


def test_macro_without_semicolon_before_a_declaration() -> None:
    code = "REGISTER(x)\nint after;\nstruct S {\n  DEFINE_OP(==)\n  int y;\n};\n"
    facts = _facts(code)
    assert _outline(facts) == [
        ("variable", "after", 2, 2),
        ("struct", "S", 3, 6),
        ("field", "S.y", 5, 5),
    ]
    assert facts.diagnostics == ()


def test_macro_that_declares_a_member_with_a_value() -> None:
    code = "struct Options : Base {\n  MY_ARG(double, lr) = 1e-3;\n  int y;\n};\n"
    facts = _facts(code)
    assert _outline(facts) == [("struct", "Options", 1, 4), ("field", "Options.y", 3, 3)]
    assert _uses(facts, "macro") == {("", "MY_ARG")}
    assert facts.diagnostics == ()


def test_member_with_a_note_behind_its_name() -> None:
    code = """\
class Queue {
  Mutex mutex_;
  std::deque<Item*> items_ GUARDED_BY(mutex_);
  Node* const head_ GUARDED_BY(mutex_);  // the oldest
  Stats stats_[kLevels + 1] GUARDED_BY(mutex_);
  unsigned long size_ GUARDED_BY(mutex_) = 0;
};
struct map_def counts SEC("maps") = {1};
"""
    facts = _facts(code)
    assert _outline(facts) == [
        ("class", "Queue", 1, 7),
        ("field", "Queue.mutex_", 2, 2),
        ("field", "Queue.items_", 3, 3),
        ("field", "Queue.head_", 4, 4),
        ("field", "Queue.stats_", 5, 5),
        ("field", "Queue.size_", 6, 6),
        ("variable", "counts", 8, 8),
    ]
    assert facts.definitions[2].signature == "std::deque<Item*> items_ GUARDED_BY(mutex_)"
    assert _uses(facts, "macro") == {("", "GUARDED_BY"), ("", "SEC")}
    assert facts.diagnostics == ()


def test_function_with_a_note_behind_its_parameters() -> None:
    code = """\
class Mutex {
  void Lock() ACQUIRES() { mu_.lock(); }
  int Wait(std::function<void(int)> done,
           Time until) const override REQUIRES(mu_) { return 1; }
  bool Try(int n) RETURNS_IF(true, mu_);
};
void Mutex::Unlock() RELEASES(mu_) {
  if (mu_) CHECK(mu_);
  while (more(1)) STEP(mu_);
}
"""
    facts = _facts(code)
    assert _outline(facts) == [
        ("class", "Mutex", 1, 6),
        ("method", "Mutex.Lock", 2, 2),
        ("method", "Mutex.Wait", 3, 4),
        ("method", "Mutex.Try", 5, 5),
        ("method", "Mutex.Unlock", 7, 10),
    ]
    macros = ("ACQUIRES", "REQUIRES", "RETURNS_IF", "RELEASES", "CHECK", "STEP")
    assert _uses(facts, "macro") == {("", name) for name in macros}
    kept = prepare(code.encode())
    assert b"CHECK(mu_)" in kept
    assert b"STEP(mu_)" in kept
    assert facts.diagnostics == ()


def test_what_is_declared_with_a_name_in_capitals_is_no_note() -> None:
    code = """\
int SIZE(int x);
static Thing MAKE(int x);
extern const Thing MAKE_ALL(int x);
unsigned long HASH(int x);
struct thing THING(int x);
Thing LOCALLY THAT(int x);
int f(int* p) {
  delete[] FREED(p);
  return SIZE(1);
}
"""
    names = [d.name for d in _facts(code).definitions]
    assert names == ["SIZE", "MAKE", "MAKE_ALL", "HASH", "THING", "THAT", "f"]
    # Of three names in a row the one in the middle is a note.
    assert prepare(code.encode()) == code.replace("LOCALLY", "       ").encode()


def test_directives_inside_comments_and_strings_are_text() -> None:
    code = """\
/*
#define IN_COMMENT 1
#if 0
*/
const char* glob = "src/*.c";
const char* text = R"(
#define IN_STRING 1
)";
#define OUTSIDE 1
"""
    facts = _facts(code)
    assert [(d.kind, d.name) for d in facts.definitions] == [
        ("variable", "glob"),
        ("variable", "text"),
        ("macro", "OUTSIDE"),
    ]


def test_hostile_text_takes_linear_time() -> None:
    n = 20_000
    for unit in ("ABCD(", "#if A\n(\n", "<<<", "// a/*\n#if A\n", 'R"x(', "#define A \\\n"):
        assert prepare((unit * n).encode()).count(b"\n") == (unit * n).count("\n")


def test_receivers_that_are_local_are_told_by_their_type() -> None:
    code = """\
namespace n {
void Foo::f(const Bar& b, std::unique_ptr<Baz> z) {
  b.a();
  z->c();
  auto y = b.make(1, 2);
  y->run();
  for (auto& q : z->items) q.touch();
  auto* w = static_cast<Qux*>(y);
  w->x.go();
  this->g(b);
  (*w).h();
}
}
"""
    assert _uses(_facts(code), "call") == {
        ("<Bar>.@n.Foo#0", "a"),
        ("<std::unique_ptr<Baz>>->@n.Foo#0", "c"),
        ("<Bar>.@n.Foo#2", "make"),
        ("<Bar>.make()->@n.Foo#0", "run"),
        ("<std::unique_ptr<Baz>>->items[].@n.Foo#0", "touch"),
        ("<Qux>->x.@n.Foo#0", "go"),
        ("this->@n.Foo#1", "g"),
        ("<Qux>[].@n.Foo#0", "h"),
    }


def test_what_is_local_is_no_reference() -> None:
    code = """\
template <class T, int N>
int f(int a, T t) {
  int b = a + limit + N, i, *j = &i;
  auto [c, d] = pair();
  auto g = [e = a](int h) { return e + h; };
  return g(b) + i + *j + c + d + sizeof(T);
}
"""
    facts = _facts(code)
    assert _uses(facts, "mention") == {("", "limit")}
    assert _uses(facts, "call") == {("#0", "pair")}
    assert _uses(facts, "type") == set()


def test_a_local_of_two_types_is_of_none() -> None:
    code = "void f() { { A x; x.g(); } { B x; x.h(); } }\n"
    assert _uses(_facts(code), "call") == {("?#0", "g"), ("?#0", "h")}


def test_classes_before_a_member_are_used() -> None:
    facts = _facts("void n::Foo::f() { Bar::g(kind::Red); c10::Dev::h(); }\n")
    assert _uses(facts, "type") == {("n::@n.Foo", "Foo"), ("@n.Foo", "Bar"), ("c10::@n.Foo", "Dev")}
    assert _uses(facts, "mention") == {("kind::@n.Foo", "Red")}


def test_bases_and_values_are_types_without_qualifiers() -> None:
    code = """\
class A : public B<int>, private n::C { std::vector<D> d; const E* e() const; };
auto f(int) -> G&;
using H = std::shared_ptr<const I>;
typedef struct J* K;
unsigned long l;
"""
    facts = _facts(code)
    assert facts.definitions[0].bases == ("B", "n::C")
    assert {d.name: d.value for d in facts.definitions[1:]} == {
        "d": "std::vector<D>",
        "e": "E",
        "f": "G",
        "H": "std::shared_ptr<I>",
        "K": "J",
        "l": "",
    }


def test_using_is_bound_to_its_namespace() -> None:
    code = "namespace at {\nusing namespace c10;\nusing c10::Device;\nnamespace fs = std::fs;\n}\n"
    assert _facts(code).imports == (
        Import("c10", "*", "at.*", "using", 2),
        Import("c10", "Device", "at.Device", "using", 3),
        Import("std.fs", "", "at.fs", "using", 4),
    )


def test_tests_with_a_title_are_cases() -> None:
    text = (
        b'TEST_CASE("reads rows, one by one", "[rows]") {\n    read(1);\n}\n\n'
        b'TEST_CASE_METHOD(Table, "is 1.5 wide") {\n    wide();\n}\n\n'
        b'SCENARIO("all is lost")\n{\n}\n\n'
        b'TEST_CASE("cuts rows" *\n          test_suite("rows")) {\n    cut(1);\n}\n'
    )
    found = parse("C++", text)
    assert found.diagnostics == ()
    tests = [d.qualname for d in found.definitions if d.kind == "test"]
    assert tests == ["reads rows, one by one", "Table.is 1_5 wide", "all is lost", "cuts rows"]
    assert {"read", "wide", "cut"} <= {r.name for r in found.references}
