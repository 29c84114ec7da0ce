// Token F1 of texts against the gold text, by kind of page.
//   node score.js PAGES ours.jsonl peer.jsonl [--worst N] [--show URL]
const fs = require('fs'), path = require('path');
const args = process.argv.slice(2), option = n => { const i = args.indexOf(n); return i < 0 ? null : args.splice(i, 2)[1]; };
const worst = +(option('--worst') || 0), show = option('--show');
const [pages, ...files] = args;
const rows = f => fs.readFileSync(f, 'utf8').split('\n').filter(Boolean).map(l => JSON.parse(l));
const gold = rows(path.join(pages, 'pages.jsonl')).filter(p => p.gold);
// Markdown marks and link targets are no words of the page.
const plain = t => t.replace(/\]\((?:\\.|[^()\s]|\([^()]*\))*(?:\s+"[^"]*")?\)/g, ']').replace(/\\([\\`*_{}\[\]()#+.!|~<>$&:=-])/g, '$1').replace(/&amp;/g, '&').replace(/&lt;/g, '<').replace(/&gt;/g, '>');
const tokens = t => t.toLowerCase().match(/[\u2e80-\ud7ff\u0e00-\u0eff]|[\p{L}\p{N}]+/gu) || [];
const counted = l => { const m = new Map(); l.forEach(t => m.set(t, (m.get(t) || 0) + 1)); return m; };
function f1(got, want) {
  const a = tokens(got), b = tokens(want), m = counted(a); let both = 0;
  for (const [t, n] of counted(b)) both += Math.min(n, m.get(t) || 0);
  const p = a.length ? both / a.length : 0, r = b.length ? both / b.length : 0;
  return {p, r, f: p + r ? 2 * p * r / (p + r) : 0};
}
const results = files.map(f => { const m = new Map(rows(f).map(r => [r.url, plain(r.markdown ?? r.text)])); return gold.map(g => ({...f1(m.get(g.url) || '', g.gold), g, got: m.get(g.url) || ''})); });
const kinds = [...new Set(gold.map(g => g.kind))], mean = (l, k) => l.reduce((s, x) => s + x[k], 0) / l.length;
const line = (name, pick) => results[0].some(pick) && console.log('| ' + name + ' | ' + results[0].filter(pick).length + ' | ' + results.map(r => { const l = r.filter(pick); return [mean(l, 'f'), mean(l, 'p'), mean(l, 'r')].map(x => x.toFixed(3)).join(' | '); }).join(' | ') + ' |');
console.log('| kind | pages |' + files.map(f => ` ${path.basename(f, '.jsonl')} F1 | precision | recall |`).join(''));
console.log('| --- | ---: |' + files.map(() => ' ---: | ---: | ---: |').join(''));
kinds.forEach(k => line(k, x => x.g.kind === k));
line('with siblings', x => x.g.kind !== 'news, one page a host'); line('read by an engineer', x => x.g.read); line('all', () => true);
if (worst) [...results[0]].sort((a, b) => a.f - b.f).slice(0, worst).forEach(x => {
  const i = results[0].indexOf(x);
  console.log(`${x.f.toFixed(3)} p ${x.p.toFixed(2)} r ${x.r.toFixed(2)} (peer ${results[1] ? results[1][i].f.toFixed(3) : '-'}) ${x.g.url}`);
});
if (show) results[0].filter(x => x.g.url === show).forEach(x => {
  const a = counted(tokens(x.got)), b = counted(tokens(x.g.gold)), diff = (p, q) => [...p].map(([t, n]) => [t, n - (q.get(t) || 0)]).filter(e => e[1] > 0).sort((x, y) => y[1] - x[1]).slice(0, 40).map(e => e.join(':')).join(' ');
  console.log('too much: ' + diff(a, b)); console.log('missing: ' + diff(b, a)); console.log(x.got.slice(0, 1500)); console.log('---- gold'); console.log(x.g.gold.slice(0, 1000));
});
