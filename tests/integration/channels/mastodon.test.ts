import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';

import type { ChannelPost } from '#core/server/services/providers/channels.ts';
import { createMastodon } from '#plugins/channels/server/mastodon/mastodon.ts';
import { MASTODON } from '#plugins/channels/server/mastodon/settings.ts';
import { startMastodon } from '#tests/fixtures/channels/mastodon-simulator.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

import { attempt, connect, REDIRECT } from './channel-case.ts';
import { services } from './own-kit.ts';

let video: string;
before(async () => {
  video = join(await temporaryFolder(), 'clip.mp4');
  await writeFile(video, 'a clip');
});

const clock = { now: () => new Date() };
const post = (changes: Partial<ChannelPost> = {}): ChannelPost => ({
  ...{
    key: 'key-1',
    title: '',
    text: '码头',
    topics: [],
    video,
    cover: null,
    audience: 'public',
    at: null,
    ...changes,
  },
});

async function start(t: TestContext, settings: { privateNetwork: boolean } = { privateNetwork: true }) {
  const simulator = await startMastodon(t);
  const provider = createMastodon(MASTODON.parse(settings), { ...services, clock });
  return { ...simulator, provider, answers: { address: simulator.platform.address } };
}

const authorise = ({ provider, answers }: Awaited<ReturnType<typeof start>>) =>
  provider.authorise({ state: 's', redirect: REDIRECT, answers, account: 'a' });

test('a server in the own network is asked only where operators allow it, and never without https elsewhere', async (t) => {
  const guarded = await start(t, { privateNetwork: false });
  await assert.rejects(authorise(guarded), { kind: 'refused', message: /https/ });
  guarded.answers = { address: guarded.platform.address.replace('http:', 'https:') };
  await assert.rejects(authorise(guarded), { code: 'core:outbound.refused' });
  guarded.answers = { address: 'https://somebody:secret@quay.example' };
  await assert.rejects(authorise(guarded), { kind: 'refused' });
  assert.deepEqual(guarded.platform.asked, []);
});

test('a server that knows of no code verifier is asked without one', async (t) => {
  const started = await start(t);
  started.platform.misbehave('about', { status: 404 });
  const { url } = await authorise(started);
  assert.equal(new URL(url ?? '').searchParams.get('code_challenge'), null);
  started.platform.misbehave('about', { status: 404 });
  assert.equal((await connect(started)).owner.name, 'Quay');
});

test('a post that waits for its time is published by the server, and found then under its new id', async (t) => {
  const started = await start(t);
  const { provider, platform } = started;
  const { tokens } = await connect(started);
  const at = new Date(Date.now() + 60 * 60_000);
  const since = new Date();
  platform.misbehave('post', 'lose-answer');
  const lost = await attempt(provider, post({ at }), tokens);
  const work = { tokens, saved: lost.saved ?? '', since, signal: AbortSignal.timeout(10_000) };
  const name = (await provider.find?.(post({ at }), work)) ?? assert.fail('it was not found');
  assert.deepEqual(await provider.check(name, tokens), { state: 'working' });
  assert.deepEqual([...((await provider.figures?.([name], tokens)) ?? [])], []);
  started.publishScheduled();
  const state = await provider.check(name, tokens);
  assert.equal(state.state, 'published');
  assert.equal((await provider.figures?.([name], tokens))?.get(name)?.likes, 7);
  assert.deepEqual([platform.posts.length, platform.posts[0]?.at], [1, at.toISOString()]);
});

test('a time that is too near is waited for, and one that is over means now', async (t) => {
  const started = await start(t);
  const { tokens } = await connect(started);
  const soon = new Date(Date.now() + 60_000);
  const early = await attempt(started.provider, post({ at: soon }), tokens);
  assert.deepEqual([early.failure?.kind, early.failure?.until, early.isCommitted], ['limited', soon, false]);
  const late = await attempt(started.provider, post({ at: new Date(Date.now() - 60_000) }), tokens, early.saved);
  assert.equal((await started.provider.check(late.name ?? '', tokens)).state, 'published');
  assert.deepEqual(
    started.platform.asked.filter((step) => step === 'upload'),
    ['upload'],
  );
});

test('the same key makes one post, and a file that the server has removed is sent again', async (t) => {
  const started = await start(t);
  const { tokens } = await connect(started);
  started.platform.misbehave('post', { status: 503 });
  const failed = await attempt(started.provider, post(), tokens);
  started.forgetFiles();
  const first = await attempt(started.provider, post(), tokens, failed.saved);
  const second = await attempt(started.provider, post(), tokens);
  assert.deepEqual([first.name, started.platform.posts.length], [second.name, 1]);
});

test('links count as the server counts them', async (t) => {
  const started = await start(t);
  const { tokens } = await connect(started);
  const link = `https://quay.example/${'a'.repeat(400)}`;
  assert.equal(
    (await attempt(started.provider, post({ text: `${'码'.repeat(476)} ${link}` }), tokens)).failure,
    undefined,
  );
  const refused = await attempt(started.provider, post({ text: `${'码'.repeat(477)} ${link}` }), tokens);
  assert.match(refused.failure?.message ?? '', /501, the platform takes 500/);
});
