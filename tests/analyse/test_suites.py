"""Suites that stand in the name of a case (``TEST(Suite, Case)``)."""

from tests.analyse.test_purposes import purpose_of


def test_a_suite_is_said_with_its_cases() -> None:
    text = "".join(
        f"TEST({suite}, {case}) {{ EXPECT_EQ(1, a()); }}\n\n"
        for suite in ("TempDirTest", "SourceDirTest")
        for case in ("InEnvironment", "Missing")
    )
    found = purpose_of("test/dirs_test.cc", text, "C++", "test").text
    assert found == "Tests temp dir (in environment, missing), source dir (in environment, missing)"


def test_the_start_of_a_program_is_not_its_purpose() -> None:
    text = "/// Entry point of application\nint main() { return run(); }\n"
    assert purpose_of("examples/windows.cpp", text, "C++").source == "derived"


def test_a_suite_with_the_name_of_the_file_goes_without_saying() -> None:
    text = "".join(f"TEST(SymIntTest, {case}) {{ f(); }}\n\n" for case in ("Concrete", "Range"))
    text += "// Checks that an overflow of the sum is caught.\nTEST(SymIntTest, Add) { f(); }\n"
    found = purpose_of("c10/test/SymInt_test.cpp", text, "C++", "test").text
    assert found == "Tests concrete, range, “Checks that an overflow of the sum is caught”"


def test_where_code_comes_from_is_not_its_purpose() -> None:
    text = "// API modified from llvm::FileCheck\n\n#include <a>\n\nint run(int a) { return 1; }\n"
    assert "API" not in purpose_of("file_check.cpp", text, "C++").text
