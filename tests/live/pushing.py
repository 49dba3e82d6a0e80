"""A site whose pushes go to a push service of our own, and what tests ask of both."""

import asyncio
from contextlib import asynccontextmanager

from tests.live.served import serve
from tests.live.test_absence import change

DAY = 86_400
NOW = "UPDATE push_notices SET send_at = now(), leased_until = NULL WHERE send_at IS NOT NULL"
QUEUE = "SELECT kind, tries, extract(epoch FROM send_at - now())::float8 AS wait FROM push_notices"


@asynccontextmanager
async def serve_with(service, settings):
    async with serve(settings) as site:
        site.app.state.pusher.outside = service.outside
        yield site


async def subscribed(service, *people):
    browsers = [service.browser(person.id) for person in people]
    for person, browser in zip(people, browsers, strict=True):
        answer = await person.ask("PUT", "/push/subscription", browser.subscription)
        assert answer.status_code == 204, answer.text
    return browsers


async def quickly(site):
    """What would be told in two seconds, or tomorrow, is told at once."""
    await asyncio.sleep(0)
    await change(site, NOW)
