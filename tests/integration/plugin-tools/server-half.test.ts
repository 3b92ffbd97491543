import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { callHashes } from '#core/server/services/plugin-registry/call-hashes.ts';
import type { Call } from '#core/contract/call.ts';
import { findAuthorFolder } from '#host/plugin-tools/author-folder.ts';
import { buildPlugin } from '#host/plugin-tools/build-plugin.ts';
import { RefusedPlugin } from '#host/plugin-tools/finding.ts';

import { write } from './author-kit.ts';
import { newMarks, newMarksServer } from './marks-plugin.ts';

const CALLS = `import { defineCall } from '@reelport/core/contract';
import { z } from 'zod';

export const listMarks = defineCall({
  method: 'GET',
  path: '/api/p/marks/marks',
  summary: 'Lists marks.',
  data: z.object({ items: z.array(z.string()) }),
});
`;
const SERVER = `import { defineServer } from '@reelport/core/server';
import { readFile } from 'node:fs/promises';

import { listMarks } from '../calls.ts';
import manifest from '../plugin.ts';
import { marks } from './tables.ts';

export default defineServer({
  manifest,
  migrations: new URL('./migrations/', import.meta.url),
  routes(calls, ctx) {
    calls.handle(listMarks, async (_input, { caller }) => {
      const rows = await ctx.db.forAccount(caller.accountId).select(marks);
      return { items: rows.map(({ name }) => name) };
    });
  },
  sweep: () => readFile('/dev/null').then(() => 0),
});
`;

test('a server half is built beside its migrations, with the calls that both halves share', async (t) => {
  const root = await newMarksServer(t, { calls: CALLS, server: SERVER });
  assert.match(readFileSync(join(root, 'server/migrations/0000_first.sql'), 'utf8'), /CREATE TABLE "marks_marks"/);

  const { description } = await buildPlugin(findAuthorFolder(root));
  assert.equal(description.server?.module.path, 'server/server.mjs');
  assert.deepEqual(
    description.server.files.map(({ path }) => path),
    ['server/migrations/0000_first.sql', 'server/migrations/meta/_journal.json'],
  );

  const module = readFileSync(join(root, 'dist/server/server.mjs'), 'utf8');
  assert.match(module, /new URL\(['"]\.\/migrations\/['"], import\.meta\.url\)/);
  const given = [...module.matchAll(/from ?"([^"]+)"/g)].map(([, name]) => name);
  assert.deepEqual(given.toSorted(), [
    '@reelport/core/contract',
    '@reelport/core/server',
    'drizzle-orm/pg-core',
    'node:fs/promises',
    'zod',
  ]);
  const half = (await import(pathToFileURL(join(root, 'dist/server/server.mjs')).href)) as {
    default: { manifest: { id: string }; migrations: URL };
    calls: Record<string, Call>;
  };
  assert.equal(half.default.manifest.id, 'marks');
  assert.equal(half.default.migrations.href, pathToFileURL(join(root, 'dist/server/migrations/')).href);
  assert.deepEqual(callHashes(half.calls), description.calls);
});

test('another shape of an answer is another hash, another text about it is not', async (t) => {
  const root = newMarks(t);
  write(root, 'server/index.ts', SERVER.replace(/.*(tables|marks|migrations|items|rows).*\n/g, ''));
  const hashOf = async (calls: string) => {
    write(root, 'calls.ts', calls);
    write(
      root,
      'server/index.ts',
      "import { defineServer } from '@reelport/core/server';\nimport manifest from '../plugin.ts';\nexport default defineServer({ manifest });\n",
    );
    return (await buildPlugin(findAuthorFolder(root))).description.calls;
  };
  const first = await hashOf(CALLS);
  assert.deepEqual(await hashOf(CALLS.replace('Lists marks.', 'Lists all marks.')), first);
  assert.notDeepEqual(await hashOf(CALLS.replace('z.string()', 'z.number()')), first);
});

test('a call of a server half outside of the plugin’s own address is refused', async (t) => {
  const root = newMarks(t);
  write(root, 'calls.ts', CALLS.replace('/api/p/marks/', '/api/marks/'));
  write(root, 'server/index.ts', 'export default {};\n');
  await assert.rejects(buildPlugin(findAuthorFolder(root)), (error: unknown) => {
    assert(error instanceof RefusedPlugin);
    assert.deepEqual(
      error.findings.map(({ file, text }) => `${file} ${text}`),
      ['calls.ts host:plugin-tools.call-path'],
    );
    return true;
  });
});
