"""The API: the services and selectors of the pages, for programs. docs/api.md states its guarantees."""
