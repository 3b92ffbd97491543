import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { bootOf, startWebSite, type Got } from './web-site.ts';

const get = await startWebSite({ after });

test('every address that no call has answers the page', async () => {
  for (const path of ['/', '/home', '/mixedCut/edit/7', '/no/such/page?a=1']) {
    const { status, headers, body } = await get(path);
    assert.equal(status, 200, path);
    assert.match(headers['content-type'] as string, /^text\/html/);
    assert.match(body.toString(), /\/assets\/main\.0a1b2c3d\.js/, path);
  }
});

test('what is no page is a 404 and never the page', async () => {
  const paths = ['/assets/gone.js', '/assets/gone', '/locales/zh/x.json', '/api/nowhere', '/nodeapi/x', '/robots.txt'];
  for (const path of [...paths, '/assets/main.0a1b2c3d.js.map', '/build.json', '/assets/../build.json']) {
    assert.equal((await get(path)).status, 404, path);
  }
  const asProgram = await get('/home', { accept: 'application/json, text/plain, */*' });
  assert.equal(asProgram.status, 404);
  assert.equal((await get('/home', {}, 'POST')).status, 404);
});

test('files of the build are kept for good, and come compressed where the reader takes that', async () => {
  const path = '/assets/main.0a1b2c3d.js';
  const plain = await get(path);
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.deepEqual([plain.body.toString(), plain.headers['content-encoding']], ['main as it is', undefined]);
  const br = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
  assert.deepEqual([br.body.toString(), br.headers['content-encoding']], ['main by brotli', 'br']);
  const gzip = await get(path, { 'accept-encoding': 'gzip, br;q=0' });
  assert.deepEqual([gzip.body.toString(), gzip.headers['content-encoding']], ['main by gzip', 'gzip']);
  assert.equal(br.headers['vary'], 'accept-encoding');
  const head = await get(path, {}, 'HEAD');
  assert.deepEqual([head.status, head.headers['content-length'], head.body.length], [200, '13', 0]);
});

test('a part of a film is sent when a part is asked for', async () => {
  const path = '/assets/clip.0a1b2c3d.mp4';
  const part = await get(path, { range: 'bytes=2-4', 'accept-encoding': 'br' });
  assert.deepEqual([part.status, part.body.toString(), part.headers['content-range']], [206, '234', 'bytes 2-4/10']);
  assert.equal((await get(path, { range: 'bytes=99-' })).status, 416);
});

test('the page is asked about anew each time, and comes once', async () => {
  const first = await get('/home');
  assert.equal(first.headers['cache-control'], 'no-cache');
  const again = await get('/home', { 'if-none-match': first.headers['etag'] as string });
  assert.deepEqual([again.status, again.body.length], [304, 0]);
  const other = await get('/home', {
    'if-none-match': first.headers['etag'] as string,
    cookie: 'localeLanguage=en',
  });
  assert.equal(other.status, 200);
});

test('the page comes compressed and says the same', async () => {
  const plain = await get('/home');
  const br = await get('/home', { 'accept-encoding': 'br, gzip' });
  const gzip = await get('/home', { 'accept-encoding': 'gzip' });
  assert.equal(brotliDecompressSync(br.body).toString(), plain.body.toString());
  assert.equal(gunzipSync(gzip.body).toString(), plain.body.toString());
});

test('language and theme are those of the reader’s last visit, dark and Chinese at first', async () => {
  const first = (await get('/home')).body.toString();
  assert.match(first, /<html lang="zh-CN">[\s\S]*<title>请升级浏览器 · 映港<\/title>[\s\S]*<body theme-mode="dark">/);
  const later = await get('/home', { cookie: 'a=b; darkMode=false; localeLanguage=en' });
  assert.match(later.body.toString(), /<html lang="en">[\s\S]*<body theme-mode="light">/);
  assert.equal(bootOf(later).language, 'en');
  assert.match((await get('/home', { cookie: 'darkMode=nonsense' })).body.toString(), /theme-mode="dark"/);
});

test('the page brings the texts of the plugin that owns the address, and asks for its code ahead', async () => {
  const home = await get('/home');
  assert.equal(bootOf(home).texts['landing']?.['home.title'], '首页');
  // After what the start is made of, which its first lines wait for.
  assert.deepEqual(aheadOf(home), ['script /assets/vendor.0a1b2c3d.js', 'script /assets/main.0a1b2c3d.js']);
  assert.ok(home.body.toString().includes('["script","/assets/p1.0a1b2c3d.js"]'));
  assert.equal(bootOf(await get('/elsewhere')).texts['landing'], undefined);
});

/** What a page has fetched beside its start. */
function aheadOf({ body }: Got): string[] {
  const links = body.toString().matchAll(/<link rel="preload" as="(\w+)" href="([^"]+)"([^>]*)>/g);
  return [...links].map(([, kind, address, rest]) => {
    // Only so what was preloaded is taken by `fetch`.
    assert.equal(rest?.includes('crossorigin'), kind === 'fetch');
    return `${kind} ${address}`;
  });
}

test('a member’s page asks ahead for the frame around it, its own code, and what fills its slots', async () => {
  const member = { cookie: 'user-token=1' };
  const expected = [
    ...['style /assets/p2.0a1b2c3d.css', 'style /assets/shell.0a1b2c3d.css'],
    ...['script /assets/p2.0a1b2c3d.js', 'script /assets/p3.0a1b2c3d.js', 'script /assets/shell.0a1b2c3d.js'],
    ...['script /assets/wire.0a1b2c3d.js', 'script /assets/desk.0a1b2c3d.js', 'fetch /locales/zh/filler.feedbeef.json'],
  ];
  assert.deepEqual(aheadOf(await get('/workbench', member)), expected);
  assert.deepEqual(aheadOf(await get('/', member)), expected);
  assert.deepEqual(aheadOf(await get('/workbench')), [
    'style /assets/p2.0a1b2c3d.css',
    'script /assets/p2.0a1b2c3d.js',
  ]);
});

test('visitors read the first lines of a page before its code has come, in their words and styles', async () => {
  const home = (await get('/home')).body.toString();
  const lines = '<main id="first-paint"><h1>首页</h1><p>3 段&lt;/script&gt;&lt;b&gt;</p></main>';
  assert.ok(home.includes(lines), home);
  assert.ok(home.includes('<style data-href="/assets/p1.0a1b2c3d.css">.home { margin: 0 }</style>'));
  const member = (await get('/home', { cookie: 'user-token=1' })).body.toString();
  assert.ok(!member.includes('first-paint') && !member.includes('.home {'));
});

test('members read the first lines of a page in the workbench’s frame, and visitors do not', async () => {
  const drawer = (await get('/drawer', { cookie: 'user-token=1' })).body.toString();
  assert.match(drawer, /<div id="first-paint" class="rp-shell">.*<div class="rp-shell__content"><p>首行<\/p><\/div>/);
  assert.ok(drawer.includes('.frame { margin: 0 }') && drawer.includes('.desk { margin: 0 }'));
  assert.ok(!(await get('/drawer')).body.toString().includes('first-paint'));
});

test('no text ends the element that it stands in', async () => {
  const home = await get('/home');
  assert.equal(bootOf(home).texts['landing']?.['evil'], '</script><b>');
  assert.ok(!home.body.toString().includes('</script><b>'));
});

/** The hashes, as a policy names them, of what a page embeds. */
function embeddedIn({ body }: Got, kind: 'style' | 'script'): string[] {
  const found = body.toString().matchAll(new RegExp(`<${kind}([^>]*)>(.*?)</${kind}>`, 'gs'));
  return [...found].flatMap(([, attributes = '', text = '']) =>
    /application\/json|src=/.test(attributes) ? [] : [`'sha256-${createHash('sha256').update(text).digest('base64')}'`],
  );
}

function policyOf({ headers }: Got, kind: 'style' | 'script'): string {
  return new RegExp(`${kind}-src ([^;]*)`).exec(String(headers['content-security-policy']))?.[1] ?? '';
}

test('the page has no script and no style that the policy does not name, and waits for no file of either', async () => {
  for (const [cookie, scripts, styles] of [
    ['', 3, 2],
    ['user-token=1', 2, 1],
  ] as const) {
    const got = await get('/home', { cookie });
    assert.deepEqual([embeddedIn(got, 'script').length, embeddedIn(got, 'style').length], [scripts, styles]);
    for (const kind of ['script', 'style'] as const) {
      assert.equal(policyOf(got, kind), ["'self'", ...embeddedIn(got, kind)].join(' '));
    }
    assert.ok(!/style=|onload=|rel="stylesheet"|<script src/.test(got.body.toString()));
  }
});

test('the page names what plugins from outside share before its first script, and its policy alone allows that', async () => {
  const member = { cookie: 'user-token=1' };
  const got = await get('/home', member);
  const page = got.body.toString();
  const [, map = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(page) ?? [];
  assert.deepEqual(JSON.parse(map), { imports: { react: '/shared/react.0a1b2c3d.js' } });
  assert.ok(page.indexOf('<script type="importmap">') < page.indexOf('<script defer src='));
  const again = await get('/home', { ...member, 'if-none-match': got.headers['etag'] as string });
  assert.deepEqual([again.status, policyOf(again, 'script')], [304, policyOf(got, 'script')]);
  for (const path of ['/shared/react.0a1b2c3d.js', '/api/plugins', '/lowVersionBrowser', '/assets/gone.js']) {
    assert.equal(policyOf(await get(path), 'script'), `'self'`, path);
  }
});

test('what frames of another origin load may be read by them, and nothing else', async () => {
  for (const path of ['/shared/react.0a1b2c3d.js', '/assets/main.0a1b2c3d.js', '/locales/zh/landing.feedbeef.json']) {
    assert.equal((await get(path)).headers['access-control-allow-origin'], '*', path);
  }
  for (const path of ['/home', '/api/plugins']) {
    assert.equal((await get(path)).headers['access-control-allow-origin'], undefined, path);
  }
});

test('each host shows its own filing number, any other the common one', async () => {
  const filing = async (host: string) => bootOf(await get('/home', { host })).filing;
  assert.equal(await filing('one.example'), '甲ICP备1号');
  assert.equal(await filing('TWO.example:8443'), '乙ICP备2号');
  assert.equal(await filing('three.example'), '丙ICP备3号');
});

test('localhost and the hosts that are named are marked as places for tests', async () => {
  const isTest = async (host: string) => bootOf(await get('/home', { host })).test;
  assert.deepEqual(
    [await isTest('localhost:4400'), await isTest('test.example'), await isTest('one.example')],
    [true, true, false],
  );
});

test('how to reach a person is in the page, with a QR code that this server draws', async () => {
  const { contact } = bootOf(await get('/home'));
  assert.deepEqual([contact.id, contact.phone], ['reelport-help', '400-000-0000']);
  const code = await get(contact.qr ?? '');
  assert.equal(code.headers['content-type'], 'image/svg+xml');
  assert.match(code.body.toString(), /<svg/);
});

test('an anonymous visitor’s page brings the index of plugins; somebody who is logged in asks for theirs', async () => {
  assert.deepEqual(
    bootOf(await get('/home')).plugins?.map(({ manifest }) => manifest.id),
    ['landing', 'desk', 'filler'],
  );
  assert.equal(bootOf(await get('/home', { cookie: 'user-token=x' })).plugins, undefined);
});

test('the page for old browsers names the versions that do, and needs no script to be read', async () => {
  const { status, body } = await get('/lowVersionBrowser');
  const text = body.toString();
  assert.equal(status, 200);
  assert.match(text, /Chrome（119 或更新）[\s\S]*Safari（17\.4 或更新）/);
  assert.match(text, /请升级浏览器[\s\S]*© 2005–20\d\d 映港[\s\S]*href="\/protocal"[\s\S]*href="\/legalNotice"/);
  assert.match((await get('/lowVersionBrowser', { cookie: 'localeLanguage=en' })).body.toString(), /© 2005–/);
});
