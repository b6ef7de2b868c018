"""Why a finding may be harmless: what to look at before one worries, a sentence for each rule.

Rules of ours are named by words, those of ruff by their code; a family of codes may share one.
"""

from typing import Final

_TRUSTED: Final = "the text comes only from this program or its owners"
_CERTAIN: Final = "(rarely harmless)"

_BY_RULE: Final = {
    "added-from-network": "the URL names a fixed version on a trusted server",
    "certificate-not-checked": "it connects only to your own machines, as tests do",
    "complex-function": "it is generated, or mirrors the cases of a standard",
    "parameter-not-taken": "the documented name belongs to a value that callers pass through",
    "conflict-marker": "it is an example or test data about merging",
    "debugger-statement": "it is a debugging tool, or runs only on request",
    "download-into-shell": "the URL is trusted and the machine is disposable",
    "evaluated-text": _TRUSTED,
    "exception-swallowed": "the failure is expected and needs no handling",
    "format-not-literal": "every format string that reaches it is a constant of this program",
    "guessable-temporary-file": "nobody else can write to that folder",
    "hidden-direction": "the text is in a right-to-left language",
    "html-from-text": "the text contains no user input",
    "moving-base-image": "the image is rebuilt often to pick up fixes",
    "not-linted": "it is an example of invalid code, or for another version of Python",
    "open-to-all": "nobody else can access its folder",
    "privileged-container": "it runs only on the team's machines and needs hardware access",
    "removes-below-variable": "the variable is set or checked just before",
    "secret": "it is an example, a test key, or revoked",
    "secret-in-image": "the value is not secret, or the image is never shared",
    "shared-answer": "only one thread ever calls it",
    "shell-evaluates": _TRUSTED,
    "shell-from-javascript": _TRUSTED,
    "system-command": _TRUSTED,
    "unbounded-copy": "the buffer size was checked before",
    "unreachable-code": "it is kept on purpose",
    "unpinned-action": "the team owns the action, or a moving tag is intended",
    "unsafe-yaml": "only this program writes the file",
    "weak-digest": "the digest identifies content and protects nothing",
    "workflow-runs-foreign-code": "no checked-out code is run",
    "workflow-script-injection": "only team members can write that text",
    "S201": "debug mode runs only on a developer's machine",
    "S301": "only this program writes the data",
    "S302": "only this program writes the data",
    "S306": "nobody else can write to that folder",
    "S307": _TRUSTED,
    "S323": "it connects only to your own machines, as tests do",
    "S501": "it connects only to your own machines, as tests do",
    "S502": "it connects only to an old server that supports nothing newer",
    "S505": "the key is for a test",
    "S507": "it connects only to newly created machines, as tests do",
    "S602": _TRUSTED,
    "S605": _TRUSTED,
    "S609": "nobody else can add files to the folder",
    "S702": "the pages contain no user input",
    "S113": "a timeout is set elsewhere",
    "B006": "no call mutates the default",
    "B012": "the exception is dropped on purpose",
    "B017": "the test expects any failure",
    "B021": "nobody reads the documentation of this object",
    "E722": "it cleans up and re-raises the exception",
    "F403": "the module defines __all__",
    "F811": "the second definition replaces the first on purpose",
    "F601": "both values are the same",
    "PLW0133": "creating it has a side effect",
    "PLW0177": "NaN is checked in another way nearby",
    "PLW1508": "the caller accepts both types",
    "RUF006": "the task is referenced elsewhere or ends at once",
    "RUF034": "one branch will change soon",
}
_BY_FAMILY: Final = (
    ("ASYNC", "the call is short, or nothing else runs concurrently"),
    ("PERF", "it runs rarely or over few items"),
    ("C4", "it runs rarely or over few items"),
    ("B", "the case never occurs, or a test checks exactly this"),
    ("F", "the line is never reached, or a test checks exactly this"),
    ("PL", "the line is never reached, or a test checks exactly this"),
)


def harmless_when(rule: str) -> str:
    """For any rule; one that is unknown here gets no excuse."""
    families = (why for prefix, why in _BY_FAMILY if rule.startswith(prefix) and rule[-1].isdigit())
    return _BY_RULE.get(rule) or next(families, _CERTAIN)
