"""What Lighthouse thinks of the pages: `scripts/bench lighthouse [home] [invite] [table] [--phone]`.

Each in a fresh browser without a graphics card, at a desk's speed or a slow phone's. Every score of
performance, accessibility and best practices is to be at least 95; what costs points stands below it.
"""

import argparse
import json
import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser.conftest import PATIENT
from tests.browser.people import NONCE, Program
from tests.serving import serving

KINDS = ("performance", "accessibility", "best-practices")
LEAST = 95
FLAGS = "--headless=new --no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader"


def pages(address: str, host: Program) -> dict[str, str]:
    """The three pages, the table with a game that has just begun."""
    invite = host.post("/api/rooms", {"nonce": NONCE})["invite"]
    code = host.post("/api/rooms", {"nonce": NONCE})["room"]["code"]
    host.post(f"/api/rooms/{code}/bot", {"seat": 1, "level": "sapling"})
    host.post(f"/api/rooms/{code}/start")
    return {"home": f"{address}/", "invite": f"{address}/i/{invite}", "table": f"{address}/r/{code}"}


def report(url: str, *, phone: bool) -> Any:
    """What Lighthouse says of one page."""
    how = [] if phone else ["--preset=desktop"]
    command = ["node_modules/.bin/lighthouse", url, "--output=json", "--quiet", f"--chrome-flags={FLAGS}"]
    only = f"--only-categories={','.join(KINDS)}"
    path = subprocess.run(["scripts/chromium"], check=True, capture_output=True, text=True).stdout.strip()
    chrome = {"CHROME_PATH": path} if path else {}
    environment = {**os.environ, **chrome}
    done = subprocess.run(
        [*command, only, *how], check=False, stdout=subprocess.PIPE, text=True, env=environment
    )
    if done.returncode:
        sys.exit(f"Lighthouse could not read {url}.")
    return json.loads(done.stdout)


def findings(told: Any, kind: str) -> list[str]:
    """What cost points, the dearest first."""
    audits = [(ref["weight"], told["audits"][ref["id"]]) for ref in told["categories"][kind]["auditRefs"]]
    costs = [(weight * (1 - audit["score"]), audit) for weight, audit in audits if audit["score"] is not None]
    dear = sorted((cost for cost in costs if cost[0] > 0), key=lambda cost: -cost[0])
    return [f"{audit['title']} {audit.get('displayValue', '')}".strip() for _, audit in dear]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="home, invite or table; else all three")
    parser.add_argument("--phone", action="store_true", help="a phone's speed instead of a desk's")
    wanted = parser.parse_args()
    is_kept = True
    with TemporaryDirectory() as data, serving("--data", data, **PATIENT) as server:
        host = Program(server.address, "Robin Host")
        for name, url in pages(server.address, host).items():
            if wanted.pages and name not in wanted.pages:
                continue
            told = report(url, phone=wanted.phone)
            scores = {kind: round(100 * (told["categories"][kind]["score"] or 0)) for kind in KINDS}
            print(f"{name}: " + ", ".join(f"{kind} {score}" for kind, score in scores.items()))
            for kind in KINDS:
                for finding in findings(told, kind):
                    print(f"  {kind}: {finding}")
            is_kept = is_kept and min(scores.values()) >= LEAST
        host.leave()
    sys.exit(0 if is_kept else 1)


if __name__ == "__main__":
    main()
