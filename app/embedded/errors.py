"""What can go wrong with the PostgreSQL of our own, each with a sentence for whoever started the server.

EmbeddedError
├── NoBinaries          no PostgreSQL to be found
├── AlreadyRunning      another Terrahedron has these games open
├── CannotEnter         the folder cannot be used by the account PostgreSQL runs under
└── DidNotStart         PostgreSQL gave up or took too long; its last words are in the sentence
"""


class EmbeddedError(Exception):
    """A PostgreSQL of our own cannot be had; the text says why and what to do."""


class NoBinaries(EmbeddedError):
    """No PostgreSQL to be found."""


class AlreadyRunning(EmbeddedError):
    """Another Terrahedron has these games open."""


class CannotEnter(EmbeddedError):
    """The folder cannot be used by the account PostgreSQL runs under."""


class DidNotStart(EmbeddedError):
    """PostgreSQL gave up or took too long."""
