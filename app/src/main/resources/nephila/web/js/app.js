// The dashboard: one view at a time, fed by the event stream.
import { events, post } from './api.js';
import { toast } from './show.js';
import { overview } from './overview.js';
import { pages, pageStory } from './pages.js';
import { sites } from './sites.js';
import { rules } from './rules.js';
import { log } from './log.js';

const routes = { '': overview, pages, page: pageStory, sites, rules, log };
const main = document.getElementById('main');
const stateLine = document.getElementById('state');
const pause = document.getElementById('pause');
const stop = document.getElementById('stop');
let view = null;
let last = {};

function route() {
  view?.close?.();
  const [name, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  for (const link of document.querySelectorAll('.head nav a')) {
    const here = link.getAttribute('href') === '#/' + name;
    if (here) link.setAttribute('aria-current', 'page'); else link.removeAttribute('aria-current');
  }
  main.replaceChildren();
  view = (routes[name] ?? overview)(main, new URLSearchParams(query));
  for (const [kind, data] of Object.entries(last)) view?.[kind]?.(data);
}

function heard(kind) {
  return data => {
    last[kind] = data;
    if (kind === 'status') status(data);
    view?.[kind]?.(data);
  };
}

function status(now) {
  stateLine.dataset.state = now.state;
  stateLine.textContent = now.live ? now.state : 'finished crawl';
  document.title = `${now.read.toLocaleString('en')} pages - Nephila`;
  document.getElementById('controls').hidden = !now.live;
  pause.textContent = now.state === 'paused' ? 'Resume' : 'Pause';
  pause.disabled = stop.disabled = now.state === 'stopping' || now.state === 'done';
}

async function act(action) {
  try { await post('/api/control', { action }); toast(`${action}: done`); } catch (e) { toast(e.message); }
}

pause.addEventListener('click', () => act(pause.textContent === 'Resume' ? 'resume' : 'pause'));
stop.addEventListener('click', () => { if (confirm('Stop the crawl? It can be resumed later.')) act('stop'); });
addEventListener('hashchange', () => { route(); main.focus({ preventScroll: true }); });
route();
events({ status: heard('status'), history: heard('history'), top: heard('top'), errors: heard('errors'), hosts: heard('hosts'),
  lost: () => { stateLine.dataset.state = 'lost'; stateLine.textContent = 'not connected'; } });
