"""Protocol Buffers: nested names, members, types in use."""

from repobook.languages import parse
from repobook.model.facts import unpack_position

TEXT = b"""// Licence; not { code }.
syntax = "proto3";
package a.b;
import public "other/x.proto";
option java_package = "x";

// A person.
message Person {
  // The name.
  string name = 1 [deprecated = true];
  repeated Phone phones = 2; // several
  map<string, .c.Thing> things = 3;
  oneof kind { int32 id = 4; }
  enum Type { option allow_alias = true; HOME = 0; WORK = -1; }
  message Phone { }
  reserved 5;
}
service Search {
  rpc Find (Query) returns (stream x.Answer);
  rpc Put(Query) returns (Query) { option (http) = { get: "/v1" }; }
}
extend Person { int32 extra = 100; }
"""


def test_definitions_nest_below_the_package() -> None:
    facts = parse("Protocol Buffer", TEXT)
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("package", "a.b", 3, 22),
        ("message", "a.b.Person", 8, 17),
        ("field", "a.b.Person.name", 10, 10),
        ("field", "a.b.Person.phones", 11, 11),
        ("field", "a.b.Person.things", 12, 12),
        ("field", "a.b.Person.kind", 13, 13),
        ("field", "a.b.Person.kind.id", 13, 13),
        ("enum", "a.b.Person.Type", 14, 14),
        ("enum_member", "a.b.Person.Type.HOME", 14, 14),
        ("enum_member", "a.b.Person.Type.WORK", 14, 14),
        ("message", "a.b.Person.Phone", 15, 15),
        ("service", "a.b.Search", 18, 21),
        ("rpc", "a.b.Search.Find", 19, 19),
        ("rpc", "a.b.Search.Put", 20, 20),
        ("field", "a.b.extra", 22, 22),
    ]
    assert [d.doc for d in facts.definitions[1:3]] == ["A person.", "The name."]


def test_types_in_use_and_imports() -> None:
    facts = parse("Protocol Buffer", TEXT)
    assert [(i.module, i.line) for i in facts.imports] == [("other/x.proto", 4)]
    uses = [(r.receiver, r.name, unpack_position(r.positions[0])) for r in facts.references]
    assert uses == [
        ("x", "Answer", (19, 37)),
        ("", "Person", (22, 7)),
        ("", "Phone", (11, 11)),
        ("", "Query", (19, 12)),
        ("c", "Thing", (12, 17)),
    ]


def test_options_with_braces_and_types_over_lines() -> None:
    text = b"""message A {
  string name = 1 [(a.b) = {
    type: "x"
  }];
  x.y
      .Kind kind = 2;
}
"""
    facts = parse("Protocol Buffer", text)
    assert [(d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("A", 1, 7),
        ("A.name", 2, 4),
        ("A.kind", 5, 6),
    ]
    uses = [(r.receiver, r.name, unpack_position(r.positions[0])) for r in facts.references]
    assert uses == [("x.y", "Kind", (6, 7))]
