"""Why a finding may be harmless: what to look at before one worries, a sentence for each rule.

Rules of ours are named by words, those of ruff by their code; a family of codes may share one.
"""

from typing import Final

_TRUSTED: Final = "nobody but this program or its owners chooses the text"
_CERTAIN: Final = "hardly ever: look at the line"

_BY_RULE: Final = {
    "added-from-network": "the address names a fixed version on a server that is trusted",
    "certificate-not-checked": "it speaks only to a machine of one's own, as tests do",
    "complex-function": "it is generated, or follows the cases of a standard one by one",
    "parameter-not-taken": "the name is that of what a caller hands on",
    "conflict-marker": "it is an example, or data about merging",
    "debugger-statement": "it is a tool for debugging, or runs only when asked to",
    "download-into-shell": "the address is trusted, and the machine is thrown away afterwards",
    "evaluated-text": _TRUSTED,
    "exception-swallowed": "the failure is expected there and there is nothing to do about it",
    "format-not-literal": "all formats that come there are written in this program",
    "guessable-temporary-file": "nobody else may write to that folder",
    "hidden-direction": "the text is in a language that is written from right to left",
    "html-from-text": "the text is made here and holds nothing that a user typed",
    "moving-base-image": "it is rebuilt often on purpose, to take in what its authors mended",
    "not-linted": "it is an example of broken code, or for another version of Python",
    "open-to-all": "it lies in a folder that nobody else can enter",
    "privileged-container": "it runs only on machines of the team, for what needs the hardware",
    "removes-below-variable": "the variable is set right before, or checked",
    "secret": "it is an example, a key for tests, or has been withdrawn",
    "secret-in-image": "the value is no secret, or the image is never passed on",
    "shared-answer": "only one thread ever calls it",
    "shell-evaluates": _TRUSTED,
    "shell-from-javascript": _TRUSTED,
    "system-command": _TRUSTED,
    "unbounded-copy": "the room was measured before",
    "unreachable-code": "it is kept for later on purpose",
    "unpinned-action": "the action is the team's own, or a moving tag is wanted",
    "unsafe-yaml": "only this program writes the file",
    "weak-digest": "it tells contents apart and protects nothing",
    "workflow-runs-foreign-code": "nothing of what is checked out is run",
    "workflow-script-injection": "only members of the team can write that text",
    "S201": "it is started so only on a developer's machine",
    "S301": "only this program writes the data",
    "S302": "only this program writes the data",
    "S306": "nobody else may write to that folder",
    "S307": _TRUSTED,
    "S323": "it speaks only to a machine of one's own, as tests do",
    "S324": "it tells contents apart and protects nothing",
    "S501": "it speaks only to a machine of one's own, as tests do",
    "S502": "it speaks only to an old machine that knows no better",
    "S505": "the key is made for a test",
    "S507": "it connects only to machines that were just made, as tests do",
    "S602": _TRUSTED,
    "S605": _TRUSTED,
    "S609": "the folder holds nothing that others put there",
    "S702": "the pages hold nothing that a user typed",
    "S110": "the failure is expected there and there is nothing to do about it",
    "S112": "the failure is expected there, and the next round is what is wanted",
    "S113": "something around it limits the time",
    "B006": "no call changes it",
    "B012": "dropping the exception is what is wanted there",
    "B017": "any failure at all is what the test asks for",
    "B019": "there are few instances and they live as long as the program",
    "B021": "nobody reads the documentation of this object",
    "E722": "it cleans up and raises the exception again",
    "F403": "the module says with __all__ what it gives",
    "F811": "the second definition replaces the first on purpose",
    "F601": "both values are the same",
    "PLW0133": "making it has an effect of its own",
    "PLW0177": "NaN is detected in another way right beside it",
    "PLW1508": "the reader of the value takes both",
    "RUF006": "someone else keeps the task, or it ends at once",
    "RUF034": "one of the two ways is to be changed soon",
}
_BY_FAMILY: Final = (
    ("ASYNC", "the call is short, or nothing else runs beside it"),
    ("PERF", "it runs seldom, or over few items"),
    ("C4", "it runs seldom, or over few items"),
    ("B", "the case never arises, or it is a test of that very thing"),
    ("F", "the line is never reached, or it is a test of that very thing"),
    ("PL", "the line is never reached, or it is a test of that very thing"),
)


def harmless_when(rule: str) -> str:
    """For any rule; one that is unknown here gets no excuse."""
    families = (why for prefix, why in _BY_FAMILY if rule.startswith(prefix) and rule[-1].isdigit())
    return _BY_RULE.get(rule) or next(families, _CERTAIN)
