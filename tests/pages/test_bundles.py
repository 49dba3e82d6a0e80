"""A page's modules as one file: the same modules, each once, whatever is fetched later."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from app.pages.bundles import WISH, Bundles, resolved
from app.pages.packing import PackedFiles, as_sent, pack_best, pack_quickly
from app.pages.site import ROOT, Site

TABLE = {
    "js/pages/table.js": 'import { count, more } from "../state/count.js";\nmore();\n'
    "globalThis.seen = [count()];\n"
    'globalThis.later = () => import("../panels/later.js");\n',
    "js/state/count.js": "let current = await Promise.resolve(1);\n\nexport const count = () => current;\n"
    "export function more() {\n  current += 1;\n}\n",
    "js/panels/later.js": 'import * as state from "../state/count.js";\n'
    'import {\n  own as other,\n} from "./own.js";\n'
    'export { own } from "./own.js";\nexport async function both() {\n  state.more();\n'
    '  const again = await import("../state/count.js");\n'
    "  return [other, state.count(), again.count()];\n}\n",
    "js/panels/own.js": "export const own = 7;\n",
}


@pytest.fixture(scope="module")
def bundles() -> Bundles:
    scripts = {
        path.relative_to(ROOT / "static").as_posix(): path for path in (ROOT / "static/js").rglob("*.js")
    }
    return Bundles({name: as_sent(path.read_bytes()).decode() for name, path in scripts.items()})


def every_way(bundles: Bundles) -> Iterator[str]:
    """The name of each bundle that any page may ask for."""
    waiting = [bundles.name(path) for path in bundles.scripts if path.startswith("js/pages/")]
    met = set[str]()
    while waiting:
        name = waiting.pop()
        bundle = bundles.get(name)
        assert bundle, name
        yield name
        names = re.findall(r'import\("\./([^"]+)"\)', bundle.script.decode())
        waiting += [each for each in names if each not in met]
        met.update(names)


def test_modules_fetched_later_meet_the_same_ones(tmp_path: Path) -> None:
    made = Bundles(TABLE)
    for name in every_way(made):
        bundle = made.get(name)
        assert bundle
        (tmp_path / name).write_bytes(bundle.script)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    run = """await import("./pages.table.js");
        const { both, own } = await later();
        console.log(JSON.stringify([seen, await both(), own]));"""
    told = subprocess.run(
        ["node", "--input-type=module", "-e", run], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert json.loads(told.stdout) == [[2], [7, 3, 3], 7]


def test_every_bundle_holds_each_module_after_those_it_needs(bundles: Bundles) -> None:
    for name in every_way(bundles):
        bundle = bundles.get(name)
        assert bundle
        met = set[str]()
        for line in bundle.script.decode().split("\n"):
            if found := re.match(r'known\["([^"]+)"\] \?\?=', line):
                assert found[1] not in met, (name, found[1])
                met.add(found[1])
        assert not re.search(r"^(import [^*]|export [^c])", bundle.script.decode(), re.MULTILINE), name


def test_every_bundle_can_be_read(bundles: Bundles, tmp_path: Path) -> None:
    names = list(every_way(bundles))
    assert "pages.table.js~panels.later.js" in names
    for name in names:
        bundle = bundles.get(name)
        assert bundle
        (tmp_path / name.replace(".js", ".mjs")).write_bytes(bundle.script)
    check = """const { SourceTextModule } = require("vm"), { readdirSync, readFileSync } = require("fs");
        for (const name of readdirSync(".")) new SourceTextModule(readFileSync(name, "utf8"));"""
    command = ["node", "--experimental-vm-modules", "-e", check]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)


def test_planets_are_one_file_for_all_pages(bundles: Bundles) -> None:
    names = set(every_way(bundles))
    assert "planet.mount.js" in names
    assert not [name for name in names if name.endswith("~planet.mount.js")]


@pytest.mark.parametrize(
    "name",
    [
        "state.table.js",
        "pages.table.js~pages.room.js",
        "pages.table.js~",
        "",
        "~",
        "pages.nothing.js",
        "../x",
    ],
)
async def test_only_what_a_page_asks_for_is_a_bundle(client: httpx.AsyncClient, name: str) -> None:
    assert (await client.get(f"/static/whole/{name}")).status_code == 404


async def test_a_map_leads_back_to_files_and_lines(client: httpx.AsyncClient, app: FastAPI) -> None:
    site: Site = app.state.site
    address = site.assets.whole("js/pages/table.js")
    script = (await client.get(address)).text.split("\n")
    answer = await client.get(f"{address}.map")
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    assert script[-1] == "//# sourceMappingURL=pages.table.js.map"
    where = {}
    source = line = 0
    for number, step in enumerate(told["mappings"].split(";")):
        if step:
            _, by, down, _ = read_digits(step)
            source, line = source + by, line + down
            where[number] = (told["sources"][source], line)
    sought = next(number for number, text in enumerate(script) if text.startswith("function openLine("))
    path, line = where[sought]
    assert path == "../js/server/socket.js"
    assert (
        (ROOT / "static/js/server/socket.js")
        .read_text()
        .split("\n")[line]
        .startswith("export function openLine(")
    )


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def read_digits(text: str) -> list[int]:
    numbers, value, shift = list[int](), 0, 0
    for letter in text:
        digit = LETTERS.index(letter)
        value |= (digit & 31) << shift
        shift += 5
        if not digit & 32:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return numbers


def test_first_who_asks_is_served_quickly_and_all_after_them_well() -> None:
    packer, content = PackedFiles(), (ROOT / "static/css/tokens.css").read_bytes() * 3
    assert packer.pack(content, "br") == pack_quickly(content, "br")
    packer.finish()
    assert packer.pack(content, "br") == pack_best(content, "br")
    assert len(pack_best(content, "br")) < len(pack_quickly(content, "br"))


def test_wishes_name_modules_that_are_there(bundles: Bundles) -> None:
    for path, text in bundles.scripts.items():
        for name in WISH.findall(text):
            assert resolved(path, name) in bundles.scripts, (path, name)
