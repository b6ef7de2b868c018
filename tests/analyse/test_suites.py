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
