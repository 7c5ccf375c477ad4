"""Who someone is: accounts, their names and table settings. Knows nothing of tournaments."""
