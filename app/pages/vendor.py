"""Other people's browser files: one committed list of paths, versions and hashes, two places to find them.

Where `node_modules` holds exactly the files of the list they are served from here, so everything works with
no internet; otherwise pages point at the CDN. The hashes are the same, so both start from the same bytes. Of
three's scripts, half of which is documentation, we send no comments but the licence, under another address
with another hash.
"""

import base64
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from app.pages.packing import as_sent

CDN = "https://cdn.jsdelivr.net"
THREE = "three/build/three.module.js"


@dataclass(frozen=True, slots=True)
class VendorFile:
    """One file of a package: `three/build/three.module.js`, its version, its subresource integrity."""

    path: str
    version: str
    integrity: str

    @property
    def package(self) -> str:
        parts = self.path.split("/")
        return "/".join(parts[:2]) if self.path.startswith("@") else parts[0]

    @property
    def address(self) -> str:
        """The path with its version, the same under our `/vendor/` and on the CDN."""
        return f"{self.package}@{self.version}{self.path[len(self.package) :]}"


def integrity_of(content: bytes) -> str:
    return "sha384-" + base64.b64encode(hashlib.sha384(content).digest()).decode()


def is_threes(path: str) -> bool:
    return path.startswith("three/")


def read_list(path: Path) -> dict[str, VendorFile]:
    listed = json.loads(path.read_text())
    return {name: VendorFile(name, entry["version"], entry["integrity"]) for name, entry in listed.items()}


class Vendor:
    """Where a page finds a listed file, and whether we serve it ourselves."""

    def __init__(self, listed: dict[str, VendorFile], modules: Path) -> None:
        self.files = listed
        self._modules = modules
        self.is_local = all(self._is_intact(file) for file in listed.values())
        three = self.three if self.is_local else []
        self._light = {path: integrity_of(as_sent((modules / path).read_bytes())) for path in three}
        # It lasts as long as what is in it.
        self._folder = f"light-{hashlib.sha256(''.join(self._light.values()).encode()).hexdigest()[:10]}/"
        self._by_address = {self._address(file): file for file in listed.values()}

    def _is_intact(self, file: VendorFile) -> bool:
        path = self._modules / file.path
        return path.is_file() and integrity_of(path.read_bytes()) == file.integrity

    def _address(self, file: VendorFile) -> str:
        return self._folder + file.address if file.path in self._light else file.address

    @property
    def base(self) -> str:
        return "/vendor/" if self.is_local else f"{CDN}/npm/"

    def loaded_by_pages(self) -> tuple[list[str], list[str]]:
        """The scripts and the fonts that a page loads from elsewhere than our own address: the import map,
        which stands in the page, by its hash, and those on the CDN one by one.
        """
        map_hash = base64.b64encode(hashlib.sha256(self.import_map().encode()).digest()).decode()
        far = [] if self.is_local else [self.url(path) for path in self.files]
        scripts = [f"'sha256-{map_hash}'", *(url for url in far if url.endswith(".js"))]
        return scripts, [url for url in far if url.endswith(".woff2")]

    def url(self, path: str) -> str:
        return self.base + self._address(self.files[path])

    def integrity(self, path: str) -> str:
        """The hash of what a browser gets."""
        return self._light.get(path) or self.files[path].integrity

    @property
    def three(self) -> list[str]:
        """The files of three that pages load."""
        return [path for path in self.files if is_threes(path)]

    def content(self, address: str) -> bytes | None:
        """What is behind `/vendor/ADDRESS`: nothing that is not on the list, and nothing that has become
        another file since.
        """
        file = self._by_address.get(address)
        if file is None or not self.is_local:
            return None
        try:
            content = (self._modules / file.path).read_bytes()
        except OSError:
            return None
        if integrity_of(content) != file.integrity:
            return None
        return as_sent(content) if is_threes(file.path) else content

    def import_map(self) -> str:
        """The import map as text: by its hash the content security policy knows it."""
        if THREE not in self.files:
            return "{}"
        addons = self.url(THREE).replace("build/three.module.js", "examples/jsm/")
        return json.dumps(
            {
                "imports": {"three": self.url(THREE), "three/addons/": addons},
                "integrity": {self.url(path): self.integrity(path) for path in self.three},
            },
            separators=(",", ":"),
        )
