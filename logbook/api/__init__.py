"""The API: the same services and selectors as the pages, for programs. See docs/api.md for what it promises."""
