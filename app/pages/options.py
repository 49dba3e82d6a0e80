"""The rows in which a host sets the options: one for each field of `app.rooms.options.Options`."""

import json
from collections.abc import Iterator
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from app.games.deadlines import is_slow
from app.pages.contexts import Choice
from app.pages.room_contexts import OptionRow
from app.rooms.options import Options, Shown
from app.rules.variants import VARIANTS
from app.texts import Texts

USUAL = Shown()


def option_rows(texts: Texts, options: Options) -> tuple[OptionRow, ...]:
    return tuple(
        row
        for name, field in Options.model_fields.items()
        if not shown_as(field).is_fixed and (options.public or not shown_as(field).is_of_public)
        for row in rows_of(texts, name, field, getattr(options, name), options.clock)
    )


def shown_as(field: FieldInfo) -> Shown:
    return next((one for one in field.metadata if isinstance(one, Shown)), USUAL)


def rows_of(
    texts: Texts, name: str, field: FieldInfo, value: Any, clock: int | None = None
) -> Iterator[OptionRow]:
    """The row of one option; of the variants one each, the latest first. Nights are slow games' alone."""
    shown = shown_as(field)
    text = texts.t(f"options.{name}")
    if name == "variants":
        for variant in reversed(VARIANTS):
            yield OptionRow(name=variant, text=texts.t(f"options.{variant}"), is_on=variant in value, of=name)
    elif name == "nights":
        if is_slow(clock):
            yield OptionRow(name=name, text=text, choices=night_choices(texts, value), is_rare=shown.is_rare)
    elif field.annotation is bool and not shown.is_list:
        yield OptionRow(name=name, text=text, is_on=value, is_rare=shown.is_rare)
    else:
        choices = tuple(choice(texts, name, one, one == value) for one in choices_of(field.annotation))
        yield OptionRow(name=name, text=text, choices=choices, is_rare=shown.is_rare)


def night_choices(texts: Texts, zone: str | None) -> tuple[Choice, ...]:
    """Nights that count; those of the time zone that was chosen; and those of the host's own, which the
    script knows that puts its name in.
    """
    none = Choice(value="null", text=texts.t("options.nights_none"), is_chosen=zone is None)
    if zone is None:
        return none, Choice(value='"here"', text=texts.t("options.nights_here"), is_chosen=False)
    place = zone.rsplit("/", 1)[-1].replace("_", " ")
    return none, Choice(
        value=json.dumps(zone), text=texts.t("options.nights_zone", zone=place), is_chosen=True
    )


def choices_of(kind: Any) -> tuple[Any, ...]:
    """What may be chosen; where that may be nothing at all, nothing comes first."""
    if kind is bool:
        return False, True
    if get_origin(kind) is Literal:
        return get_args(kind)
    either = [part for part in get_args(kind) if part is not NoneType]
    return None, *(one for part in either for one in choices_of(part))


def choice(texts: Texts, name: str, value: Any, is_chosen: bool) -> Choice:
    """One choice; its value is written as JSON, as the browser sends it back."""
    key = f"options.{name}_{'none' if value is None else str(value).lower()}"
    text = texts.t(key) if texts.has(key) else texts.t(f"options.{name}_count", count=value)
    return Choice(value=json.dumps(value), text=text, is_chosen=is_chosen)
