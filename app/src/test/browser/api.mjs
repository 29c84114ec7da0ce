// The API as described: valid OpenAPI, and a clean refusal for everything wrong.
import { Validator } from '@seriousme/openapi-schema-validator';
import { check, equal, holds } from './drive.mjs';

export async function api(base) {
  const spec = await (await fetch(base + '/api')).json();
  await check('the description is valid OpenAPI', async () => {
    const result = await new Validator().validate(structuredClone(spec));
    holds(result.valid, JSON.stringify(result.errors)?.slice(0, 500));
  });
  const cookie = (await fetch(base + '/')).headers.get('set-cookie').split(';')[0];
  const token = { Cookie: cookie, 'Content-Type': 'application/json' };
  async function refused(method, path, options = {}) {
    const answer = await fetch(base + path, { method, ...options });
    const text = await answer.text();
    holds(answer.status >= 400 && answer.status < 500, `${method} ${path} answered ${answer.status}: ${text.slice(0, 200)}`);
    const said = JSON.parse(text).error;
    holds(typeof said === 'string' && said.length > 5 && !/Exception|\bat [a-z]+\./.test(said), `${method} ${path} said ${text.slice(0, 200)}`);
  }
  for (const [path, methods] of Object.entries(spec.paths)) {
    for (const [method, described] of Object.entries(methods)) {
      await check(`${method} ${path} refuses what is wrong, in a sentence`, async () => {
        if (method === 'post') {
          await refused('POST', path, { body: '{}' });
          await refused('POST', path, { headers: { ...token, Origin: 'http://evil.test' }, body: '{}' });
          if (path === '/api/undo') return;
          for (const body of ['{', '[]', 'null', '{}', '"text"', '{"action":7,"url":[],"focus":"x","scope":{},"include":3,"exclude":null}', '{"action":"fly","url":"no url","focus":["???"],"scope":"moon","include":["("],"exclude":[]}', 'x'.repeat(70_000)]) await refused('POST', path, { headers: token, body });
          return;
        }
        await refused('PUT', path, { headers: token });
        for (const p of described.parameters ?? []) {
          const others = (described.parameters ?? []).filter(o => o.required && o !== p).map(o => `&${o.name}=x`).join('');
          if (p.required) await refused('GET', path + '?' + others.slice(1));
          if (p.schema.type === 'integer') for (const wrong of ['abc', '-1', '99999999999', '1e3', '2147483647']) await refused('GET', `${path}?${p.name}=${wrong}${others}`);
          if (p.schema.enum) await refused('GET', `${path}?${p.name}=nonsense${others}`);
          equal((await fetch(`${base}${path}?${p.name}=%zz${others}`)).status, 400, 'bad escapes');
        }
        if (described.parameters?.some(p => p.name === 'url' && p.required)) await refused('GET', `${path}?url=http%3A%2F%2Fnowhere.test%2F&q=x`);
      });
    }
  }
  await check('what is not there, and other hosts, are refused', async () => {
    await refused('GET', '/api/nothing');
    await refused('GET', '/../../etc/passwd');
    await refused('GET', '/js/%2e%2e/%2e%2e/plan.yaml');
    await refused('DELETE', '/api/status', { headers: token });
    const answers = await Promise.all(['/api/status', '/api/history', '/api/pages?offset=1000000', '/api/sites?limit=1000', '/api/rising?since=1d', '/api/community', '/api/flows', '/api/hosts', '/api/errors', '/api/rules', '/metrics'].map(p => fetch(base + p)));
    answers.forEach(a => equal(a.status, 200, a.url));
  });
}
