"""The pages. Thin: fetch through access, call a service or a selector, render."""
