"""The dashboard, the alerts and their document name numbers that a server tells, and no others."""

import json
import re
from pathlib import Path

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

ROOT = Path(__file__).parent.parent
FILES = ("operating/dashboard.json", "operating/alerts.yml", "docs/operating.md")
NAME = re.compile(r"\b(?:terrahedron|process)_[a-z_]+\b")
OF_PROMETHEUS = {"process_resident_memory_bytes", "process_open_fds", "process_max_fds"}


@pytest.fixture
def told(app):
    """Every name that `/metrics` has."""
    families = text_string_to_metric_families(app.state.metrics.text().decode())
    found = {f"{family.name}{end}" for family in families for end in ("", "_total", "_bucket")}
    return found | OF_PROMETHEUS


@pytest.mark.parametrize("path", FILES)
def test_operating_names_only_numbers_that_there_are(told, path):
    named = set(NAME.findall((ROOT / path).read_text(encoding="utf-8")))
    assert named
    assert named <= told


def test_operating_dashboard_shows_every_number(app):
    shown = (ROOT / "operating/dashboard.json").read_text(encoding="utf-8")
    families = text_string_to_metric_families(app.state.metrics.text().decode())
    ours = {family.name for family in families if family.name.startswith("terrahedron_")}
    ours = {name for name in ours if not name.endswith("_created")}
    assert {name for name in ours if name not in shown} == set()
    panels = json.loads(shown)["panels"]
    assert len({panel["title"] for panel in panels}) == len(panels)


def test_operating_every_alert_has_a_part_that_says_what_to_do():
    groups = yaml.safe_load((ROOT / "operating/alerts.yml").read_text(encoding="utf-8"))["groups"]
    alerts = [rule["alert"] for group in groups for rule in group["rules"]]
    document = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    assert re.findall(r"^### (\w+)$", document, re.MULTILINE) == alerts
    for group in groups:
        for rule in group["rules"]:
            assert rule["annotations"]["runbook"] == f"docs/operating.md#{rule['alert'].lower()}"
