// Search the crawl: results with snippets, the explanation of a score, the archived copy.
import { get } from './api.js';
import { el, count, clean, safe, when, pager } from './show.js';

const LIMIT = 10;
const form = document.getElementById('form');
const fields = ['q', 'site', 'type', 'rank', 'after', 'before'];
const summary = document.getElementById('summary');
const list = document.getElementById('results');
const pages = document.getElementById('pager');
const why = document.getElementById('why');

async function search(offset, remember) {
  const asked = Object.fromEntries(fields.map(f => [f, form.elements[f].value.trim()]));
  if (remember) history.pushState(null, '', '/search?' + new URLSearchParams(Object.entries({ ...asked, offset: offset || '' }).filter(([, v]) => v)));
  list.replaceChildren(); pages.replaceChildren();
  if (!asked.q && !asked.site) { summary.textContent = ''; return; }
  try {
    const found = await get('/api/search', { ...asked, offset, limit: LIMIT });
    offer(found);
    const corrected = found.corrections.length ? ` Not in the crawl: ${found.corrections.map(clean).join(', ')}.` : '';
    summary.textContent = found.total ? `${count(found.total)}${found.totalExact ? '' : ' or more'} page${found.total === 1 ? '' : 's'} in ${found.millis} ms.${corrected}` : `No page found.${corrected}`;
    list.replaceChildren(...found.results.map(r => result(r, { ...asked, rank: found.rank })));
    pages.replaceChildren(pager(offset, LIMIT, Math.min(found.total, 1000), to => { search(to, true); scrollTo(0, 0); }));
  } catch (e) { summary.textContent = e.message; }
}

// Only rankings that can be had are offered; the usual one has no entry of its own.
function offer({ ranks }) {
  const select = form.elements.rank;
  for (const option of select.options) option.hidden = option.disabled = option.value && !ranks.includes(option.value);
  const global = ranks.includes('global');
  select.options[0].hidden = select.options[0].disabled = true;
  if (!select.value) select.value = global ? 'global' : 'local';
  select.querySelector('[value=local]').textContent = global ? 'local rank' : 'importance';
}

const BY = { global: ' in the whole web', local: '', text: '' };

function result(r, asked) {
  const copy = '/search/copy?url=' + encodeURIComponent(r.url);
  return el('li', { class: 'result' },
    el('h2', {}, el('a', { href: copy }, clean(r.title) || clean(r.url))),
    el('div', { class: 'place' }, clean(r.url)),
    el('p', {}, ...marked(r.snippet)),
    el('div', { class: 'row' },
      el('span', { class: 'gold' }, `${r.importance >= 10 ? count(r.importance) : r.importance.toPrecision(2)} × the mean page${BY[asked.rank] ?? ''}`),
      el('span', {}, `read ${when(r.read).slice(0, 10)}`),
      el('a', { href: safe(r.url), rel: 'noreferrer noopener', target: '_blank' }, 'live page'),
      el('button', { type: 'button', onclick: () => explain(r.url, asked) }, 'why?')));
}

function marked({ text, marks }) {
  const parts = [];
  let at = 0;
  for (const [start, end] of marks) {
    parts.push(clean(text.slice(at, start)), el('mark', {}, clean(text.slice(start, end))));
    at = end;
  }
  parts.push(clean(text.slice(at)));
  return parts;
}

async function explain(url, asked) {
  const tree = document.getElementById('whytree');
  try {
    const answer = await get('/api/search/explain', { ...asked, url });
    tree.replaceChildren(branch(answer));
  } catch (e) { tree.replaceChildren(e.message); }
  why.showModal();
}

function branch({ value, what, from }) {
  const head = `${value.toPrecision(4)}  ${clean(what)}`;
  if (!from.length) return el('div', {}, head);
  return el('div', {}, head, el('ul', {}, ...from.map(f => el('li', {}, branch(f)))));
}

form.addEventListener('submit', e => { e.preventDefault(); search(0, true); });
for (const f of fields.slice(1)) form.elements[f].addEventListener('change', () => search(0, true));
document.getElementById('whyclose').addEventListener('click', () => why.close());
function fromAddress() {
  const asked = new URLSearchParams(location.search);
  for (const f of fields) form.elements[f].value = asked.get(f) ?? '';
  search(Number(asked.get('offset')) || 0, false);
}
addEventListener('popstate', fromAddress);
fromAddress();
form.elements.q.focus();
