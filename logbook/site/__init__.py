"""The site: home page, health checks, integrity, backups, demo."""
