// Talks to the crawl. Every value that comes back is data: it is shown as text, never as markup.
const token = document.cookie.match(/(?:^|; )nephila=([^;]+)/)?.[1] ?? new URLSearchParams(location.search).get('token') ?? '';

export class ApiError extends Error {}

export async function get(path, parameters = {}) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '' && value !== undefined && value !== null) url.searchParams.set(name, value);
  }
  return answer(await fetch(url, { headers: headers() }));
}

export async function post(path, body = {}) {
  return answer(await fetch(path, {
    method: 'POST',
    headers: { ...headers(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }));
}

function headers() {
  return token ? { 'X-Nephila-Token': token } : {};
}

async function answer(response) {
  let body;
  try { body = await response.json(); } catch { body = {}; }
  if (!response.ok) throw new ApiError(body.error ?? `the server answered ${response.status}`);
  return body;
}

export function events(handlers) {
  const source = new EventSource('/api/events' + (token ? `?token=${encodeURIComponent(token)}` : ''));
  for (const [name, handle] of Object.entries(handlers)) {
    if (name !== 'lost') source.addEventListener(name, e => handle(JSON.parse(e.data)));
  }
  source.onerror = () => handlers.lost?.();
  return source;
}
