"""The pages: each checks its input, calls one service or selector, and renders."""
