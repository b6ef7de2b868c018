"""Text that is run as code in JavaScript."""

from repobook.findings.rule import JAVASCRIPT, Rule, calls

RULE = Rule(
    JAVASCRIPT,
    "warning",
    "security",
    "{name}() runs text as code",
    (
        calls("eval", of=("", "window", "globalThis", "self")),
        calls("Function", before=rb"\bnew\s+\Z"),
    ),
    fires=(
        ("JavaScript", "eval(x)\n"),
        ("TypeScript", "const f = new Function('a', b)\n"),
    ),
    quiet=(
        ("JavaScript", "model.eval(); // eval(x)\n"),
        ("JavaScript", "function eval(x) {}\neval(1); isFunction(x); Function.call(x)\n"),
    ),
)
