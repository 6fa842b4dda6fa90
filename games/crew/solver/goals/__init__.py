"""From a position's tasks and conditions to the goals that both engines know."""
