"""`python -m app`: hands over to the command line."""

import sys

from app.cli import main

sys.exit(main(sys.argv[1:]))
