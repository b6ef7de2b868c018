"""Celery: functions that are tasks, and where a task is named by its path.

Celery itself calls a task by its module and function, and the module is what a file is imported as;
so the name here has the function alone, unless one is given.
"""

import re
from typing import Final

from repobook.model.binding import IMPORTED
from repobook.model.kinds import TASK
from repobook.packs.calls import Call, FileCalls, Use
from repobook.packs.gathered import Gathered, own_use

_SENDING: Final = ("send_task", "signature")
_SCHEDULED: Final = re.compile(
    rb"[\"']task[\"']\s{0,9}:\s{0,9}[\"']((?:\w{1,80}\.){1,12}\w{1,80})[\"']"
)


def read_tasks(calls: FileCalls, gathered: Gathered) -> None:
    for call in calls.named(("task", "shared_task"), "decorator"):
        function = calls.below(calls.source.line_of(call.offset))
        if function is not None and _is_celery(calls, call):
            given = next((one for one in call.arguments if one.keyword == "name"), None)
            name = calls.string(given) or function.name
            name = gathered.define(TASK, f"task:{name}", call.offset, call.end)
            gathered.bind(name, "task", own_use(function, call.offset))
    for call in calls.named(_SENDING, "call"):
        sent = calls.string(call.given(0, "name" if call.name == "send_task" else "varies"))
        if sent and call.arguments:
            _send(gathered, sent, call.arguments[0].start)
    for match in _SCHEDULED.finditer(calls.source.data):
        _send(gathered, match[1].decode(), match.start(1))


def _is_celery(calls: FileCalls, call: Call) -> bool:
    """``@app.task`` of an application, which may be made elsewhere; ``@shared_task`` of Celery."""
    if call.name == "task":
        return bool(call.receiver) and "(" not in call.receiver.removesuffix("Celery()")
    imported = calls.imported(call.receiver or call.name)
    return imported is not None and imported.module.partition(".")[0] == "celery"


def _send(gathered: Gathered, path: str, offset: int) -> None:
    module, dot, name = path.rpartition(".")
    if dot and name.isidentifier():
        gathered.bind(f"task:{path}", "sent", Use(name, f"{IMPORTED}{module} Python", offset))
