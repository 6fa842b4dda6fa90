"""Deals of real tables: players type in their hands, and after the round workers answer whether it could be won."""
