// The demo's crawl, watched and steered on the page while it runs, and searched.
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { check, equal, folder, holds, launch, page, serve, until } from './drive.mjs';
import { api } from './api.mjs';
import { views } from './views.mjs';

// An order takes effect within a second; a machine that does other things meanwhile may take longer.
const patience = Number(process.env.PATIENCE ?? 15);

export async function liveCrawl() {
  const dir = folder();
  await launch();
  const demo = await serve('demo', '--keep', '--dir', dir, '--max-time', '10m');
  const base = demo.address.replace(/\/$/, '');
  const get = async path => (await fetch(base + path)).json();
  const opened = await page(base);
  const number = async label => Number((await opened.locator(`.figure:has(dt:text-is("${label}")) dd`).first().innerText()).replace(/[^0-9.]/g, ''));

  await check('the first page weighs less than 300 kB', async () => {
    await opened.goto(base + '/');
    await opened.waitForSelector('.figure');
    const weight = await opened.evaluate(() => [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].reduce((sum, e) => sum + (e.name.includes('/api/events') ? 0 : e.decodedBodySize), 0));
    holds(weight > 10_000 && weight < 300_000, `${weight} bytes`);
  });
  await check('figures move while the crawl runs', async () => {
    const before = await until('some pages read', () => number('pages read'));
    await until('more pages read', async () => await number('pages read') > before);
    await opened.waitForSelector('table a');
  });
  await check('pause pauses within a second, and resume resumes', async () => {
    const [answer] = await Promise.all([opened.waitForResponse(r => r.url().endsWith('/api/control')), opened.getByRole('button', { name: 'Pause' }).click()]);
    equal(answer.status(), 200, 'the order');
    equal((await get('/api/status')).state, 'paused', 'the state when the order was answered');
    holds(answer.request().timing().responseStart < 1000 * patience, `answered after ${answer.request().timing().responseStart} ms`);
    // The figures are up to a quarter of a second old: they may still be of before the pause.
    await opened.waitForTimeout(1200);
    await until('nobody is under way', async () => (await get('/api/status')).inFlight === 0, 5);
    const read = (await get('/api/status')).read;
    await opened.waitForTimeout(700);
    equal((await get('/api/status')).read, read, 'pages read while paused');
    await opened.getByRole('button', { name: 'Resume' }).waitFor();
  });
  await api(base);
  const add = async rule => {
    await opened.getByRole('link', { name: 'Rules' }).click();
    await opened.getByLabel('Focus rules').fill(rule);
    await opened.getByRole('button', { name: 'Apply' }).click();
    await until('the crawl has the rule', async () => (await get('/api/rules')).focus.length === 1, patience);
    await until('the rule is in the log', () => readFileSync(join(dir, 'control.log'), 'utf8').includes('rules: focus [url~'), patience);
  };
  await check('the last change of rules can be undone', async () => {
    await add('url~/nowhere/ x2');
    await opened.getByRole('button', { name: 'Undo the last change' }).click();
    await until('no rule is left', async () => (await get('/api/rules')).focus.length === 0, patience);
    await until('the field is empty', async () => await opened.getByLabel('Focus rules').inputValue() === '', patience);
  });
  await check('a focus rule added on the page changes the order of reading', async () => {
    const waiting = (await get('/api/pages?order=unread&limit=1000')).pages;
    const hosts = new Map();
    for (const p of waiting) { const host = new URL(p.url).host; hosts.set(host, [...(hosts.get(host) ?? []), p.url]); }
    const [host, urls] = [...hosts].sort((a, b) => b[1].length - a[1].length)[0];
    holds(urls.length >= 5, `only ${urls.length} pages wait at ${host}`);
    const last = urls.at(-1), path = new URL(last).pathname;
    await add(`url~${path.replace(/[^A-Za-z0-9/]/g, '.')}$ x100000`);
    // A few requests are under way at a time and end in any order. Lines are written in batches: those of pages read before are told apart by their time.
    const resumed = new Date().toISOString();
    const lines = () => readFileSync(join(dir, 'crawl.log'), 'utf8').trim().split('\n').map(l => l.split(/\s+/))
      .filter(l => l[0] >= resumed).map(l => l[3]);
    await opened.getByRole('button', { name: 'Resume' }).click();
    await until('the page is read', () => lines().includes(last), 10);
    const place = lines().filter(u => new URL(u).host === host).indexOf(last);
    holds(place >= 0 && place < 10, `the last of ${urls.length} pages of ${host} was read after ${lines().filter(u => new URL(u).host === host).slice(0, place)}`);
  });
  await check('the crawl can be stopped on the page', async () => {
    if ((await get('/api/status')).live) {
      opened.expectDialog = true;
      await opened.getByRole('button', { name: 'Stop' }).click();
    }
    await until('it is done', async () => (await get('/api/status')).state === 'done', 20);
    opened.expectDialog = false;
  });
  await until('the index is whole', () => demo.said().includes('are in the index'), 20);
  const found = (await get('/api/search?q=spider&limit=5')).results[0] ?? (await get('/api/search?site=127.0.0.1')).results[0];
  await check('search finds a page and opens its archived copy, keyboard only', async () => {
    const words = found.title.split(/\s+/).slice(0, 3).join(' ');
    await opened.goto(base + '/search');
    await opened.keyboard.type(words);
    await opened.keyboard.press('Enter');
    await opened.waitForSelector('.result');
    const title = await opened.locator('.result h2 a').first().innerText();
    for (let i = 0; i < 20 && await opened.evaluate(() => !document.activeElement.closest('.result h2')); i++) await opened.keyboard.press('Tab');
    await opened.keyboard.press('Enter');
    await opened.waitForURL(/search\/copy/);
    const frame = opened.frameLocator('iframe');
    await frame.locator('body').waitFor();
    const text = await frame.locator('body').innerText();
    holds(text.length > 20, `the copy of ${title} says: ${text}`);
    equal(await opened.evaluate(() => { try { return document.querySelector('iframe').contentDocument?.title ?? 'closed'; } catch { return 'closed'; } }), 'closed', 'the frame from outside');
  });
  await check('why a result is where it is can be opened and closed by keys', async () => {
    await opened.goto(base + '/search?q=' + encodeURIComponent(found.title));
    await opened.getByRole('button', { name: 'why?' }).first().focus();
    await opened.keyboard.press('Enter');
    await opened.waitForSelector('#why[open]');
    holds(/importance/.test(await opened.locator('#why').innerText()), 'importance is not explained');
    await opened.keyboard.press('Escape');
    equal(await opened.evaluate(() => document.getElementById('why').open), false, 'the dialog');
  });
  await check('the dashboard is walked through by keys', async () => {
    await opened.goto(base + '/');
    await opened.keyboard.press('Tab');
    equal(await opened.evaluate(() => document.activeElement.className), 'skip', 'first stop');
    await opened.keyboard.press('Tab'); await opened.keyboard.press('Tab'); await opened.keyboard.press('Tab');
    await opened.keyboard.press('Enter');
    await opened.waitForSelector('h1:text-is("Pages")');
    await opened.waitForSelector('td.url a');
    for (let i = 0; i < 30 && await opened.evaluate(() => !document.activeElement.closest('td.url')); i++) await opened.keyboard.press('Tab');
    await opened.keyboard.press('Enter');
    await opened.waitForSelector('h1:text-is("One page")');
  });
  const url = encodeURIComponent((await get('/api/pages?limit=3')).pages.at(-1).url);
  await views(base, [['overview', '/'], ['pages', '/#/pages'], ['page', `/#/page?url=${url}`], ['sites', '/#/sites'], ['rules', '/#/rules'], ['log', '/#/log'], ['search', '/search?q=' + encodeURIComponent(found.title.split(' ')[0])], ['copy', `/search/copy?url=${encodeURIComponent(found.url)}`]]);
  await opened.context().close();
  demo.stop();
  holds(existsSync(join(dir, 'progress.tsv')), 'the course of the crawl was kept');
}
