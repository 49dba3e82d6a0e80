"""Other people's browser files: one committed list of paths, versions and hashes, two places to find them.

Where `node_modules` holds exactly the files of the list they are served from here, so everything works with
no internet; otherwise pages point at the CDN. The hashes are the same, so both deliver the same bytes.
"""

import base64
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

CDN = "https://cdn.jsdelivr.net"
THREE = "three/build/three.module.js"
ADDONS = "three/examples/jsm/"


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


def read_list(path: Path) -> dict[str, VendorFile]:
    listed = json.loads(path.read_text())
    return {name: VendorFile(name, entry["version"], entry["integrity"]) for name, entry in listed.items()}


class Vendor:
    """Where a page finds a listed file, and whether we serve it ourselves."""

    def __init__(self, listed: dict[str, VendorFile], modules: Path) -> None:
        self.files = listed
        self._modules = modules
        self._by_address = {file.address: file for file in listed.values()}
        self.is_local = all(self._is_intact(file) for file in listed.values())

    def _is_intact(self, file: VendorFile) -> bool:
        path = self._modules / file.path
        return path.is_file() and integrity_of(path.read_bytes()) == file.integrity

    @property
    def base(self) -> str:
        return "/vendor/" if self.is_local else f"{CDN}/npm/"

    @property
    def origins(self) -> tuple[str, ...]:
        """What a content security policy must allow beside ourselves."""
        return () if self.is_local else (CDN,)

    def url(self, path: str) -> str:
        return self.base + self.files[path].address

    def integrity(self, path: str) -> str:
        return self.files[path].integrity

    @property
    def three(self) -> list[str]:
        """The files of three that pages load."""
        return [path for path in self.files if path.startswith("three/")]

    def served(self, address: str) -> Path | None:
        """The file behind `/vendor/ADDRESS`; nothing that is not on the list is ever served."""
        file = self._by_address.get(address)
        return self._modules / file.path if file and self.is_local else None

    def import_map(self) -> str:
        """The import map as text: its hash stands in the content security policy, so it must not vary."""
        if THREE not in self.files:
            return "{}"
        addons = f"{self.base}three@{self.files[THREE].version}/examples/jsm/"
        return json.dumps(
            {
                "imports": {"three": self.url(THREE), "three/addons/": addons},
                "integrity": {self.url(path): self.integrity(path) for path in self.three},
            },
            separators=(",", ":"),
        )
