// A web of 2,000 pages on loopback of which 40 carry one of five texts in five disguises; says what should be found.
//   node copies.js OUT     writes OUT/sites/SITE/N.html, OUT/texts/N.txt and OUT/planted.tsv
const fs = require('fs'), path = require('path'), out = process.argv[2];
let seed = 42; const rnd = n => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
const roots = 'river bread silk maps stars climate town hill ferry winter market stone paper cloth engine window garden letter summer island'.split(' ');
const word = () => roots[rnd(20)] + ['', 's', 'ing', 'ed', 'er', 'ly', 'ful', 'less'][rnd(8)] + (rnd(3) ? '' : rnd(90));
const sentence = () => { const n = 8 + rnd(14); let s = []; for (let i = 0; i < n; i++) s.push(word()); return s[0][0].toUpperCase() + s.join(' ').slice(1) + '.'; };
const paragraph = () => Array.from({length: 3 + rnd(4)}, sentence).join(' ');
const article = n => Array.from({length: n}, paragraph);
const texts = Array.from({length: 5}, () => article(8));
const translate = p => p.split(' ').map(w => [...w].reverse().join('')).join(' ');
const disguise = [
  t => t,
  t => t.slice(0, 4),
  t => [...t].sort((a, b) => (a.length * 7919) % 101 - (b.length * 7919) % 101),
  t => t.map(p => p.split(' ').map((w, i) => i % 11 === 5 ? word() : w).join(' ')),
  t => t.map(p => p.toUpperCase().replace(/\. /g, ' &mdash; ')),
];
fs.rmSync(out, {recursive: true, force: true}); fs.mkdirSync(path.join(out, 'texts'), {recursive: true});
texts.forEach((t, i) => fs.writeFileSync(path.join(out, 'texts', i + '.txt'), t.join('\n\n')));
const planted = [];
for (let n = 0; n < 2000; n++) {
  const site = 's' + n % 8, copy = n % 50 === 7, file = path.join(out, 'sites', site, n + '.html');
  let body = article(3 + rnd(4)), kind = '';
  if (copy) {
    const which = (n / 50 | 0) % 5, how = (n / 250 | 0) % 5; kind = which + '\t' + how;
    body = [...body.slice(0, 2), ...disguise[how](texts[which]), ...body.slice(2)]; planted.push(n + '\t' + kind);
  } else if (n % 50 === 9) { // a short quote, and a translated one: no copies
    const t = texts[(n / 50 | 0) % 5]; body = [...body, '“' + t[1].split('. ')[0] + '.”', ...t.slice(2, 5).map(translate)];
  }
  fs.mkdirSync(path.dirname(file), {recursive: true});
  fs.writeFileSync(file, `<html><head><title>Page ${n}</title></head><body><nav><a href="/">Home of ${site}</a> all about it</nav><div class="c${n % 3}">` + body.map(p => `<p>${p}</p>`).join('\n') + `</div><footer>${site} says goodbye to all its readers</footer></body></html>`);
}
fs.writeFileSync(path.join(out, 'planted.tsv'), planted.join('\n') + '\n');
console.log(planted.length + ' of 2000 pages carry a text');
