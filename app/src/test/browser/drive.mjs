// Starts Nephila and a browser, and watches that nothing happens in the browser that must not.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const home = new URL('../../../..', import.meta.url).pathname;
const nephila = process.env.NEPHILA ?? join(home, 'nephila');
const started = new Set();
const folders = [];

// However this process ends, by an error nobody caught or a signal too, nothing that it started goes on.
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
  for (const made of folders) rmSync(made, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

function start(args) {
  const child = spawn(nephila, args);
  started.add(child);
  return child;
}

export function folder() {
  const made = mkdtempSync(join(tmpdir(), 'nephila-browser-'));
  folders.push(made);
  return made;
}

// Runs a command line to its end: { code, out, err }.
export function run(...args) {
  return new Promise(done => {
    const child = start(args);
    const said = { out: '', err: '' };
    child.stdout.on('data', d => { said.out += d; });
    child.stderr.on('data', d => { said.err += d; });
    child.on('close', code => done({ code, ...said }));
  });
}

// Starts a command line that serves, and waits for its address.
export function serve(...args) {
  return new Promise((done, fail) => {
    const child = start(args);
    let said = '';
    const heard = d => {
      said += d;
      const address = said.match(/Dashboard: (\S+)/);
      if (address) done({ address: address[1], said: () => said, stop: () => child.kill() });
    };
    child.stdout.on('data', d => { said += d; });
    child.stderr.on('data', heard);
    child.on('close', code => fail(new Error(`nephila ${args.join(' ')} ended with ${code}: ${said}`)));
  });
}

// What went wrong in the browser, for each of the stories that run side by side.
const stories = new AsyncLocalStorage();
export const story = body => stories.run([], body);

let browser;
export function launch() {
  browser ??= chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
  return browser;
}

// A page of its own that notes every fault: a dialog, an error, a request to anybody else.
export async function page(address, options = {}) {
  const context = await (await launch()).newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const opened = await context.newPage();
  const host = new URL(address).host;
  const faults = stories.getStore();
  const fault = text => faults.push(`${text} (on ${opened.url()})`);
  opened.on('dialog', d => { if (!opened.expectDialog) fault(`dialog: ${d.message()}`); d.accept(); });
  opened.on('pageerror', e => fault(`error: ${e.message}`));
  opened.on('console', m => { if (m.type() === 'error' && !/Blocked script execution|sandboxed|Content Security Policy|Refused to/.test(m.text())) fault(`console: ${m.text()}`); });
  // What the policy of the page stops never leaves the browser.
  const elsewhere = r => { const url = new URL(r.url()); return url.host !== host && url.protocol.startsWith('http'); };
  opened.on('requestfinished', r => { if (elsewhere(r)) fault(`request to ${r.url()}`); });
  opened.on('requestfailed', r => { if (elsewhere(r) && r.failure().errorText !== 'csp') fault(`request to ${r.url()}: ${r.failure().errorText}`); });
  return opened;
}

let passed = 0;
const failures = [];

// One check: its name is a sentence.
export async function check(name, body) {
  const faults = stories.getStore();
  const before = faults.length;
  try {
    await body();
    if (faults.length > before) throw new Error(faults.slice(before).join('; '));
    passed++;
  } catch (e) {
    failures.push(name);
    console.log(`browser: ${name}: ${String(e.message).split('\n').slice(0, 6).join('\n  ')}`);
  }
}

export function equal(actual, expected, what) {
  if (actual !== expected) throw new Error(`${what}: ${JSON.stringify(actual)}, wanted ${JSON.stringify(expected)}`);
}

export function holds(truth, what) {
  if (!truth) throw new Error(what);
}

// Asks until it is so.
export async function until(what, question, seconds = 15) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await question();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise(r => setTimeout(r, 100));
  }
}

export function end(broken = 0) {
  console.log(`${passed} passed, ${failures.length} failed`);
  process.exit(broken || failures.length ? 1 : 0);
}
