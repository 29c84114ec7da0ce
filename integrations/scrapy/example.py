"""A spider that follows every link of some sites and logs the pages in the order in which they came.

    scrapy runspider example.py -a seeds=http://site01.test:8080/ -a allow='^http://site[0-9]+[.]test' -a out=pages.txt
"""
import re

import scrapy
from scrapy.linkextractors import LinkExtractor


class Links(scrapy.Spider):
    name = "links"

    def __init__(self, seeds="", allow=".*", out="pages.txt", **kwargs):
        super().__init__(**kwargs)
        self.start_urls = seeds.split(",")
        self.extractor = LinkExtractor(allow=allow)
        self.out = open(out, "a", encoding="utf-8", buffering=1)

    def parse(self, response):
        self.out.write(response.url + "\n")
        if isinstance(response, scrapy.http.TextResponse) and re.search(b"html", response.headers.get("Content-Type", b"")):
            for link in self.extractor.extract_links(response):
                yield response.follow(link, callback=self.parse)
