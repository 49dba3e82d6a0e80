"""Asks a public collection of advisories about every package of the server; see scripts/audit."""

import json
import sys
import urllib.error
import urllib.request

from locked import Package, locked_packages

SOURCE = "https://api.osv.dev"
FOUND, NOT_ASKED = 1, 3


def known_to(source: str, packages: list[Package]) -> list[list[str]]:
    """The advisories that hold for each. Raises OSError where the source cannot be reached."""
    queries = [
        {"package": {"name": each.name, "ecosystem": each.ecosystem}, "version": each.version}
        for each in packages
    ]
    request = urllib.request.Request(  # noqa: S310 (whoever runs this names it)
        f"{source}/v1/querybatch",
        data=json.dumps({"queries": queries}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
        results = json.load(answer)["results"]
    return [[found["id"] for found in result.get("vulns", [])] for result in results]


def main() -> int:
    source = sys.argv[1] if len(sys.argv) > 1 else SOURCE
    packages = locked_packages()
    try:
        told = known_to(source, packages)
    except (OSError, urllib.error.URLError, ValueError, KeyError) as error:
        print(f"Nothing was checked: {source} cannot be asked from here ({error}).", file=sys.stderr)
        return NOT_ASKED
    for package, advisories in zip(packages, told, strict=True):
        for advisory in advisories:
            print(f"{package.name} {package.version}: {advisory} (https://osv.dev/vulnerability/{advisory})")
    found = sum(map(len, told))
    print(f"{len(packages)} packages were asked about; {found or 'no'} advisories hold for them.")
    return FOUND if found else 0


if __name__ == "__main__":
    sys.exit(main())
