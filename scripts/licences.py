"""Lists what the server is made of, with licences; see scripts/licences."""

import json
import sys

from locked import Package, locked_packages

from app import VERSION


def component(package: Package) -> dict[str, object]:
    told: dict[str, object] = {
        "type": "library",
        "bom-ref": package.address,
        "name": package.name,
        "version": package.version,
        "purl": package.address,
        "licenses": [{"expression": package.licence}],
    }
    if package.hashes:
        told["hashes"] = [{"alg": kind, "content": digest} for kind, digest in package.hashes.items()]
    return told


def bill_of_materials(packages: list[Package], version: str) -> dict[str, object]:
    """In the form of CycloneDX. It names no moment, so that the same lock files give the same bytes."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "terrahedron", "version": version}},
        "components": [component(package) for package in packages],
    }


def main() -> int:
    packages = [package for package in locked_packages() if package.is_for_here]
    if unknown := [package.name for package in packages if not package.licence]:
        print(f"No licence is known of {', '.join(unknown)}. Is it installed?", file=sys.stderr)
        return 1
    if "--sbom" in sys.argv:
        print(json.dumps(bill_of_materials(packages, VERSION), indent=1))
        return 0
    for package in packages:
        print(f"{package.ecosystem:5} {package.name:28} {package.version:12} {package.licence}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
