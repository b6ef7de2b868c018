"""C and C++ references: a small repository and where its names lead."""

from collections.abc import Callable

import pytest

from repobook.languages import Resolver
from repobook.model.facts import Reference, pack_position
from repobook.model.graph import DYNAMIC, EXTERNAL, UNKNOWN, Link
from repobook.resolve.world import world_of
from tests.fakes.growth import assert_linear
from tests.fakes.units import links, unit


def _links_by_use(files: dict[str, str], path: str) -> dict[str, Link]:
    """By name and role; a name that leads to several things counts with its last use."""
    found = unit(path, files[path])
    pairs = zip(found.references, links(files, path).references, strict=True)
    return {f"{reference.role} {reference.name}": link for reference, link in pairs}


def _exact(target: str) -> Link:
    return Link((target,), "exact")


def test_a_call_leads_to_the_definition_behind_the_declaration() -> None:
    files = {
        "a.h": "namespace n { int f(int x); }\n",
        "a.cpp": '#include "a.h"\nnamespace n {\nint f(int y) { return y; }\n}\n',
        "b.cpp": '#include "a.h"\nint g() { return n::f(1); }\n',
    }
    assert _links_by_use(files, "b.cpp")["call f"] == _exact("a.cpp::n.f")


def test_a_name_is_looked_up_outward_and_in_its_own_file_first() -> None:
    files = {
        "a.h": "int f();\nnamespace n { int f(); namespace m { int h(); } }\n",
        "b.cpp": '#include "a.h"\nnamespace n::m {\nint g() { return f() + h(); }\n}\n',
    }
    links_by_use = _links_by_use(files, "b.cpp")
    assert links_by_use["call f"] == _exact("a.h::n.f")
    assert links_by_use["call h"] == _exact("a.h::n.m.h")


def test_what_is_not_included_is_only_inferred() -> None:
    files = {"a.h": "int f();\n", "b.cpp": "int g() { return f(); }\n"}
    expected = Link(("a.h::f",), "inferred", "only definition of that name")
    assert _links_by_use(files, "b.cpp")["call f"] == expected


def test_includes_are_followed_through_others_and_in_cycles() -> None:
    files = {
        "a.h": '#include "b.h"\nint f();\n',
        "b.h": '#include "a.h"\n#include "c.h"\n',
        "c.h": "int h();\n",
        "d.cpp": '#include "a.h"\nint g() { return f() + h(); }\n',
    }
    links_by_use = _links_by_use(files, "d.cpp")
    assert links_by_use["call f"] == _exact("a.h::f")
    assert links_by_use["call h"] == _exact("c.h::h")


def test_what_is_hidden_in_another_file_is_not_meant() -> None:
    files = {"a.cpp": "static int f() { return 1; }\n", "b.cpp": "int g() { return f(); }\n"}
    assert not _links_by_use(files, "b.cpp")["call f"].targets


OVERLOADS = """\
struct S {
  int f();
  int f(int a);
  int f(int a, int b, int c = 1);
  int get();
  int get() const;
};
"""


@pytest.mark.parametrize(
    ("call", "target"),
    [("f()", "S.f"), ("f(1)", "S.f~2"), ("f(1, 2)", "S.f~3"), ("f(1, 2, 3)", "S.f~3")],
)
def test_overloads_are_told_apart_by_the_number_of_arguments(call: str, target: str) -> None:
    files = {"s.h": OVERLOADS, "b.cpp": f'#include "s.h"\nint g(S& s) {{ return s.{call}; }}\n'}
    assert _links_by_use(files, "b.cpp")["call f"] == _exact(f"s.h::{target}")


def test_overloads_with_the_same_number_of_arguments_are_ambiguous() -> None:
    files = {"s.h": OVERLOADS, "b.cpp": '#include "s.h"\nint g(S& s) { return s.get(); }\n'}
    expected = Link(("s.h::S.get", "s.h::S.get~2"), "ambiguous")
    assert _links_by_use(files, "b.cpp")["call get"] == expected


CLASSES = """\
#include <memory>
namespace n {
struct Base { int size_; int size() const; virtual void run(); };
struct Leaf { int color; };
template <class T> struct Holder { T* operator->(); };
class Derived : public Base {
 public:
  void go();
  Leaf leaf();
  std::unique_ptr<Leaf> owned_;
  Holder<Leaf> held_;
};
using Alias = Derived;
}
"""


def test_members_are_found_through_bases_aliases_values_and_pointers() -> None:
    body = """\
#include "c.h"
namespace n {
void Derived::go() { size(); size_ = 1; this->run(); }
int f(Alias* a) {
  auto x = a->leaf();
  return x.color;
}
int g(const Derived& d) { return d.owned_->color; }
int h(Derived d) { return d.held_->color; }
}
"""
    links_by_use = _links_by_use({"c.h": CLASSES, "c.cpp": body}, "c.cpp")
    assert links_by_use["call size"] == _exact("c.h::n.Base.size")
    assert links_by_use["mention size_"] == _exact("c.h::n.Base.size_")
    assert links_by_use["call run"] == _exact("c.h::n.Base.run")
    assert links_by_use["call leaf"] == _exact("c.h::n.Derived.leaf")
    assert links_by_use["type Alias"] == _exact("c.h::n.Alias")
    assert links_by_use["attribute color"] == _exact("c.h::n.Leaf.color")
    assert links_by_use["attribute owned_"] == _exact("c.h::n.Derived.owned_")


def test_using_brings_names_in() -> None:
    files = {
        "a.h": "namespace a { struct T {}; int f(); namespace deep { int h(); } }\n",
        "b.h": '#include "a.h"\nnamespace b { using namespace a; using a::f; }\n',
        "c.cpp": '#include "b.h"\nnamespace d = a::deep;\n'
        "int g() { b::T t; return b::f() + d::h(); }\n",
    }
    links_by_use = _links_by_use(files, "c.cpp")
    assert links_by_use["type T"] == _exact("a.h::a.T")
    assert links_by_use["call f"] == _exact("a.h::a.f")
    assert links_by_use["call h"] == _exact("a.h::a.deep.h")


def test_enumerators_of_a_plain_enumeration_are_names_around_it() -> None:
    files = {
        "e.h": "namespace n { enum Color { RED };\nenum class Kind { Big }; }\n",
        "f.cpp": '#include "e.h"\nnamespace n {\nint f() { return g(RED, Kind::Big); }\n}\n',
    }
    links_by_use = _links_by_use(files, "f.cpp")
    assert links_by_use["mention RED"] == _exact("e.h::n.Color.RED")
    assert links_by_use["mention Big"] == _exact("e.h::n.Kind.Big")
    assert links_by_use["type Kind"] == _exact("e.h::n.Kind")


def test_macros_and_kernel_launches() -> None:
    files = {
        "m.h": "#define MY_CHECK(x) (x)\n#define lower_check(x) (x)\n",
        "k.cu": '#include "m.h"\n__global__ void kernel(int n) {}\nvoid kernel(int a, long b);\n'
        "void f() { MY_CHECK(1); lower_check(2); kernel<<<1, 2>>>(3); }\n",
    }
    links_by_use = _links_by_use(files, "k.cu")
    assert links_by_use["macro MY_CHECK"] == _exact("m.h::MY_CHECK")
    assert links_by_use["call lower_check"] == _exact("m.h::lower_check")
    assert links_by_use["call kernel"] == Link(("k.cu::kernel", "k.cu::kernel~2"), "ambiguous")


def test_a_plain_name_means_the_alias_and_a_tag_the_structure() -> None:
    files = {
        "n.h": "typedef struct node {\n  int x;\n} node;\n",
        "n.c": '#include "n.h"\nint f(node *a) { return a->x; }\n'
        "int g(struct node *b) { return b->x; }\n",
    }
    found = unit("n.c", files["n.c"])
    references = links(files, "n.c").references
    types = {
        r.receiver: link
        for r, link in zip(found.references, references, strict=True)
        if r.role == "type"
    }
    assert types == {"": _exact("n.h::node~2"), "struct": _exact("n.h::node")}
    assert _links_by_use(files, "n.c")["attribute x"] == _exact("n.h::node.x")


def test_the_standard_library_and_unknown_names_are_external() -> None:
    code = (
        "#include <vector>\nint f(std::vector<int> v) { printf(); return std::max(1, v.size()); }\n"
    )
    links_by_use = _links_by_use({"a.cpp": code}, "a.cpp")
    assert links_by_use["type vector"] == EXTERNAL
    assert links_by_use["call max"] == EXTERNAL
    assert links_by_use["call size"] == EXTERNAL
    assert links_by_use["call printf"] == EXTERNAL


def test_a_function_of_the_c_library_is_no_function_of_a_file_that_is_not_included() -> None:
    files = {
        "tests/overrides.h": "#define malloc(n) counted(n)\nvoid *calloc(int n, int size);\n",
        "main.c": "#include <stdlib.h>\nvoid *f(void) { calloc(1, 2); return malloc(1); }\n",
        "seen.c": '#include "tests/overrides.h"\nvoid *g(void) { return malloc(1); }\n',
    }
    links_by_use = _links_by_use(files, "main.c")
    assert (links_by_use["call malloc"], links_by_use["call calloc"]) == (EXTERNAL, EXTERNAL)
    assert _links_by_use(files, "seen.c")["call malloc"] == _exact("tests/overrides.h::malloc")


def test_members_of_what_cannot_be_followed() -> None:
    files = {
        "s.h": "struct S { int only_here(); int size(); };\n",
        "b.cpp": '#include "s.h"\nint g() { auto x = a + b; return x.only_here() + x.size(); }\n',
    }
    links_by_use = _links_by_use(files, "b.cpp")
    expected = Link(("s.h::S.only_here",), "inferred", "only member of that name")
    assert links_by_use["call only_here"] == expected
    assert links_by_use["call size"] == DYNAMIC


def test_more_homonyms_than_anyone_can_read_are_dynamic() -> None:
    files = {f"{n}.h": f"struct S{n} {{ int common_name(); }};\n" for n in range(2000)}
    files["b.cpp"] = "int g() { auto x = a + b; return x.common_name(); }\n"
    assert _links_by_use(files, "b.cpp")["call common_name"] == DYNAMIC


HOSTILE = {
    "own base": "struct A : A { void f() { g(); } };\n",
    "bases in a cycle": "struct A : B {};\nstruct B : A {};\nint f(A a) { return a.x(); }\n",
    "alias of itself": "using T = T;\nusing U = V;\nusing V = U;\n"
    "int f(T t, U u) { t.a(); u.b(); }\n",
    "using itself": "namespace a { using namespace a; using a::f; }\nint g() { return a::f(); }\n",
    "value of itself": "int f() { auto x = x.y(); auto z = w(); return z.z(); }\nauto w() -> W;\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_cycles_end(name: str) -> None:
    _assert_resolved(HOSTILE[name])


def _assert_resolved(code: str) -> None:
    files = {"a.cpp": code, "b.h": '#include "b.h"\n'}
    found = links(files, "a.cpp")
    assert len(found.references) == len(unit("a.cpp", code).references)


def _aliases(n_aliases: int) -> str:
    aliases = "".join(f"using T{n} = T{n + 1};\n" for n in range(n_aliases))
    return f"{aliases}int f(T0 t) {{ return t.x(); }}\n"


def _bases(n_bases: int) -> str:
    bases = "".join(f"struct T{n} : T{n + 1} {{}};\n" for n in range(n_bases))
    return f"{bases}int f(T0 t) {{ return t.x(); }}\n"


def _members(n_members: int) -> str:
    return f"int f(S s) {{ return s{'.a()' * n_members}; }}\n"


@pytest.mark.parametrize(("code", "n"), [(_aliases, 3000), (_bases, 3000), (_members, 20_000)])
def test_long_chains_cost_no_more_than_their_length(code: Callable[[int], str], n: int) -> None:
    assert_linear(_assert_resolved, code, n)


def test_includes_in_a_long_row_end() -> None:
    files = {f"{n}.h": f'#include "{n + 1}.h"\n' for n in range(2000)}
    files["1999.h"] = '#include "0.h"\nint f();\n'
    files["a.cpp"] = '#include "0.h"\nint g() { return f(); }\n'
    assert _links_by_use(files, "a.cpp")["call f"] == _exact("1999.h::f")


def test_a_template_and_not_its_specializations() -> None:
    files = {
        "t.h": "template <class T> struct S {};\ntemplate <> struct S<int> {};\n",
        "a.cpp": '#include "t.h"\nS<int> s;\n',
    }
    assert _links_by_use(files, "a.cpp")["type S"] == _exact("t.h::S")


def test_a_class_without_such_a_member_leads_nowhere() -> None:
    files = {
        "k.h": "enum class Kind { A };\nenum class Other { B };\n",
        "a.cpp": '#include "k.h"\nint f() { return g(Kind::B); }\n',
    }
    assert _links_by_use(files, "a.cpp")["mention B"] == UNKNOWN


def test_a_constant_that_reads_like_a_type() -> None:
    files = {
        "k.h": "constexpr int kLimit = 3;\nenum class Kind { A };\nstruct S { S(int); };\n",
        "a.cpp": '#include "k.h"\nvoid f() {\n  S s(kLimit);\n  T<Kind::A> t;\n}\n',
    }
    links_by_use = _links_by_use(files, "a.cpp")
    assert links_by_use["type kLimit"] == _exact("k.h::kLimit")
    assert links_by_use["type A"] == _exact("k.h::Kind.A")


def test_what_is_seen_goes_before_what_is_nearer() -> None:
    files = {
        "a.h": "namespace n { struct Device {}; }\n",
        "far.h": "struct Device {};\n",
        "a.cpp": '#include "a.h"\nusing namespace n;\nvoid f(Device d) {}\n',
    }
    assert _links_by_use(files, "a.cpp")["type Device"] == _exact("a.h::n.Device")


def test_a_member_of_a_foreign_template_is_not_one_of_the_class_around() -> None:
    text = "struct B {\n  using U = int; int type;\n  using V = std::make_unsigned<U>::type;\n};\n"
    assert _links_by_use({"b.cpp": text}, "b.cpp")["type type"] == EXTERNAL


def test_a_scope_that_was_misread_over_lines_of_the_preprocessor_costs_only_itself() -> None:
    found = unit("a.cc", "void f();\nvoid g() { f(); }\n")
    odd = Reference("std", "@class V {\n#if A || B\n  if (std", "mention", (pack_position(1, 0),))
    found = found._replace(references=(*found.references, odd))
    linked = Resolver(world_of([found]))(found)
    assert [link.targets for link in linked.references if link.targets] == [("a.cc::f",)]


def test_the_file_that_defines_decides_what_it_declares() -> None:
    files = {
        "lib/dict.h": "int next(int n);\nextern int limit;\n",
        "lib/dict.cpp": '#include "dict.h"\nint limit = 3;\nint next(int n) { return n; }\n',
        "other/dict.cpp": "int next(int n) { return 2; }\n",
        "main.cpp": '#include "lib/dict.h"\nint g() { return next(1); }\n',
    }
    assert links(files, "lib/dict.cpp").same == (
        ("lib/dict.cpp::limit", "lib/dict.h::limit"),
        ("lib/dict.cpp::next", "lib/dict.h::next"),
    )
    assert links(files, "other/dict.cpp").same == ()
    assert _links_by_use(files, "main.cpp")["call next"] == _exact("lib/dict.cpp::next")


def test_a_body_may_leave_out_the_namespace_that_using_opens() -> None:
    header = "namespace n { class X { void f(); void g(); int held; class Y { void h(); }; }; }\n"
    body = (
        '#include "x.h"\nusing namespace n;\n'
        "void X::f() { g(); this->g(); held = 1; }\nvoid X::g() {}\nvoid X::Y::h() {}\n"
    )
    files = {"inc/x.h": header, "src/x.cpp": body.replace("x.h", "../inc/x.h")}
    found = links(files, "src/x.cpp")
    assert {frozenset(group) for group in found.same} == {
        frozenset([f"src/x.cpp::{name}", f"inc/x.h::n.{name}"]) for name in ("X.f", "X.g", "X.Y.h")
    }
    links_by_use = _links_by_use(files, "src/x.cpp")
    assert links_by_use["mention held"] == _exact("inc/x.h::n.X.held")
    named, through_this = [
        link.targets
        for reference, link in zip(
            unit("src/x.cpp", files["src/x.cpp"]).references, found.references, strict=True
        )
        if reference.name == "g"
    ]
    assert (named, through_this) == (("src/x.cpp::X.g",), ("inc/x.h::n.X.g",))


def test_a_class_that_is_not_opened_owns_no_body_of_another_of_its_name() -> None:
    files = {
        "x.h": "namespace n { class X { void f(); }; }\nclass X { void f(); };\n",
        "x.cpp": '#include "x.h"\nusing namespace n;\nvoid X::f() {}\n',
    }
    assert links(files, "x.cpp").same == (("x.cpp::X.f", "x.h::X.f"),)


def test_a_stub_under_the_full_name_does_not_stand_for_the_body_in_short() -> None:
    files = {
        "inc/x.h": "namespace n { class X { public: void f(); }; }\n",
        "src/x.cpp": '#include "../inc/x.h"\nusing namespace n;\nvoid X::f() {}\n',
        "src/no_x.cpp": '#include "../inc/x.h"\nnamespace n {\nvoid X::f() {}\n}\n',
        "user.cpp": '#include "inc/x.h"\nvoid g(n::X& x) { x.f(); }\n',
    }
    assert _links_by_use(files, "user.cpp")["call f"] == _exact("inc/x.h::n.X.f")


def test_using_in_a_function_is_nobody_elses() -> None:
    files = {
        "a.cpp": "namespace n { struct T { void f(); }; }\n"
        "namespace m { struct T { void f(); }; }\n"
        "void one() { using namespace n;\n T t; t.f(); }\n"
        "void two() { using namespace m;\n T t; t.f(); }\n"
    }
    found = unit("a.cpp", files["a.cpp"]).references
    pairs = zip(found, links(files, "a.cpp").references, strict=True)
    targets = [link.targets for reference, link in pairs if reference.role == "call"]
    assert targets == [("a.cpp::n.T.f",), ("a.cpp::m.T.f",)]


def test_several_files_may_define_what_a_header_declares() -> None:
    body = '#include "../api/a.h"\nint f(int n) { return n; }\n'
    files = {"api/a.h": "int f(int n);\n", "linux/f.cpp": body, "windows/f.cpp": body}
    for path in ("linux/f.cpp", "windows/f.cpp"):
        assert links(files, path).same == ((f"{path}::f", "api/a.h::f"),)


def test_a_header_may_declare_what_its_source_keeps_for_itself() -> None:
    files = {
        "a.h": "static int f(int x);\n",
        "a.c": '#include "a.h"\nstatic int f(int x) { return x; }\n',
        "b.c": "static int f(int x) { return x; }\n",
    }
    assert links(files, "a.c").same == (("a.c::f", "a.h::f"),)
    assert links(files, "b.c").same == ()


def test_a_macro_may_stand_for_the_function_under_another_condition() -> None:
    files = {
        "a.c": "#ifdef CHECKS\nstatic void check(int x) { use(x); }\n#else\n"
        "#define check(x) do {} while (0)\n#endif\nvoid f(void) { check(1); }\n"
    }
    assert links(files, "a.c").same == (("a.c::check", "a.c::check~2"),)


def test_what_is_declared_behind_a_macro_is_declared() -> None:
    files = {
        "a.h": "namespace n { API_EXPORT extern int count; }\n",
        "a.cpp": '#include "a.h"\nnamespace n { int count; }\nint f() { return n::count; }\n',
    }
    assert links(files, "a.cpp").same == (("a.cpp::n.count", "a.h::n.count"),)


def test_static_functions_of_the_same_name_stay_apart() -> None:
    files = {
        "a.c": "static int f(int n);\nstatic int f(int n) { return n; }\n",
        "b.c": "static int f(int n);\nint g(void) { return f(1); }\n",
    }
    assert links(files, "a.c").same == (("a.c::f~2", "a.c::f"),)


def test_a_struct_and_the_type_that_is_called_like_it_are_one_thing() -> None:
    files = {
        "list.h": "typedef struct list {\n  int n;\n} list;\ntypedef struct n { int n; } *n;\n",
        "api.h": "typedef struct context context;\ntypedef struct other { int n; } context2;\n",
        "context.c": '#include "api.h"\nstruct context {\n  int n;\n};\n',
    }
    assert links(files, "list.h").same == (("list.h::list", "list.h::list~2"),)
    assert links(files, "context.c").same == (("context.c::context", "api.h::context"),)
    assert links(files, "api.h").same == ()


def test_calls_and_macros_in_the_body_of_a_macro_are_uses() -> None:
    files = {
        "log.h": (
            "#define LIMIT 3\nnamespace n { void write(int level); }\n"
            "#define LOG(level, ...) do { \\\n  if (level > LIMIT) break; \\\n"
            '  n::write(level, #level, "f()", x->g(), level##_h(1)); \\\n} while (0)\n'
        )
    }
    links_by_use = _links_by_use(files, "log.h")
    assert links_by_use == {
        "call write": _exact("log.h::n.write"),
        "macro LIMIT": _exact("log.h::LIMIT"),
    }


def test_a_namespace_that_a_macro_opens_holds_what_stands_behind_it() -> None:
    files = {
        "base.h": (
            "#define LIB_BEGIN namespace lib { inline namespace v2 {\n#define LIB_END }}\n"
            "LIB_BEGIN\n\n// Text.\nstruct text {};\nint format(text t);\n\nLIB_END\n"
        ),
        "use.cpp": '#include "base.h"\nint g(lib::text t) { return lib::format(t); }\n',
    }
    links_by_use = _links_by_use(files, "use.cpp")
    assert links_by_use["call format"] == _exact("base.h::format")
    assert links_by_use["type text"] == _exact("base.h::text")


def test_a_qualified_name_is_no_member_of_a_class_in_that_namespace() -> None:
    files = {
        "a.cpp": "namespace lib { struct formatter { int format(int n) { return n; } }; }\n",
        "b.cpp": "int g() { return lib::format(1); }\n",
    }
    assert not _links_by_use(files, "b.cpp")["call format"].targets


def test_text_that_the_grammar_lost_its_way_in_is_no_name() -> None:
    text = "EXPORT x\n\ntemplate <typename T> class A {\n protected:\n  b::buffer<T>* held;\n"
    for definition in unit("a.h", text).definitions:
        assert "\n" not in definition.qualname


def test_files_included_under_conditions_may_all_be_meant() -> None:
    files = {
        "poll.c": "static int wait(int n) { return n; }\n",
        "epoll.c": "static int wait(int n) { return n; }\n",
        "ae.c": (
            '#ifdef EPOLL\n#include "epoll.c"\n#else\n#include "poll.c"\n#endif\n'
            "int g(void) { return wait(1); }\n"
        ),
    }
    expected = Link(("epoll.c::wait", "poll.c::wait"), "ambiguous")
    assert _links_by_use(files, "ae.c")["call wait"] == expected
