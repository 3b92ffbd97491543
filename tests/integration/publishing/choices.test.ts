import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Channel, ChannelChoice } from '#plugins/publishing/calls.ts';
import { sweepChoices } from '#plugins/publishing/server/channels/open-choices.ts';

import { PublishingKit } from './publishing-kit.ts';

const scope = lastFirst({ after });
let kit: PublishingKit;
/** What the next login brings. */
let owners: string[] = [];
const revoked: string[] = [];
before(async () => {
  kit = await PublishingKit.start(scope);
  const { provider } = kit.platform;
  const exchange = provider.exchange.bind(provider);
  provider.exchange = async (query, request) => {
    const agreed = await Promise.all(owners.map((code) => exchange({ ...query, code }, request)));
    const [first, ...others] = agreed.map(({ owner, tokens }) => ({
      ...{ owner: { ...owner, agreedBy: `person of ${owners[0]}` }, tokens },
    }));
    return { ...(first ?? assert.fail()), others };
  };
  provider.revoke = async ({ access }) => void revoked.push(access);
});
beforeEach(() => {
  revoked.length = 0;
});

async function agree(token: string): Promise<string> {
  const { state, cookie } = await kit.begin(token);
  return await kit.comeBack(`state=${state}&code=all`, cookie);
}
const choiceIn = (back: string): string => /choose=([\w-]{36})$/.exec(back)?.[1] ?? assert.fail(back);
const read = (id: string, token: string) => kit.call('GET', `choices/${id}`, undefined, token);
const choose = (id: string, chosen: string[], token: string) =>
  kit.call('POST', `choices/${id}`, { owners: chosen }, token);
const namesOf = async (token: string) => (await kit.channels(token)).map(({ name }) => name);

test('of several accounts of one login the owner chooses, as many as there is room for, and all or none', async () => {
  const { token } = await kit.server.signIn({ level: 'level0' });
  owners = ['one', 'two', 'three', 'four'];
  const id = choiceIn(await agree(token));
  assert.deepEqual(await namesOf(token), [], 'nothing is connected before that');
  const offered = (await read(id, token)).envelope.data as ChannelChoice;
  assert.deepEqual(
    [offered.room, offered.accounts.map(({ id: own, name, isConnected }) => [own, name, isConnected])],
    [3, owners.map((own) => [own, `Quay ${own}`, false])],
  );
  const many = await choose(id, owners, token);
  assert.deepEqual([many.status, many.failure.error], [403, 'publishing:channel.limit']);
  assert.deepEqual(await namesOf(token), []);
  assert.equal((await choose(id, ['one', 'five'], token)).status, 404, 'one that was not agreed to');
  const done = await choose(id, ['four', 'two'], token);
  assert.deepEqual((done.envelope.data as { channels: Channel[] }).channels.map(({ name }) => name).sort(), [
    'Quay four',
    'Quay two',
  ]);
  assert.deepEqual(await namesOf(token), ['Quay four', 'Quay two']);
  assert.equal((await choose(id, ['one'], token)).status, 404, 'it is made once');
  const [first] = await kit.channels(token);
  const refreshed = await kit.call('POST', `channels/${first?.id}/refresh`, undefined, token);
  assert.equal((refreshed.envelope.data as Channel).state, 'normal', 'its tokens came through');

  owners = ['two', 'four'];
  assert.match(await agree(token), /connected=/, 'those that are known are renewed without a question');
  owners = ['new', 'two'];
  const again = (await read(choiceIn(await agree(token)), token)).envelope.data as ChannelChoice;
  assert.deepEqual(
    again.accounts.map(({ isConnected }) => isConnected),
    [false, true],
  );
  assert.equal(again.room, 1);
});

test('a choice is its owner’s, sealed, and open for half an hour', async () => {
  const [{ token }, stranger] = [
    await kit.server.signIn({ level: 'level2' }),
    await kit.server.signIn({ level: 'level2' }),
  ];
  owners = ['north', 'south'];
  const id = choiceIn(await agree(token));
  const { pool } = kit.own.db;
  const { rows } = await pool.query<{ agreed: string }>('select agreed from publishing_choices where id = $1', [id]);
  assert.ok(rows[0] !== undefined && !/access|refresh|Quay|north/.test(rows[0].agreed), rows[0]?.agreed);
  assert.equal((await read(id, stranger.token)).status, 404);
  assert.equal((await choose(id, ['north'], stranger.token)).status, 404);
  assert.equal((await kit.call('DELETE', `choices/${id}`, undefined, stranger.token)).status, 404);
  assert.equal((await read(id, token)).status, 200);
  await pool.query(`update publishing_choices set ends_at = now() - interval '1 s' where id = $1`, [id]);
  assert.equal((await read(id, token)).status, 404);
  assert.equal((await choose(id, ['north'], token)).status, 404);
  assert.ok((await sweepChoices(kit.own)) >= 1);
  assert.deepEqual(await namesOf(token), []);
});

test('whoever wants none of them gives the permission back, unless an account stands on it', async () => {
  const { token } = await kit.server.signIn({ level: 'level2' });
  owners = ['east', 'west'];
  const drop = async (id: string) => (await kit.call('DELETE', `choices/${id}`, undefined, token)).status;
  assert.equal(await drop(choiceIn(await agree(token))), 200);
  assert.deepEqual(revoked, ['access east'], 'one permission, once');
  assert.equal((await choose(choiceIn(await agree(token)), ['west'], token)).status, 200);
  assert.equal(await drop(choiceIn(await agree(token))), 200);
  assert.deepEqual([await namesOf(token), revoked.length], [['Quay west'], 1]);
});

test('an imported account becomes the one of its name, and takes no room', async () => {
  const { token } = await kit.server.signIn({ level: 'level0' });
  const rows = ['Quay pier', 'other', 'more'].map((name, at) => ({ row: at + 2, platform: 'quay', name }));
  assert.equal((await kit.call('POST', 'channel-imports', { rows, isTrial: false }, token)).status, 200);
  const pier = (await kit.channels(token)).find(({ name }) => name === 'Quay pier') ?? assert.fail();
  owners = ['mole', 'pier'];
  const begun = await kit.call('POST', 'connections', { adapter: 'quay.posts', channel: pier.id }, token);
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
  const state = new URL((begun.envelope.data as { url: string }).url).searchParams.get('state') ?? '';
  const id = choiceIn(await kit.comeBack(`state=${state}&code=x`, cookie));
  assert.equal(((await read(id, token)).envelope.data as ChannelChoice).room, 1);
  assert.equal((await choose(id, ['pier'], token)).status, 200);
  const now = (await kit.channels(token)).find(({ id: own }) => own === pier.id);
  assert.deepEqual([now?.name, now?.state], ['Quay pier', 'normal']);
});
