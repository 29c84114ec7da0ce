"""A Scrapy scheduler that fetches the most important pages first.

Put into the settings of a project, and nothing else changes:

    SCHEDULER = "nephila_scrapy.scheduler.NephilaScheduler"
    NEPHILA_FRONTIER = "http://127.0.0.1:7072"     # nephila serve DIR --frontier-rest 7072
    NEPHILA_CRAWL = "my-crawl"                     # usually the spider's name

Every request that the spider yields is told to the frontier with the page it was found on, known ones too: that page
pays them. The frontier gives back the best ones; it remembers across restarts what was found and what was done, so it
also takes the place of the duplicate filter and of JOBDIR. Requests with a body, retries, and repetitions that a spider
asks for (dont_filter) do not go through it: they are fetched at once, as in Scrapy.
"""
import json
from collections import deque
from urllib.parse import urldefrag

from scrapy import signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.http import Request
from scrapy.utils.request import request_from_dict
from twisted.internet import reactor

from .client import Frontier

REQUEST = "scrapy.request"


class NephilaScheduler(BaseScheduler):
    #: URLs told together at most
    TOGETHER = 500

    def __init__(self, crawler):
        settings = crawler.settings
        self._crawler = crawler
        self._per_queue = settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN", 8)
        self._ahead = settings.getint("NEPHILA_AHEAD", min(8, settings.getint("CONCURRENT_REQUESTS", 16)))
        self._lease = settings.getint("NEPHILA_LEASE", 300)
        self._url = settings.get("NEPHILA_FRONTIER", "http://127.0.0.1:7072")
        self._crawl = settings.get("NEPHILA_CRAWL")
        self._told = []       # items to be told to the frontier
        self._at_once = deque()  # requests that do not go through it
        self._given = deque()    # requests it gave
        self._open = 0           # requests it gave that are under way
        self._done = []          # pages fetched that the spider may not have seen yet
        self._waking = None

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def open(self, spider):
        self._spider = spider
        self._frontier = Frontier(self._url, self._crawl or spider.name)
        self._frontier.delay(0)  # Scrapy keeps the pace itself
        self._crawler.signals.connect(self._fetched, signal=signals.request_left_downloader)
        self._crawler.signals.connect(self._answered, signal=signals.response_received)
        self._status = {}

    def close(self, reason):
        self._tell()
        self._frontier.close()
        if self._waking and self._waking.active():
            self._waking.cancel()

    def enqueue_request(self, request):
        if request.method != "GET" or request.body or "retry_times" in request.meta:
            self._at_once.append(request)
            return True
        item = {"url": urldefrag(request.url).url, "parent": self._parent(request), "metadata": {REQUEST: self._pack(request)}}
        self._told.append((item, request))
        if len(self._told) >= self.TOGETHER:
            self._tell()
        return True

    def next_request(self):
        if self._at_once:
            return self._at_once.popleft()
        if not self._given:
            self._tell()
            for line in self._frontier.next(self._per_queue, self._ahead, self._lease):
                self._given.append(self._unpack(line))
                if len(self._given) == 1:
                    self._crawler.stats.inc_value("nephila/asked")
        if self._given:
            self._crawler.stats.inc_value("nephila/given")
            self._open += 1
            return self._given.popleft()
        return None

    def has_pending_requests(self):
        if self._told or self._at_once or self._given or self._done:
            self._wake_soon()
            return True
        # What others have in hands, or had when they were killed, may still come to us.
        waits = self._frontier.stats()["size"] > self._open
        if waits:
            self._wake_soon()
        return waits

    def _wake_soon(self):
        if not (self._waking and self._waking.active()):
            self._waking = reactor.callLater(0.05, self._wake)

    def _wake(self):
        slot = getattr(self._crawler.engine, "slot", None) or getattr(self._crawler.engine, "_slot", None)
        if slot is not None and slot.nextcall is not None:
            slot.nextcall.schedule()

    def _tell(self):
        """Tells the frontier what has gathered; repetitions that it does not take are fetched at once."""
        self._settle()
        told, self._told = self._told, []
        if not told:
            return
        answers = self._frontier.put([item for item, _ in told])
        for (_, request), answer in zip(told, answers):
            if request is None or answer["status"] == "OK":
                continue
            self._crawler.stats.inc_value("nephila/" + answer["status"].lower())
            if answer["status"] == "SKIPPED" and request.dont_filter and request.meta.get("depth", 0) > 0:
                self._at_once.append(request)

    def _answered(self, response, request, spider):
        self._status[request.url] = response.status

    def _fetched(self, request, spider):
        if request.method == "GET" and not request.body:
            self._open = max(0, self._open - 1)
            item = {"url": urldefrag(request.url).url, "known": True, "metadata": {}}
            status = self._status.pop(request.url, 0)
            if status:
                item["status"] = status
            self._done.append((item, request))

    def _settle(self):
        """Pages are done when the spider has seen them: one that is killed before gets them again."""
        scraper = getattr(self._crawler.engine, "scraper", None)
        slot = getattr(scraper, "slot", None)
        busy = set()
        if slot is not None:
            busy.update(id(request) for request in slot.active)
            busy.update(id(waiting[1]) for waiting in slot.queue)
        self._told += [(item, None) for item, request in self._done if id(request) not in busy]
        self._done = [(item, request) for item, request in self._done if id(request) in busy]

    @staticmethod
    def _parent(request):
        redirected = request.meta.get("redirect_urls")
        if redirected:
            return urldefrag(redirected[-1]).url  # a redirect pays as a page with one link does
        referer = request.headers.get("Referer")
        return urldefrag(referer.decode("latin-1")).url if referer else ""

    def _pack(self, request):
        """The request as JSON: what it says of meta and cb_kwargs that is no JSON is left out."""
        fields = request.to_dict(spider=self._spider)
        fields.pop("_class", None)
        fields["body"] = ""
        fields["headers"] = {
            name.decode("latin-1"): [value.decode("latin-1") for value in values]
            for name, values in request.headers.items()
        }
        for part in ("meta", "cb_kwargs"):
            fields[part] = {name: value for name, value in fields[part].items() if self._plain(value)}
        return json.dumps(fields)

    @staticmethod
    def _plain(value):
        try:
            json.dumps(value)
            return True
        except (TypeError, ValueError):
            return False

    def _unpack(self, line):
        packed = line["metadata"].get(REQUEST)
        if not packed:
            return Request(line["url"])  # somebody else told of it
        fields = json.loads(packed[0])
        fields.pop("_class", None)  # not ours to load: others may write to the frontier too
        return request_from_dict(fields, spider=self._spider)
