import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';

import sharp from 'sharp';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';

import { PublishingKit } from './publishing-kit.ts';

const scope = lastFirst({ after });
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
});
beforeEach(() => void (kit.platform.rules = { ...kit.platform.rules, covers: 'pictures' }));

/** A red picture in somebody's library. */
async function picture({ accountId } = kit.member): Promise<string> {
  const path = join(kit.server.dataDir, 'red.png');
  await sharp({ create: { width: 90, height: 160, channels: 3, background: { r: 250, g: 0, b: 0 } } })
    .png()
    .toFile(path);
  const file = await kit.own.files.addLocal(kit.own.db, accountId, path, { name: 'red.png', type: 'image/png' });
  return await kit.own.db.transaction((tx) =>
    libraryOf(kit.own).adopt(tx, accountId, { id: file.id, name: 'red.png' }, { kind: 'image' }),
  );
}

async function posted(materials: string[], covers: Record<string, unknown>) {
  const { task, envelope } = await kit.publish(materials, { covers: covers as never });
  assert.ok(task, JSON.stringify(envelope));
  for (const { id } of await kit.postsOf(task)) {
    const { state, cause } = await kit.finish(id);
    assert.equal(state, 'published', cause?.text);
  }
  const ids = (await kit.postsOf(task)).map(({ id }) => id);
  const kept = ids.flatMap((id) => kit.posted(id));
  return await Promise.all(
    kept.map(async ({ cover, coverAt }) => {
      if (cover === null) return { cover, coverAt };
      const { format } = await sharp(cover).metadata();
      const { channels } = await sharp(cover).stats();
      return { coverAt, cover: { format, light: channels.map(({ mean }) => Math.round(mean)) } };
    }),
  );
}

test('a post goes out with a frame or a picture as its cover, and without a choice with none', async () => {
  const [framed, pictured, plain] = [await kit.clip(), await kit.clip(), await kit.clip()];
  const red = await picture();
  const covers = { [framed]: { kind: 'frame', at: 1.2 }, [pictured]: { kind: 'picture', id: red } };
  const made = await posted([framed, pictured, plain], covers);
  const [frame] = made.filter(({ coverAt }) => coverAt === 1.2);
  assert.equal(frame?.cover?.format, 'jpeg');
  const shown = made.find(({ cover, coverAt }) => cover !== null && coverAt === undefined);
  assert.deepEqual([shown?.cover?.format, (shown?.cover?.light[0] ?? 0) > 240], ['jpeg', true]);
  assert.equal(made.filter(({ cover }) => cover === null).length, 1);
});

test('a moment behind the end of a video is its last frame', async () => {
  const clip = await kit.clip();
  const [made] = await posted([clip], { [clip]: { kind: 'frame', at: 3_000 } });
  assert.equal(made?.cover?.format, 'jpeg');
});

test('a platform gets only such covers as it takes, and the plan says which these are', async () => {
  const [framed, pictured] = [await kit.clip(), await kit.clip()];
  const covers = { [framed]: { kind: 'frame', at: 1 }, [pictured]: { kind: 'picture', id: await picture() } };
  kit.platform.rules = { ...kit.platform.rules, covers: 'frames' };
  const wish = { what: { materials: [framed] }, channels: [kit.channel.id], when: { kind: 'now' } };
  const takes = async () =>
    ((await kit.call('POST', 'plans', wish)).envelope.data as { takes: Record<string, { covers: string | null }> })
      .takes[kit.channel.id]?.covers;
  assert.equal(await takes(), 'frames');
  const made = await posted([framed, pictured], covers);
  assert.deepEqual(
    made.map(({ cover, coverAt }) => [cover !== null, coverAt]).sort(),
    [
      [false, undefined],
      [true, 1],
    ].sort(),
  );
  const { covers: _, ...none } = kit.platform.rules;
  kit.platform.rules = none;
  assert.equal(await takes(), null);
  const clip = await kit.clip();
  assert.deepEqual(await posted([clip], { [clip]: { kind: 'frame', at: 1 } }), [{ cover: null, coverAt: undefined }]);
});

test('a picture that somebody does not have is refused, and one that waits cannot be removed', async () => {
  const clip = await kit.clip();
  const other = await kit.server.signIn({ level: 'level2' });
  for (const id of [await picture(other), await kit.clip(), clip]) {
    const { status, envelope } = await kit.publish([clip], { covers: { [clip]: { kind: 'picture', id } } });
    assert.equal(status, 422);
    assert.match(envelope.message ?? '', /cover/);
  }
  const red = await picture();
  const when = { kind: 'at', at: new Date(Date.now() + 3_600_000).toISOString() } as const;
  const { task } = await kit.publish([clip], { when, covers: { [clip]: { kind: 'picture', id: red } } });
  const holders = async () => {
    const { rows } = await kit.own.db.pool.query('select 1 from core_file_holds where file_id = $1', [red]);
    return rows.length;
  };
  assert.equal(await holders(), 1);
  await kit.call('POST', `tasks/${task.id}/cancel`);
  assert.equal(await holders(), 0);
});
