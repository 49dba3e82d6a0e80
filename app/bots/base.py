"""What a bot is given: what its seat may see."""

from collections.abc import Mapping
from typing import Any

View = Mapping[str, Any]  # app.rules.views.view, as JSON or as it is
