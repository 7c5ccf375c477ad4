"""What a reader gets of a page: its text, and its tables."""

from html.parser import HTMLParser

from tests.pages.scene import logged_in


class Tables(HTMLParser):
    """The tables of a page: for each its class, and its rows of texts as they are read out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: list[tuple[str, list[list[str]]]] = []
        self.inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append((dict(attrs).get("class") or "", []))
        elif tag == "tr":
            self.tables[-1][1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][1][-1].append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            row = self.tables[-1][1][-1]
            row[-1] = " ".join(f"{row[-1]} {data}".split())


def tables_of(html: str) -> dict[str, list[list[str]]]:
    return dict(Tables(html).tables)


def read(address: str, user=None) -> str:
    response = logged_in(user).get(address)
    assert response.status_code == 200
    return response.content.decode()
