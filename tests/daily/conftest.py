import pytest

# Whoever asks for a game until it is their move asks often.
PLENTY = {"bot_think_seconds": 0.0, "requests_per_minute": 1_000_000, "changes_per_minute": 1_000_000}


@pytest.fixture
def settings(settings):
    """A server with worlds, of which it draws none: each test lays down those that it wants."""
    return settings.model_copy(update=PLENTY)


@pytest.fixture
async def days(app):
    """The app, with its daily world switched on once its own drawing was not begun."""
    app.state.settings = app.state.settings.model_copy(update={"daily": True})
    return app
