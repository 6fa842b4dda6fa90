"""What remains when processes are killed in the middle of things."""
