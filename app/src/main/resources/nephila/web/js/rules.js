// What the crawl may read and what it should prefer, changed while it runs, with an undo.
import { get, post } from './api.js';
import { el, panel, toast, clean } from './show.js';

export function rules(main) {
  const seed = el('input', { id: 'seed', type: 'url', placeholder: 'https://example.org/', required: true });
  const focus = el('textarea', { id: 'focus', spellcheck: 'false', 'aria-describedby': 'focushint' });
  const include = el('textarea', { id: 'include', spellcheck: 'false' }), exclude = el('textarea', { id: 'exclude', spellcheck: 'false' });
  const scope = el('select', { id: 'scope' }, ...['page', 'prefix', 'host', 'domain', 'any'].map(s => el('option', { value: s }, s)));
  const undo = el('button', { type: 'button', disabled: true }, 'Undo the last change');
  const save = el('button', { type: 'submit', class: 'primary' }, 'Apply');
  const changes = el('ul', { class: 'reasons small' });
  const field = (id, name, input, hint) => el('p', {}, el('label', { for: id }, name), input, hint ? el('small', { class: 'hint', id: id + 'hint' }, hint) : null);
  main.append(el('h1', {}, 'Rules'), el('div', { class: 'grid loose' },
    panel('Focus and scope', 'takes effect within a second', el('form', { onsubmit: apply },
      field('focus', 'Focus rules, one a line', focus, 'url~/news/ x3   anchor~climate x2   type=application/xml x5   host=example.org x2'),
      field('scope', 'Scope', scope), field('include', 'Include, one pattern a line', include), field('exclude', 'Exclude, one pattern a line', exclude),
      el('p', {}, save, ' ', undo))),
    panel('Add a seed', null, el('form', { onsubmit: add }, field('seed', 'Address', seed), el('button', { type: 'submit' }, 'Add'))),
    panel('Changes so far', null, changes, 'wide')));
  const lines = text => text.value.split('\n').map(l => l.trim()).filter(Boolean);
  async function load() {
    try {
      const now = await get('/api/rules');
      focus.value = now.focus.join('\n'); include.value = now.include.join('\n'); exclude.value = now.exclude.join('\n'); scope.value = now.scope;
      undo.disabled = !now.undo;
      save.disabled = !now.live;
      changes.replaceChildren(...(now.changes.length ? now.changes.map(c => el('li', {}, clean(c))) : [el('li', { class: 'quiet' }, 'None.')]));
    } catch (e) { toast(e.message); }
  }
  async function apply(event) {
    event.preventDefault();
    try { await post('/api/rules', { focus: lines(focus), include: lines(include), exclude: lines(exclude), scope: scope.value }); toast('Applied.'); load(); } catch (e) { toast(e.message); }
  }
  async function add(event) {
    event.preventDefault();
    try { await post('/api/seeds', { url: seed.value }); toast('Added.'); seed.value = ''; load(); } catch (e) { toast(e.message); }
  }
  undo.addEventListener('click', async () => { try { await post('/api/undo'); toast('Undone.'); load(); } catch (e) { toast(e.message); } });
  load();
  return {};
}
