"""The second compose file: the machines of docs/hosting.md, each container at the address that the files of
`operating/` give to its machine.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.config import Settings, environment_name
from tests.test_images import SERVICES as ALONE

COMPOSE: dict[str, Any] = yaml.safe_load(Path("docker-compose.cluster.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
SETTINGS = {environment_name(field) for field in Settings.model_fields}
EXAMPLES = ("haproxy.cfg", "patroni.yml", "sentinel.conf", "database")
ADDRESS = re.compile(r"\b10\.0\.0\.(?!0/)\d+\b")


def addresses() -> dict[str, str]:
    """Where each service is."""
    networks = {name: service.get("networks", {}) for name, service in SERVICES.items()}
    return {
        name: given["machines"]["ipv4_address"]
        for name, given in networks.items()
        if isinstance(given, dict) and given
    }


def test_cluster_every_address_of_the_examples_is_a_containers():
    given = addresses()
    assert len(set(given.values())) == len(given)
    named = {one for file in EXAMPLES for one in ADDRESS.findall(Path("operating", file).read_text("utf-8"))}
    named |= set(ADDRESS.findall(Path("docker-compose.cluster.yml").read_text("utf-8")))
    assert named - {"10.0.0.1"} <= set(given.values())  # `database` puts a number behind that one


@pytest.mark.parametrize("node", ["1", "2", "3"])
def test_cluster_database_machine_gets_its_own_name_and_addresses(node):
    script = Path("operating/database").read_text(encoding="utf-8")
    found = re.search(r'sed "(.+)" /etc/patroni.yml', script)
    assert found
    here = addresses()[f"db{node}"]
    change = found[1].replace("$name", f"db{node}").replace("$here", here)
    told = subprocess.run(
        ["sed", change, "operating/patroni.yml"], capture_output=True, text=True, check=True
    )
    patroni = yaml.safe_load(told.stdout)
    assert patroni["name"] == f"db{node}"
    assert patroni["restapi"] == {"listen": f"{here}:8008", "connect_address": f"{here}:8008"}
    assert patroni["postgresql"]["listen"] == patroni["postgresql"]["connect_address"] == f"{here}:5432"
    assert patroni["etcd3"]["hosts"] == [f"{addresses()[f'db{each}']}:2379" for each in (1, 2, 3)]
    assert SERVICES[f"etcd{node}"]["network_mode"] == f"service:db{node}"
    for name in (f"db{node}", f"etcd{node}"):
        assert SERVICES[name]["environment"]["NODE"] == node


def test_cluster_app_finds_database_and_hints_where_they_are():
    app = SERVICES["app1"]["environment"]
    assert set(app) <= SETTINGS | {"PGPASSWORD"}
    assert SERVICES["app1"]["env_file"] == [{"path": "settings.env", "required": False}]  # no passwords
    for node in (1, 2, 3):
        assert f"{addresses()[f'db{node}']}:5432" in app["DATABASE_URL"]
        assert SERVICES[f"app{node}"]["environment"] == app
    proxy = Path("operating/haproxy.cfg").read_text(encoding="utf-8")
    (change,) = re.findall(r"sed '(.+)' /etc", SERVICES["proxy1"]["command"][-1])
    opened = subprocess.run(["sed", change], input=proxy, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^    bind (\S+)$", opened, re.MULTILINE) == [":8000", ":5000", ":6380"]
    assert app["REDIS_URL"] == f"redis://{addresses()['proxy1']}:6380/0"
    assert app["TERRAHEDRON_FORWARDED_ALLOW_IPS"] == f"{addresses()['proxy1']},{addresses()['proxy2']}"
    account = SERVICES["account"]["environment"]
    assert (account["PGHOST"], account["PGPORT"]) == (addresses()["proxy1"], "5000")


def test_cluster_migrates_before_it_serves_and_makes_its_account_before_that():
    assert SERVICES["app1"]["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
    assert SERVICES["migrate"]["depends_on"] == {"account": {"condition": "service_completed_successfully"}}
    assert SERVICES["migrate"]["command"] == ALONE["migrate"]["command"]
    assert SERVICES["account"]["environment"]["PASSWORD"] == SERVICES["app1"]["environment"]["PGPASSWORD"]


@pytest.mark.parametrize("name", SERVICES)
def test_cluster_bounds_each_service(name):
    service = SERVICES[name]
    for bound in ("cap_drop", "security_opt", "logging"):
        assert service[bound] == ALONE["app"][bound]
    assert service["pids_limit"] <= 256
    assert service["mem_limit"]
    assert not service.get("volumes") or all(
        Path(source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
        for source in (volume.split(":")[0] for volume in service["volumes"])
    )


def test_cluster_opens_its_proxies_alone_and_to_this_computer():
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert set(ports) == {"proxy1", "proxy2"}
    assert all(one.startswith("${BIND:-127.0.0.1}:") for opened in ports.values() for one in opened)
    assert COMPOSE["networks"]["machines"]["internal"]


def listed() -> list[str]:
    return subprocess.run(
        ["scripts/images", "--list"], capture_output=True, text=True, check=True
    ).stdout.split()


def test_base_images_all_say_which_bytes_they_are_or_none_does():
    locked = [image for image in listed() if "@" in image]
    assert locked in ([], listed())


@pytest.fixture
def copies(tmp_path):
    """Every file that names a base image, elsewhere; and how to lock them there with this skopeo."""
    tree, programs = tmp_path / "tree", tmp_path / "bin"
    for file in re.findall(r"^files='(.+)'$", Path("scripts/images").read_text("utf-8"), re.MULTILINE)[
        0
    ].split():
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, tree / file)
    programs.mkdir()

    def lock(answer: str, *words: str) -> subprocess.CompletedProcess[str]:
        program = programs / "skopeo"
        program.write_text(f"#!/bin/sh\n{answer}\n")
        program.chmod(0o755)
        environment = {**os.environ, "IMAGES_OF": str(tree), "PATH": f"{programs}:{os.environ['PATH']}"}
        return subprocess.run(
            ["scripts/images", *words], env=environment, capture_output=True, text=True, check=False
        )

    return tree, lock


def test_base_images_are_locked_where_somebody_says_what_they_are(copies):
    tree, lock = copies
    before = (tree / "Dockerfile").read_text()
    gone = lock("exit 1")
    assert gone.returncode == 3
    assert "nothing is changed" in gone.stderr
    assert (tree / "Dockerfile").read_text() == before
    assert lock('echo "$3"').returncode == 0
    images = lock("exit 1", "--list").stdout.split()
    assert len(images) == len(listed())
    assert all(re.search(r"@sha256:[0-9a-f]{64}$", image) for image in images)
    assert re.sub(r"@sha256:[0-9a-f]{64}", "", (tree / "Dockerfile").read_text()) == before
    assert lock("exit 1").returncode == 0  # those that say so already are not asked for
    assert lock("echo another", "--upgrade").returncode == 0
    assert set(lock("", "--list").stdout.split()).isdisjoint(images)
