"""Crawls a made-up site with a real spider, in Scrapy's own order and led by the frontier. See ./test."""
import http.server
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

PAGES = 600
HERE = os.path.dirname(os.path.abspath(__file__))
NEPHILA = os.path.join(HERE, "..", "..", "nephila")


def make_web(seed):
    """Every page links to home, to six pages of which a few are linked much, and on to the next three."""
    rng = random.Random(seed)
    fame = rng.sample(range(PAGES), PAGES)
    links = []
    for page in range(PAGES):
        famous = sorted({fame[int(PAGES * rng.random() ** 2.5)] for _ in range(6)})
        links.append([0] + famous + [min(PAGES - 1, page + k) for k in (1, 2, 3)])
    return links


def rank(links):
    value = [1 / PAGES] * PAGES
    for _ in range(60):
        new = [0.15 / PAGES] * PAGES
        for page, targets in enumerate(links):
            for target in set(targets):
                new[target] += 0.85 * value[page] / len(set(targets))
        value = new
    return value


def serve(links):
    class Page(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            number = self.path[1:] or "0"
            known = number.isdigit() and int(number) < PAGES
            body = "".join(f'<a href="/{k or ""}#top">{k}</a>' for k in links[int(number)]) if known else "no"
            data = f"<html><body>{body}</body></html>".encode()
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    server.handle_error = lambda *gone: None  # a killed spider's connections
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def free_port():
    with socket.socket() as some:
        some.bind(("127.0.0.1", 0))
        return some.getsockname()[1]


def spider(port, out, *settings, wait=True):
    line = [sys.executable, "-m", "scrapy", "runspider", "example.py", "-a", f"seeds=http://127.0.0.1:{port}/", "-a",
            f"out={out}", "-s", "LOG_LEVEL=ERROR", "-s", "TELNETCONSOLE_ENABLED=0", "-s", "ROBOTSTXT_OBEY=0",
            "-s", "REQUEST_FINGERPRINTER_IMPLEMENTATION=2.7"]
    for setting in settings:
        line += ["-s", setting]
    process = subprocess.Popen(line, cwd=HERE)
    if wait and process.wait(timeout=120):
        sys.exit("scrapy test: the spider failed")
    return process


def pages(out):
    with open(out, encoding="utf-8") as lines:
        return [int(line.strip().split("/")[3].split("#")[0] or 0) for line in lines if line.endswith("\n")]


def check(truth, what):
    if not truth:
        sys.exit("scrapy test: " + what)
    print("scrapy test: " + what)


def main():
    seed = int(os.environ.get("SEED", 7))
    print("scrapy test: seed", seed)
    links = make_web(seed)
    importance = rank(links)
    port, rest = serve(links), free_port()
    with tempfile.TemporaryDirectory() as temp:
        frontier = subprocess.Popen([NEPHILA, "serve", temp + "/frontier", "--frontier-rest", str(rest)],
                                    stderr=subprocess.DEVNULL)
        try:
            for _ in range(1200):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{rest}/frontier/v1/active").close()
                    break
                except OSError:
                    time.sleep(0.1)
            led = ["SCHEDULER=nephila_scrapy.scheduler.NephilaScheduler", f"NEPHILA_FRONTIER=http://127.0.0.1:{rest}"]
            tenth = f"CLOSESPIDER_PAGECOUNT={PAGES // 10}"
            spider(port, temp + "/own", tenth)
            spider(port, temp + "/led", tenth, *led, "NEPHILA_CRAWL=tenth")
            captured = [sum(importance[page] for page in list(dict.fromkeys(pages(temp + "/" + name)))[:PAGES // 10])
                        for name in ("own", "led")]
            check(captured[1] > captured[0],
                  f"a tenth of the pages holds {captured[1]:.3f} of importance, {captured[0]:.3f} in Scrapy's order")
            killed = spider(port, temp + "/all", *led, "NEPHILA_CRAWL=all", "NEPHILA_LEASE=8", "DOWNLOAD_DELAY=0.01",
                            wait=False)
            while not os.path.exists(temp + "/all") or len(pages(temp + "/all")) < 50:
                if killed.poll() is not None:
                    sys.exit("scrapy test: the spider ended before it was killed")
                time.sleep(0.05)
            killed.kill()
            killed.wait()
            before = len(pages(temp + "/all"))
            spider(port, temp + "/all", *led, "NEPHILA_CRAWL=all", "NEPHILA_LEASE=8")
            read = pages(temp + "/all")
            reachable, todo = {0}, [0]
            while todo:
                for target in links[todo.pop()]:
                    if target not in reachable:
                        reachable.add(target)
                        todo.append(target)
            check(set(read) == reachable, f"killed after {before} pages, {len(set(read))} of {len(reachable)} in the end")
            check(len(read) <= len(reachable) + 40, f"{len(read) - len(set(read))} fetched twice")
        finally:
            frontier.terminate()
            frontier.wait()


main()
