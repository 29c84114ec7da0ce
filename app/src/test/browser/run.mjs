// The page in a real browser: during a crawl, keyboard only, on a phone, with hostile content; and its API.
import { end, story } from './drive.mjs';
import { liveCrawl } from './live.mjs';
import { hostile } from './hostile.mjs';

try {
  await Promise.all([story(liveCrawl), story(hostile)]);
} catch (e) {
  console.log(`browser: ${e.stack}`);
  end(1);
}
end();
