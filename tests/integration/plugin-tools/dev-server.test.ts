import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { withConsole } from '#host/server/console.ts';
import { newPlugin } from '#host/plugin-tools/new-plugin.ts';
import { openTerminal } from '#tests/e2e/tutorial-kit.ts';
import { runStart } from '#tests/integration/host/run-start.ts';
import { until } from '#tests/until.ts';

import { freePort } from '../../../scripts/testing/free-port.ts';
import { edit, emptyFolder, reelport } from './author-kit.ts';

// The server half of a plugin, pushed by its author to the workbench of the same machine.

const scope = lastFirst({ after });

async function dataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-dev-data-'));
  await chmod(dataDir, 0o755);
  scope.after(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

test('it is pushed to the workbench that runs from the data folder here, or nowhere', async (t) => {
  const { root } = newPlugin(join(emptyFolder(t), 'ferry'));
  const words = ['dev', '--to', 'http://127.0.0.1:9', '--key', 'any', '--server'];
  const DATA_DIR = await dataFolder();
  const none = await reelport(root, words, { DATA_DIR, DATABASE_URL: '' });
  assert.equal(none.code, 1);
  assert.match(none.output, /No workbench runs from the data folder .*reelport-dev-data/);
  const shared = await reelport(root, words, { DATA_DIR, DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  assert.equal(shared.code, 1);
  assert.match(shared.output, /may be one of several/);
});

test('each save starts it anew, and what it throws is told with the line of the author’s file', async (t) => {
  const dataDir = await dataFolder();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server = runStart({ dataDir, port });
  scope.after(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  await server.prints(address);
  const { token, key } = await withConsole(readConfiguration({ DATA_DIR: dataDir }), async ({ db, accounts }) => {
    const { id } = await accounts.create(db, { name: 'Author', operator: true });
    const session = await accounts.openSession(db, id);
    const body = JSON.stringify({ name: 'author', trusted: true });
    const headers = { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' };
    const made = await fetch(`${address}/api/extensions/developer-keys`, { method: 'POST', headers, body });
    return { token: session.token, key: ((await made.json()) as { data: { key: string } }).data.key };
  });
  const press = async (): Promise<{ count?: number; error?: string }> => {
    const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' };
    const answer = await fetch(`${address}/api/p/ferry-log/count`, { method: 'POST', headers });
    return ((await answer.json()) as { data: { count?: number; error?: string } }).data;
  };

  const { root } = newPlugin(join(emptyFolder(t), 'ferry-log'), { server: true });
  const other = await reelport(root, ['dev', '--to', 'http://127.0.0.1:9', '--key', key, '--server'], {
    ...{ DATA_DIR: dataDir, DATABASE_URL: '' },
  });
  assert.equal(other.code, 1);
  assert.match(other.output, new RegExp(`is at ${address}, not at http://127\\.0\\.0\\.1:9`));

  const terminal = openTerminal(root, { DATA_DIR: dataDir, LC_ALL: 'C.UTF-8' });
  terminal.start(`npx reelport plugin dev --to ${address} --key ${key} --server`);
  t.after(() => terminal.interrupt());
  await terminal.says(/server part of ferry-log runs anew[^]*ferry-log 0\.1\.0 is loaded/);
  assert.deepEqual(await press(), { count: 1 });

  const change = async (before: string, now: string, pattern: RegExp): Promise<void> => {
    terminal.take();
    edit(root, 'server/index.ts', (source) => source.replace(before, () => now));
    await terminal.says(pattern);
  };
  await change('${counts.count} + 1`', '${counts.count} + 10`', /runs anew[^]*is up to date/);
  assert.deepEqual(await press(), { count: 11 });

  const handler = '    // In one statement';
  await change(handler, `    throw new Error('the rope tore');\n${handler}`, /runs anew[^]*is up to date/);
  assert.equal((await press()).error, 'core:plugin.server-fault');
  await terminal.says(/✖ server part \(api, route\): Error: the rope tore\n +at server\/index\.ts:\d+\n/);

  await change(`    throw new Error('the rope tore');\n`, '', /runs anew[^]*is up to date/);
  await change('export default', "throw new Error('adrift');\nexport default", /does not run: Error: adrift/);
  // The worker may have said so before the api tried.
  let counted = 11;
  await until(async () => {
    const { count, error } = await press();
    counted = count ?? counted;
    return error === 'core:plugin.server-failed';
  });
  await change("throw new Error('adrift');\n", '', /runs anew[^]*is up to date/);
  assert.deepEqual(await press(), { count: counted + 10 });
});
