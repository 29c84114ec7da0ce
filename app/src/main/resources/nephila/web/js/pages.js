// All pages by importance, and the story of one.
import { get } from './api.js';
import { el, panel, table, count, percent, small, when, clean, safe, pager, toast } from './show.js';
import { line } from './charts.js';

const LIMIT = 50;
const FEW = 12;

export function pages(main, parameters) {
  const list = el('div');
  const site = el('input', { id: 'site', value: parameters.get('site') ?? '', placeholder: 'all sites' });
  const order = el('select', { id: 'order' }, ...[['importance', 'importance'], ['cash', 'what it would pay now'], ['unread', 'next to be read']].map(([value, name]) => el('option', { value }, name)));
  main.append(el('h1', {}, 'Pages'), el('form', { class: 'filters', onsubmit: e => { e.preventDefault(); load(0); } },
    el('div', {}, el('label', { for: 'site' }, 'Site'), site), el('div', {}, el('label', { for: 'order' }, 'Order by'), order)), list);
  order.addEventListener('change', () => load(0));
  site.addEventListener('change', () => load(0));
  async function load(offset) {
    try {
      const found = await get('/api/pages', { offset, limit: LIMIT, site: site.value.trim(), order: order.value });
      list.replaceChildren(panel('By ' + order.selectedOptions[0].textContent, `${count(found.total)} pages`, el('div', {}, table(
        [{ name: '', class: 'number' }, { name: 'page', class: 'url' }, { name: 'importance', class: 'number gold' }, { name: 'reads', class: 'number extra' }, { name: 'state', class: 'extra' }, { name: 'last read', class: 'extra' }],
        found.pages.map(p => [String(p.rank), el('a', { href: '#/page?url=' + encodeURIComponent(p.url), title: clean(p.url) }, clean(p.url)), percent(p.importance, 3), count(p.reads), clean(p.answer), when(p.lastRead)]),
        'No page here.'), pager(offset, LIMIT, found.total, load)), 'wide'));
    } catch (e) { toast(e.message); }
  }
  load(0);
  return {};
}

// The first few rows, and the rest when asked for.
function some(heads, rows, emptyText) {
  if (rows.length <= FEW + 2) return table(heads, rows, emptyText);
  const box = el('div', {}, table(heads, rows.slice(0, FEW), emptyText),
    el('button', { type: 'button', class: 'more', onclick: () => { box.replaceChildren(table(heads, rows, emptyText)); box.firstChild.focus(); } }, `${count(rows.length - FEW)} more`));
  return box;
}

export function pageStory(main, parameters) {
  const url = parameters.get('url') ?? '';
  let chart;
  main.append(el('h1', {}, 'One page'), el('p', {}, el('a', { href: safe(url), rel: 'noreferrer noopener', target: '_blank' }, clean(url)), ' ', el('a', { href: '/search/copy?url=' + encodeURIComponent(url) }, 'archived copy')));
  const grid = el('div', { class: 'grid' });
  main.append(grid);
  const link = p => el('a', { href: '#/page?url=' + encodeURIComponent(p.url), title: clean(p.url) }, clean(p.url));
  (async () => {
    try {
      const page = await get('/api/page', { url });
      const figure = (name, value, kind = '') => el('div', { class: 'figure' }, el('dt', {}, name), el('dd', { class: kind }, value));
      const history = el('div', { class: 'chart' });
      grid.append(
        el('dl', { class: 'figures' }, figure('importance', percent(page.importance, 3)), figure('rank', page.rank ? count(page.rank) : '–'), figure('would pay now', small(page.cash)), figure('reads', count(page.reads.length)), figure('state', clean(page.verdict), 'words')),
        panel('Why', null, el('ul', { class: 'reasons' }, ...page.reasons.filter(r => !r.startsWith('paid ')).map(r => el('li', {}, clean(r)))), 'wide'),
        panel('Its importance over time', null, history),
        panel('Its reads', null, table([{ name: 'when', class: 'fixed' }, { name: 'answer' }, { name: 'found' }], page.reads.map(r => [when(r.time), clean(r.answer), clean(r.change)]), 'Not read yet.')),
        panel('Who pays it', 'largest first', some([{ name: 'page', class: 'url' }, { name: 'share', class: 'number gold' }], page.payers.map(p => [link(p), percent(p.share, 1)]), 'Nobody links here yet.')),
        panel('Whom it pays', `${count(page.links.length)} links`, some([{ name: 'page', class: 'url' }, { name: 'importance', class: 'number gold' }], page.links.slice(0, 100).map(p => [link(p), percent(p.importance, 3)]), 'It links to nobody.')));
      chart = line(history, { series: [{ name: 'importance', colour: '--gold-fill' }], unit: ' %' });
      chart.data([page.history.map(p => p[0]), page.history.map(p => 100 * p[1])]);
    } catch (e) { grid.append(el('p', { class: 'bad' }, e.message)); }
  })();
  return { close() { chart?.destroy(); } };
}
