import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

import { findWebKitDriver } from '../../scripts/find-tools.mjs';
import { freePort } from '../../scripts/testing/free-port.ts';
import { until } from '#tests/until.ts';
import type { BrowserHand } from './browser-hand.ts';

/** How long something may take to be there. */
const SECONDS = 30;

/** The name that WebDriver gives the id of an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * The small browser that comes with WebKitGTK, on a screen that nobody sees. WebDriver is a dozen calls by HTTP, of
 * which these are all that are needed here.
 * @throws a sentence that says what to install
 */
export async function openWebKit(): Promise<BrowserHand> {
  const program = findWebKitDriver();
  if (program === undefined) {
    throw new Error(
      'This test needs WebKitGTK: install it (Debian: apt-get install webkit2gtk-driver xvfb) or name its ' +
        'WebKitWebDriver in WEBKIT_DRIVER_PATH.',
    );
  }
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  // The fourth is a pipe to read from, by the line above.
  const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    // A process group of its own, with all that it starts.
    detached: true,
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, LIBGL_ALWAYS_SOFTWARE: '1' },
  });

  async function command<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    const address = `http://127.0.0.1:${port}${path}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await (method === 'POST'
      ? fetch(address, { method: 'POST', headers, body: JSON.stringify(body ?? {}) })
      : fetch(address, { method }));
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.ok) return value as T;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${path}: ${error} ${message}`);
  }

  await until(
    async () => (await command<{ ready: boolean }>('GET', '/status').catch(() => undefined))?.ready,
    'WebKitWebDriver listens',
    SECONDS,
  );
  const { sessionId } = await command<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { timeouts: { implicit: SECONDS * 1000 } } },
  });
  const session = `/session/${sessionId}`;
  await command('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 1000 });

  const read = <T>(expression: string) =>
    command<T>('POST', `${session}/execute/sync`, { script: `return (${expression});`, args: [] });
  /** @returns the address of the element in the driver */
  const find = async (place: string): Promise<string> => {
    const found = await command<Record<string, string>>('POST', `${session}/element`, { using: 'xpath', value: place });
    return `${session}/element/${found[ELEMENT]}`;
  };

  return {
    goTo: (url) => command('POST', `${session}/url`, { url }),
    press: (place) => tryAgain(async () => command('POST', `${await find(place)}/click`)),
    async fill(place, text) {
      await tryAgain(async () => command('POST', `${await find(place)}/click`));
      await read('document.activeElement.select?.()');
      const keys = [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      await command('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keys', actions: keys }] });
    },
    async choose(place, paths) {
      await command('POST', `${await find(place)}/value`, { text: paths.join('\n') });
    },
    async drag(place, trail) {
      const element = await find(place);
      const box = await command<{ x: number; y: number; width: number; height: number }>('GET', `${element}/rect`);
      const { left, top } = await read<{ left: number; top: number }>(`({ left: scrollX, top: scrollY })`);
      const from = { x: box.x - left + box.width / 2, y: box.y - top + box.height / 2 };
      const moves = trail.slice(1).map(({ x, y, t }, index) => ({
        ...{ type: 'pointerMove', duration: t - (trail[index]?.t ?? 0), origin: 'viewport' },
        ...{ x: Math.round(from.x + x), y: Math.round(from.y + y) },
      }));
      await command('POST', `${session}/actions`, {
        actions: [
          {
            ...{ type: 'pointer', id: 'hand', parameters: { pointerType: 'mouse' } },
            actions: [
              { type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(from.x), y: Math.round(from.y) },
              { type: 'pointerDown', button: 0 },
              ...moves,
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    },
    read,
    async close() {
      await command('DELETE', session).catch(() => undefined);
      await Promise.all([end(driver, -1), end(screen)]);
    },
  };
}

/** What is found may be drawn anew, or be covered for a moment, before it is used. */
async function tryAgain(deed: () => Promise<unknown>): Promise<void> {
  let fault: unknown;
  await until(
    async () => {
      try {
        await deed();
        return true;
      } catch (error) {
        fault = error;
        return false;
      }
    },
    '',
    SECONDS,
  ).catch(() => {
    throw fault;
  });
}

/** @param sign -1 for all of its process group */
async function end(child: ChildProcess, sign: 1 | -1 = 1): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  try {
    // What it draws with ends only some time after it.
    process.kill(sign * (child.pid ?? NaN), 'SIGKILL');
  } catch {
    // None of it is left.
  }
  await ended;
}
