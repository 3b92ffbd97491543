import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { openWebBuild, type WebBuild } from '#core/server/http/web/web-build.ts';

import { buildPackage } from '../../fixtures/plugin-package.ts';
import { startTestServer } from './test-server.ts';

const folder = await mkdtemp(join(tmpdir(), 'reelport-frame-'));
after(() => rm(folder, { recursive: true, force: true }));
const BUILD: WebBuild = {
  build: 'build-1',
  ...{ js: [], css: [], statics: {}, texts: 'feedbeef', plugins: {}, chunks: {}, firstPaints: {}, files: [] },
  frame: { js: ['/assets/frame.0a1b2c3d.js'], css: ['/assets/frame.0a1b2c3d.css'] },
  shared: { react: '/shared/react.0a1b2c3d.js' },
};
await writeFile(join(folder, 'build.json'), JSON.stringify(BUILD));
const web = await openWebBuild(pathToFileURL(`${folder}/`));
assert.ok(web);
const server = await startTestServer({ after }, { web });
const { plugins } = server.composed.ctx;
const { accountId } = await server.signIn();

async function install(id: string, untrusted: boolean): Promise<string> {
  const parts = { manifest: { id }, styles: 'h1 { color: red }' };
  await plugins.install(buildPackage(parts), { actor: accountId, source: 'tests', untrusted, grants: [] });
  return (await plugins.find(id))?.source?.revision ?? '';
}

test('the page of a frame may run the product’s own code and the plugin’s, and nothing else', async () => {
  const revision = await install('quay', true);
  const answer = await fetch(`${server.address}/plugin-frame/quay/${revision}`);
  const html = await answer.text();
  const policy = new Map(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((part) => {
      const [name = '', ...sources] = part.split(' ');
      return [name, sources.join(' ')] as const;
    }),
  );
  const source = (await plugins.find('quay'))?.source;
  const own = `${server.address}${source?.web?.url.replace('web.mjs', '')}`;
  const map = /<script type="importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(map).digest('base64');
  assert.equal(policy.get('script-src'), `${server.address}/assets/ ${server.address}/shared/ ${own} 'sha256-${hash}'`);
  assert.deepEqual(
    ['default-src', 'connect-src', 'form-action', 'base-uri', 'sandbox'].map((name) => policy.get(name)),
    [`'none'`, own, `'none'`, `'none'`, 'allow-scripts allow-forms'],
  );
  assert.equal(policy.get('frame-ancestors'), server.address);
  assert.deepEqual(JSON.parse(map), {
    imports: BUILD.shared,
    integrity: { [source?.web?.url ?? '']: source?.web?.integrity },
  });
  assert.match(html, new RegExp(`<link rel="stylesheet" href="[^"]+web.css" integrity="sha384-[^"]+" crossorigin`));
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(answer.headers.get('permissions-policy') ?? '', /camera=\(\).*microphone=\(\)/);
  assert.equal(answer.headers.get('set-cookie'), null);
});

test('there is a frame for an untrusted plugin only, and only for the build that is installed', async () => {
  const status = async (path: string) => (await fetch(`${server.address}/plugin-frame/${path}`)).status;
  const trusted = await install('pier', false);
  assert.deepEqual(
    await Promise.all([`pier/${trusted}`, 'quay/another', 'nobody/1', `quay/${trusted}`].map(status)),
    [404, 404, 404, 404],
  );
});

test('the page of the workbench lets frames of this server stand in it, and no others', async () => {
  const answer = await fetch(`${server.address}/home`, { headers: { accept: 'text/html' } });
  assert.match(answer.headers.get('content-security-policy') ?? '', /frame-src 'self'(;|$)/);
});

test('a developer’s build has a frame of its own beside that of the version that everybody has', async () => {
  const revision = await install('drawn', true);
  const packed = buildPackage({ manifest: { id: 'drawn' }, web: 'export default 2;' });
  const { source } = await plugins.push(packed, { owner: accountId, isolated: true });
  assert.notEqual(source?.revision, revision);
  for (const each of [revision, source?.revision]) {
    assert.equal((await fetch(`${server.address}/plugin-frame/drawn/${each}`)).status, 200);
  }
});
