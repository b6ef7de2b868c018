"""Tasks run a few at a time, in the order in which they are due."""

import asyncio
from functools import partial
from threading import Event

from repobook.web.due_threads import DueThreads
from tests.fakes.conversations import run_conversation


def test_a_patient_task_lets_what_comes_after_it_go_first() -> None:
    order: list[str] = []
    begun, may_end = Event(), Event()

    def run(name: str) -> str:
        order.append(name)
        begun.set()
        may_end.wait(10)
        return name

    async def run_all() -> list[str]:
        threads = DueThreads(1)
        tasks = [asyncio.create_task(threads.run(0.0, partial(run, "first")))]
        await asyncio.to_thread(begun.wait)
        for name, patience in (("search", 10.0), ("show", 0.0), ("files", 0.0)):
            tasks.append(asyncio.create_task(threads.run(patience, partial(run, name))))
        await asyncio.sleep(0)
        assert threads.n_waiting == 3
        may_end.set()
        return await asyncio.gather(*tasks)

    assert run_conversation(run_all) == ["first", "search", "show", "files"]
    assert order == ["first", "show", "files", "search"]
