"""Text that a page takes for markup, and so for scripts."""

from repobook.findings.rule import JAVASCRIPT, Rule, calls, uses

# Something other than a text without holes that ends the statement.
_END = rb"(?:\s*(?:[;,)\n}]|\Z))"
_LITERAL = rb"(?:\"[^\"\n]*\"|'[^'\n]*'|`[^`$]*`)" + _END + rb"|`[^`$]{250}"
_NOT_LITERAL = rb"(?!" + _LITERAL + rb")"

RULE = Rule(
    JAVASCRIPT,
    "warning",
    "security",
    "{name} inserts text as HTML, including any scripts in it",
    (
        uses(
            "innerHTML",
            "outerHTML",
            roles=("attribute",),
            of=None,
            after=rb"\s*\+?=(?!=)\s*+" + _NOT_LITERAL,
        ),
        calls("write", "writeln", of=("document",), after=rb"\s*\(\s*+" + _NOT_LITERAL),
        calls("insertAdjacentHTML", of=None, after=rb"\s*\([^,\n]{1,60},\s*+" + _NOT_LITERAL),
    ),
    fires=(
        ("JavaScript", "el.innerHTML = a + b\n"),
        ("TypeScript", "document.write(`<p>${x}</p>`)\n"),
    ),
    quiet=(
        ("JavaScript", "el.innerHTML = '';\nlet a = el.innerHTML;\nel.innerHTML == b\n"),
        ("JavaScript", "document.write('<p>');\nstream.write(x)\n"),
        ("JavaScript", "el.innerHTML = '<p id=\"a\"></p>'\nb.innerHTML = `<p>" + "x" * 500 + "`\n"),
    ),
)
