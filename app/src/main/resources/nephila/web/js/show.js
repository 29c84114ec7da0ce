// Small pieces of page, and figures in words.

// el('a', { href, class: 'x', onclick }, 'text', child, ...): text is always text.
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  set(element, attributes);
  element.append(...children.filter(c => c !== null && c !== undefined && c !== false));
  return element;
}

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  set(element, attributes);
  element.append(...children);
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
}

export const count = n => n === null || n === undefined ? '–' : Math.round(n).toLocaleString('en');
export const percent = (x, digits = 1) => x === null || x === undefined ? '–' : (100 * x).toFixed(digits) + ' %';
export const small = x => x === null || x === undefined ? '–' : x === 0 ? '0' : x >= 0.01 ? x.toPrecision(3) : x.toExponential(1);
export const bytes = n => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let i = 0;
  while (n >= 1000 && i < units.length - 1) { n /= 1000; i++; }
  return `${n.toPrecision(3)} ${units[i]}`;
};
export const duration = s => s < 60 ? `${s.toFixed(0)} s` : s < 3600 ? `${(s / 60).toFixed(0)} min` : s < 172800 ? `${(s / 3600).toFixed(1)} h` : `${(s / 86400).toFixed(1)} days`;
export const when = iso => iso ? new Date(iso).toISOString().replace('T', ' ').slice(0, 19) : '–';
export const safe = url => /^https?:\/\//i.test(url) ? url : '#';
export const clean = text => (text ?? '').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd').slice(0, 2000);

export function move(places) {
  if (!places) return el('span', { class: 'move quiet' }, '');
  const up = places > 0;
  return el('span', { class: 'move ' + (up ? 'good' : 'bad') }, (up ? '▲' : '▼') + Math.abs(places), el('span', { class: 'visually-hidden' }, up ? ' places up' : ' places down'));
}

export function panel(title, note, body, size = '') {
  return el('section', { class: 'panel ' + size }, el('h2', {}, title, note ? el('small', { class: 'quiet' }, note) : null), body);
}

export function table(heads, rows, emptyText) {
  if (rows.length === 0) return el('p', { class: 'empty' }, emptyText);
  return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': heads.map(h => h.name).join(', ') },
    el('table', {},
      el('thead', {}, el('tr', {}, ...heads.map(h => el('th', { scope: 'col', class: h.class ?? '' }, h.name)))),
      el('tbody', {}, ...rows.map(row => el('tr', {}, ...row.map((cell, i) => el('td', { class: heads[i].class ?? '' }, cell)))))));
}

export function bars(entries, emptyText) {
  if (entries.length === 0) return el('p', { class: 'empty' }, emptyText);
  const most = Math.max(...entries.map(e => e.value), 1e-12);
  return el('div', {}, ...entries.map(e => el('div', { class: 'bar' },
    el('span', { class: 'name', title: clean(e.name) }, clean(e.name)),
    el('meter', { min: 0, max: most, value: e.value, 'aria-label': `${clean(e.name)}: ${e.text}` }),
    el('span', { class: 'number' }, e.text))));
}

export function pager(offset, limit, total, go) {
  const last = Math.min(offset + limit, total);
  return el('div', { class: 'pager' },
    el('button', { type: 'button', disabled: offset === 0, onclick: () => go(Math.max(0, offset - limit)) }, 'Back'),
    el('button', { type: 'button', disabled: last >= total, onclick: () => go(offset + limit) }, 'More'),
    el('span', { class: 'quiet' }, total ? `${count(offset + 1)} to ${count(last)} of ${count(total)}` : ''));
}

let toastTimer;
export function toast(text) {
  const box = document.getElementById('toast');
  if (!box) return;
  box.textContent = text;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { box.textContent = ''; }, 5000);
}
