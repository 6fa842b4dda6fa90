"""Django's PostgreSQL backend with a check of idle connections that asks the server only when something is wrong."""
