"""A language that nobody speaks: English with accents, in brackets, and 40 % longer.

Whoever plays in it sees at once what does not come from the catalogue (no brackets), what is put together
from pieces (brackets within a line) and what has no room for longer words.
"""

import json
import re
from pathlib import Path
from typing import Any

from app.texts import ENGLISH, FOLDER, Texts, flatten

CODE = "eo"  # a real language's name, since browsers know no other; its plural forms are those of English
OPEN, CLOSE = "⟦", "⟧"
ACCENTS = str.maketrans("aceilnorsuyzACEILNORSUYZ", "áćéíľńóŕśúýźÁĆÉÍĽŃÓŔŚÚÝŹ")
KEPT = re.compile(r"(\{[\w.]+\})")  # gaps stay as they are
MORE = 0.4
FILLER = "ĺöńģéŕ "  # after a space, so that a line may break there as it may in a longer sentence
WHOLE = ("friendly", "animals", "habitats", "bots", "names")  # nouns, which stand within other texts


def accented(text: str) -> str:
    """`Heron` -> `Héŕóń`."""
    return "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(text))


def pseudo(text: str) -> str:
    """`Sit down` -> `⟦Śít dówń ĺöń⟧`."""
    more = round(MORE * len(KEPT.sub("", text)))
    return f"{OPEN}{accented(text)} {(FILLER * more)[:more].rstrip()}{CLOSE}"


def pseudo_sections(sections: dict[str, Any]) -> dict[str, Any]:
    def made(section: str, text: str) -> str:
        return accented(text) if section in WHOLE else pseudo(text)

    return {name: {key: made(name, text) for key, text in each.items()} for name, each in sections.items()}


def catalogue() -> dict[str, Any]:
    return pseudo_sections(json.loads((FOLDER / f"{ENGLISH}.json").read_text(encoding="utf-8")))


def write(folder: Path) -> None:
    """Put the catalogue into `folder`, for a server whose TERRAHEDRON_TEXTS it is."""
    (folder / f"{CODE}.json").write_text(json.dumps(catalogue()), encoding="utf-8")


def texts() -> Texts:
    """The same for whoever looks for what stands on a page."""
    made = Texts(ENGLISH)
    made._texts = flatten(catalogue())
    return made
