"""An existing Scrapy spider, led by importance: see scheduler.NephilaScheduler."""
