"""Static files, and other people's: addresses that last, and nothing beside what is listed."""

import gzip
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import brotli
import httpx
import pytest
from fastapi import FastAPI

from app.config import Settings
from app.main import create_app
from app.pages import assets
from app.pages.assets import Assets
from app.pages.packing import as_sent, pack_best
from app.pages.site import ROOT, Site, read_files
from app.pages.vendor import CDN, THREE, Vendor, integrity_of, read_list
from app.texts import texts_in

LIST = read_list(ROOT / "static/vendor.json")


@pytest.fixture
def site(app: FastAPI) -> Site:
    found: Site = app.state.site
    return found


def asking(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://testserver")


@pytest.fixture
def copy_of_us(tmp_path: Path) -> Path:
    """Everything that pages are made of, in a folder into which a new release can come."""
    for name in ("static", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for path in LIST:
        (tmp_path / "node_modules" / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "node_modules" / path, tmp_path / "node_modules" / path)
    return tmp_path


async def test_new_release_in_the_folder_is_not_served_under_the_addresses_of_the_old_one(
    copy_of_us: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when somebody fetches new code under a running server."""
    monkeypatch.setattr("app.pages.site.ROOT", copy_of_us)
    app = create_app(settings)
    async with app.router.lifespan_context(app), asking(app) as client:
        site: Site = app.state.site
        ours = [
            *map(site.assets.whole, ("js/pages/table.js", "js/planet/mount.js")),
            *map(site.assets.url, ("js/texts/catalogue.js", "css/app.css", "signs/sprite.svg")),
        ]
        named = [*ours, *map(site.assets.vendor.url, LIST)]
        before = {address: (await client.get(address)).content for address in named[::2]}
        come_out_anew(copy_of_us)
        for address in named:
            after = await client.get(address)
            assert NEW not in after.content, address
            if address in before or address in ours:
                assert "immutable" in after.headers["cache-control"]
                assert after.content == before.get(address, after.content)
            else:  # another's file that nobody has asked for yet, and it is not what it was
                assert (after.status_code, after.headers["cache-control"]) == (404, "no-store")
        for address in ("/", "/sw.js", "/rules"):
            page = await client.get(address)
            assert page.status_code == 200
            assert NEW not in page.content
        assert ours[0].split("/")[2] in (await client.get("/")).text
    read_files.cache_clear()  # as the next process begins
    assert Site(settings).assets.version != site.assets.version


NEW = b"/* a new release */"


def come_out_anew(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "vendor.json":
            path.write_bytes(path.read_bytes() + NEW)


@pytest.mark.parametrize(
    "name", ["static/v-0000000000/js/texts/catalogue.js", "static/v-/js/texts.js", "texts/en.json"]
)
async def test_address_of_another_release_is_not_found_and_not_kept(
    client: httpx.AsyncClient, name: str
) -> None:
    answer = await client.get(f"/{name}")
    assert (answer.status_code, answer.headers["cache-control"]) == (404, "no-store")


async def test_catalogue_of_another_release_is_not_found(client: httpx.AsyncClient, site: Site) -> None:
    address = texts_in("en").address
    assert "immutable" in (await client.get(address)).headers["cache-control"]
    assert (await client.get(f"{address[:-6]}x.json")).status_code == 404


def test_version_changes_with_how_files_are_sent(
    site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of the same files another release may send other bytes: sheets joined otherwise, lighter scripts."""
    changed = tmp_path / "assets.py"
    changed.write_bytes(Path(assets.__file__).read_bytes() + NEW)
    monkeypatch.setattr(assets, "__file__", str(changed))
    assert Assets(ROOT / "static", site.assets.vendor).version != site.assets.version


async def test_versioned_file_lasts_and_a_bare_one_is_asked_for_again(
    client: httpx.AsyncClient, site: Site
) -> None:
    versioned = await client.get(site.assets.url("js/texts/catalogue.js"))
    bare = await client.get("/static/js/texts/catalogue.js")
    assert versioned.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert bare.headers["cache-control"] == "no-cache"
    assert versioned.content == bare.content
    again = await client.get("/static/js/texts/catalogue.js", headers={"If-None-Match": bare.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("accepted", "coding", "unpack"),
    [("gzip", "gzip", gzip.decompress), ("gzip, deflate, br, zstd", "br", brotli.decompress)],
)
async def test_text_is_sent_packed(
    client: httpx.AsyncClient, site: Site, accepted: str, coding: str, unpack: Callable[[bytes], bytes]
) -> None:
    for address in (
        "/static/js/texts/catalogue.js",
        site.assets.url("css/app.css"),
        site.assets.vendor.url(THREE),
    ):
        plain = await client.get(address, headers={"Accept-Encoding": "identity"})
        async with client.stream("GET", address, headers={"Accept-Encoding": accepted}) as packed:
            body = b"".join([chunk async for chunk in packed.aiter_raw()])
        assert (packed.headers["content-encoding"], packed.headers["vary"]) == (coding, "Accept-Encoding")
        assert len(body) < len(plain.content) / 2
        assert unpack(body) == plain.content
        assert "content-encoding" not in plain.headers


@pytest.mark.parametrize("path", ["../pyproject.toml", "%2e%2e/pyproject.toml", "js", "nothing.js", ""])
async def test_nothing_outside_is_served(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(f"/static/{path}")).status_code == 404


async def test_style_sheet_is_all_layers_in_order(client: httpx.AsyncClient, site: Site) -> None:
    styles = (await client.get(site.assets.url("css/app.css"))).text
    assert styles.index("@layer reset, tokens, base, parts, pages") < styles.index("@layer tokens {")
    faces = re.findall(r'@font-face ?\{[^}]*font-family: ?"([^"]+)"', styles)
    assert Counter(faces) == {"Onest Variable": 4, "Until Onest": 2}
    assert "/*" not in styles


def test_table_fetches_none_of_the_planets_and_no_hints_at_first(site: Site) -> None:
    """Planets are fetched at rest, hints in a first game: a mention in a type, or in a call, is no import."""
    at_once = site.assets.bundles.modules("js/pages/table.js")
    assert not [path for path in at_once if path.startswith(("js/planet/", "js/guide/"))]


def test_table_and_planets_need_no_more_than_90_kilobytes_of_our_scripts(site: Site) -> None:
    """What is wanted later, or by few, is imported when it is wanted, and does not count."""
    wholes = [site.assets.bundles.get(name) for name in ("pages.table.js", "planet.mount.js")]
    sizes = [len(pack_best(whole.script, "br")) for whole in wholes if whole]
    assert len(sizes) == 2
    assert sum(sizes) <= 90 * 1024, sizes


async def test_page_knows_the_planets_but_does_not_fetch_them(client: httpx.AsyncClient, site: Site) -> None:
    page = (await client.get("/")).text
    head, _, _ = page.partition("<body")
    address = site.assets.vendor.url(THREE)
    assert re.search(rf'data-three="[^"]*{re.escape(address)}[ "]', head)
    assert f'href="{address}"' not in page


async def test_vendored_file_is_what_its_hash_says(client: httpx.AsyncClient, site: Site) -> None:
    if not site.assets.vendor.is_local:
        pytest.fail("node_modules is needed: scripts/setup")
    for path, file in LIST.items():  # three comes without its comments
        response = await client.get(site.assets.vendor.url(path))
        assert integrity_of(response.content) == site.assets.vendor.integrity(path), path
        if not path.startswith("three/"):
            assert integrity_of(response.content) == file.integrity, path
        assert "immutable" in response.headers["cache-control"]


@pytest.mark.parametrize(
    "address", ["three@0.187.0/package.json", "three/build/three.core.js", "../pyproject.toml"]
)
async def test_vendor_serves_nothing_beside_the_list(client: httpx.AsyncClient, address: str) -> None:
    assert (await client.get(f"/vendor/{address}")).status_code == 404


def test_without_node_modules_the_same_hashes_point_at_the_cdn(tmp_path: Path) -> None:
    vendor = Vendor(LIST, tmp_path)
    assert not vendor.is_local
    scripts, fonts = vendor.loaded_by_pages()
    assert sorted([*scripts[1:], *fonts]) == sorted(vendor.url(path) for path in LIST)
    assert all(len(address) > len(f"{CDN}/npm/") for address in [*scripts[1:], *fonts])
    version = LIST["three/build/three.core.js"].version
    assert vendor.url("three/build/three.core.js") == f"{CDN}/npm/three@{version}/build/three.core.js"
    local = Vendor(LIST, ROOT / "node_modules")
    far, near = json.loads(vendor.import_map()), json.loads(local.import_map())
    assert [path.rsplit("/")[-1] for path in far["integrity"]] == ["three.core.js", "three.module.js"]
    assert [path.rsplit("/")[-1] for path in near["integrity"]] == ["three.core.js", "three.module.js"]
    assert all(address.startswith(CDN) for address in [*far["imports"].values(), *far["integrity"]])
    assert "three@" in Assets(ROOT / "static", vendor).vendor.import_map()


def test_three_travels_without_comments_but_with_its_licence() -> None:
    vendor = Vendor(LIST, ROOT / "node_modules")
    for path in vendor.three:
        light = vendor.content(vendor.url(path).removeprefix("/vendor/"))
        assert light is not None
        assert b"SPDX-License-Identifier: MIT" in light[:200]
        assert len(light) < 0.9 * (ROOT / "node_modules" / path).stat().st_size


def test_tampered_node_modules_are_not_used(tmp_path: Path) -> None:
    for path in LIST:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(b"tampered")
    assert not Vendor(LIST, tmp_path).is_local


def test_list_and_lock_file_name_the_same_versions() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for file in LIST.values():
        assert lock[f"node_modules/{file.package}"]["version"] == file.version


def test_every_import_of_an_addon_is_listed() -> None:
    named = {
        match
        for path in (ROOT / "static/js").rglob("*.js")
        for match in re.findall(r'"three/addons/([^"]+)"', path.read_text())
    }
    assert {f"three/examples/jsm/{name}" for name in named} <= set(LIST)


def test_scripts_travel_as_sent_and_keep_their_line_numbers() -> None:
    script = b"/** Why.\n * How. */\nconst a = 'http://b'; // stays\n  // goes\nconst c = `/* d */ e`;\n"
    assert as_sent(script) == b"\n\nconst a = 'http://b'; // stays\n\nconst c = `/* d */ e`;\n"


def test_a_remark_within_a_line_stays_where_it_is() -> None:
    script = b"  /* a */ a,\n  /** @type {B} */\n  b,\n/* c */ d;\n"
    assert as_sent(script) == b"/* a */ a,\n\nb,\n/* c */ d;\n"


def test_types_within_a_line_stay_here() -> None:
    script = b"(/** @type {A} */ a, /** @param {B} b */ (b) => /** @type {C} */ (b)) // ** d\n"
    assert as_sent(script) == b"(a, (b) => (b)) // ** d\n"


def test_nothing_but_remarks_and_indentation_is_taken_from_our_scripts() -> None:
    for path in (ROOT / "static/js").rglob("*.js"):
        lines = path.read_bytes().split(b"\n")
        light = as_sent(b"\n".join(lines)).split(b"\n")
        assert len(light) == len(lines), path
        for line, left in zip(lines, light, strict=True):
            untyped = re.sub(rb"/\*\* @(type|param)\b[^*\n]*\*/ ?", b"", line)
            gone = not left and line.lstrip().startswith((b"/*", b"*", b"//"))
            assert left in (line.lstrip(), untyped.lstrip()) or gone, (path, line)


def test_no_text_of_several_lines_needs_its_indentation() -> None:
    long = {
        path.name
        for path in (ROOT / "static/js").rglob("*.js")
        if any(b"\n" in text for text in re.findall(rb"`[^`]*`", as_sent(path.read_bytes())))
    }
    assert long <= {"emblems.js", "light.js", "shaders.js", "words.js"}  # shaders, and a list split at spaces


@pytest.mark.parametrize("name", ["%00", "x" * 4000, "..%2f..%2fapp/main.py"], ids=["nul", "long", "outside"])
async def test_assets_name_that_no_file_can_have_is_not_found(client, name):
    assert (await client.get(f"/static/{name}")).status_code == 404
