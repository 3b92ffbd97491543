import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import SwaggerParser from '@apidevtools/swagger-parser';
import { generate } from 'openapi-typescript-codegen';

import { discoverPlugins } from '#host/server/discover-plugins.ts';

import { startTestServer } from './test-server.ts';

// Tools of strangers read the published description: a validator, and a generator of clients whose work is then compiled.

const server = await startTestServer({ after }, { discovered: await discoverPlugins() });
let description: Parameters<typeof SwaggerParser.validate>[0] & object;
before(async () => {
  description = (await (await fetch(`${server.address}/api/openapi.json`)).json()) as typeof description;
});

test('the description of all calls is valid OpenAPI, and all that it refers to is there', async () => {
  const api = await SwaggerParser.validate(structuredClone(description));
  assert.ok(Object.keys(api.paths ?? {}).length > 100, 'it holds the calls of every plugin');
});

test('a client generated from it compiles', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reelport-client-'));
  try {
    await generate({ input: description, output: join(folder, 'client'), httpClient: 'fetch' });
    writeFileSync(
      join(folder, 'use.ts'),
      `import { MaterialsService, OpenAPI } from './client';
       OpenAPI.BASE = '${server.address}';
       const answer = await MaterialsService.materialsListMaterials();
       const first: string | undefined = answer.data.items[0]?.id;
       // @ts-expect-error a material has no such field
       answer.data.items[0]?.nowhere;
       console.log(first);`,
    );
    const options = [
      '--ignoreConfig',
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
    ];
    const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
    const compiled = spawnSync(
      process.execPath,
      [compiler, ...options, '--module', 'esnext', '--moduleResolution', 'bundler', join(folder, 'use.ts')],
      { encoding: 'utf8' },
    );
    assert.equal(compiled.stdout + compiled.stderr, '');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
