// How often a page that answers a question is among the first five by plain BM25: our chunks beside the peer's, in one run.
//   node retrieval.js OURS.jsonl PEER.jsonl SITES.txt [--show]
// OURS is nephila export --text chunks.jsonl --chunks 200 of a crawl of the loopback web; PEER is peer.js --all over the same files; SITES is the web's sites.txt.
// Chunks of the peer: its Markdown split at headings and paragraphs into pieces of at most as many words, the headings above each in front, as ours have them.
const fs = require('fs'), path = require('path'), readline = require('readline');
const [oursFile, peerFile, sitesFile, show] = process.argv.slice(2), MOST = 200;
const plain = t => t.replace(/\]\((?:\\.|[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g, ']').replace(/\\([\\`*_{}\[\]()#+.!|~<>$&:=-])/g, '$1').replace(/&amp;/g, '&').replace(/&lt;/g, '<').replace(/&gt;/g, '>');
const tokens = t => t.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];
const site = {};
for (const line of fs.readFileSync(sitesFile, 'utf8').trim().split('\n')) { const [n, artifact] = line.split(' '); site[artifact] = `http://site${n}.test:8080/`; }
const questions = fs.readFileSync(path.join(__dirname, 'questions.tsv'), 'utf8').split('\n').filter(l => l && l[0] !== '#').map(l => {
  const [asked, right] = l.split('\t');
  return {asked, right: right.split('|').map(r => r.replace(/^([^:]+):/, (_, a) => site[a]))};
});

function peerChunks(page) {
  const out = [], above = [];
  let piece = [], words = 0, fence = false;
  const end = () => { if (words) out.push({url: page.url, text: page.title + '\n' + above.map(h => h.text).join('\n') + '\n' + piece.join('\n')}); piece = []; words = 0; };
  for (const block of page.markdown.split('\n')) {
    if (/^\s*```/.test(block)) fence = !fence;
    const heading = fence ? null : /^(#{1,6})\s+(.*)/.exec(block);
    if (heading) {
      end();
      while (above.length && above.at(-1).level >= heading[1].length) above.pop();
      above.push({level: heading[1].length, text: plain(heading[2])});
      continue;
    }
    const line = plain(block).split(/\s+/).filter(Boolean);
    for (let i = 0; i < line.length; i += MOST) {
      const part = line.slice(i, i + MOST);
      if (words + part.length > MOST) end();
      piece.push(part.join(' ')); words += part.length;
    }
  }
  end();
  return out;
}

class Index {
  constructor() { this.docs = []; this.postings = new Map(); this.total = 0; }
  add(url, text) {
    const counts = new Map(), list = tokens(text);
    list.forEach(t => counts.set(t, (counts.get(t) || 0) + 1));
    const id = this.docs.length; this.docs.push({url, length: list.length}); this.total += list.length;
    counts.forEach((n, t) => { let p = this.postings.get(t); if (!p) this.postings.set(t, p = []); p.push(id, n); });
  }
  pages(asked, k1 = 1.2, b = 0.75) {
    const scores = new Map(), n = this.docs.length, mean = this.total / n;
    for (const t of new Set(tokens(asked))) {
      const p = this.postings.get(t) || [], df = p.length / 2, idf = Math.log(1 + (n - df + 0.5) / (df + 0.5));
      for (let i = 0; i < p.length; i += 2) scores.set(p[i], (scores.get(p[i]) || 0) + idf * p[i + 1] * (k1 + 1) / (p[i + 1] + k1 * (1 - b + b * this.docs[p[i]].length / mean)));
    }
    const best = new Map();
    for (const [id, s] of scores) { const u = this.docs[id].url; if (s > (best.get(u) || 0)) best.set(u, s); }
    return [...best].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1)).map(e => e[0]);
  }
}

async function lines(file, each) { for await (const l of readline.createInterface({input: fs.createReadStream(file)})) if (l) each(JSON.parse(l)); }

(async () => {
  const ours = new Index(), peer = new Index(), has = {ours: new Set(), peer: new Set()}, kept = [];
  await lines(peerFile, p => { has.peer.add(p.url); peerChunks(p).forEach(c => peer.add(c.url, c.text)); });
  await lines(oursFile, c => { if (has.peer.has(c.url)) { has.ours.add(c.url); ours.add(c.url, [c.title, ...(c.path || []), c.text].join('\n')); } });
  console.log(`ours ${has.ours.size} pages, ${ours.docs.length} chunks; peer ${has.peer.size} pages, ${peer.docs.length} chunks`);
  const found = [[], []], ranks = [[], []];
  for (const q of questions) {
    [ours, peer].forEach((index, i) => {
      const pages = index.pages(q.asked), at = pages.findIndex(u => q.right.includes(u));
      ranks[i].push(at < 0 ? 0 : 1 / (at + 1)); found[i].push(at);
    });
    if (show) console.log([...found.map(f => f.at(-1) + 1)].join('\t') + '\t' + q.asked + '\t' + ours.pages(q.asked).slice(0, 3).map(u => u.replace(/.*\//, '')).join(' '));
  }
  console.log('| | first | in five | in ten | mean reciprocal rank |\n| --- | ---: | ---: | ---: | ---: |');
  ['ours', 'readability + turndown'].forEach((name, i) => {
    const n = most => found[i].filter(a => a >= 0 && a < most).length;
    console.log(`| ${name} | ${n(1)} | ${n(5)} | ${n(10)} | ${(ranks[i].reduce((a, b) => a + b, 0) / questions.length).toFixed(3)} |`);
  });
})();
