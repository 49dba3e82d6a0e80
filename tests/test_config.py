"""Settings: documented, frozen, and refused with a sentence that shows no secret."""

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.config import Settings, dsn, environment_name, explain, unknown_names
from app.database_address import hosts_of, normalise_database_url

HOSTING = Path("docs/hosting.md").read_text(encoding="utf-8")
SETTINGS = HOSTING.partition("\n## Settings\n")[2]  # tables before it are of other things
DOCUMENTED = set(re.findall(r"^\| `([A-Z_]+)` \|", SETTINGS, re.MULTILINE))


def test_settings_are_all_documented_and_no_others():
    assert {environment_name(field) for field in Settings.model_fields} == DOCUMENTED


def test_settings_are_all_used():
    files = [path for path in Path("app").rglob("*.py") if path.name != "config.py"]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    assert not [field for field in Settings.model_fields if not re.search(rf"\b{field}\b", code)]


def test_settings_documented_defaults_are_the_real_ones(monkeypatch):
    for name in DOCUMENTED:
        monkeypatch.delenv(name, raising=False)
    settings = Settings()
    for field in Settings.model_fields:
        row = re.search(rf"^\| `{environment_name(field)}` \| (.*?) \|", HOSTING, re.MULTILINE)
        assert row
        value = getattr(settings, field)
        if row[1].startswith("`"):
            assert (
                row[1]
                == f"`{str(value).lower() if isinstance(value, bool) else f'{value}'.removesuffix('.0')}`"
            )
        else:
            assert value is None or field == "data"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("postgres://a:b@h/d", "postgresql+asyncpg://a:b@h/d"),
        ("postgresql://a:b@h:5432/d", "postgresql+asyncpg://a:b@h:5432/d"),
        ("postgresql+psycopg://h/d", "postgresql+asyncpg://h/d"),
        ("postgresql+asyncpg:///d?host=/run/pg", "postgresql+asyncpg:///d?host=%2Frun%2Fpg"),
        ("postgres://h/d?sslmode=require&channel_binding=require", "postgresql+asyncpg://h/d?ssl=require"),
        (" postgresql://a:p%40ss@[::1]:5432/d ", "postgresql+asyncpg://a:p%40ss@[::1]:5432/d"),
        ("postgresql://a:b@h:5432/d?target_session_attrs=primary", "postgresql+asyncpg://a:b@h:5432/d"),
        (
            "postgresql://a:b@one:5432,two:5433/d?target_session_attrs=primary&sslmode=require",
            "postgresql+asyncpg://a:b@/d?host=one%3A5432&host=two%3A5433&ssl=require",
        ),
        ("postgres://one,[::1]/d", "postgresql+asyncpg:///d?host=one%3A5432&host=%5B%3A%3A1%5D%3A5432"),
        (
            "postgres://a@/d?host=one,two&port=5433,5434",
            "postgresql+asyncpg://a@/d?host=one%3A5433&host=two%3A5434",
        ),
        ("postgres://a@/d?host=/run/a,/run/b", "postgresql+asyncpg://a@/d?host=%2Frun%2Fa&host=%2Frun%2Fb"),
    ],
)
def test_database_url_usual_forms_become_asyncpg(given, expected):
    assert normalise_database_url(given) == expected
    assert normalise_database_url(expected) == expected


def test_database_url_that_asks_for_a_standby_is_refused():
    with pytest.raises(ValidationError, match="target_session_attrs must be primary or read-write"):
        Settings(database_url="postgresql://a:hush@one,two/d?target_session_attrs=standby")


def test_database_url_with_several_hosts_is_taken_apart_for_the_driver():
    url = normalise_database_url("postgresql://a:b@one:5432,two:5433/d?sslmode=require")
    assert hosts_of(url) == [
        "postgresql://a:b@/d?host=one%3A5432&sslmode=require",
        "postgresql://a:b@/d?host=two%3A5433&sslmode=require",
    ]
    assert dsn(url) == (
        "postgresql://a:b@/d?host=one%3A5432%2Ctwo%3A5433&sslmode=require&target_session_attrs=primary"
    )


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:///x.db",
        "mysql://h/d",
        "just text",
        "host/db",
        "postgresql://a:p@one:1,/d",
        "postgresql://a:p@one:x,two/d",
        "postgresql://a:p@one,one:5432/d",
        "postgresql://a:p@/d?host=one,two&port=1,2,3",
    ],
)
def test_database_url_of_another_kind_is_refused_without_showing_it(url):
    with pytest.raises(ValidationError) as refused:
        Settings(database_url=url)
    assert explain(refused.value).startswith("DATABASE_URL: must be a PostgreSQL address")
    assert url not in explain(refused.value)


def test_settings_never_show_the_secrets_when_printed():
    settings = Settings(
        database_url="postgresql://me:hush@h/d", redis_url="redis://:hush@h", metrics_token="hush"
    )
    assert "hush" not in repr(settings)
    assert "hush" not in str(settings)


def test_settings_come_from_the_environment(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://h/d")
    monkeypatch.setenv("TERRAHEDRON_PORT", "9001")
    monkeypatch.setenv("TERRAHEDRON_PUBLIC_ORIGIN", "https://Planets.example/")
    settings = Settings()
    assert (settings.database_url, settings.port) == ("postgresql+asyncpg://h/d", 9001)
    assert settings.public_origin == "https://planets.example"
    assert settings.is_secure


def test_settings_cannot_change():
    with pytest.raises(ValidationError):
        Settings().port = 1


@pytest.mark.parametrize(
    "origin", ["planets.example", "ftp://h", "https://h/path", "https://", "https://h?x=1"]
)
def test_public_origin_with_more_than_scheme_and_host_is_refused(origin):
    with pytest.raises(ValidationError) as refused:
        Settings(public_origin=origin)
    assert explain(refused.value).startswith("TERRAHEDRON_PUBLIC_ORIGIN: must be scheme and host alone")


def test_unknown_names_finds_the_misspelt_setting():
    environment = {"TERRAHEDRON_PORT": "1", "TERRAHEDRON_PROT": "1", "PATH": "/bin", "DATABASE_URL": "x"}
    assert unknown_names(environment) == ["TERRAHEDRON_PROT"]


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("pl.json", "{", "pl.json is no catalogue"),
        ("klingon.json", "{}", "klingon.json is no catalogue"),
        ("pl.json", '{"site": "Terrahedron"}', "must hold sections"),
    ],
)
def test_draft_of_a_catalogue_that_cannot_be_read_is_told_at_the_start(tmp_path, name, content, why):
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(ValidationError) as refused:
        Settings(texts=tmp_path)
    assert why in explain(refused.value)


def test_drafts_that_are_nowhere_are_told_at_the_start(tmp_path):
    with pytest.raises(ValidationError) as refused:
        Settings(texts=tmp_path / "nowhere")
    assert "must be a folder" in explain(refused.value)
