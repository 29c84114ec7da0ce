// wabac.js, the engine of ReplayWeb.page, opens a WACZ over HTTP ranges as a browser would, lists its pages and
// replays the most important one; the digests of datapackage.json are checked against what its reader gives.
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import http from 'node:http';

globalThis.self = globalThis;
const { CollectionLoader, ArchiveRequest, ZipRangeReader, createLoader } = await import('@webrecorder/wabac/swlib');
const path = process.argv[2];
const size = statSync(path).size;
const server = http.createServer((ask, answer) => {
  const range = /bytes=(\d+)-(\d*)/.exec(ask.headers.range ?? '');
  const start = range ? +range[1] : 0;
  const end = range && range[2] ? Math.min(+range[2], size - 1) : size - 1;
  answer.writeHead(range ? 206 : 200, {
    'Content-Length': end - start + 1, 'Accept-Ranges': 'bytes', 'Content-Range': `bytes ${start}-${end}/${size}`,
  });
  if (ask.method === 'HEAD') answer.end(); else createReadStream(path, { start, end }).pipe(answer);
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.on('listening', listening));
const url = `http://127.0.0.1:${server.address().port}/crawl.wacz`;
const fail = (what) => { console.error(what); process.exit(1); };

const zip = new ZipRangeReader(await createLoader({ url }));
await zip.load();
const read = async (name) => Buffer.from(await (await zip.loadFile(name)).reader.readFully());
const hash = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const about = await read('datapackage.json');
const digest = JSON.parse(await read('datapackage-digest.json'));
if (digest.hash !== hash(about)) fail('datapackage-digest.json does not match');
const { resources, wacz_version: version } = JSON.parse(about);
for (const { path: name, hash: told, bytes } of resources) {
  const found = await read(name);
  if (found.length !== bytes || hash(found) !== told) fail(`${name} is not what datapackage.json says`);
}

const store = await new CollectionLoader()._initStore('wacz', { dbname: 'db:crawl', loadUrl: url, sourceUrl: url });
const source = await createLoader({ url });
await source.doInitialFetch(true, false);
await store.addNewWACZ({ name: 'default', path: url, loader: source });
const pages = (await store.getAllPages()).sort((a, b) => b.importance - a.importance);
const page = pages[0];
const at = new Date(page.ts).toISOString().replace(/[-:T]/g, '').slice(0, 14);
const ask = new ArchiveRequest(`${at}mp_/${page.url}`, new Request(page.url));
const answer = await store.getResource(ask, 'http://replay/', { waitUntil() {} }, { noRedirect: true });
const got = await answer.getText();
const text = String(got.text ?? got);
if (!text.includes('<')) fail(`${page.url} is not replayed`);
console.log(JSON.stringify({ version, resources: resources.length, pages: pages.length, url: page.url, status: answer.status, chars: text.length }));
process.exit(0);
