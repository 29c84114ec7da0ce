// Every view: readable by everybody, at any width; and pictures of it when asked for.
import { readFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { check, holds, page } from './drive.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const looks = [['light', { colorScheme: 'light' }], ['dark', { colorScheme: 'dark' }], ['phone', { viewport: { width: 375, height: 720 }, isMobile: true, hasTouch: true }]];

export async function views(address, list) {
  for (const [look, options] of looks) {
    const opened = await page(address, options);
    for (const [name, path] of list) {
      await check(`${name} in ${look} is without serious accessibility faults and fits`, async () => {
        await opened.goto('about:blank');
        await opened.goto(address + path);
        await opened.waitForSelector('main h1', { state: 'attached' });
        await opened.waitForFunction(() => document.querySelector('main').innerText.length > 60 || document.querySelector('iframe[src]'));
        await opened.waitForTimeout(400);
        if (process.env.SHOTS) {
          mkdirSync(process.env.SHOTS, { recursive: true });
          await opened.screenshot({ path: join(process.env.SHOTS, `${name}-${look}.png`), fullPage: look !== 'phone' });
        }
        await opened.evaluate(axe);
        const found = await opened.evaluate(() => axe.run(document, { iframes: false, resultTypes: ['violations'] }));
        const serious = found.violations.filter(v => ['serious', 'critical'].includes(v.impact));
        holds(serious.length === 0, serious.map(v => `${v.id}: ${v.help}, at ${v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + (n.any[0]?.message ?? '')).join(' | ')}`).join('; '));
        const over = await opened.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        holds(over <= 0, `${over} pixels wider than the screen`);
      });
    }
    await opened.context().close();
  }
}
