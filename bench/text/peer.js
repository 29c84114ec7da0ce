// @mozilla/readability with turndown over the pages of pages.jsonl: a line of JSON a page, CPU by the process's own clock.
//   node peer.js ROOT PAGES [--all] > peer.jsonl     --all: also those without a gold text
const fs = require('fs'), path = require('path');
const [root, pages, all] = process.argv.slice(2), npm = name => require(path.join(root, 'npm/node_modules', name));
const {JSDOM, VirtualConsole} = npm('jsdom'), {Readability} = npm('@mozilla/readability'), Turndown = npm('turndown'), {gfm} = npm('turndown-plugin-gfm');
const turndown = new Turndown({headingStyle: 'atx', codeBlockStyle: 'fenced'}); turndown.use(gfm);
const list = fs.readFileSync(path.join(pages, 'pages.jsonl'), 'utf8').trim().split('\n').map(l => JSON.parse(l)).filter(p => all || p.gold);
const virtualConsole = new VirtualConsole();
function read(p) {
  const bytes = fs.readFileSync(p.file);
  let dom;
  try {
    dom = new JSDOM(bytes, {url: p.url, virtualConsole});
  } catch (e) { // its sniffer of charsets fails on some pages
    dom = new JSDOM(bytes.toString('utf8'), {url: p.url, virtualConsole});
  }
  const doc = dom.window.document;
  const article = new Readability(doc).parse();
  setImmediate(() => dom.window.close());
  if (!article || !article.content) return {title: '', markdown: ''};
  try {
    return {title: article.title || '', markdown: turndown.turndown(article.content)};
  } catch (e) { // fails on some empty pages
    return {title: article.title || '', markdown: ''};
  }
}
list.slice(0, 20).forEach(read); // warm
const begun = process.cpuUsage();
(async () => {
for (const p of list) {
  const a = read(p);
  await new Promise(setImmediate); // pages are let go of
  process.stdout.write(JSON.stringify({url: p.url, title: a.title, markdown: a.markdown, text: a.title + '\n' + a.markdown}) + '\n');
}
const used = process.cpuUsage(begun);
console.error(`peer: ${list.length} pages, ${((used.user + used.system) / 1000 / list.length).toFixed(2)} CPU ms a page`);
})();
