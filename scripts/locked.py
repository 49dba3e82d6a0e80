"""What the server is made of, as requirements-server.txt and package-lock.json say."""

import base64
import importlib.metadata
import json
from dataclasses import dataclass, field
from pathlib import Path

from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parent.parent
OLD_NAMES = {  # as older packages call their licence
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}


@dataclass(frozen=True)
class Package:
    """One package that the server installs, and under which licence. Some are for other Pythons than this."""

    ecosystem: str  # PyPI or npm, as advisories call them
    name: str
    version: str
    licence: str
    is_for_here: bool = True
    hashes: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Its package URL."""
        return f"pkg:{self.ecosystem.lower()}/{self.name.replace('@', '%40')}@{self.version}"


def locked_packages() -> list[Package]:
    """All of them, by their names."""
    return sorted([*_python(), *_node()], key=lambda package: (package.ecosystem, package.name))


def _python() -> list[Package]:
    lines = (PROJECT / "requirements-server.txt").read_text(encoding="utf-8").splitlines()
    found = [Requirement(line.rstrip(" \\")) for line in lines if line[:1].isalnum()]
    return [
        Package("PyPI", one.name, str(one.specifier)[2:], licence_of(one.name), is_for_here(one))
        for one in found
    ]


def is_for_here(one: Requirement) -> bool:
    return one.marker is None or one.marker.evaluate()


def licence_of(name: str) -> str:
    """As the installed package says it; empty if it is not installed, or says nothing."""
    try:
        told = importlib.metadata.metadata(name).json
    except importlib.metadata.PackageNotFoundError:
        return ""
    if expression := told.get("license_expression"):
        return str(expression)
    kinds = [line.rsplit(" :: ", 1)[1] for line in told.get("classifier", ()) if "License ::" in line]
    words = kinds or [str(told.get("license", "")).split("\n")[0]]
    return " AND ".join(OLD_NAMES.get(word, word) for word in words)


def _node() -> list[Package]:
    lock = json.loads((PROJECT / "package-lock.json").read_text(encoding="utf-8"))
    return [
        Package(
            "npm",
            path.removeprefix("node_modules/"),
            each["version"],
            each.get("license", ""),
            hashes=_hash(each),
        )
        for path, each in lock["packages"].items()
        if path and not each.get("dev")
    ]


def _hash(entry: dict[str, str]) -> dict[str, str]:
    kind, _, digest = entry.get("integrity", "").partition("-")
    return {kind.upper().replace("SHA", "SHA-"): base64.b64decode(digest).hex()} if digest else {}
