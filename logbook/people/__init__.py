"""Players, accounts, guests, API tokens, invitations."""
