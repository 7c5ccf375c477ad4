"""The game of manillen: cards, rules, deals, bots and lists. Knows no web, no database and no clock."""
