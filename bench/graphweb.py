"""The pages of a graph, served over HTTP on loopback by nginx, for the programs of this folder."""
import gzip, json, os, shutil, subprocess, sys, tempfile
import numpy as np

HOME = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
HOSTS = 16


def run(*args):
    """Runs a verb of nephila and gives what it printed; ends with its words where it fails."""
    out = subprocess.run([f"{HOME}/nephila", *args], capture_output=True, text=True)
    if out.returncode: sys.exit(f"{' '.join(args)}: {out.stderr}")
    return out.stdout


class GraphWeb:
    """An edge list (.edges.gz, 0-based "src dst" lines), or its first `pages` pages. Page n is /n on one of 16 hosts.

    With `changing` every answer differs from the one before. Use it in a `with`: it serves from then on, and cleans up.
    """

    def __init__(self, graph, port, pages=0, changing=False):
        self.work, self.port, self.changing = tempfile.mkdtemp(), port, changing
        self.name = os.path.basename(graph).split(".")[0]
        self.edges = sorted({tuple(map(int, line.split()[:2])) for line in gzip.open(graph, "rt") if line.strip() and not line.startswith("#")})
        self.count = 1 + max(max(e) for e in self.edges)
        self.graph = graph
        if 0 < pages < self.count:
            self.count, self.edges = pages, [e for e in self.edges if max(e) < pages]
            self.graph = f"{self.work}/{self.name}-{pages}.edges.gz"
            with gzip.open(self.graph, "wt") as out: out.writelines(f"{a} {b}\n" for a, b in self.edges)

    def url(self, page):
        return f"http://127.0.3.{1 + page % HOSTS}:{self.port}/{page}"

    def truth(self, damping=0.85):
        """By a power iteration of this script; pages without links pay all alike."""
        src = np.array([e[0] for e in self.edges]); dst = np.array([e[1] for e in self.edges])
        out = np.bincount(src, minlength=self.count)
        x = np.ones(self.count)
        for _ in range(400):
            x = 1 + damping * np.bincount(dst, weights=x[src] / out[src], minlength=self.count)
        return x / x.sum()

    def __enter__(self):
        links = [[] for _ in range(self.count)]
        for a, b in self.edges: links[a].append(b)
        os.makedirs(f"{self.work}/web"); os.makedirs(f"{self.work}/logs")
        for page in range(self.count):
            with open(f"{self.work}/web/{page}", "w") as out:
                out.write("<!doctype html><title>%d</title>%s" % (page, "".join(f'<a href="{self.url(to)}">{to}</a>\n' for to in links[page])))
                if self.changing: out.write('<p><!--# echo var="request_id" --></p>')
        listens = " ".join(f"listen 127.0.3.{1 + host}:{self.port};" for host in range(HOSTS))
        with open(f"{self.work}/nginx.conf", "w") as out:
            out.write(f"worker_processes 1; pid {self.work}/logs/pid; error_log {self.work}/logs/err crit; user root;\n"
                      "events { worker_connections 1024; }\nhttp { default_type text/html; log_format asked '$uri'; "
                      f"access_log {self.work}/logs/asked asked; keepalive_requests 1000000; {'ssi on;' if self.changing else ''}\n"
                      f"server {{ {listens} root {self.work}/web; }} }}\n")
        subprocess.run(["nginx", "-c", f"{self.work}/nginx.conf"], check=True)
        self.seeds = f"{self.work}/seeds"
        with open(self.seeds, "w") as out: out.writelines(self.url(page) + "\n" for page in range(self.count))
        self.heard = 0
        return self

    def __exit__(self, *why):
        subprocess.run(["nginx", "-c", f"{self.work}/nginx.conf", "-s", "stop"], capture_output=True)
        shutil.rmtree(self.work, ignore_errors=True)

    def asked(self):
        """The pages asked for since the last call, in order, by the server's own log."""
        with open(f"{self.work}/logs/asked") as log:
            log.seek(self.heard); lines = log.read().split(); self.heard = log.tell()
        return [int(line[1:]) for line in lines if line[1:].isdigit()]

    def crawl(self, *more, dir="crawl", fresh=True, delay="0"):
        """Crawls into a dir, a new one unless told; returns the dir. `check` proves the books afterwards."""
        dir = f"{self.work}/{dir}"
        if fresh: shutil.rmtree(dir, ignore_errors=True)
        self.end = run("crawl", "--dir", dir, "--scope", "any", "--allow-private", "--delay", delay, "--min-age", "0s", "--agent", "nephila-bench",
                       "--contact", "bench@example.org", "--quiet", "--json", "--no-dashboard", "--no-archive", *more).splitlines()[-1]
        run("check", dir)
        return dir

    def importance(self, dir):
        """The exported importance by page; together 1."""
        run("export", dir, "--pages", f"{self.work}/pages.jsonl")
        found = np.zeros(self.count)
        with open(f"{self.work}/pages.jsonl") as lines:
            for page in map(json.loads, lines): found[int(page["url"].rsplit("/", 1)[1])] = page["importance"]
        return found / found.sum()
