// Style sheets made at random (without an escape in the name of `url(`, and without `url( )`: css-tree departs from CSS Syntax §4.3.4 and §4.3.6 there), and what they name by the tokens of css-tree (npm): the vectors of CssUrlsTest.
//   npm i css-tree && node css-vectors.mjs 2000 > css-vectors.jsonl
import { createRequire } from 'module';
const require = createRequire(process.env.NODE_ROOT ?? process.cwd() + '/');
const { tokenize, tokenTypes: T, url, string, ident } = require('css-tree');

let seed = 42;
const random = n => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 8) % n; };
const PARTS = ['url(', 'URL( ', '"', "'", '\\"', "\\'", ')', '(', '{', '}', ';', ':', ',', ' ', '\n', '\\\n', '\\', '\\26 ', '/*', '*/', '@import ',
  '@IMPORT ', '@namespace ', '@media print', '@charset "utf-8";', 'image-set(', '-webkit-image-set(', 'format(', 'type(', 'a.png', 'b/c.css', 'x', '1x', '#id',
  '#', '-', '--v:', 'local(', '<!--', '-->', '@', '!', '1url(', '1e3', '.5', '+2', 'é', '\u0001', '\t', '"a.png"', "'b.css'", 'url(a.png)', 'url("b.png")',
  '@import "c.css";', '@import url(d.css) screen;', 'p{background:url(e.png)}', '@font-face{src:url(f.woff2) format("woff2")}'];

function names(css) {
  const found = [];
  const functions = [];
  let blocks = 0, imports = true, importing = false, naming = false;
  const end = () => { importing = false; naming = false; functions.length = 0; };
  const add = reference => { if (!naming) found.push([reference, importing]); importing = false; };
  tokenize(css, (type, start, stop) => {
    const text = css.slice(start, stop);
    const inside = functions.at(-1);
    if (type === T.Url) add(url.decode(text.endsWith(')') ? text : text.trimEnd() + ')'));
    else if (type === T.Function) {
      const name = ident.decode(text.slice(0, -1)).toLowerCase();
      functions.push(name === 'url' ? 'url' : /^(-webkit-)?image-set$/.test(name) ? 'set' : '');
    } else if (type === T.String) {
      const closed = text.length > 1 && text.at(-1) === text[0];
      if (inside === 'url') functions[functions.length - 1] = '';
      if (inside === 'url' || inside === 'set' || (importing && functions.length === 0)) add(string.decode(closed ? text : text + text[0]));
    } else if (type === T.AtKeyword) {
      const name = ident.decode(text.slice(1)).toLowerCase();
      if (name === 'import') importing = imports && blocks === 0;
      if (name === 'namespace') { naming = true; imports = false; }
    } else if (type === T.LeftParenthesis) functions.push('');
    else if (type === T.RightParenthesis) functions.pop();
    else if (type === T.LeftCurlyBracket) { end(); blocks++; imports = false; }
    else if (type === T.RightCurlyBracket) { end(); blocks = Math.max(0, blocks - 1); }
    else if (type === T.Semicolon) end();
  });
  return found;
}

for (let i = 0; i < Number(process.argv[2] ?? 2000); i++) {
  let css = '';
  for (let k = random(14) + 1; k > 0; k--) css += PARTS[random(PARTS.length)];
  // A lone escape at the very end is read differently by everybody.
  if (!css.endsWith('\\') && !/\\url\(|url\(\s+\)/i.test(css)) console.log(JSON.stringify([css, names(css)]));
}
