import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test, type TestContext } from 'node:test';

import type { ChannelPost } from '#core/server/services/providers/channels.ts';
import type { ServiceScope } from '#core/server/services/providers/provider-adapter.ts';
import { holdToAccess, scopesAsked } from '#plugins/channels/server/app-access.ts';
import { hashOf } from '#tests/fixtures/channels/simulated-platform.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

import { agreeAt, attempt, connect, REDIRECT, type ChannelCase } from './channel-case.ts';
import { CASES } from './channel-cases.ts';
import { services } from './own-kit.ts';

let folder: string;
let small: string;
before(async () => {
  folder = await temporaryFolder();
  small = join(folder, 'small.mp4');
  await writeFile(small, randomBytes(100_000));
  await writeFile(join(folder, 'cover.jpg'), randomBytes(1_000));
});

const failure = (kind: string, how = /./) => ({ name: 'ProviderFailure', kind, message: how });

async function start(t: TestContext, { start: begin }: ChannelCase) {
  const started = await begin(t, services);
  return { ...started, ...(await connect(started)) };
}

const post = ({ audience }: ChannelCase, changes: Partial<ChannelPost> = {}): ChannelPost => ({
  ...{ key: randomBytes(16).toString('hex'), title: 'Quay at dawn', text: '清晨的码头', topics: ['码头', 'Quay'] },
  ...{ video: small, cover: null, audience, at: null, ...changes },
});

/** A file of so many megabytes, of which only the beginning and the end are something. */
async function large(megabytes: number): Promise<string> {
  const path = join(folder, `${megabytes}.mp4`);
  const file = await open(path, 'w');
  await file.write(randomBytes(1_000), 0, 1_000, 0);
  await file.write(randomBytes(1_000), 0, 1_000, megabytes * 1024 ** 2);
  await file.close();
  return path;
}

for (const channel of CASES) {
  const { steps } = channel;
  describe(channel.name, () => {
    test('an owner who agrees is known by name, and a code is good for one exchange', async (t) => {
      const { provider, answers, owner, tokens, query, keep } = await start(t, channel);
      assert.ok(owner.id !== '' && owner.name !== '' && tokens.access !== '');
      const profile = await provider.profile(tokens);
      assert.deepEqual([profile.id, profile.name], [owner.id, owner.name]);
      const { url } = await provider.authorise({ state: 'state-2', redirect: REDIRECT, answers, account: 'account-1' });
      if (url === null) return;
      assert.equal(query['state'], 'state-1');
      await assert.rejects(provider.exchange(query, { redirect: REDIRECT, keep }), failure('unauthorised'));
      const denied = await agreeAt(url, { simulate: 'deny' });
      await assert.rejects(provider.exchange(denied, { redirect: REDIRECT, keep }), failure('unauthorised', /agreed/));
    });

    test('a permission is renewed, and one that cannot be is asked for again', async (t) => {
      const { provider, grants, tokens } = await start(t, channel);
      if (channel.renews === 'never') {
        await assert.rejects(provider.refresh(tokens), failure('unauthorised'));
        return;
      }
      if (channel.renews !== 'while good') {
        grants.expire();
        await assert.rejects(provider.profile(tokens), failure('unauthorised'));
      }
      const renewed = await provider.refresh(tokens);
      assert.ok(renewed.expiresAt !== null && renewed.expiresAt > new Date());
      await provider.profile(renewed);
      const again = provider.refresh(tokens);
      if (channel.renews === 'rotates') await assert.rejects(again, failure('unauthorised'));
      else assert.equal((await again).refresh === tokens.refresh, channel.renews === 'keeps');
      grants.revoke();
      await assert.rejects(provider.refresh(renewed), failure('unauthorised'));
    });

    test('a video is posted once, byte for byte, with its words, and tells how it does', async (t) => {
      const { provider, platform, tokens, settle, remove } = await start(t, channel);
      const made = await attempt(provider, post(channel, { cover: join(folder, 'cover.jpg') }), tokens);
      assert.deepEqual([made.failure, made.commits >= 1, made.progress], [undefined, true, 1]);
      settle();
      const [posted] = platform.posts;
      assert.equal(platform.posts.length, 1);
      assert.equal(posted?.hash, hashOf(await readFile(small)));
      assert.equal(posted?.audience, channel.audience);
      assert.match(posted?.text ?? '', /清晨的码头.*码头.*Quay/s);
      const name = made.name ?? assert.fail();
      const state = await provider.check(name, tokens);
      assert.ok(state.state === 'published' && state.id !== '', state.state);
      const figures = await provider.figures?.([name], tokens);
      if (figures !== undefined) assert.ok(Object.values(figures.get(name) ?? {}).some((count) => count !== null));
      remove();
      assert.equal((await provider.check(name, tokens)).state, 'failed');
      assert.deepEqual([...((await provider.figures?.([name], tokens)) ?? [])], []);
    });

    test('an upload that breaks is taken up, and one post comes of it', async (t) => {
      const { provider, platform, tokens, settle } = await start(t, channel);
      const video = await large(channel.megabytes);
      const wanted = post(channel, { video });
      const cuts = Array.from({ length: channel.resumes ? 6 : 1 }, () => 'cut' as const);
      platform.misbehave(steps.upload, ...(channel.resumes ? (['nothing', ...cuts] as const) : cuts));
      const broken = await attempt(provider, wanted, tokens);
      assert.equal(broken.failure?.kind, 'unavailable');
      assert.equal(broken.isCommitted && !channel.resumes, false);
      if (broken.isCommitted) {
        const work = { tokens, saved: broken.saved ?? '', since: new Date(), signal: AbortSignal.timeout(10_000) };
        assert.equal(await provider.find?.(wanted, work), null);
      }
      const sent = sum(platform.bytes.get(steps.upload));
      const made = await attempt(provider, wanted, tokens, broken.saved);
      assert.equal(made.failure, undefined);
      settle();
      assert.deepEqual(
        platform.posts.map(({ hash }) => hash),
        [hashOf(await readFile(video))],
      );
      const resent = sum(platform.bytes.get(steps.upload)) - sent;
      if (channel.resumes) assert.ok(sent > 0 && resent < channel.megabytes * 1024 ** 2, `${sent} and ${resent}`);
    });

    test('a post whose answer was lost is found, and is not made again', async (t) => {
      const { provider, platform, tokens, settle } = await start(t, channel);
      const wanted = post(channel);
      platform.misbehave(steps.post, 'lose-answer');
      const since = new Date();
      const lost = await attempt(provider, wanted, tokens);
      assert.deepEqual([lost.failure?.kind, lost.isCommitted], ['unavailable', true]);
      const work = { tokens, saved: lost.saved ?? '', since, signal: AbortSignal.timeout(10_000) };
      const found = await provider.find?.(wanted, work);
      settle();
      assert.equal((await provider.check(found ?? assert.fail('it was not found'), tokens)).state, 'published');
      assert.equal(platform.posts.length, 1);
    });

    test('a post that never arrived is not found, and is made once then', async (t) => {
      const { provider, platform, tokens, settle } = await start(t, channel);
      const wanted = post(channel);
      platform.misbehave(steps.post, 'lose-request');
      const since = new Date();
      const lost = await attempt(provider, wanted, tokens);
      assert.deepEqual([lost.failure?.kind, lost.isCommitted], ['unavailable', true]);
      const work = { tokens, saved: lost.saved ?? '', since, signal: AbortSignal.timeout(10_000) };
      assert.equal(await provider.find?.(wanted, work), null);
      assert.equal((await attempt(provider, wanted, tokens, lost.saved)).failure, undefined);
      settle();
      assert.equal(platform.posts.length, 1);
    });

    test('what the platform says decides what happens next', async (t) => {
      const { provider, platform, tokens } = await start(t, channel);
      const busy = { status: 429, headers: { 'retry-after': '90' }, json: {} };
      platform.misbehave(steps.account, busy);
      const limited = await provider.profile(tokens).catch((error: unknown) => error as { until: Date });
      assert.ok('until' in limited && Math.abs(limited.until.getTime() - Date.now() - 90_000) < 10_000);
      platform.misbehave(steps.account, { status: 503 });
      assert.notEqual((await provider.profile(tokens)).name, '');
      platform.misbehave(steps.account, ...Array.from({ length: 3 }, () => ({ status: 503 })));
      await assert.rejects(provider.profile(tokens), failure('unavailable', /503/));
      platform.misbehave(steps.post, busy);
      assert.equal((await attempt(provider, post(channel), tokens)).failure?.kind, 'limited');
      assert.deepEqual(platform.posts, []);
    });

    if (channel.access !== undefined) {
      const { access } = channel;
      test('an app is held against the platform without an account, and asks for what operators were told of', async (t) => {
        const { provider } = await channel.start(t, services);
        const names = access.scopes.flatMap(({ name, others = [] }: ServiceScope) => [name, ...others]);
        const { granted = {} } = await holdToAccess(provider, access, AbortSignal.timeout(10_000));
        assert.deepEqual(
          Object.keys(granted).filter((name) => !names.includes(name)),
          [],
        );
        assert.deepEqual(
          ((await scopesAsked(provider)) ?? []).filter((name) => !names.includes(name)),
          [],
        );
        const more = { ...access, scopes: [...access.scopes, { name: 'of.nobody', about: '' }] };
        const held = holdToAccess(provider, more, AbortSignal.timeout(10_000));
        if ((await scopesAsked(provider)) !== null) await assert.rejects(held, { code: 'channels:scopes.not-asked' });
        else await held;
      });
    }

    test('what is too long is refused with the limit, before anything is sent', async (t) => {
      const { provider, platform, tokens } = await start(t, channel);
      const refused = await attempt(provider, post(channel, channel.tooLong), tokens);
      assert.equal(refused.failure?.kind, 'refused');
      assert.match(refused.failure?.message ?? '', channel.limit);
      const nobody = await attempt(provider, post(channel, { audience: 'nobody' }), tokens);
      assert.match(nobody.failure?.message ?? '', /audience/);
      assert.equal(platform.bytes.get(steps.upload), undefined);
      const rules = await provider.rules(tokens);
      assert.ok(rules.audiences.includes(channel.audience) && rules.bytes > 0 && rules.seconds.most > 0);
    });

    test('a permission that was taken back is asked for again, and one that is given back ends', async (t) => {
      const { provider, grants, tokens } = await start(t, channel);
      if (provider.revoke !== undefined) {
        await provider.revoke(tokens);
        await assert.rejects(provider.profile(tokens), failure('unauthorised'));
      }
      grants.revoke();
      assert.equal((await attempt(provider, post(channel), tokens)).failure?.kind, 'unauthorised');
      await assert.rejects(provider.rules(tokens), failure('unauthorised'));
    });
  });
}

const sum = (counts: readonly number[] = []) => counts.reduce((total, count) => total + count, 0);
