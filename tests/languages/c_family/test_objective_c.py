"""Objective-C and Objective-C++: interfaces, selectors, messages, and C++ around them."""

import pytest

from repobook.languages import parse
from repobook.model.facts import FileFacts

INTERFACE = """\
#import <Foundation/Foundation.h>
NS_ASSUME_NONNULL_BEGIN
@protocol P <NSObject>
- (void)doIt;
@end
/// A thing.
@interface Bar : NSObject {
  int _ivar;
}
@property(nonatomic, copy) NSString* name;
- (instancetype)initWithName:(NSString*)name value:(int)v;
@end
@implementation Bar
- (instancetype)initWithName:(NSString*)name value:(int)v {
  self = [super init];
  run(self);
  return self;
}
@end
typedef NS_ENUM(NSInteger, Kind) { KindA, KindB } ;
"""


def _outline(facts: FileFacts) -> list[tuple[str, str, int, int]]:
    return [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions]


def _uses(facts: FileFacts, role: str) -> set[tuple[str, str]]:
    return {(r.receiver, r.name) for r in facts.references if r.role == role}


@pytest.mark.parametrize("language", ["Objective-C", "Objective-C++"])
def test_interfaces_and_their_members(language: str) -> None:
    facts = parse(language, INTERFACE.encode())
    assert _outline(facts) == [
        ("protocol", "P", 3, 5),
        ("method", "P.doIt", 4, 4),
        ("class", "Bar", 7, 12),
        ("field", "Bar._ivar", 8, 8),
        ("property", "Bar.name", 10, 10),
        ("method", "Bar.initWithName", 11, 11),
        ("class", "Bar", 13, 19),
        ("method", "Bar.initWithName", 14, 18),
        ("enum", "Kind", 20, 20),
        ("enum_member", "Kind.KindA", 20, 20),
        ("enum_member", "Kind.KindB", 20, 20),
    ]
    assert facts.definitions[2].doc == "A thing."
    assert _uses(facts, "call") == {("?", "init"), ("@Bar#1", "run")}
    assert ("@Bar", "NSObject") in _uses(facts, "inherit")
    assert [i.module for i in facts.imports] == ["Foundation/Foundation.h"]


def test_cpp_with_messages_blocks_and_literals() -> None:
    code = b"""\
namespace n {
template <typename T>
static void f(const Tensor& x) {
  @autoreleasepool {
    auto y = [x foo:c ? 1 : 2 bar:[z baz]];
    NSDictionary* d = @{@"a" : @1, @"b" : @[ @2 ]};
    dispatch_sync(q, ^() {
      [enc setBuffer:b[0] offset:0];
    });
    auto g = [&](int i) { return v[i]; };
    return [y finish];
  }
}
}
"""
    facts = parse("Objective-C++", code)
    assert _outline(facts) == [("namespace", "n", 1, 14), ("function", "n.f", 3, 13)]
    assert facts.diagnostics == ()
    assert _uses(facts, "call") == {
        ("@n#2", "dispatch_sync"),
        ("?", "foo"),
        ("?", "baz"),
        ("?", "setBuffer"),
        ("?", "finish"),
    }
