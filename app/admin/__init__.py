"""The operator: what they see of rooms, games, reports and people, and what they do about somebody, each with
a reason and a trail that nobody can change. By `/admin` (`pages.py`) and by
`python -m app admin` (`app/admin_cli.py`).
"""
