"""The example player: four of them meet through a link and play whole games, each a process of its own."""

import asyncio
import json
import sys
from pathlib import Path

from app.rules.record import verify

PLAYER = Path(__file__).parents[2] / "examples" / "player.py"


async def player(*arguments):
    return await asyncio.create_subprocess_exec(
        sys.executable, str(PLAYER), *arguments, stdout=asyncio.subprocess.PIPE
    )


def test_example_player_fits_on_a_page():
    assert len(PLAYER.read_text().splitlines()) <= 80


async def test_example_players_finish_a_game_with_a_true_record(site, tmp_path):
    record = tmp_path / "record.json"
    host = await player(site.url, "--new", "3", "--mystery", "--record", str(record))
    invite = (await host.stdout.readline()).decode().strip()
    guests = [await player(invite) for _ in range(2)]
    async with asyncio.timeout(60):
        codes = [await process.wait() for process in (host, *guests)]
    assert codes == [0, 0, 0]
    written = json.loads(record.read_text())
    assert verify(written) == []
    assert written["variants"] == ["mystery"]
    assert len(written["moves"]) == 36
