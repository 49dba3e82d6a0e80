"""The files of `operating/`, for a cluster on this one computer: its addresses in place of the example's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

OPERATING = Path(__file__).resolve().parent.parent / "operating"
PASSWORD = "of-this-computer-only"
NODES = (1, 2, 3)
HERE = "127.0.0.1"
WHO_MAY = ("replication replicator", "all all")


@dataclass
class Ports:
    """Every port, counted from one."""

    first: int

    def etcd(self, node: int) -> int:
        return self.first + 2 * node

    def postgres(self, node: int) -> int:
        return self.first + 10 + node

    def patroni(self, node: int) -> int:
        return self.first + 20 + node

    def redis(self, node: int) -> int:
        return self.first + 30 + node

    def sentinel(self, node: int) -> int:
        return self.first + 40 + node

    def proxy(self, number: int) -> int:
        """People; 1 and 2 further: the primary, and Redis."""
        return self.first + 45 + 5 * number

    def app(self, number: int) -> int:
        return self.first + 60 + number


def patroni_file(ports: Ports, node: int, home: Path, programs: Path) -> str:
    """Patroni's, for one of three machines."""
    wanted: dict[str, Any] = yaml.safe_load((OPERATING / "patroni.yml").read_text(encoding="utf-8"))
    api, server = (f"{HERE}:{port}" for port in (ports.patroni(node), ports.postgres(node)))
    wanted["name"] = f"db{node}"
    wanted["restapi"] = {"listen": api, "connect_address": api}
    wanted["etcd3"]["hosts"] = [f"{HERE}:{ports.etcd(each)}" for each in NODES]
    hosts = [f"host {who} {HERE}/32 scram-sha-256" for who in WHO_MAY]
    wanted["bootstrap"]["dcs"]["postgresql"]["pg_hba"] = ["local all all trust", *hosts]
    wanted["bootstrap"]["initdb"].append("no-sync")
    wanted["postgresql"] |= {
        "listen": server,
        "connect_address": server,
        "bin_dir": str(programs),
        "data_dir": str(home / "data"),
        "pgpass": str(home / "pgpass"),
        "parameters": {"unix_socket_directories": str(home), "shared_buffers": "64MB"},
    }
    for account in wanted["postgresql"]["authentication"].values():
        account["password"] = PASSWORD
    wanted["watchdog"] = {"mode": "off"}
    return str(yaml.safe_dump(wanted))


def sentinel_file(ports: Ports, node: int, folder: Path) -> str:
    """Redis Sentinel's. A title of its own would hide its folder, by which we know it again."""
    text = (OPERATING / "sentinel.conf").read_text(encoding="utf-8")
    own = [f"port {ports.sentinel(node)}", f"bind {HERE}", f"dir {folder}", "set-proc-title no"]
    text = text.replace("port 26379", "\n".join(own))
    return text.replace("10.0.0.31 6379", f"{HERE} {ports.redis(1)}")


def proxy_file(ports: Ports, apps: int, number: int) -> str:
    """HAProxy's, with so many processes of the app."""
    text = (OPERATING / "haproxy.cfg").read_text(encoding="utf-8")
    people = ports.proxy(number)
    places = {
        "maxconn 20000": "maxconn 4000",
        "bind :8000": f"bind {HERE}:{people}",
        "bind 127.0.0.1:5000": f"bind {HERE}:{people + 1}",
        "bind 127.0.0.1:6380": f"bind {HERE}:{people + 2}",
        **{f"10.0.0.3{node}:6379": f"{HERE}:{ports.redis(node)}" for node in (1, 2)},
    }
    for node in NODES:
        there = f"{HERE}:{ports.postgres(node)} check port {ports.patroni(node)}"
        places[f"10.0.0.1{node}:5432 check port 8008"] = there
    for example, here in places.items():
        assert example in text, example
        text = text.replace(example, here)
    return "\n".join(line for given in text.splitlines() for line in _servers(given, ports, apps)) + "\n"


def _servers(line: str, ports: Ports, apps: int) -> list[str]:
    """A line of the file; that of the example's first server of the app once for each, the others' not."""
    if "10.0.0.22:8000" in line or "10.0.0.23:8000" in line:
        return []
    if "10.0.0.21:8000" not in line:
        return [line]
    return [
        line.replace("app1", f"app{number}").replace("10.0.0.21:8000", f"{HERE}:{ports.app(number)}")
        for number in range(1, apps + 1)
    ]
