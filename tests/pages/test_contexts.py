"""Pages are given what their templates show, and nothing else; every field has a type of its own."""

import dataclasses
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from jinja2 import Environment, nodes

from app.pages import contexts, game_contexts, home_contexts, mine_contexts, room_contexts

TEMPLATES = Path("templates")
# Which templates each page is rendered with; a fragment is given the page that it is a part of.
RENDERED = {
    "HomePage": ("home.html", "_rooms.html"),
    "InvitePage": ("invite.html",),
    "RoomPage": ("room.html", "_seats.html", "_options.html"),
    "TablePage": ("table.html",),
    "MinePage": ("games.html", "_games.html"),
    "GamePage": ("game.html",),
    "PlanetPage": ("planet.html",),
    "AboutPage": ("about.html",),
    "PassPage": ("pass.html",),
    "InstallPage": ("install.html",),
    "ErrorPage": ("error.html",),
}
TYPES = [
    kind
    for module in (contexts, game_contexts, home_contexts, mine_contexts, room_contexts)
    for _, kind in inspect.getmembers(module, inspect.isclass)
    if kind.__module__ == module.__name__
]
PAGES = [kind for kind in TYPES if issubclass(kind, contexts.Page) and kind is not contexts.Page]


def trees(name: str) -> Iterator[nodes.Template]:
    """A template, and those that it is made of."""
    tree = Environment().parse((TEMPLATES / name).read_text(encoding="utf-8"))
    yield tree
    for node in tree.find_all((nodes.Extends, nodes.Include, nodes.FromImport)):
        yield from trees(node.template.value)  # type: ignore[attr-defined] # jinja2 calls all of them Stmt


def fields_read(names: tuple[str, ...]) -> tuple[set[str], set[str]]:
    """What these templates read of `page`, and what of anything else."""
    of_page: set[str] = set()
    of_others: set[str] = set()
    for name in names:
        for node in (node for tree in trees(name) for node in tree.find_all(nodes.Getattr)):
            is_page = isinstance(node.node, nodes.Name) and node.node.name == "page"
            (of_page if is_page else of_others).add(node.attr)
    return of_page, of_others


def names_in(kind: type) -> set[str]:
    return {field.name for field in dataclasses.fields(kind)}


def parts_of(kind: type) -> set[type]:
    """The kinds of what a page holds, however deep."""
    inner = {each for hint in get_type_hints(kind).values() for each in TYPES if each.__name__ in str(hint)}
    return inner | {deeper for each in inner for deeper in parts_of(each)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_page_is_given_nothing_that_its_templates_do_not_show(page):
    of_page, of_others = fields_read(RENDERED[page.__name__])
    assert names_in(page) - of_page == set()
    unread = {part.__name__: names_in(part) - of_others for part in parts_of(page)}
    assert {name: fields for name, fields in unread.items() if fields} == {}


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_context_says_of_each_field_what_it_is(kind):
    vague = [name for name, hint in get_type_hints(kind).items() if hint is Any or "Any" in str(hint)]
    assert vague == []
    assert [name for name, hint in get_type_hints(kind).items() if "Mapping" in str(hint)] == []
