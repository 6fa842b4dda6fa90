"""The API's operations. Thin: fetch through access, call a service or a selector, answer."""
