"""Being told: what waits for somebody, sent to their browsers while they do not have the table in sight."""
