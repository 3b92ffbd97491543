import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';

import { eq } from 'drizzle-orm';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { voicesClones } from '#plugins/voices/server/tables.ts';

import { startDubKit } from './dub-kit.ts';

const scope = lastFirst({ after });

test('a language is dubbed with a cloned voice of the account, whose use counts; others do not have it', async () => {
  const dubs = await startDubKit(scope);
  const { ctx, accountId } = dubs.kit;
  const now = new Date();
  const add = async (name: string, owner: string): Promise<string> => {
    const id = randomUUID();
    await ctx.db.orm.insert(voicesClones).values({
      ...{ id, accountId: owner, name, state: 'success', language: 'en-US', seconds: 9 },
      copies: [{ service: 'engines.tone-match', voice: `tone1.male.1300.${Array(12).fill('0').join('_')}` }],
      ...{ consentKind: 'signed', consentName: 'Ada', consentSentence: 'Yes', consentAt: now, createdAt: now },
      updatedAt: now,
    });
    return id;
  };
  const [own, foreign] = [await add('Keeper', accountId), await add('Other', randomUUID())];
  const id = await dubs.project(await dubs.video(), [[500, 4_000, 'Free shipping today.']]);
  const { voices } = await dubs.read(id);
  assert.deepEqual(voices.at(-1), { id: `clone:${own}`, name: 'Keeper', sex: null });
  assert.ok(!voices.some(({ name }) => name === 'Other'));
  assert.equal((await dubs.start(id, { voice: `clone:${foreign}` })).envelope.code, 0);

  const heard = await dubs.speak(id, 'c1', { text: 'Free shipping today.', voice: `clone:${own}` });
  assert.ok((heard.data.spoken ?? 0) > 500, JSON.stringify(heard.envelope));
  const dub = await dubs.dub(id, { voice: `clone:${own}` });
  assert.deepEqual([dub.run?.state, dub.lines.map(({ fault }) => fault)], ['done', [null]]);
  const [row] = await ctx.db.orm.select().from(voicesClones).where(eq(voicesClones.id, own));
  assert.deepEqual([row?.uses, row?.state], [1, 'normal']);
});
