"""A process that starts a PostgreSQL in a folder, tells its address, and waits to be stopped or killed.

python -m tests.embedded.holder FOLDER [pipe]
"""

import sys
from pathlib import Path

from app.embedded import EmbeddedError, EmbeddedPostgres


def main(folder: str, *words: str) -> int:
    postgres = EmbeddedPostgres(Path(folder), **({"dies_by_pipe": True} if "pipe" in words else {}))
    try:
        print(postgres.start(), postgres.pid, flush=True)
    except EmbeddedError as error:
        print(error, flush=True)
        return 1
    sys.stdin.read()
    postgres.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
