import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import type { Post, PublishTask } from '#plugins/publishing/calls.ts';

import { PublishingKit } from './publishing-kit.ts';

const scope = lastFirst({ after });
let kit: PublishingKit;
before(async () => {
  kit = await PublishingKit.start(scope);
});

/** A run that has made a video with a picture of it. */
async function madeRun(): Promise<{ runId: string; posterId: string }> {
  const { accountId } = kit.member;
  const { files, db } = kit.own;
  const [runId, createdAt] = [randomUUID(), new Date()];
  const video = await files.addLocal(db, accountId, kit.drawn(), { name: 'one.mp4', type: 'video/mp4' });
  // What is shown is the file, whatever is in it.
  const still = { name: 'one.jpg', type: 'image/jpeg', derived: true };
  const poster = await files.addLocal(db, accountId, kit.drawn(), still);
  const run = { id: runId, accountId, tool: 'crop.cut', name: 'Spring', state: 'done', settings: {} } as const;
  await db.orm.insert(coreToolRuns).values({ ...run, inputs: [], createdAt, updatedAt: createdAt });
  await db.orm.insert(coreToolItems).values({
    ...{ id: randomUUID(), accountId, runId, position: 0, round: 0, state: 'made', name: 'one', sources: [], cost: 1 },
    files: [{ id: video.id, name: video.name, type: video.type, size: video.size, crc32: null }],
    ...{ posterId: poster.id, createdAt },
  });
  return { runId, posterId: poster.id };
}

test('posts of what a run has made are shown with its picture, which nobody removes while they wait', async () => {
  const { runId, posterId } = await madeRun();
  const when = { kind: 'at', at: new Date(Date.now() + 86_400_000).toISOString() } as const;
  const { task, status } = await kit.publish([], { what: { runId }, when });
  assert.equal(status, 200);
  const [post] = await kit.postsOf(task);
  const read = async (): Promise<PublishTask> =>
    (await kit.call('GET', `tasks/${task.id}`)).envelope.data as PublishTask;
  for (const picture of [post?.picture, (await read()).picture]) {
    const answer = await fetch(new URL(picture ?? '', kit.server.address));
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg']);
  }
  const remove = () => kit.own.files.remove(kit.member.accountId, posterId);
  await assert.rejects(remove, { code: 'core:file-in-use' });
  const cancelled = (await kit.call('POST', `posts/${post?.id}/cancel`)).envelope.data as Post;
  assert.equal(cancelled.state, 'cancelled');
  await remove();
  assert.deepEqual([(await kit.postsOf(task))[0]?.picture, (await read()).picture], [null, null]);
});

test('a video of the library has its own picture', async () => {
  const { task } = await kit.publish([await kit.clip()]);
  assert.equal((await kit.postsOf(task))[0]?.picture, null);
});
