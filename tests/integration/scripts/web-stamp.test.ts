import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Stamp {
  webStamp(): string;
  webIsBuilt(): boolean;
}

test('the browser half counts as built until a byte of its sources changes, and only of its own', async (t) => {
  const checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  t.after(() => rmSync(checkout, { recursive: true, force: true }));
  const folders = [
    'core/contract',
    'core/web',
    'host/web',
    'locales/zh',
    'plugins/a/web',
    'plugins/a/server',
    'dist/web',
  ];
  for (const folder of folders) mkdirSync(join(checkout, folder), { recursive: true });
  const whole = ['scripts', 'rsbuild.config.ts', 'package-lock.json'];
  for (const name of [...whole, 'core/index.ts', 'core/package.json']) {
    cpSync(join(root, name), join(checkout, name), { recursive: true });
  }
  const { webStamp, webIsBuilt } = (await import(pathToFileURL(join(checkout, 'scripts/web-stamp.mjs')).href)) as Stamp;

  assert.equal(webIsBuilt(), false);
  const build = () => writeFileSync(join(checkout, 'dist/web/build.json'), JSON.stringify({ stamp: webStamp() }));
  build();
  assert.equal(webIsBuilt(), true);
  writeFileSync(join(checkout, 'plugins/a/server/index.ts'), 'export {};');
  assert.equal(webIsBuilt(), true);
  for (const file of ['plugins/a/web/index.ts', 'locales/zh/a.json', 'core/contract/a.ts']) {
    writeFileSync(join(checkout, file), file);
    assert.equal(webIsBuilt(), false, file);
    build();
  }
  rmSync(join(checkout, 'plugins/a/web/index.ts'));
  assert.equal(webIsBuilt(), false);
});
