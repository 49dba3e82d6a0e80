"""Names: what one may be called. `app/texts/friendly.py` makes up one for whoever does not care.

A name is 1 to 24 characters as a person counts them (graphemes), on one line, with nothing in it that
cannot be seen. Any script and any emoji will do; what only serves to confuse or to break a page will not.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator

from app.errors import MalformedRequest

MAX_GRAPHEMES = 24
LONGEST_TYPED = 64  # what a field on a page takes; the browser counts an emoji as two or more
MAX_MARKS = 4  # combining marks on one character: Vietnamese needs two, Zalgo needs forty
MAX_CLUSTER = 16  # code points of one character; a family of four with skin tones has eleven
JOINER = "\u200d"
KEYCAP = "\u20e3"
EMOJI_STYLE = "\ufe0f"

# Letters and signs that are drawn as nothing: Hangul fillers, a blank Braille cell, a grapheme joiner…
BLANKS = set("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc\ufffd")
# Marks, surrogates, controls and formats (bidi overrides, zero-widths, tags), private and unassigned ones.
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
MARKS = {"Mn", "Mc", "Me"}
# Letters of other alphabets that look like Latin ones, for telling two names apart at a glance.
LOOKALIKES = str.maketrans("авеіјкмнорстухһԁɡοανυικτρχηωɑѕԛԝ01", "abeijkmhopctyxhdgoavuiktpxnwasqwol")


class BadName(MalformedRequest):
    """A name that cannot be taken; `why` is empty, too_long, unseen or too_many_marks."""

    code = "bad_name"


def clean(raw: str) -> str:
    """`raw` as a name: composed, trimmed, single spaces. Raises `BadName`."""
    if len(raw) > 500:
        raise BadName(why="too_long")
    spaced = "".join(" " if is_space(x) else x for x in unicodedata.normalize("NFC", raw.strip()))
    name = " ".join(word for word in spaced.split(" ") if word)
    if not name:
        raise BadName(why="empty")
    check_visible(name)
    clusters = list(graphemes(name))
    if len(clusters) > MAX_GRAPHEMES:
        raise BadName(why="too_long")
    if any(len(x) > MAX_CLUSTER or sum(map(is_mark, x)) > MAX_MARKS for x in clusters):
        raise BadName(why="too_many_marks")
    return name


def is_space(character: str) -> bool:
    """Any kind of plain space; line breaks are none."""
    return unicodedata.category(character) == "Zs"


def is_mark(character: str) -> bool:
    """Does it sit on the character before it?"""
    return unicodedata.category(character) in MARKS


def is_emoji(character: str) -> bool:
    """A pictograph, roughly: what may carry a skin tone or be joined to another."""
    return "\U0001f000" <= character <= "\U0001faff" or unicodedata.category(character) == "So"


def is_skin_tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def check_visible(name: str) -> None:
    """Raise if anything in `name` is not to be seen, or stands where it has nothing to stand on."""
    if is_mark(name[0]):
        raise BadName(why="unseen")
    for index, character in enumerate(name):
        before = name[index - 1] if index else ""
        after = name[index + 1 : index + 2]
        if not is_visible(character, before, after):
            raise BadName(why="unseen")


def is_visible(character: str, before: str, after: str) -> bool:
    """Can `character` be seen, standing between these two?"""
    if character == JOINER:
        is_after_emoji = bool(before) and (is_emoji(before) or before == EMOJI_STYLE)
        return is_after_emoji and bool(after) and is_emoji(after)
    if character == EMOJI_STYLE:
        return bool(before) and (is_emoji(before) or before in "0123456789#*" or is_symbol(before))
    if "\ufe00" <= character <= "\ufe0e" or "\U000e0100" <= character <= "\U000e01ef":
        return False
    if "\U0001f000" <= character <= "\U0001faff":  # also emoji that are newer than our tables
        return True
    return character not in BLANKS and unicodedata.category(character) not in UNSEEN


def is_symbol(character: str) -> bool:
    """Arrows, suits, hearts: signs that have an emoji form."""
    return unicodedata.category(character) in ("Sm", "So", "Po")


def graphemes(text: str) -> Iterator[str]:
    """`text` in the characters that a person would count.

    Covers what names can hold after `check_visible`: marks, emoji with tones and joiners, flags, keycaps and
    Hangul in pieces.
    """
    cluster = ""
    for character in text:
        if cluster and not joins(cluster, character):
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def joins(cluster: str, character: str) -> bool:
    """Does `character` belong to the cluster before it?"""
    last = cluster[-1]
    if is_mark(character) or character in (JOINER, EMOJI_STYLE, KEYCAP) or is_skin_tone(character):
        return True
    if last == JOINER:
        return is_emoji(character)
    if is_flag_letter(character):
        return len(cluster) == 1 and is_flag_letter(last)
    return "\u1160" <= character <= "\u11ff" and "\u1100" <= last <= "\u11ff"


def skeleton(name: str) -> str:
    """What is left of a name at a glance: two with the same skeleton could be taken for each other."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = (x for x in plain if not is_mark(x) and x not in (JOINER, EMOJI_STYLE, " "))
    return "".join(letters).translate(LOOKALIKES)


def distinct(name: str, taken: Collection[str]) -> str:
    """`name`, with a number behind it if somebody in `taken` is called so, or nearly so."""
    skeletons = {skeleton(other) for other in taken}
    if skeleton(name) not in skeletons:
        return name
    for number in range(2, len(skeletons) + 3):
        suffix = f" {number}"
        numbered = "".join(list(graphemes(name))[: MAX_GRAPHEMES - len(suffix)]).rstrip() + suffix
        if skeleton(numbered) not in skeletons:
            return numbered
    raise AssertionError("one of so many numbers is free")
