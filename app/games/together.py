"""Questions to the database that come at the same moment are asked as one.

Nobody waits for company: who asks alone is asked for at once. What comes while a statement is under way goes
with the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

MOST = 100  # questions in one statement

Question = TypeVar("Question")
Answer = TypeVar("Answer")


class Together(Generic[Question, Answer]):
    """`ask` takes many questions and gives their answers in the same order."""

    def __init__(self, ask: Callable[[list[Question]], Awaitable[list[Answer]]]) -> None:
        self.ask = ask
        self.waiting: list[tuple[Question, asyncio.Future[Answer]]] = []
        self.asking: asyncio.Future[None] | None = None

    async def answer(self, question: Question) -> Answer:
        """What `ask` says to this question, or raises."""
        told: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.waiting.append((question, told))
        if self.asking is None or self.asking.done():
            self.asking = asyncio.ensure_future(self._ask_all())
        return await told

    async def _ask_all(self) -> None:
        while self.waiting:
            asked, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
            try:
                answers = await self.ask([question for question, _ in asked])
            except Exception as error:  # noqa: BLE001 (whatever it is, each of them is told)
                for _, told in asked:
                    if not told.done():
                        told.set_exception(error)
            else:
                for (_, told), answer in zip(asked, answers, strict=True):
                    if not told.done():
                        told.set_result(answer)
