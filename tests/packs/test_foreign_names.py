"""Code that another language calls: from the name to the code and back."""

from pathlib import Path

import pytest

from repobook import open_book
from repobook.ask.trace.trace_answer import TraceAnswer
from repobook.languages import parse
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_FILES = {
    "java/com/shop/Cart.java": """\
package com.shop;
public class Cart {
    public native int total(int n);
    private static native void add_all();
}
""",
    "java/com/other/Cart.java": "package com.other;\nclass Cart { native int total(int n); }\n",
    "jni/cart.cpp": """\
#include <jni.h>
extern "C" JNIEXPORT jint JNICALL
Java_com_shop_Cart_total(JNIEnv *env, jobject self, jint n) { return n; }
extern "C" JNIEXPORT void JNICALL
Java_com_shop_Cart_add_1all__I(JNIEnv *env, jclass type) { }
""",
    "node/addon.cc": """\
#include <napi.h>
Napi::Value Add(const Napi::CallbackInfo& info) { return info.Env().Null(); }
Napi::Object Init(Napi::Env env, Napi::Object exports) {
  exports.Set(Napi::String::New(env, "add"), Napi::Function::New(env, Add));
  return exports;
}
NODE_API_MODULE(addon, Init)
""",
    "proto/shop.proto": """\
syntax = "proto3";
package shop;
service Till {
  rpc Pay (Money) returns (Receipt) {}
}
message Money {}
message Receipt {}
""",
    "server.py": """\
import shop_pb2_grpc


class Till(shop_pb2_grpc.TillServicer):
    def Pay(self, request, context):
        return self.helper()

    def helper(self):
        pass
""",
    "server.go": """\
package main

type server struct {
	pb.UnimplementedTillServer
}

func (s *server) Pay(ctx context.Context, in *pb.Money) (*pb.Receipt, error) { return nil, nil }
""",
    "Server.java": """\
class TillServer extends TillGrpc.TillImplBase {
    @Override public void pay(Money m, Observer o) { }
}
""",
    "server.cc": """\
#include "shop.grpc.pb.h"
class TillImpl final : public shop::Till::Service {
  Status Pay(ServerContext* c, const Money* m, Receipt* r) override { return Status::OK; }
};
""",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("foreign")
    make_book(write_tree(folder / "shop", _FILES), folder / "book")
    return folder / "book"


@pytest.mark.parametrize(
    ("asked", "subjects", "targets"),
    [
        (
            "Java_com_shop_Cart_total",
            {"java:com.shop.Cart.total"},
            {("java/com/shop/Cart.java", 3), ("jni/cart.cpp", 3)},
        ),
        (
            "java/com/shop/Cart.java::Cart.add_all",
            {"java:com.shop.Cart.add_all"},
            {("java/com/shop/Cart.java", 4), ("jni/cart.cpp", 5)},
        ),
        ("js:add", {"js:add"}, {("node/addon.cc", 2)}),
        ("server.py::Till.Pay", {"Pay"}, {("server.py", 5)}),
        (
            "shop.Till.Pay",
            {"Pay"},
            {("server.py", 5), ("server.go", 7), ("Server.java", 2), ("server.cc", 3)},
        ),
    ],
)
def test_a_chain_has_both_ends(
    book: Path, asked: str, subjects: set[str], targets: set[tuple[str, int]]
) -> None:
    with open_book(str(book)) as opened:
        answer = opened.trace(asked)
    assert isinstance(answer, TraceAnswer), answer
    assert {symbol.name for symbol in answer.subjects} == subjects
    hops = {(h.target_path, h.target_line) for stage in answer.stages for h in stage.hops}
    assert targets <= hops


def test_a_helper_of_a_service_answers_no_call(book: Path) -> None:
    with open_book(str(book)) as opened:
        assert "bind" not in str(opened.references("server.py::Till.helper"))


@pytest.mark.parametrize(
    "line",
    [
        'napi_create_function(env, "add", NAPI_AUTO_LENGTH, Add, NULL, &fn);',
        'napi_property_descriptor d[] = {{"add", NULL, Add, NULL, NULL, NULL, 0, NULL}};',
        'DECLARE_NAPI_METHOD("add", Add);',
        'DefineClass(env, "Sum", {InstanceMethod("add", &Add), InstanceMethod<&Add>("more")});',
    ],
)
def test_node_knows_a_function_by_its_name(line: str) -> None:
    text = f"#include <napi.h>\nint Add() {{ return 1; }}\nvoid init() {{ {line} }}\n"
    facts = parse("C++", text.encode())
    assert "js:add" in [d.name for d in facts.definitions]
    assert "Add" in [r.name for r in facts.references if r.role == "bind"]
