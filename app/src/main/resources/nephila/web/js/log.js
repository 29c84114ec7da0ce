// What went wrong, by kind and one by one.
import { el, panel, table, bars, count, when, clean } from './show.js';

export function log(main) {
  const kinds = el('div'), list = el('div');
  main.append(el('h1', {}, 'Log'), el('div', { class: 'grid' }, panel('Trouble by kind', null, kinds), panel('Latest', 'newest first', list, 'wide')));
  return {
    errors(now) {
      kinds.replaceChildren(bars(Object.entries(now.kinds).sort((a, b) => b[1] - a[1]).map(([name, value]) => ({ name, value, text: count(value) })), 'None so far.'));
      list.replaceChildren(table([{ name: 'when', class: 'fixed' }, { name: 'kind', class: 'fixed' }, { name: 'page', class: 'url' }, { name: 'detail', class: 'extra' }],
        now.errors.map(e => [when(e.time), clean(e.kind), el('a', { href: '#/page?url=' + encodeURIComponent(e.url) }, clean(e.url)), clean(e.detail)]), 'Nothing went wrong so far.'));
    },
  };
}
