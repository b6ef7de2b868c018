"""Runs a conversation in a thread of its own.

A browser that an earlier test opened has an event loop in this one, and there can be no second.
"""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import anyio


def run_conversation(conversation: Callable[..., Awaitable[Any]], *given: object) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(partial(anyio.run, conversation, *given)).result()
