"""Players, accounts, guests, API tokens and invitations."""
