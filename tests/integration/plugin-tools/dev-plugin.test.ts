import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { readPackage, type ReadPackage } from '#core/server/services/plugin-registry/package/read-package.ts';
import { newPlugin } from '#host/plugin-tools/new-plugin.ts';
import { until } from '#tests/until.ts';

import { edit, emptyFolder } from './author-kit.ts';

const REELPORT = fileURLToPath(import.meta.resolve('#core/bin/reelport.mjs'));
const KEY = 'a-key-of-a-developer';

/** A workbench as far as a push sees it. */
async function workbench(
  t: TestContext,
): Promise<{ address: string; pushed: ReadPackage[]; refuseNext(why: string): void }> {
  const pushed: ReadPackage[] = [];
  let refusal: string | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const file = fileIn(await buffer(request));
      const isKnown = request.headers['x-reelport-developer-key'] === KEY && request.url === '/api/extensions/push';
      const message = refusal ?? (isKnown ? '' : 'the key is not known');
      refusal = undefined;
      if (message === '') pushed.push(await readPackage(file));
      const data = message === '' ? { id: 'x', revision: String(pushed.length), problems: [] } : null;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ code: message === '' ? 1 : 0, message, secCode: null, data }));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, pushed, refuseNext: (why) => void (refusal = why) };
}

/** The one file of a form. */
function fileIn(body: Buffer): Buffer {
  const boundary = body.subarray(0, body.indexOf('\r\n'));
  const head = body.indexOf('\r\n\r\n');
  assert.match(body.subarray(0, head).toString(), /name="file"; filename="live-0\.1\.0\.reelport\.zip"/);
  return body.subarray(head + 4, body.lastIndexOf(boundary) - 2);
}

/** Saves as editors do, on a machine so busy that the file stays empty for a while. */
function editSlowly(root: string, file: string, change: (before: string) => string): void {
  const path = join(root, file);
  const after = change(readFileSync(path, 'utf8'));
  writeFileSync(path, '');
  // Nothing else of this process comes in between: the file would stay empty longer than one that is meant to be.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  writeFileSync(path, after);
}

test('each save reaches the running workbench, and what goes wrong on the way is told and gone on from', async (t) => {
  const { root } = newPlugin(join(emptyFolder(t), 'live'));
  const { address, pushed, refuseNext } = await workbench(t);
  const child = spawn(process.execPath, [REELPORT, 'plugin', 'dev', '--to', address], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C.UTF-8', REELPORT_KEY: KEY, NODE_ENV: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  const ended = once(child, 'close');
  t.after(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const says = async (pattern: RegExp): Promise<void> => {
    const end = Date.now() + 60_000;
    while (!pattern.test(output)) {
      assert(Date.now() < end && child.exitCode === null, `${String(pattern)} was not printed:\n${output}`);
      await sleep(20);
    }
    output = '';
  };

  await says(/live 0\.1\.0 is loaded at/);
  assert.equal(pushed.length, 1);

  edit(root, 'web/index.tsx', (before) => before.replace('this.count += 1', 'this.count += 2'));
  await says(/live is up to date, \d+ ms after the save/);
  assert.notEqual(pushed[1]?.package.web?.integrity, pushed[0]?.package.web?.integrity);

  edit(root, 'locales/en.json', (before) => before.replace('Add one', 'Add two'));
  await says(/live is up to date/);
  assert.equal(pushed.at(-1)?.texts.en['add'], 'Add two');

  const whole = pushed.at(-1)?.files.get('web.mjs')?.length ?? 0;
  const soFar = pushed.length;
  editSlowly(root, 'web/index.tsx', (before) => before.replace('this.count += 2', 'this.count += 3'));
  await says(/live is up to date/);
  editSlowly(root, 'locales/en.json', (before) => before.replace('Add two', 'Add three'));
  await until(() => {
    assert.doesNotMatch(output, /✖/);
    return pushed.at(-1)?.texts.en['add'] === 'Add three';
  });
  await says(/live is up to date/);
  for (const { files } of pushed.slice(soFar)) assert.equal(files.get('web.mjs')?.length, whole);

  edit(root, 'web/index.tsx', (before) => before.replace('class MainStore', 'clas MainStore'));
  await says(/✖ web\/index\.tsx.*does not compile/s);
  edit(root, 'web/index.tsx', (before) => before.replace('clas MainStore', 'class MainStore'));
  await says(/live is up to date/);

  edit(root, 'plugin.ts', (before) => before.replace('menus:', 'menu:'));
  await says(/plugin\.ts:8 .*is "menus" meant\?/);
  refuseNext('no room for it');
  edit(root, 'plugin.ts', (before) => before.replace('menu:', 'menus:'));
  await says(/The workbench rejected it: no room for it/);
  // One save can be two changes to a watcher; then the manifest reaches the workbench once more before this does.
  edit(root, 'locales/zh.json', (before) => before.replace('加一', '加二'));
  await until(() => pushed.at(-1)?.texts.zh['add'] === '加二');
  await says(/live is up to date/);
});
