"""Signals of Django, Celery and blinker: which function receives which, from which sender."""

from collections.abc import Iterator
from typing import Final

from repobook.model.kinds import SIGNAL
from repobook.packs.calls import Argument, Call, FileCalls, Use
from repobook.packs.gathered import Gathered, own_use

_MAKERS: Final = ("Signal()", "ModelSignal()", "signal()")


def read_receivers(calls: FileCalls, gathered: Gathered) -> None:
    for call in calls.named(("receiver", "connect")):
        below = calls.below(calls.source.line_of(call.offset))
        own = own_use(below, call.offset) if below and call.role == "decorator" else None
        if call.name == "receiver" and own and _is_django(calls, call):
            for signal in _signals(calls, call.given(0)):
                _receive(calls, gathered, call, signal, own)
        elif call.name == "connect" and _is_signal(calls, call.receiver):
            handler = own or calls.use(call.given(0, "receiver"))
            before, _, name = call.receiver.rpartition(".")
            signal = Use(name, f"={before}", call.offset)
            if handler is not None:
                _receive(calls, gathered, call, signal, handler)


def _receive(calls: FileCalls, gathered: Gathered, call: Call, signal: Use, handler: Use) -> None:
    given = next((one for one in call.arguments if one.keyword == "sender"), None)
    sender = calls.text(given).strip("\"'").rpartition(".")[2] if given else ""
    name = f"signal:{signal.name} {sender}".rstrip()
    name = gathered.define(SIGNAL, name, call.offset, call.end)
    gathered.bind(name, "receiver", handler)
    gathered.bind(name, "signal", signal)


def _signals(calls: FileCalls, argument: Argument | None) -> Iterator[Use]:
    """One, or a list of them."""
    for one in (argument, *(calls.items(argument) if argument else ())):
        if use := calls.use(one):
            yield use


def _is_django(calls: FileCalls, call: Call) -> bool:
    imported = calls.imported(call.receiver.partition(".")[0] or call.name)
    return imported is not None and imported.module.startswith("django")


def _is_signal(calls: FileCalls, receiver: str) -> bool:
    """What a module of signals has, or the file makes; a database is connected, too."""
    if variable := calls.variables.get(receiver):
        return variable.value.rpartition(".")[2] in _MAKERS
    imported = calls.imported(receiver.partition(".")[0])
    if imported is None or "(" in receiver:
        return False
    return "signals" in f"{imported.module}.{imported.name}"
