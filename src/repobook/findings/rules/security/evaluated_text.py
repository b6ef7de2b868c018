"""Text that is run as code in JavaScript."""

from repobook.findings.rule import JAVASCRIPT, Rule, calls

RULE = Rule(
    JAVASCRIPT,
    "warning",
    "security",
    "{name}() executes a string as code",
    (
        # A text that is written here is no one else's.
        calls(
            "eval",
            of=("", "window", "globalThis", "self"),
            after=rb"(?!\s{0,9}\(\s{0,9}(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}')\s{0,9}\))",
        ),
        calls("Function", before=rb"\bnew\s+\Z"),
    ),
    fires=(
        ("JavaScript", "eval(x)\n"),
        ("TypeScript", "const f = new Function('a', b)\n"),
    ),
    quiet=(
        ("JavaScript", "model.eval(); // eval(x)\n"),
        ("JavaScript", "const isFast = eval('(o) => %IsFast(o)')\n"),
        ("JavaScript", "function eval(x) {}\neval(1); isFunction(x); Function.call(x)\n"),
    ),
)
