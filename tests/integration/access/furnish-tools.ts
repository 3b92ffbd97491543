import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { membershipOrders } from '#plugins/membership/server/tables.ts';
import { voicesClones, voicesRecordings } from '#plugins/voices/server/tables.ts';
import type { PublishingKit } from '#tests/integration/publishing/publishing-kit.ts';

import { mixOf, noTools, orderNumber, TOOL_SUBJECTS, type ToolIds } from './tool-call-samples.ts';

/** Who is given something. */
interface Furnished {
  token: string;
  accountId: string;
}

/**
 * Gives somebody one of everything that calls of the kernel and of tools name, with a word in each of its texts. No worker
 * runs, so that what one would make is written as it would.
 * @param caller.isMain whether it may have sub-accounts
 */
export async function furnishTools(
  kit: PublishingKit,
  { token, accountId, isMain }: Furnished & { isMain: boolean },
  word: string,
): Promise<ToolIds> {
  const { own: ctx, server } = kit;
  const { db, ledger } = ctx;
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
    assert.equal(answer.status, 200, `${method} ${path} ${JSON.stringify(answer.envelope)}`);
    return answer.envelope.data as T;
  };
  const made = async (path: string, body: unknown): Promise<string> =>
    (await call<{ id: string }>('POST', `/api/${path}`, body)).id;
  const clip = async (): Promise<string> => {
    const id = await kit.clip({ token, accountId });
    await db.pool.query(
      `update materials_items set state = 'ready', seconds = 2, width = 160, height = 90, name = $2 where id = $1`,
      [id, `${word}.mp4`],
    );
    return id;
  };
  const [material, second, trashed, removed] = [await clip(), await clip(), await clip(), await clip()];
  const folder = await made('material-folders', { name: word });
  await call('POST', '/api/material-moves', { ids: [second], to: folder });
  const trash = async (id: string) =>
    (await call<{ removal: string }>('POST', '/api/material-removals', { ids: [id] })).removal;
  await trash(trashed);
  const removal = await trash(removed);
  const cues = [{ id: 'c1', start: 200, end: 2000, text: word, words: [], speaker: word, source: 'typed' }];
  const text = await made('copywriting/texts', { name: word, from: 'typed', language: 'zh-CN', cues, tags: [word] });
  await call('POST', '/api/copywriting/moments', { id: material });
  const project = { textId: text, from: 'zh-CN', targets: ['en-US'], about: word };
  const translations = [
    await made('translation/projects', { ...project, name: word }),
    await made('translation/projects', { ...project, name: `${word} 2` }),
  ];
  await call('PUT', `/api/translation/projects/${translations[0]}/languages/en-US/lines/c1`, {
    ...{ text: word, isDone: false, origin: 'typed', revision: 0 },
  });
  const batch = await made('translation/batches', {
    ...{ name: word, folder: null, videos: [material], languages: ['en-US'] },
  });
  const cut = { tool: 'crop.cut', name: word, settings: { window: { from: 0, to: 1 } } };
  const [run, ended] = [
    await made('tool-runs', { ...cut, inputs: [material] }),
    await made('tool-runs', { ...cut, inputs: [material] }),
  ];
  const item = await endedWithItem(kit, { accountId, ended, material, word });
  const mixProject = await made('mixing/projects', { ...mixOf(material, second), name: word });
  const shown = { ...mixOf(material, second), name: word };
  const planned = await call<object>('POST', '/api/mixing/previews', { document: shown, count: 1 });
  const pieceTemplate = await made('pieces/templates', {
    ...{ name: word, slots: [{ id: 's', name: word, least: 1, most: 2, wishes: {} }] },
  });
  const pieces = await call<{ items: { id: string }[] }>('POST', '/api/pieces/projects', {
    ...{ name: word, template: pieceTemplate, materials: [material] },
  });
  const pieceProject = pieces.items[0]?.id ?? '';
  const filled = { material, from: 0, to: 1 };
  await db.pool.query(
    `update pieces_projects set state = 'ready', slots = jsonb_set(slots, '{0,piece}', $2::jsonb) where id = $1`,
    [pieceProject, JSON.stringify(filled)],
  );
  const sub = isMain ? (await ctx.accounts.create(db, { name: word, parentId: accountId })).id : randomUUID();
  await ledger.issue(db, { accountId, kind: 'grant', unit: 'mixes', amount: 100, key: randomUUID(), facts: {} });
  const facts = { service: 'mixing.mix', name: word };
  const spent = { accountId, unit: 'mixes', amount: 1, key: randomUUID(), job: `test:${accountId}`, facts } as const;
  await ledger.hold(db, spent);
  const account = await ctx.accounts.find(db, accountId);
  const session = (await buildSession(db, { account: account ?? assert.fail('it is there') })).sessionId;
  const order = orderNumber();
  const otherOrder = orderNumber();
  const now = ctx.clock.now();
  const orderRow: Omit<typeof membershipOrders.$inferInsert, 'id' | 'number' | 'state'> = {
    ...{
      accountId,
      purchase: { kind: 'package', unit: 'publishes', amount: 900 },
      price: 100,
      fee: 0,
      currency: 'CNY',
    },
    ...{ service: 'membership.trial', note: word, createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) },
  };
  await db.orm.insert(membershipOrders).values([
    { ...orderRow, id: randomUUID(), number: order, state: 'waiting' },
    { ...orderRow, id: randomUUID(), number: otherOrder, state: 'fulfilled', paidAt: now },
  ]);
  const firstOf = async (table: 'core_files' | 'core_tasks') =>
    (await db.pool.query<{ id: string }>(`select id from ${table} where account_id = $1 limit 1`, [accountId])).rows[0]
      ?.id ?? '';
  const ids: ToolIds = {
    ...noTools(),
    ...{ account: accountId, material, trashed, removal, text, sub, session, run, ended, item, order, otherOrder },
    ...{ folder, batch, translation: translations[0] ?? '' },
    ...{
      otherTranslation: translations[1] ?? '',
      file: await firstOf('core_files'),
      task: await firstOf('core_tasks'),
    },
    ...{ mixProject, mixRun: await made(`mixing/projects/${mixProject}/runs`, { count: 1 }) },
    mixTemplate: await made('mixing/templates', { name: word, document: { ...mixOf(), name: word } }),
    preview: await made('mixing/rendered-previews', { document: shown, preview: planned }),
    ...{ pieceTemplate, pieceProject },
  };
  Object.assign(ids, await voiceParts(kit, accountId, word));
  for (const subject of TOOL_SUBJECTS) assert.notEqual(ids[subject], '', `there is no ${subject}`);
  return ids;
}

/** A voice, and a sample and a consent that no voice is made of yet. */
async function voiceParts(kit: PublishingKit, accountId: string, word: string) {
  const { db, clock, files } = kit.own;
  const now = clock.now();
  const [voice, recording, sample, otherSample, consent] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const ids = { voice, recording, sample, otherSample, consent };
  const facts = { seconds: 9, spans: [{ start: 0, end: 9 }], findings: [] };
  for (const [id, kind, voiceId] of [
    [recording, 'sample', null],
    [sample, 'sample', null],
    [otherSample, 'sample', null],
    [consent, 'consent', null],
    [randomUUID(), 'sample', voice],
  ] as const) {
    const file = await files.addLocal(db, accountId, kit.drawn(), { name: `${word}.wav`, type: 'audio/wav' });
    await db.orm.insert(voicesRecordings).values({
      ...{ id, accountId, fileId: file.id, kind, origin: 'recorded', name: word, state: 'fit', facts, voiceId },
      createdAt: now,
    });
  }
  await db.orm.insert(voicesClones).values({
    ...{ id: voice, accountId, name: word, state: 'failed', language: 'en-US', text: word, seconds: 9, copies: [] },
    ...{
      consentKind: 'signed',
      consentName: word,
      consentSentence: word,
      consentAt: now,
      createdAt: now,
      updatedAt: now,
    },
  });
  return ids;
}

/** Has a run end with one item that is a file. @returns the item's id */
async function endedWithItem(
  kit: PublishingKit,
  { accountId, ended, material, word }: { accountId: string; ended: string; material: string; word: string },
): Promise<string> {
  const { db, clock, files } = kit.own;
  const file = await files.addLocal(db, accountId, kit.drawn(), { name: `${word}.mp4`, type: 'video/mp4' });
  const id = randomUUID();
  const now = clock.now();
  await db.orm.insert(coreToolItems).values({
    ...{ id, accountId, runId: ended, position: 0, round: 0, state: 'made', name: word, sources: [material], cost: 1 },
    files: [{ id: file.id, name: `${word}.mp4`, type: file.type, size: file.size, crc32: null }],
    ...{ seconds: 1, revision: 1, createdAt: now },
  });
  const isOver = { state: 'done', endedAt: now, plannedAt: now, progress: 1 } as const;
  await db.orm.update(coreToolRuns).set(isOver).where(eq(coreToolRuns.id, ended));
  return id;
}
