"""The engine, without a database."""
