"""What the API tells and what it asks for, noun by noun. A shape's fields are part of the written promise."""
