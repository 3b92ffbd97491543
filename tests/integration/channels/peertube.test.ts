import assert from 'node:assert/strict';
import { before, test, type TestContext } from 'node:test';

import { createPeertube } from '#plugins/channels/server/peertube/peertube.ts';
import { PEERTUBE } from '#plugins/channels/server/peertube/settings.ts';
import { startPeertube } from '#tests/fixtures/channels/peertube-simulator.ts';

import { attempt, connect, REDIRECT } from './channel-case.ts';
import { postBuilder, searching, services } from './own-kit.ts';

let posts: Awaited<ReturnType<typeof postBuilder>>;
before(async () => {
  posts = await postBuilder({ text: '清晨的码头', topics: ['码头', 'dawn'] });
});

async function start(t: TestContext) {
  const simulator = await startPeertube(t);
  const provider = createPeertube(PEERTUBE.parse({ privateNetwork: true }), services);
  const answers = { address: simulator.platform.address, name: 'quay', password: 'secret' };
  return { ...simulator, provider, answers, ...(await connect({ provider, answers })) };
}

test('a wrong password is refused at once, and a right one is not kept', async (t) => {
  const { provider, answers, keep, tokens } = await start(t);
  const wrong = { state: 's', redirect: REDIRECT, account: 'a', answers: { ...answers, password: 'guess' } };
  await assert.rejects(provider.authorise(wrong), { kind: 'refused', message: /credentials/ });
  assert.doesNotMatch(`${keep}${tokens.access}${tokens.refresh}`, /"secret"|password/);
});

test('a cover and topics go along, and the server publishes at the time', async (t) => {
  const { provider, tokens, platform, settle, publishScheduled } = await start(t);
  const at = new Date(Date.now() + 60 * 60_000);
  const made = await attempt(provider, posts.build({ at, cover: posts.cover }), tokens);
  const name = made.name ?? assert.fail(String(made.failure));
  settle();
  const [posted] = platform.posts;
  assert.deepEqual([posted?.at, posted?.audience, posted?.hasCover], [at.toISOString(), 'private', true]);
  assert.match(posted?.text ?? '', /码头\ndawn/);
  assert.deepEqual(await provider.check(name, tokens), { state: 'working' });
  publishScheduled();
  assert.equal((await provider.check(name, tokens)).state, 'published');
});

test('an upload that the server has forgotten begins anew', async (t) => {
  const { provider, tokens, platform, forgetUploads } = await start(t);
  platform.misbehave('upload', 'lose-request');
  const lost = await attempt(provider, posts.build(), tokens);
  forgetUploads();
  assert.equal(await provider.find?.(posts.build(), searching(tokens, lost.saved, new Date())), null);
  assert.equal((await attempt(provider, posts.build(), tokens, lost.saved)).failure, undefined);
  assert.equal(platform.posts.length, 1);
});

test('an older video of the same name is not taken for the one that was lost', async (t) => {
  const { provider, tokens, platform, forgetUploads } = await start(t);
  const older = await attempt(provider, posts.build(), tokens);
  for (const whim of ['lose-request', 'lose-answer'] as const) {
    platform.misbehave('upload', whim);
    const lost = await attempt(provider, posts.build(), tokens);
    forgetUploads();
    const found = await provider.find?.(posts.build(), searching(tokens, lost.saved, new Date()));
    assert.notEqual(found, older.name);
    assert.equal(found === null, whim === 'lose-request');
  }
});

test('while the server works on what has arrived, nobody can tell', async (t) => {
  const { provider, tokens, platform } = await start(t);
  const busy = { status: 503, headers: { 'retry-after': '300' }, json: {} };
  platform.misbehave('upload', busy);
  const lost = await attempt(provider, posts.build(), tokens);
  platform.misbehave('upload', busy);
  const looking = provider.find?.(posts.build(), searching(tokens, lost.saved, new Date()));
  await assert.rejects(looking ?? assert.fail(), { kind: 'unavailable' });
});

test('a wrong range is asked about, a full quota is refused, and a failed processing is told', async (t) => {
  const { provider, tokens, platform, settle } = await start(t);
  platform.misbehave('begin', { status: 413, json: { code: 'quota_reached', detail: 'The quota is reached' } });
  const full = await attempt(provider, posts.build(), tokens);
  assert.deepEqual([full.failure?.kind, full.saved], ['refused', null]);
  platform.misbehave('upload', { status: 409, json: {} });
  const made = await attempt(provider, posts.build(), tokens);
  assert.equal(made.failure, undefined);
  settle(7);
  assert.equal((await provider.check(made.name ?? '', tokens)).state, 'failed');
  assert.equal(platform.posts.length, 1);
});
