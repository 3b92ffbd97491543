import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { Window } from 'happy-dom';

import { lastFirst } from '#core/server/testing/test-scope.ts';

import { startShowcases } from './showcase-kit.ts';

type Showcases = Awaited<ReturnType<typeof startShowcases>>;
const scope = lastFirst({ after });
let showcases: Showcases;
before(async () => {
  showcases = await startShowcases(scope);
});
const window = new Window();
after(() => window.happyDOM.close());
const parsed = (text: string, type: 'text/html' | 'application/xml') =>
  new window.DOMParser().parseFromString(text, type);
const page = async (path: string, headers?: Record<string, string>) =>
  parsed(await showcases.read(path, headers), 'text/html');

const HOSTILE = `</title><script>alert(1)</script>"'><img src=x onerror=alert(2)>&amp;\u202Egnp.`;

test('a post without a title is known by the first line of its text, and without words by its showcase', async () => {
  const { connect, publish } = showcases;
  const { tokens } = await connect('untitled');
  const worded = await publish(tokens, { title: '', text: 'First line\nSecond line' });
  const bare = await publish(tokens, { title: '', text: '' });
  assert.equal((await page(worded.path)).querySelector('h1')?.textContent, 'First line');
  const home = await page(worded.path.replace(/\/[^/]+$/, ''));
  const name = home.querySelector('h1')?.textContent ?? '';
  assert.equal((await page(bare.path)).querySelector('h1')?.textContent, name);
  assert.deepEqual([...home.querySelectorAll('.tile b')].map(({ textContent }) => textContent).toSorted(), [
    ...['First line', name].toSorted(),
  ]);
});

test('a page has its posts with text, topics and player, in the visitor’s language, and asks nobody else for anything', async () => {
  const { connect, publish, get, server } = showcases;
  const { tokens } = await connect('tea');
  const { path, link } = await publish(tokens, { text: 'First line\nSecond line', topics: ['tea', '码头'] });
  assert.equal(link, server.address + path, 'without a public address, where it was connected');

  const post = await page(path);
  assert.equal(post.querySelector('h1')?.textContent, 'Quay at dawn');
  assert.equal(post.querySelector('.text')?.textContent, 'First line\nSecond line');
  assert.deepEqual(
    [...post.querySelectorAll('.topics li')].map(({ textContent }) => textContent),
    ['#tea', '#码头'],
  );
  const video = post.querySelector('video');
  assert.deepEqual(
    ['src', 'poster', 'width', 'height'].map((name) => video?.getAttribute(name)),
    [`${path}/video.mp4`, `${path}/poster.jpg`, '180', '320'],
  );
  const meta = (name: string) =>
    post.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute('content');
  assert.equal(meta('og:video'), `${link}/video.mp4`);
  assert.equal(meta('og:image'), `${link}/poster.jpg`);
  assert.equal(meta('robots'), undefined);
  assert.equal(post.querySelector('link[rel="canonical"]')?.getAttribute('href'), link);

  for (const address of ['/showcase/tea', path, `${path}/embed`]) {
    const answer = await get(address, { 'accept-language': 'zh-CN', 'accept-encoding': 'identity' });
    const text = await answer.text();
    assert.equal(answer.status, 200);
    assert.match(text, /<html lang="zh-CN">/);
    assert.ok(Buffer.byteLength(text) < 30_000, `${address}: ${Buffer.byteLength(text)} bytes`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; img-src 'self'; media-src 'self'/);
    assert.equal(policy.includes('frame-ancestors *'), address.endsWith('/embed'));
    const made = parsed(text, 'text/html');
    for (const inline of [...made.querySelectorAll('style, script:not([type])')]) {
      const hash = createHash('sha256').update(inline.textContent).digest('base64');
      assert.ok(policy.includes(`'sha256-${hash}'`), 'the policy names what stands in the page');
    }
    const loaded = [...made.querySelectorAll('img, video, script[src], link[rel="stylesheet"], link[rel="icon"]')]
      .flatMap((element) => ['src', 'poster', 'href'].map((name) => element.getAttribute(name)))
      .filter((source) => source !== null);
    assert.ok(loaded.length > 0 && loaded.every((source) => source.startsWith('/')), String(loaded));
  }
  assert.match(await showcases.read('/showcase/tea', { 'accept-language': 'zh' }), /1 个视频/);
  assert.match(await showcases.read('/showcase/TEA'), /1 video</, 'a phone begins what is typed with a capital');
});

test('what somebody writes is text on every page and in every feed', async () => {
  const { connect, publish, read } = showcases;
  const title = HOSTILE.slice(0, 50);
  const { tokens } = await connect('hostile', title);
  const { path } = await publish(tokens, { title: HOSTILE, text: `${HOSTILE}\u0001\u0008`, topics: [HOSTILE] });
  const oembed = `/showcase/oembed?${new URLSearchParams({ url: showcases.server.address + path }).toString()}`;
  for (const address of ['/showcase/hostile', path, `${path}/embed`]) {
    const text = await read(address);
    const made = parsed(text, 'text/html');
    const scripts = [...made.querySelectorAll('script')].map((script) => script.textContent);
    assert.ok(
      scripts.every((script) => !/^\s*alert/.test(script)),
      address,
    );
    assert.equal(made.querySelectorAll('[onerror], img[src="x"]').length, 0, address);
    assert.doesNotMatch(text, /<script>alert|<img src=x|\u202E/, address);
  }
  assert.ok((await page(path)).querySelector('h1')?.textContent.startsWith('</title><script>alert(1)</script>'));
  const data = (await page(path)).querySelector('script[type="application/ld+json"]')?.textContent ?? '';
  assert.equal((JSON.parse(data) as { name: string }).name.slice(0, 8), '</title>');
  const { html } = JSON.parse(await read(oembed)) as { html: string };
  assert.equal(parsed(html, 'text/html').querySelectorAll('script, img').length, 0);
  for (const feed of ['feed.xml', 'sitemap.xml']) {
    const made = parsed(await read(`/showcase/hostile/${feed}`), 'application/xml');
    assert.equal(made.querySelectorAll('script, img, parsererror').length, 0, feed);
  }
  assert.ok((await read('/showcase/hostile/feed.json')).includes('"</title>'));
});

test('the feeds have what readers need, at addresses from anywhere', async () => {
  const { connect, publish, get, read, video, server } = showcases;
  const { tokens } = await connect('steam', 'Tea & Co');
  const { link } = await publish(tokens, { title: 'Steam', text: 'One\nTwo <b>', topics: ['tea'] });
  const bytes = readFileSync(video).length;

  assert.match((await get('/showcase/steam/feed.xml')).headers.get('content-type') ?? '', /^application\/rss\+xml/);
  const rss = parsed(await read('/showcase/steam/feed.xml'), 'application/xml');
  assert.equal(rss.querySelector('parsererror'), null);
  const channel = (name: string) => rss.querySelector(`channel > ${name}`)?.textContent;
  assert.deepEqual([channel('title'), channel('link')], ['Tea & Co', `${server.address}/showcase/steam`]);
  assert.equal(channel('description'), 'Videos by Tea & Co.');
  const self = rss.getElementsByTagName('atom:link')[0];
  assert.deepEqual(
    ['href', 'rel'].map((name) => self?.getAttribute(name)),
    [`${server.address}/showcase/steam/feed.xml`, 'self'],
  );
  const item = (name: string) => rss.querySelector(`item > ${name}`);
  assert.equal(item('title')?.textContent, 'Steam');
  assert.equal(item('guid')?.textContent, link);
  assert.equal(item('description')?.textContent, 'One<br>\nTwo &lt;b&gt;');
  assert.equal(item('category')?.textContent, 'tea');
  assert.ok(Math.abs(Date.parse(item('pubDate')?.textContent ?? '') - Date.now()) < 60_000);
  const enclosure = item('enclosure');
  assert.deepEqual(
    ['url', 'length', 'type'].map((name) => enclosure?.getAttribute(name)),
    [`${link}/video.mp4`, String(bytes), 'video/mp4'],
  );
  const thumbnail = rss.getElementsByTagName('media:thumbnail')[0];
  assert.equal(thumbnail?.getAttribute('url'), `${link}/poster.jpg`);

  const json = JSON.parse(await read('/showcase/steam/feed.json')) as Record<string, unknown> & {
    items: { id: string; attachments: unknown[] }[];
  };
  assert.equal(json['version'], 'https://jsonfeed.org/version/1.1');
  assert.equal(json['feed_url'], `${server.address}/showcase/steam/feed.json`);
  assert.equal(json.items[0]?.id, link);
  assert.deepEqual(json.items[0]?.attachments, [
    { url: `${link}/video.mp4`, mime_type: 'video/mp4', title: 'Steam', size_in_bytes: bytes, duration_in_seconds: 2 },
  ]);
  const sitemap = parsed(await read('/showcase/steam/sitemap.xml'), 'application/xml');
  const locations = [...sitemap.querySelectorAll('loc')].map(({ textContent }) => textContent);
  assert.deepEqual(locations, [`${server.address}/showcase/steam`, link]);
});

test('another site embeds a post by its address, within its bounds', async () => {
  const { connect, publish, get } = showcases;
  const { tokens } = await connect('embedded');
  const { link } = await publish(tokens);
  const ask = (query: Record<string, string>) => get(`/showcase/oembed?${new URLSearchParams(query).toString()}`);
  const found = (await (await ask({ url: link, maxheight: '160' })).json()) as Record<string, unknown>;
  assert.deepEqual([found['type'], found['version'], found['width'], found['height']], ['video', '1.0', 90, 160]);
  const frame = parsed(String(found['html']), 'text/html').querySelector('iframe');
  assert.equal(frame?.getAttribute('src'), `${link}/embed`);
  const discovered = (await page(link)).querySelector('link[type="application/json+oembed"]')?.getAttribute('href');
  assert.equal((await get(discovered ?? '')).status, 200);
  assert.equal((await ask({ url: link, format: 'xml' })).status, 501);
  const foreign = link.replace(/127\.0\.0\.1/, 'elsewhere.example');
  for (const url of ['', 'nonsense', foreign, `${link}x`, link.replace(/\/[^/]+$/, '')]) {
    assert.equal((await ask({ url })).status, 404, url);
  }
});

test('an unlisted post is for those who have its address, and is named nowhere', async () => {
  const { connect, publish, read, get } = showcases;
  const { tokens } = await connect('hidden');
  await publish(tokens, { title: 'Seen' });
  const { path } = await publish(tokens, { title: 'Whisper', audience: 'unlisted' });
  assert.match(path, /^\/showcase\/hidden\/[a-z0-9]{26}$/);
  assert.equal((await page(path)).querySelector('meta[name="robots"]')?.getAttribute('content'), 'noindex, nofollow');
  const video = await get(`${path}/video.mp4`, {}, 'HEAD');
  assert.deepEqual([video.status, video.headers.get('x-robots-tag')], [200, 'noindex']);
  const listed = await publish(tokens, { title: 'Third' });
  for (const address of ['', '/feed.xml', '/feed.json', '/sitemap.xml', listed.path.slice('/showcase/hidden'.length)]) {
    const text = await read(`/showcase/hidden${address}`);
    assert.doesNotMatch(text, /Whisper/, address);
    assert.match(text, /Seen/, address);
  }
});

test('a post is seen at its own showcase alone, and closed accounts show nothing', async () => {
  const { connect, publish, get, ctx } = showcases;
  const [tea, salt] = [await connect('own-tea'), await connect('own-salt')];
  const { path } = await publish(tea.tokens);
  await publish(salt.tokens);
  const slug = path.split('/').at(-1) ?? '';
  assert.equal((await get(`/showcase/own-salt/${slug}`)).status, 404);
  assert.equal((await get(`/showcase/own-salt/${slug}/video.mp4`)).status, 404);
  const missing = await get('/showcase/nobody');
  assert.equal(missing.status, 404);
  assert.match(await missing.text(), /There is no showcase at this address/);
  assert.equal((await get('/showcase/own-tea?page=2')).status, 404);
  assert.equal((await get('/showcase/own-tea?page=x')).status, 404);

  await ctx.db.transaction((tx) => ctx.accounts.disable(tx, tea.accountId));
  for (const address of ['/showcase/own-tea', path, `${path}/video.mp4`]) {
    assert.equal((await get(address)).status, 410, address);
  }
});

test('videos and posters are sent in ranges, kept while they stay, and headers come without a body', async () => {
  const { connect, publish, get, video } = showcases;
  const { tokens } = await connect('ranges');
  const { path } = await publish(tokens);
  const bytes = readFileSync(video);
  const address = `${path}/video.mp4`;
  const whole = await get(address);
  assert.deepEqual([whole.status, whole.headers.get('content-type')], [200, 'video/mp4']);
  assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes);
  const part = await get(address, { range: 'bytes=10-19' });
  assert.equal(part.status, 206);
  assert.equal(part.headers.get('content-range'), `bytes 10-19/${bytes.length}`);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(10, 20));
  const beyond = await get(address, { range: `bytes=${bytes.length}-` });
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, `bytes */${bytes.length}`]);
  const etag = whole.headers.get('etag') ?? '';
  assert.equal((await get(address, { 'if-none-match': etag })).status, 304);
  assert.equal((await get(address, { range: 'bytes=0-1', 'if-range': '"old"' })).status, 200);
  const head = await get(address, {}, 'HEAD');
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(bytes.length)]);
  assert.equal((await get(path, {}, 'HEAD')).status, 200);
  const poster = await get(`${path}/poster.jpg`);
  assert.deepEqual([poster.status, poster.headers.get('content-type')], [200, 'image/jpeg']);
  assert.deepEqual([...Buffer.from(await poster.arrayBuffer()).subarray(0, 2)], [0xff, 0xd8]);
  const known = (await get(path)).headers.get('etag') ?? '';
  assert.equal((await get(path, { 'if-none-match': known })).status, 304);
});

test('a visitor is counted once a day when the player begins, and programs are not', async () => {
  const { connect, publish, get, provider, clock, ctx } = showcases;
  const { tokens } = await connect('counted');
  const { id, path } = await publish(tokens);
  const views = async () => (await provider.figures?.([id], tokens))?.get(id)?.views;
  const begin = (headers: Record<string, string> = {}) => get(`${path}/views`, headers, 'POST');
  await get(path);
  await get(path, {}, 'HEAD');
  await get(`${path}/video.mp4`);
  assert.equal(await views(), 0, 'looking is not watching');
  assert.equal((await begin()).status, 204);
  await begin();
  assert.equal(await views(), 1);
  await begin({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
  await begin({ 'user-agent': '' });
  await begin({ 'sec-fetch-site': 'cross-site' });
  assert.equal(await views(), 1);
  await begin({ 'user-agent': 'Mozilla/5.0 (Linux; Android 14; CUBOT P80) Chrome/139.0 Mobile Safari/537.36' });
  assert.equal(await views(), 2);
  clock.advance(24 * 3600);
  await begin();
  assert.equal(await views(), 3);
  const kept = async () =>
    (await ctx.db.pool.query('select visitor from showcase_visits')).rows as { visitor: string }[];
  assert.equal(new Set((await kept()).map(({ visitor }) => visitor)).size, 3, 'nobody is known on another day');
  const { default: half } = await import('#plugins/showcase/server/index.ts');
  await half.sweep?.(ctx);
  assert.equal((await kept()).length, 1);
});
