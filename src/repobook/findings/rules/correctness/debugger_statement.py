"""Places where a debugger was meant to stop."""

from repobook.findings.rule import JAVASCRIPT, Rule, code

RULE = Rule(
    JAVASCRIPT,
    "warning",
    "correctness",
    "breaks into a debugger",
    (code(rb"^[ \t]{0,200}debugger[ \t]*;?[ \t]*$", b"debugger"),),
    fires=(("JavaScript", "function f() {\n  debugger;\n}\n"),),
    quiet=(("JavaScript", "// debugger;\nlet debugger_ = 1\n"),),
)
