"""Language by name, extension, shebang and content."""

import random
from functools import partial

import pytest

from repobook.scan.classify.languages import language_of, tables
from tests.fakes.growth import assert_linear


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.py", "Python"),
        ("a.pyi", "Python"),
        ("a.c", "C"),
        ("a.cc", "C++"),
        ("a.cpp", "C++"),
        ("a.hpp", "C++"),
        ("a.inl", "C++"),
        ("a.C", "C++"),
        ("a.cu", "CUDA"),
        ("a.cuh", "CUDA"),
        ("a.hip", "HIP"),
        ("a.mm", "Objective-C++"),
        ("a.metal", "Metal"),
        ("a.glsl", "GLSL"),
        ("a.comp", "GLSL"),
        ("a.vert", "GLSL"),
        ("a.frag", "GLSL"),
        ("a.S", "Assembly"),
        ("a.s", "Assembly"),
        ("a.js", "JavaScript"),
        ("a.mjs", "JavaScript"),
        ("a.ts", "TypeScript"),
        ("a.tsx", "TSX"),
        ("a.java", "Java"),
        ("a.kt", "Kotlin"),
        ("build.gradle.kts", "Kotlin"),
        ("build.gradle", "Gradle"),
        ("a.go", "Go"),
        ("a.rs", "Rust"),
        ("a.sh", "Shell"),
        ("a.bash", "Shell"),
        ("a.zsh", "Shell"),
        ("CMakeLists.txt", "CMake"),
        ("a.cmake", "CMake"),
        ("a.cmake.in", "CMake"),
        ("CMakeLists.txt.in", "CMake"),
        ("setup.py.in", "Python"),
        ("version.py.tpl", "Python"),
        ("Makefile.in", "Makefile"),
        ("Makefile", "Makefile"),
        ("Makefile.am", "Makefile"),
        ("a.mk", "Makefile"),
        ("BUILD", "Starlark"),
        ("BUILD.bazel", "Starlark"),
        ("WORKSPACE", "Starlark"),
        ("TARGETS", "Starlark"),
        ("BUCK", "Starlark"),
        ("BUCK.oss", "Starlark"),
        ("third_party/fmt.BUILD", "Starlark"),
        ("a.bzl", "Starlark"),
        ("Dockerfile", "Dockerfile"),
        ("Dockerfile_s390x", "Dockerfile"),
        ("x.Dockerfile", "Dockerfile"),
        ("README.md", "Markdown"),
        ("a.rst", "reStructuredText"),
        ("a.j2", "Jinja"),
        ("a.jinja", "Jinja"),
        ("a.proto", "Protocol Buffer"),
        ("a.ini", "INI"),
        ("a.cfg", "INI"),
        (".editorconfig", "INI"),
        (".flake8", "INI"),
        ("a.ipynb", "Jupyter Notebook"),
        ("a.json", "JSON"),
        ("tsconfig.json", "JSON"),
        ("a.yaml", "YAML"),
        ("a.yml", "YAML"),
        (".clang-format", "YAML"),
        ("a.toml", "TOML"),
        ("a.sql", "SQL"),
        ("a.html", "HTML"),
        ("a.css", "CSS"),
        ("a.txt", "Text"),
        ("unknown.zzz", "Text"),
        ("noextension", "Text"),
        ("TestFoo.test_bar", "Text"),
    ],
)
def test_name_tells_the_language(path: str, language: str) -> None:
    assert language_of(path, b"text\n") == language
    assert language_of(f"some/folder.d/{path}", b"text\n") == language


@pytest.mark.parametrize(
    ("content", "language"),
    [
        ("int f(void);\nstruct s { int a; };\n", "C"),
        ("/* a class of things; namespace of names */\nint f(void);\n", "C"),
        ("// std::vector is not used here\n#define A 1\n", "C"),
        ("#include <stdio.h>\n#include <sys/types.h>\nint x;\n", "C"),
        ("", "C"),
        ("namespace a {\n}\n", "C++"),
        ("#include <vector>\n", "C++"),
        ("template <typename T> T f();\n", "C++"),
        ("class A;\n", "C++"),
        ("TORCH_API at::Tensor f();\n", "C++"),
        ("// -*- C++ -*-\nint x;\n", "C++"),
        ("#pragma once\n#include <ATen/core/Tensor.h>\n", "C++"),
        ("@interface A : NSObject\n@end\n", "Objective-C"),
        ("#import <Foundation/Foundation.h>\nnamespace a {}\n", "Objective-C++"),
    ],
)
def test_header_is_read_to_tell_its_language(content: str, language: str) -> None:
    assert language_of("a.h", content.encode()) == language
    assert language_of("a.h.in", content.encode()) == language


@pytest.mark.parametrize(
    ("path", "content", "language"),
    [
        ("a.inc", "<?php echo 1; ?>", "PHP"),
        ("a.inc", "#define X 1\n", "C++"),
        ("a.inc", "<div>x</div>", "HTML"),
        ("a.inc", "some words\n", "Text"),
        ("a.def", '/* All commands. */\n{"get", getCommand},\n', "C"),
        ("a.def", "LIBRARY x\nEXPORTS\n  f @1\n", "Text"),
        ("a.def", "; shop\n;\n;  lib -def:a.def -out:a.lib\n;\nEXPORTS\n    f\n", "Text"),
        ("a.m", "#import <x.h>\n@implementation A\n@end\n", "Objective-C"),
        ("a.m", "function y = f(x)\n% comment\nend\n", "MATLAB"),
        ("a.ts", "<?xml version='1.0'?>\n<TS></TS>", "XML"),
        ("a.ts", "export const a = 1;\n", "TypeScript"),
        ("a.pro", "# Rules.\n-dontwarn javax.annotation.**\n", "Proguard"),
        ("a.pro", "TEMPLATE = app\nSOURCES += main.cpp\n", "QMake"),
        ("a.pro", "parent(a, b).\nold(X) :- parent(X, _).\n", "Prolog"),
        ("a.pro", "nothing to see\n", "Text"),
        ("a.asc", "-----BEGIN PGP SIGNATURE-----\n\nabc\n", "Public Key"),
        ("a.asc", "= Title\n\nWords.\n", "AsciiDoc"),
        ("a.asc", "function f() {\n}\n", "AGS Script"),
        ("tool", "#!/usr/bin/env python3\n", "Python"),
        ("tool", "#!/usr/bin/env -S FOO=1 python3.11 -u\n", "Python"),
        ("tool", "#!/bin/bash -e\n", "Shell"),
        ("tool", "#!/usr/bin/node\n", "JavaScript"),
        ("tool", "#!/opt/nothing\n", "Text"),
        ("MANIFEST.in", "include a\n", "Text"),
    ],
)
def test_content_decides_where_names_do_not(path: str, content: str, language: str) -> None:
    assert language_of(path, content.encode()) == language


def test_binary_has_no_language() -> None:
    assert language_of("a.py", b"x\0y") == ""
    assert language_of("a.png", b"\x89PNG\r\n\0") == ""


def test_utf16_with_a_mark_is_text() -> None:
    assert language_of("a.py", "x = 1".encode("utf-16")) == "Python"


def test_tables_are_read_once() -> None:
    assert tables() is tables()


@pytest.mark.parametrize("name", ["a.asc", "a.def", "a.h", "a.inc", "a.m", "a.pro", "a.ts", "x"])
@pytest.mark.parametrize(
    "piece",
    [b" ", b"a:", b"class ", b"::", b"#include <", b"[^", b"\n", b"*", b"#! ", b"_", b"\t#"],
)
def test_no_content_takes_long(name: str, piece: bytes) -> None:
    assert_linear(partial(language_of, name), lambda n: piece * (n // len(piece)), 5 << 20)


def test_random_bytes_are_some_language() -> None:
    noise = random.Random(1)
    for extension in list(tables().extensions)[::7]:
        assert isinstance(language_of("x" + extension, noise.randbytes(500)), str)
