import { and, eq, inArray, isNull, lt } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { Recording } from '#plugins/voices/calls.ts';
import { recordingChanged } from '#plugins/voices/events.ts';
import { voicesRecordings, type RecordingRow } from '../tables.ts';

/** Milliseconds after which a recording goes that nobody has made a voice of. */
const KEPT = 24 * 60 * 60 * 1000;

interface Own {
  accountId: string;
  id: string;
}

export async function presentRecording(
  { files }: Pick<ServerContext, 'files'>,
  { id, accountId, kind, name, state, facts, error, fileId }: RecordingRow,
  language: MessageLanguage,
): Promise<Recording> {
  const found = (facts?.findings ?? []).map(({ code, refuses, params }) => ({
    ...{ code, refuses },
    text: translate(language, `voices:finding.${code}`, params),
  }));
  const unread =
    error === null ? [] : [{ code: 'unread', refuses: true, text: translate(language, error.code, error.params) }];
  return {
    ...{ id, kind, name, state, findings: [...unread, ...found] },
    seconds: facts?.seconds ?? null,
    speech: facts?.spans.reduce((sum, { start, end }) => sum + end - start, 0) ?? null,
    url: facts === null ? null : await files.signedUrl(await files.get(accountId, fileId)),
  };
}

/** A recording that is not part of a voice. @throws expected `voices:missing-recording` (404) */
export async function looseRecording(tx: Tx, { accountId, id }: Own): Promise<RecordingRow> {
  const own = [eq(voicesRecordings.id, id), isNull(voicesRecordings.voiceId)] as const;
  const row = await tx.scope(accountId).find(voicesRecordings, [...own]);
  return row ?? fail('voices:missing-recording', {}, { kind: 'not-found' });
}

/** @throws expected `voices:missing-recording` (404) */
export async function readRecording(ctx: ServerContext, own: Own, language: MessageLanguage): Promise<Recording> {
  return await presentRecording(ctx, await looseRecording(ctx.db, own), language);
}

/** @throws expected `voices:missing-recording` (404) */
export async function removeRecording(ctx: ServerContext, own: Own): Promise<void> {
  const free = await ctx.db.transaction(async (tx) => {
    const free = await forgetLoose(ctx, tx, own);
    if (free === null) return fail('voices:missing-recording', {}, { kind: 'not-found' });
    await ctx.events.publish(tx, recordingChanged, { accountId: own.accountId, data: { id: own.id } });
    return free;
  });
  await free();
}

/** Deletes recordings of one account with their bytes. @returns frees these, after the commit */
export async function forgetRecordings(
  ctx: Pick<ServerContext, 'files'>,
  tx: Tx,
  rows: readonly RecordingRow[],
): Promise<() => Promise<void>> {
  const [first] = rows;
  if (first === undefined) return async () => undefined;
  const { accountId } = first;
  const ids = rows.map(({ id }) => id);
  const gone = await tx.scope(accountId).delete(voicesRecordings, inArray(voicesRecordings.id, ids));
  return await ctx.files.forget(
    tx,
    accountId,
    gone.map(({ fileId }) => fileId),
  );
}

/** Deletes a recording unless it has become part of a voice. @returns frees its bytes; null where it was not deleted */
async function forgetLoose(
  ctx: Pick<ServerContext, 'files'>,
  tx: Tx,
  { accountId, id }: Own,
): Promise<(() => Promise<void>) | null> {
  const loose = [eq(voicesRecordings.id, id), isNull(voicesRecordings.voiceId)] as const;
  const [gone] = await tx.scope(accountId).delete(voicesRecordings, [...loose]);
  return gone === undefined ? null : await ctx.files.forget(tx, accountId, [gone.fileId]);
}

/** Deletes recordings that nobody has made a voice of for a day. @returns how many */
export async function sweepRecordings(ctx: ServerContext): Promise<number> {
  const old = lt(voicesRecordings.createdAt, new Date(ctx.clock.now().getTime() - KEPT));
  const rows = await ctx.db.orm
    .select()
    .from(voicesRecordings)
    .where(and(isNull(voicesRecordings.voiceId), old))
    .limit(500);
  for (const row of rows) {
    const free = await ctx.db.transaction((tx) => forgetLoose(ctx, tx, row));
    await free?.();
  }
  return rows.length;
}
