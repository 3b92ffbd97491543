import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Channel, PlannedPost } from '#plugins/publishing/calls.ts';

import { PublishingKit, type Wish } from './publishing-kit.ts';

const scope = lastFirst({ after });
let kit: PublishingKit;
let other: Channel;
before(async () => {
  kit = await PublishingKit.start(scope);
  other = await kit.connect('jetty');
  const mentions = { pattern: '[a-z]{1,8}', example: 'quay', most: 2 };
  kit.platform.rules = { ...kit.platform.rules, mentions, counts: { by: 'weighted', link: 23 }, textLetters: 40 };
});

async function plan(wish: Wish) {
  const body = { what: { materials: [await kit.clip()] }, channels: [kit.channel.id], when: { kind: 'now' }, ...wish };
  const { status, envelope } = await kit.call('POST', 'plans', body);
  assert.equal(status, 200, envelope.message);
  return envelope.data as { posts: PlannedPost[]; takes: Record<string, { counts: unknown; mentions: unknown }> };
}

const faultsOf = async (wish: Wish) => (await plan(wish)).posts[0]?.faults ?? [];
const mention = (...names: string[]) => ({ mentions: { [kit.channel.id]: names.map((name) => ({ name, id: null })) } });

test('letters count as the platform counts them, with topics and names', async () => {
  assert.deepEqual(await faultsOf({ texts: ['码头'.repeat(10)] }), []);
  assert.match((await faultsOf({ texts: [`${'码头'.repeat(10)}!`] }))[0] ?? '', /41/);
  assert.deepEqual(await faultsOf({ texts: [`https://quay.example/${'x'.repeat(99)}`] }), []);
  assert.match((await faultsOf({ texts: ['码头'.repeat(10)], ...mention('quay') }))[0] ?? '', /47/);
  const { takes } = await plan({});
  assert.deepEqual(takes[kit.channel.id]?.counts, { by: 'weighted', link: 23 });
});

test('a name that is none at its platform is told while it is planned, and goes out with nothing', async () => {
  assert.deepEqual(await faultsOf(mention('@quay')), []);
  assert.match((await faultsOf(mention('quay-1')))[0] ?? '', /@quay-1.*@quay/);
  assert.match((await faultsOf(mention('a', 'b', 'c')))[0] ?? '', /3/);
  const { task } = await kit.publish([await kit.clip()], mention('quay-1'));
  const failed = await kit.finish((await kit.postsOf(task))[0]?.id ?? '');
  assert.deepEqual([failed.state, failed.cause?.next], ['failed', 'change']);
  const { mentions, ...silent } = kit.platform.rules;
  kit.platform.rules = silent;
  assert.match((await faultsOf(mention('quay')))[0] ?? '', /nobody/);
  kit.platform.rules = { ...silent, ...(mentions === undefined ? {} : { mentions }) };
});

test('an account gets words of its own in place of those of all, and names of its own', async () => {
  const own = { [other.id]: { titles: ['Jetty {index}'], topics: ['tea'], cover: null } };
  const wish = { titles: ['Pier'], texts: ['for all'], topics: ['sea'], deal: 'all' as const, own, ...mention('quay') };
  const { task } = await kit.publish([await kit.clip()], wish, [kit.channel.id, other.id]);
  const posts = await kit.postsOf(task);
  for (const { id } of posts) assert.equal((await kit.finish(id)).state, 'published');
  const made = posts.flatMap(({ id }) => kit.posted(id));
  const said = made.map(({ owner, title, text, topics, mentions }) => [
    ...[owner, title.replace(/\d$/, '#'), text, ...topics],
    ...(mentions ?? []).map(({ name }) => `@${name}`),
  ]);
  assert.deepEqual(said.sort(), [
    ['jetty', 'Jetty #', 'for all', 'tea'],
    ['pier', 'Pier', 'for all', 'sea', '@quay'],
  ]);
});

test('an account mentions others or nobody, names another store or none, and has a frame of its own as cover', async () => {
  kit.platform.rules = { ...kit.platform.rules, covers: 'frames' };
  const add = async (poiId: string) => {
    const body = { poiId, name: `Store ${poiId}`, address: '1 Harbour Road', latitude: null, longitude: null };
    const answer = await kit.server.call('POST', '/api/poi/places', { token: kit.member.token, body });
    return (answer.envelope.data as { id: string }).id;
  };
  const [one, two] = [await add('6601'), await add('6602')];
  const wish = { deal: 'all' as const, place: one, ...mention('quay') };
  const made = async (own: Wish['own']) => {
    const materials = [await kit.clip()];
    const covers = { [materials[0] ?? '']: { kind: 'frame' as const, at: 0.5 } };
    const { task, envelope } = await kit.publish(materials, { ...wish, own: own ?? {}, covers }, [
      kit.channel.id,
      other.id,
    ]);
    assert.ok(task, JSON.stringify(envelope));
    const posts = await kit.postsOf(task);
    for (const { id } of posts) assert.equal((await kit.finish(id)).state, 'published');
    return posts
      .flatMap(({ id }) => kit.posted(id))
      .map(({ owner, mentions, place, coverAt }) => [owner, mentions?.map(({ name }) => name), place?.poiId, coverAt])
      .sort();
  };
  const usual = ['pier', ['quay'], '6601', 0.5];
  const jetty = { mentions: [{ name: 'buoy', id: null }], place: two, cover: { kind: 'frame' as const, at: 1.5 } };
  assert.deepEqual(await made({ [other.id]: jetty }), [['jetty', ['buoy'], '6602', 1.5], usual]);
  const none = { mentions: [], place: null, cover: null };
  assert.deepEqual(await made({ [other.id]: none }), [['jetty', [], undefined, undefined], usual]);
  const foreign = { [other.id]: { place: crypto.randomUUID() } };
  assert.equal((await kit.publish([await kit.clip()], { ...wish, own: foreign }, [other.id])).status, 422);
  assert.match(
    (await faultsOf({ own: { [kit.channel.id]: { mentions: [{ name: 'quay-1', id: null }] } } }))[0] ?? '',
    /@quay-1/,
  );
});
