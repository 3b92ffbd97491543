import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { openWebBuild } from '#core/server/http/web/web-build.ts';

import { BUILD } from './web-site.ts';

test('a build that replaces another is taken up without a restart', async (t) => {
  const own = await mkdtemp(join(tmpdir(), 'reelport-web-'));
  t.after(() => rm(own, { recursive: true, force: true }));
  await writeFile(join(own, 'build.json'), JSON.stringify(BUILD));
  const source = await openWebBuild(pathToFileURL(`${own}/`));
  assert.equal((await source?.current())?.build, 'build-1');
  const before = (await source?.current())?.importMap;
  const shared = { react: '/shared/react.ffffffff.js' };
  await writeFile(join(own, 'build.json'), JSON.stringify({ ...BUILD, shared, build: 'build-2' }));
  await utimes(join(own, 'build.json'), new Date(), new Date(Date.now() + 5000));
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 2000 });
  assert.equal((await source?.current())?.build, 'build-2');
  assert.notEqual((await source?.current())?.importMap?.hash, before?.hash);
  await rm(join(own, 'build.json'));
  t.mock.timers.tick(2000);
  assert.equal((await source?.current())?.build, 'build-2');
});

test('a folder without a build is none', async () => {
  assert.equal(await openWebBuild(new URL('file:///no/such/folder/')), undefined);
});
