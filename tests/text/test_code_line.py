import pytest

from repobook.text.code.code_line import one_code_line


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("a =   1\n    + 2", "a = 1 + 2"),
        ('gap =  "a   b"  # c', 'gap = "a   b" # c'),
        ("pad(x,   '  ')", "pad(x, '  ')"),
        ("`  a`   +   b", "`  a` + b"),
        (r'"a\"   b"   c', r'"a\"   b" c'),
        ('x = "open   \n   y   z', 'x = "open    y z'),
        ("n = 1'000   + 'a   b'", "n = 1'000 + 'a   b'"),
        ("  x", "x"),
    ],
)
def test_gaps_are_narrowed_outside_of_strings(code: str, line: str) -> None:
    assert one_code_line(code) == line
