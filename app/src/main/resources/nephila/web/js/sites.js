// Sites by importance, and a map of the cash that flows between them.
import { get } from './api.js';
import { el, svg, panel, table, count, percent, clean, pager, toast } from './show.js';

const LIMIT = 50;
const SIZE = 640;

export function sites(main) {
  const map = el('div'), list = el('div');
  const grid = el('div', { class: 'grid' }, panel('Where the cash flows', 'a circle a site, as large as its importance; a line as wide as what is paid', map, 'wide'));
  main.append(el('h1', {}, 'Sites'), grid, list);
  async function load(offset) {
    try {
      const found = await get('/api/sites', { offset, limit: LIMIT });
      list.replaceChildren(panel('By importance', `${count(found.total)} sites`, el('div', {}, table(
        [{ name: '', class: 'number' }, { name: 'site', class: 'url' }, { name: 'importance', class: 'number gold' }, { name: 'pages read', class: 'number' }, { name: 'known', class: 'number extra' }],
        found.sites.map((s, i) => [String(offset + i + 1), el('a', { href: '#/pages?site=' + encodeURIComponent(s.site) }, clean(s.site)), percent(s.importance, 2), count(s.read), count(s.pages)]),
        'No site yet.'), pager(offset, LIMIT, found.total, load)), 'wide'));
    } catch (e) { toast(e.message); }
  }
  get('/api/flows', { limit: 24 }).then(flows => map.replaceChildren(draw(flows))).catch(e => toast(e.message));
  get('/api/community', { limit: LIMIT }).then(found => { if (found.members) grid.prepend(community(found)); }).catch(e => toast(e.message));
  load(0);
  return {};
}

// What a community run found: its members, and who outside passes most to them.
function community({ members, rejected, outside }) {
  return panel('Around the community', `${count(members)} members${rejected ? `, ${count(rejected)} pages read and rejected` : ''}; the outside pages that pass most to them`, table(
    [{ name: 'page', class: 'url' }, { name: 'passes on', class: 'number gold' }, { name: 'links in', class: 'number extra' }, { name: 'looks related', class: 'extra' }],
    outside.map(p => [el('a', { href: '#/page?url=' + encodeURIComponent(p.url) }, clean(p.url)), percent(p.impact, 3), `${count(p.linksIn)} of ${count(p.links)}`, clean(p.related)]),
    'No page outside that was fetched links to it.'), 'wide');
}

function draw({ sites: all, flows }) {
  if (all.length === 0) return el('p', { class: 'empty' }, 'No site yet.');
  const ring = SIZE * 0.36, centre = SIZE / 2;
  const most = Math.max(...all.map(s => s.importance), 1e-12), widest = Math.max(...flows.map(f => f.share), 1e-12);
  const place = new Map(all.map((s, i) => {
    const angle = 2 * Math.PI * i / all.length - Math.PI / 2;
    return [s.site, { x: centre + ring * Math.cos(angle), y: centre + ring * Math.sin(angle), angle, r: 6 + 26 * Math.sqrt(s.importance / most) }];
  }));
  const lines = flows.filter(f => f.from !== f.to && place.has(f.from) && place.has(f.to)).map(f => {
    const a = place.get(f.from), b = place.get(f.to);
    return svg('path', { d: `M${a.x} ${a.y} Q${(a.x + b.x) / 4 + centre / 2} ${(a.y + b.y) / 4 + centre / 2} ${b.x} ${b.y}`, 'stroke-width': Math.max(0.8, 10 * f.share / widest) },
      svg('title', {}, `${clean(f.from)} pays ${clean(f.to)}: ${percent(f.share, 2)} of all cash`));
  });
  const circles = all.map(s => {
    const p = place.get(s.site), right = Math.cos(p.angle) >= 0;
    return svg('a', { href: '#/pages?site=' + encodeURIComponent(s.site) },
      svg('circle', { cx: p.x, cy: p.y, r: p.r }, svg('title', {}, `${clean(s.site)}: ${percent(s.importance, 2)}`)),
      svg('text', { x: p.x + (right ? 1 : -1) * (p.r + 6), y: p.y + 4, 'text-anchor': right ? 'start' : 'end' }, clean(s.site).slice(0, 28)));
  });
  return svg('svg', { class: 'map', viewBox: `-160 50 ${SIZE + 320} ${SIZE - 100}`, role: 'group', 'aria-label': 'Map of sites: ' + all.slice(0, 8).map(s => `${clean(s.site)} ${percent(s.importance, 1)}`).join(', ') }, ...lines, ...circles);
}
