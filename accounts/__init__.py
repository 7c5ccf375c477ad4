"""Who someone is: accounts, their names. Knows nothing of tournaments."""
