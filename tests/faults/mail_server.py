"""A mail server that takes every mail and remembers to whom it went: as much of SMTP as the site speaks."""

import socketserver
import threading
import time
from types import TracebackType


class MailServer:
    """Listens on a free port of this machine within `with`; `taken` lists the addressees, a mail each, in order."""

    def __init__(self, seconds: float = 0.0) -> None:
        """`seconds` is how long it thinks over every mail, after it has taken it and before it says so."""
        taken: list[str] = []

        class Talk(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                addressee = ""
                self.say("220 test")
                while line := self.rfile.readline().decode().strip():
                    verb = line.split(":")[0].split(" ")[0].upper()
                    if verb == "RCPT":
                        addressee = line.split("<")[1].split(">")[0]
                    if verb == "DATA":
                        self.say("354 go on")
                        while self.rfile.readline().strip(b"\r\n") != b".":
                            pass
                        taken.append(addressee)
                        time.sleep(seconds)
                    self.say("221 bye" if verb == "QUIT" else "250 yes")
                    if verb == "QUIT":
                        return

            def say(self, words: str) -> None:
                self.wfile.write(f"{words}\r\n".encode())

        self.taken = taken
        self._server = _Server(("127.0.0.1", 0), Talk)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def url(self) -> str:
        """What MANILLEN_EMAIL_URL is to say."""
        return f"smtp://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "MailServer":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A worker that was killed in the middle of a sentence is what this is for."""
