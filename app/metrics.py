"""What a server counts about itself. No label names a game, a person or a path: only routes and outcomes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.metrics_core import CounterMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from app.config import Settings
from app.errors import NotFound
from app.security import bearer_token, is_local
from app.slowness import StandingLoop

router = APIRouter(include_in_schema=False)
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
LAGS = (0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 1)
LOOK_EVERY = 0.05


class Metrics:
    """The counters of one app. Other parts add theirs to the same `registry`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.requests = Counter(
            "terrahedron_requests_total",
            "Requests answered.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "terrahedron_request_seconds",
            "Time to answer a request.",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )

        self.refused = self.count(
            "refusals_total", "Requests and messages that were refused, by their code.", "by", "code"
        )
        self.limited = self.count("limited_total", "What was refused for too much, by the limit.", "limit")
        self.lag = Histogram(
            "terrahedron_loop_lag_seconds",
            "How late the event loop is: how long whatever is ready waits for its turn.",
            buckets=LAGS,
            registry=self.registry,
        )

    def text(self) -> bytes:
        """As Prometheus reads it."""
        return generate_latest(self.registry)

    async def watch_loop(self) -> None:
        """Look again and again how late the loop wakes us, for as long as it runs."""
        loop, standing = asyncio.get_running_loop(), StandingLoop()
        standing.start()
        try:
            while True:
                due = loop.time() + LOOK_EVERY
                await asyncio.sleep(LOOK_EVERY)
                standing.beat()
                self.lag.observe(max(loop.time() - due, 0.0))
        finally:
            standing.stop()

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        self.requests.labels(method, route, f"{status // 100}xx").inc()
        self.seconds.labels(route).observe(seconds)

    def count(self, name: str, help_: str, *labels: str) -> Callable[..., None]:
        """Something that happens again and again, and how to add one."""
        kept = Counter(f"terrahedron_{name}", help_, labels, registry=self.registry)
        return lambda *values: kept.labels(*values).inc()

    def spread(self, name: str, help_: str) -> Callable[[float], None]:
        """A distribution of seconds, and how to add to it."""
        kept = Histogram(f"terrahedron_{name}", help_, buckets=BUCKETS, registry=self.registry)
        return kept.observe

    def show(self, name: str, help_: str, read: Callable[[], float]) -> None:
        """A number that another part keeps, read whenever somebody asks for the metrics."""
        Gauge(f"terrahedron_{name}", help_, registry=self.registry).set_function(read)

    def show_total(self, name: str, help_: str, read: Callable[[], float]) -> None:
        """The same for a number that only grows."""
        self.registry.register(Total(f"terrahedron_{name}", help_, read))


class Total(Collector):
    """A number that another part counts up."""

    def __init__(self, name: str, help_: str, read: Callable[[], float]) -> None:
        self.name, self.help, self.read = name, help_, read

    def collect(self) -> Iterable[Metric]:
        yield CounterMetricFamily(self.name, self.help, value=self.read())


class OtherProcesses(Protocol):
    """The other processes behind the same port."""

    async def metrics(self) -> bytes:
        """Those of all processes, ours too."""


class Told(Collector):
    """Metrics that several processes have told, each sample with the `process` it comes from."""

    def __init__(self, texts: Mapping[int, str]) -> None:
        self.families: dict[str, Metric] = {}
        for process, text in texts.items():
            for told in text_string_to_metric_families(text):
                family = Metric(told.name, told.documentation, told.type)
                family = self.families.setdefault(told.name, family)
                for sample in told.samples:
                    labels = {**sample.labels, "process": str(process)}
                    family.samples.append(sample._replace(labels=labels))

    def collect(self) -> Iterable[Metric]:
        return self.families.values()


def by_process(texts: Mapping[int, str]) -> bytes:
    """The metrics of several processes as one text."""
    registry = CollectorRegistry()
    registry.register(Told(texts))
    return generate_latest(registry)


def may_read(request: Request, settings: Settings) -> bool:
    """The machine itself may, and whoever has the token."""
    if settings.metrics_token:
        token = bearer_token(request.headers) or ""
        if secrets.compare_digest(token.encode(), settings.metrics_token.encode()):
            return True
    return is_local(request)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    if not may_read(request, request.app.state.settings):
        raise NotFound
    kept: Metrics = request.app.state.metrics
    siblings: OtherProcesses | None = request.app.state.siblings
    await request.app.state.census.look()
    text = kept.text() if siblings is None else await siblings.metrics()
    return PlainTextResponse(text, media_type=CONTENT_TYPE_LATEST)


@router.get("/healthz")
async def healthz() -> Response:
    """This process is alive, whatever else is not."""
    return JSONResponse({"status": "alive"})


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """This process can serve people: its database does, and it is not about to stop."""
    state = request.app.state
    why = "This process is about to stop." if state.tables.is_draining else await state.readiness.why_not()
    if why is not None:
        body = {"status": "not ready", "why": why}
        return JSONResponse(body, status_code=503, headers={"Retry-After": "2"})
    return JSONResponse({"status": "ready"})
