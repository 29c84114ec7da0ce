// How is it going: figures, charts, the top, the queue, the answers.
import { get } from './api.js';
import { el, panel, table, bars, count, percent, small, duration, bytes, move, clean } from './show.js';
import { line } from './charts.js';

// What importance is biased by, and what share of first reads cash reached.
function biased(opic) {
  const given = opic.favoured == null ? '' : `, biased: ${percent(opic.favoured)} of the cash was given by rules`;
  return given + (opic.discoveryReached == null ? '' : `, ${percent(opic.discoveryReached)} of the reads were of new pages, ${percent(opic.discoveryWanted)} wanted`);
}

export function overview(main) {
  const figures = el('dl', { class: 'figures' });
  const boxes = {};
  for (const [key, label] of [['read', 'pages read'], ['known', 'pages known'], ['rate', 'pages a second'], ['found', 'importance found'], ['bound', 'certified error'], ['time', 'running for']]) {
    const name = el('dt', {}, label);
    const value = el('dd', { class: key === 'found' ? 'gold' : '' }, '–');
    const note = el('dd', {}, ' ');
    boxes[key] = { name, value, note };
    figures.append(el('div', { class: 'figure' }, name, value, note));
  }
  const charts = {};
  const chartBox = key => (charts[key] = el('div', { class: 'chart' }));
  const precision = panel('Certified error', 'the estimate is at most this far off, in L1', chartBox('bound'));
  const topPages = el('div'), topSites = el('div'), answers = el('div'), hosts = el('div'), errors = el('div'), rising = el('div');
  main.append(el('h1', { class: 'visually-hidden' }, 'Overview'), el('div', { class: 'grid' },
    figures,
    panel('Importance found', 'share of all known importance held by pages read', chartBox('found')),
    precision,
    panel('Most important pages', 'now', topPages),
    panel('Most important sites', 'now', topSites),
    panel('Rising pages', 'what gained most importance in a week, or since the crawl has been watched', rising),
    panel('Pages a second', 'discovery and refresh', chartBox('rate')),
    panel('Answers', 'by kind', answers),
    panel('Waiting', 'pages queued, by host or worker', hosts),
    panel('Latest trouble', null, errors)));
  const drawn = {
    found: line(charts.found, { series: [{ name: 'importance found', colour: '--gold-fill' }, { name: 'share of known pages read', colour: '--quiet', dash: [6, 4] }], unit: ' %' }),
    rate: line(charts.rate, { series: [{ name: 'discovery', colour: '--gold-fill' }, { name: 'refresh', colour: '--link' }] }),
  };
  let asked = 0;
  async function rises() {
    if (Date.now() - asked < 60000) return;
    asked = Date.now();
    const none = 'Nothing to compare with yet: a mark is made every hour and at the end of a run.';
    let risen = { pages: [] };
    try { risen = await get('/api/rising', { limit: 10 }); } catch { asked = 0; /* busy; asked again */ }
    rising.replaceChildren(table(
      [{ name: '', class: 'number' }, { name: 'page', class: 'url' }, { name: 'importance', class: 'number gold' }, { name: 'before', class: 'number extra' }, { name: 'gained', class: 'number' }],
      risen.pages.map(p => [String(p.rank), el('a', { href: '#/page?url=' + encodeURIComponent(p.url), title: clean(p.url) }, clean(p.url.replace(/^https?:\/\//, ''))), percent(p.importance, 2), p.before == null ? 'new' : percent(p.before, 2), (p.certain ? '+' : '~') + percent(p.gained, 2)]),
      risen.since ? `Nothing rose since ${risen.since}.` : none));
  }
  // Which precision is drawn says the first status: the exact ledger certifies an error, OPIC has 1/G.
  let latest = null;
  function drawPrecision() {
    if (drawn.bound && latest) drawn.bound.data([latest.t, latest.bound.map(b => b > 0 ? b : null)]);
  }
  function choosePrecision(opic) {
    if (drawn.bound) return;
    if (opic) {
      const heading = precision.querySelector('h2');
      heading.firstChild.textContent = 'Error factor 1/G';
      heading.querySelector('small').textContent = `by ${opic.algorithm}, window ${opic.window}; it sinks as cash is paid`;
      boxes.bound.name.textContent = 'error factor 1/G';
    }
    drawn.bound = line(charts.bound, { series: [{ name: opic ? 'error factor 1/G' : 'certified error', colour: '--link' }], log: true });
    drawPrecision();
  }
  return {
    status(now) {
      rises();
      choosePrecision(now.opic);
      const write = (key, value, note) => { boxes[key].value.textContent = value; boxes[key].note.textContent = note || ' '; };
      write('read', count(now.read), now.bytes == null ? '' : `${bytes(now.bytes)} received`);
      write('known', count(now.known), `on ${count(now.hosts)} hosts`);
      write('rate', now.rate.toFixed(now.rate < 10 ? 1 : 0), `${count(now.inFlight)} under way`);
      write('found', percent(now.importanceFound), `with ${percent(now.known ? now.read / now.known : 0)} of the pages`);
      const bias = now.bias ? `, ${now.bias}` : '';
      if (now.opic) write('bound', now.opic.errorFactor == null ? '–' : small(now.opic.errorFactor), `by ${now.opic.algorithm}, window ${now.opic.window}${biased(now.opic)}${bias}`);
      else write('bound', small(now.errorBound), `L1, on the known graph${bias}`);
      write('time', now.elapsedSeconds == null ? '–' : duration(now.elapsedSeconds), now.state);
      answers.replaceChildren(bars(Object.entries(now.answers).sort((a, b) => b[1] - a[1]).map(([name, value]) => ({ name, value, text: count(value) })), 'Nothing asked yet.'));
    },
    history(h) {
      drawn.found.data([h.t, h.found.map(x => x === null ? null : 100 * x), h.read.map((r, i) => h.known[i] ? 100 * r / h.known[i] : null)]);
      latest = h;
      drawPrecision();
      drawn.rate.data([h.t, h.discovery, h.refresh]);
    },
    top(top) {
      topPages.replaceChildren(table(
        [{ name: '', class: 'number' }, { name: 'page', class: 'url' }, { name: 'importance', class: 'number gold' }, { name: '' }],
        top.pages.map(p => [String(p.rank), el('a', { href: '#/page?url=' + encodeURIComponent(p.url), title: clean(p.url) }, clean(p.url.replace(/^https?:\/\//, ''))), percent(p.importance, 2), move(p.move)]),
        'No page is known yet.'));
      topSites.replaceChildren(table(
        [{ name: '', class: 'number' }, { name: 'site', class: 'url' }, { name: 'pages read', class: 'number extra' }, { name: 'importance', class: 'number gold' }, { name: '' }],
        top.sites.map((s, i) => [String(i + 1), el('a', { href: '#/pages?site=' + encodeURIComponent(s.site) }, clean(s.site)), `${count(s.read)} of ${count(s.pages)}`, percent(s.importance, 2), move(s.move)]),
        'No site is known yet.'));
    },
    hosts(list) {
      hosts.replaceChildren(bars(list.hosts.slice(0, 12).map(h => ({ name: h.host + (h.note ? ` (${h.note})` : ''), value: h.waiting, text: count(h.waiting) })), 'Nobody waits.'));
    },
    errors(list) {
      errors.replaceChildren(table([{ name: 'kind', class: 'fixed' }, { name: 'page', class: 'url' }],
        list.errors.slice(0, 8).map(e => [clean(e.kind), el('a', { href: '#/page?url=' + encodeURIComponent(e.url), title: clean(e.detail) }, clean(e.url))]), 'None so far.'));
    },
    close() { Object.values(drawn).forEach(c => c.destroy()); },
  };
}
