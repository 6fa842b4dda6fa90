"""Home, health, integrity, backups, demo."""
