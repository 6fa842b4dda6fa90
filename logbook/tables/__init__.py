"""Tables, seats, attempts, events, bots' turns, the live page."""
