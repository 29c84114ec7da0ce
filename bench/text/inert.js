// Renders Markdown with raw HTML on, as careless viewers do, and looks for what could run or load by itself.
//   node inert.js ROOT FILE.md...|FILE.jsonl...     ends with 1 and says what it found
const fs = require('fs'), path = require('path'), [root, ...files] = process.argv.slice(2), npm = n => require(path.join(root, 'npm/node_modules', n));
const {JSDOM} = npm('jsdom'), MarkdownIt = npm('markdown-it'), {marked} = npm('marked');
const it = new MarkdownIt({html: true, linkify: true, typographer: true}); it.validateLink = () => true;
const texts = files.flatMap(f => { const t = fs.readFileSync(f, 'utf8'); return f.endsWith('.md') ? [[f, t]] : t.split('\n').filter(Boolean).map(l => JSON.parse(l)).map(r => [r.url, r.markdown]); });
const plain = /^(p|h[1-6]|ul|ol|li|blockquote|pre|code|em|strong|s|del|br|hr|table|thead|tbody|tr|th|td|a|input)$/i;
let wrong = 0;
for (const [name, markdown] of texts) for (const [by, render] of [['markdown-it', t => it.render(t)], ['marked', t => marked.parse(t, {gfm: true})]]) {
  const doc = new JSDOM('<body>' + render(markdown)).window.document;
  const say = what => { wrong++; console.log(`${name} (${by}): ${what}`); };
  doc.body.querySelectorAll('*').forEach(e => {
    if (!plain.test(e.tagName)) say('element ' + e.outerHTML.slice(0, 120));
    for (const a of e.attributes) {
      if (/^on|^style$|^src/.test(a.name)) say(`attribute ${a.name} on ${e.tagName}`);
      if (a.name === 'href' && !/^(https?:|mailto:|#)/i.test(a.value)) say('link to ' + a.value.slice(0, 80));
    }
  });
  const odd = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udc7f]/.exec(markdown);
  if (odd) say('character ' + odd[0].codePointAt(0).toString(16));
}
console.log(`${texts.length} texts, two renderers: ${wrong ? wrong + ' findings' : 'nothing runs, nothing loads'}`);
process.exit(wrong ? 1 : 0);
