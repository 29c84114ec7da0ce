"""A client of Nephila's REST frontier, over one kept connection; the standard library is all it needs."""
import http.client
import json
from urllib.parse import quote, urlencode, urlsplit


class FrontierError(Exception):
    """The frontier refused a request, or is not there."""


class Frontier:
    """One crawl of a frontier (`nephila serve DIR --frontier-rest PORT`)."""

    def __init__(self, url, crawl):
        parts = urlsplit(url)
        self._host, self._port = parts.hostname, parts.port
        self._path = f"/frontier/v1/crawls/{quote(crawl, safe='')}/"
        self._connection = None

    def put(self, items):
        """Tells of URLs (dicts, as Nephila's RestItems has them); what became of each, in order."""
        return self._ask("POST", "urls", {}, "\n".join(json.dumps(item) for item in items))

    def next(self, urls, queues, lease):
        """The best URLs now, up to `urls` of each of up to `queues` queues."""
        return self._ask("POST", "next", {"urls": urls, "queues": queues, "lease": lease})

    def stats(self):
        return self._ask("GET", "stats")[0]

    def delay(self, seconds):
        self._ask("POST", "delay", {"seconds": seconds})

    def close(self):
        if self._connection:
            self._connection.close()

    def _ask(self, method, what, query=None, body=None):
        path = self._path + what + ("?" + urlencode(query) if query else "")
        for again in (True, False):
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection(self._host, self._port, timeout=60)
                self._connection.request(method, path, body.encode() if body else None)
                answer = self._connection.getresponse()
                lines = [json.loads(line) for line in answer.read().decode().splitlines()]
                break
            except (OSError, http.client.HTTPException) as e:
                self.close()
                self._connection = None
                if not again:
                    raise FrontierError(f"no frontier at {self._host}:{self._port}: {e}") from e
        if answer.status != 200:
            raise FrontierError(lines[0]["error"] if lines else f"status {answer.status}")
        return lines
