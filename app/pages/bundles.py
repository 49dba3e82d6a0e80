"""A page's modules as one file: a hundred, six at a time, are seven seconds of waiting on a slow line.

Nothing is built beforehand and nothing renamed. Each module becomes a function that is run once and hands out
what the module exports; `known` has them by their paths, so whoever is fetched later meets the same modules:

    js/table/store.js                             known["table/store.js"] ??= (() => {
    import { idle } from "../ui/waiting.js";        const { idle } = known["ui/waiting.js"];
    export function openStore() { … }               function openStore() { … }
                                                    return { openStore };
                                                  })();

A bundle's name is its way there: `pages.table.js` is the page's, `pages.table.js~guide.guide.js` what it
brings on wish, without what the page has already. What every page brings on wish is whole in itself, so that
it is fetched once for all of them. A map beside each bundle leads a browser's tools back to files and lines.
"""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

RELATIVE_IMPORT = re.compile(r"""^(?:import|export)[^"';()]*?["'](\.[^"']+)["']""", re.MULTILINE)
IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"([^"]+)";', re.MULTILINE)
PASSED_ON = re.compile(r'^export (\{[^}]*\}) from "([^"]+)";', re.MULTILINE)
NAME = re.compile(r"\w+(?=\s*[,}])")
EXPORT = re.compile(r"^export (?:async )?(?:const|function|class)\*? (\w+)", re.MULTILINE)
EXPORT_WORD = re.compile(r"^export (?=async |const |function|class )", re.MULTILINE)
WISH = re.compile(r'\bimport\("(\.[^"]+)"\)')
WAITS = re.compile(r"^(?:let|const) \w+ = await |^await ", re.MULTILINE)
ROOT = "js/"
PAGES = "js/pages/"
EVERYBODYS = ("js/planet/mount.js",)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


@dataclass(frozen=True, slots=True)
class Bundle:
    """One file for a browser, and the map to what it was made of."""

    script: bytes
    map: bytes


def resolved(path: str, name: str) -> str:
    """`../ui/dom.js` within `js/table/motion.js` -> `js/ui/dom.js`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def with_imports(entry: str, scripts: Mapping[str, str]) -> list[str]:
    """A module and all it needs at once, each after what it needs itself."""
    found: dict[str, None] = {}
    begun = set[str]()

    def collect(path: str) -> None:
        if path in begun or path not in scripts:
            return
        begun.add(path)
        for name in RELATIVE_IMPORT.findall(scripts[path]):
            collect(resolved(path, name))
        found[path] = None

    collect(entry)
    return list(found)


def known(path: str) -> str:
    return f'known["{path.removeprefix(ROOT)}"]'


def digits(number: int) -> str:
    """A number as source maps write it: five bits a letter, the sign in the lowest."""
    rest, written = abs(number) << 1 | (number < 0), ""
    while True:
        rest, low = rest >> 5, rest & 31
        written += LETTERS[low | (32 if rest else 0)]
        if not rest:
            return written


class Bundles:
    """All bundles of these scripts (as they travel, by their paths), each made when it is asked for."""

    def __init__(self, scripts: Mapping[str, str]) -> None:
        self.scripts = scripts
        self._made: dict[str, Bundle | None] = {}

    @cached_property
    def _entries(self) -> dict[str, str]:
        """Every script by its name within a bundle's."""
        return {self.name(path): path for path in self.scripts}

    @staticmethod
    def name(*way: str) -> str:
        return "~".join(path.removeprefix(ROOT).replace("/", ".") for path in way)

    def get(self, name: str) -> Bundle | None:
        """The bundle of this name; None where no page asks for such a one."""
        if name not in self._made and (way := self._way(name)):
            self._made[name] = _Making(self, way).bundle()
        return self._made.get(name)

    def content(self, file: str) -> bytes | None:
        """The script of this name, or with `.map` behind the name its source map."""
        bundle = self.get(file.removesuffix(".map"))
        if bundle is None:
            return None
        return bundle.map if file.endswith(".map") else bundle.script

    def _way(self, name: str) -> list[str] | None:
        """The entries that a name consists of, if each is wished for on the way to it."""
        way = [self._entries.get(part, "") for part in name.split("~")]
        if not way[0].startswith((PAGES, *EVERYBODYS)):
            return None
        there = with_imports(way[0], self.scripts)
        for path in way[1:]:
            if path not in self._wishes(there):
                return None
            there = [*there, *with_imports(path, self.scripts)]
        return way

    def _wishes(self, paths: list[str]) -> set[str]:
        """What these modules import on wish and is not among them."""
        calls = {resolved(path, name) for path in paths for name in WISH.findall(self.scripts[path])}
        return calls - set(paths)

    def modules(self, *way: str) -> list[str]:
        """What a bundle holds."""
        there = {path for entry in way[:-1] for path in with_imports(entry, self.scripts)}
        return [path for path in with_imports(way[-1], self.scripts) if path not in there]


class _Making:
    """One bundle on its way: its lines, and where each comes from."""

    def __init__(self, bundles: Bundles, way: list[str]) -> None:
        self.scripts, self.way = bundles.scripts, way
        self.modules = bundles.modules(*way)
        self.there = {path for entry in way for path in with_imports(entry, self.scripts)}
        self.others: dict[str, str] = {}  # what is imported from elsewhere, three's: a name for each address

    def bundle(self) -> Bundle:
        body = [
            (line, index, number)
            for index, path in enumerate(self.modules)
            for line, number in self._module(path)
        ]
        head = ["const known = (globalThis.known ??= {});"]
        head += [f'import * as {name} from "{address}";' for address, name in self.others.items()]
        names = ", ".join(self._exports(self.way[-1]))
        tail = [f"export const {{ {names} }} = {known(self.way[-1])};"] if names else []
        tail.append(f"//# sourceMappingURL={Bundles.name(*self.way)}.map")
        lines = [*head, *(line for line, _, _ in body), *tail]
        origins = [*[None] * len(head), *((index, number) for _, index, number in body)]
        return Bundle("\n".join(lines).encode(), self._map(origins))

    def _exports(self, path: str) -> list[str]:
        source = self.scripts[path]
        passed = [name for names, _ in PASSED_ON.findall(source) for name in NAME.findall(names)]
        return [*EXPORT.findall(source), *passed]

    def _module(self, path: str) -> Iterator[tuple[str, int]]:
        """The lines of a module as a function, each with its number in the file; empty ones stay behind."""
        source = self.scripts[path]
        begins = "await (async () => {" if WAITS.search(source) else "(() => {"
        yield f"{known(path)} ??= {begins}", 0
        body = IMPORT.sub(lambda found: self._import(path, *found.groups()), source)
        body = PASSED_ON.sub(lambda found: self._import(path, *found.groups()), body)
        body = WISH.sub(lambda found: self._wish(resolved(path, found[1])), EXPORT_WORD.sub("", body))
        yield from ((line, number) for number, line in enumerate(body.split("\n")) if line)
        yield f"return {{ {', '.join(self._exports(path))} }};", 0
        yield "})();", 0

    def _import(self, path: str, names: str | None, address: str) -> str:
        """One import as a line of a function, as many lines long as it was."""
        if names is None:
            taken = ""
        else:
            names = names.removeprefix("* as ").replace(" as ", ": ")
            taken = f"const {' '.join(names.split())} = {self._source(path, address)};"
        return taken

    def _source(self, path: str, address: str) -> str:
        if address.startswith("."):
            return known(resolved(path, address))
        return self.others.setdefault(address, f"other{len(self.others)}")

    def _wish(self, path: str) -> str:
        """What is there already is given; the rest is fetched as a bundle of its own."""
        if path in self.there:
            return f"Promise.resolve({known(path)})"
        way = [path] if path in EVERYBODYS else [*self.way, path]
        return f'import("./{Bundles.name(*way)}")'

    def _map(self, origins: list[tuple[int, int] | None]) -> bytes:
        """A source map, version 3: which line of which file each line is."""
        last, mappings = (0, 0), list[str]()
        for origin in origins:
            if origin is None:
                mappings.append("")
                continue
            steps = (0, origin[0] - last[0], origin[1] - last[1], 0)
            mappings.append("".join(map(digits, steps)))
            last = origin
        sources = [f"../{path}" for path in self.modules]
        return json.dumps({"version": 3, "sources": sources, "mappings": ";".join(mappings)}).encode()
