"""What people call the thing they log in from."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What stands in the header of a browser, and its name; the first that is found, since most name others as well."""
SYSTEMS = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "Chromebook"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def describe_device(user_agent: str) -> str:
    """Browser and machine of a `User-Agent` header, such as "Firefox, Windows"; "" where neither is known."""
    found = (next((name for mark, name in names if mark in user_agent), "") for names in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in found if name)
