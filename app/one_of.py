"""A text that must be one of the names in a table of ours: checked, and listed in OpenAPI, as a `Literal` is.

`Level = Annotated[str, OneOf(LEVELS)]`: a row more in the table is a name more that may be sent.
"""

from collections.abc import Iterable
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


class OneOf:
    """What stands in the `Annotated` of such a text."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)

    def __get_pydantic_core_schema__(self, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema(self.names)
