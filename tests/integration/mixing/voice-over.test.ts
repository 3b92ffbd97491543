import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { eq } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import type { listVoices, MixProjectRow, speakDubbing } from '#plugins/mixing/calls.ts';
import type { MixProjectInput } from '#plugins/mixing/project.ts';
import { voicesClones } from '#plugins/voices/server/tables.ts';

import type { MixClient } from './mix-client.ts';
import { startRunKit, type RunKit } from './run-kit.ts';

/** Loudest sample in dB of a video's sound in a stretch of it. */
async function peakOf(folder: string, video: Buffer, [from, seconds]: readonly [number, number]): Promise<number> {
  const path = join(folder, `${randomUUID()}.mp4`);
  await writeFile(path, video);
  const { stderr } = spawnSync('ffmpeg', [
    ...['-hide_banner', '-ss', String(from), '-t', String(seconds), '-i', path, '-vn'],
    ...['-af', 'volumedetect', '-f', 'null', '-'],
  ]);
  return Number(/max_volume: (-?[\d.]+) dB/.exec(String(stderr))?.[1]);
}

describe('the voice-over of a mix', { timeout: 240_000 }, () => {
  let kit: RunKit;
  let client: MixClient;
  let accountId: string;

  before(async () => {
    kit = await startRunKit();
    ({ client, accountId } = await kit.signIn());
  });
  after(() => kit.end());

  async function addVoice(name: string, owner: string): Promise<string> {
    const id = randomUUID();
    const now = new Date();
    await kit.server.composed.ctx.db.orm.insert(voicesClones).values({
      ...{ id, accountId: owner, name, state: 'success', language: 'en-US', seconds: 9 },
      copies: [{ service: 'engines.tone-match', voice: `tone1.male.1300.${Array(12).fill('0').join('_')}` }],
      ...{ consentKind: 'signed', consentName: 'Ada', consentSentence: 'Yes', consentAt: now, createdAt: now },
      updatedAt: now,
    });
    return id;
  }
  const voiceOf = async (id: string) => {
    const { ctx } = kit.server.composed;
    return (await ctx.db.orm.select().from(voicesClones).where(eq(voicesClones.id, id)))[0];
  };
  const quiet = async (dubbing: MixProjectInput['dubbing']): Promise<string> => {
    const projectId = await client.createProject(kit.groups);
    const { revision, document } = await client.call<MixProjectRow>('GET', `/api/mixing/projects/${projectId}`);
    const groups = document.groups.map((group) => ({ ...group, keepSound: false }));
    const changed = { revision, document: { ...document, groups, dubbing } };
    await client.call('PUT', `/api/mixing/projects/${projectId}`, changed);
    return projectId;
  };

  test('offers the voices of the service and those of the account, and nobody else’s', async () => {
    const [own] = [await addVoice('Keeper', accountId), await addVoice('Other', randomUUID())];
    const of = (tag: string) => client.call<CallData<typeof listVoices>>('GET', `/api/mixing/voices?language=${tag}`);
    const { voices, isRobotic } = await of('en-US');
    assert.deepEqual(voices.at(-1), { id: `clone:${own}`, name: 'Keeper', sex: null, isOwn: true });
    assert.deepEqual([isRobotic, voices.some(({ isOwn }) => !isOwn)], [true, true]);
    assert.ok(!voices.some(({ name }) => name === 'Other'));
    assert.deepEqual((await of('fil-PH')).voices, []);

    type Heard = CallData<typeof speakDubbing>;
    const say = (voice: object) =>
      client.call<Heard>('POST', '/api/mixing/voices', { text: 'Free today.', language: 'en-US', ...voice });
    const [usual, keeper] = [await say({}), await say({ voice: `clone:${own}` })];
    const path = ({ url }: Heard) => new URL(url, kit.server.address).pathname;
    assert.notEqual(path(usual), path(keeper));
    await assert.rejects(say({ voice: 'clone:nobody' }), /This voice is gone/);
  });

  test('is dealt out over the videos by paragraphs, said by a voice of the account whose uses count', async () => {
    const own = await addVoice('Second', accountId);
    const dubbing = { language: 'en-US', voice: `clone:${own}`, dealt: true };
    const projectId = await quiet({ ...dubbing, text: 'One two three four five six.\n\nYes.' });
    await kit.startWorker();
    const run = await client.ended((await client.run(projectId, { count: 3 })).id);
    assert.deepEqual([run.state, run.made], ['done', 3], run.error ?? '');
    const outputs = (await client.outputs(run.id)).toSorted((a, b) => a.position - b.position);
    const late: number[] = [];
    for (const { fileId } of outputs) {
      late.push(await peakOf(kit.folder, await client.download(fileId ?? ''), [1.1, 0.8]));
    }
    assert.deepEqual(
      late.map((peak) => peak > -40),
      [true, false, true],
      `the first and third say the long paragraph: ${String(late)}`,
    );
    assert.deepEqual([(await voiceOf(own))?.uses, (await voiceOf(own))?.state], [3, 'normal']);

    await kit.server.composed.ctx.db.orm.delete(voicesClones).where(eq(voicesClones.id, own));
    await assert.rejects(client.run(projectId, { count: 1 }), /voice-over was deleted/);
  });

  test('is heard at most 1.15 times faster to fit, and says what would fit where that is not enough', async () => {
    const text = 'Yes.\n\nThis little kettle boils half a litre of water in half a minute and stays cool on all sides.';
    const projectId = await quiet({ text, language: 'en-US', dealt: true });
    // Only the second video would say it.
    const one = await client.ended((await client.run(projectId, { count: 1 })).id);
    assert.deepEqual([one.state, one.made], ['done', 1], one.error ?? '');
    const run = await client.ended((await client.run(projectId, { count: 2 })).id);
    assert.deepEqual([run.state, run.made], ['failed', 0]);
    assert.match(run.error ?? '', /^Paragraph 2 .* 1\.15 times faster .* Shorten it to \d\d characters/);
  });
});
