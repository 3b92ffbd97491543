import { desc, eq, inArray } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { CallData } from '#core/contract/call.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';

import type { listVoices as call, Voice } from '#plugins/voices/calls.ts';
import { voicesChanged } from '#plugins/voices/events.ts';
import { MOST_VOICES } from '#plugins/voices/limits.ts';
import { voicesClones, voicesRecordings, type RecordingRow, type VoiceCopy, type VoiceRow } from '../tables.ts';
import { serviceNow, type ServiceNow } from './service-now.ts';

export interface Own {
  accountId: string;
  id: string;
}

export async function listVoices(
  ctx: ServerContext,
  accountId: string,
  language: MessageLanguage,
): Promise<CallData<typeof call>> {
  const rows = await ctx.db.scope(accountId).select(voicesClones, { orderBy: desc(voicesClones.id) });
  const service = await serviceNow(ctx);
  const voices = await presentVoices(ctx, rows, service, language);
  return { voices, most: MOST_VOICES };
}

export async function presentVoice(ctx: ServerContext, row: VoiceRow, language: MessageLanguage): Promise<Voice> {
  const [voice] = await presentVoices(ctx, [row], await serviceNow(ctx), language);
  return voice ?? fail('voices:missing', {}, { kind: 'not-found' });
}

async function presentVoices(
  ctx: ServerContext,
  rows: readonly VoiceRow[],
  service: ServiceNow | null,
  language: MessageLanguage,
): Promise<Voice[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { accountId } = first;
  const ids = rows.map(({ id }) => id);
  const scope = ctx.db.scope(accountId);
  const recordings = await scope.select(voicesRecordings, { where: inArray(voicesRecordings.voiceId, ids) });
  const files = await scope.select(coreFiles, {
    where: inArray(
      coreFiles.id,
      recordings.map(({ fileId }) => fileId),
    ),
  });
  const urlOf = async (voiceId: string, kind: RecordingRow['kind']): Promise<string | null> => {
    const found = recordings.find((each) => each.voiceId === voiceId && each.kind === kind);
    // What is being removed may have lost its files since.
    const file = files.find((each) => each.id === found?.fileId);
    return file === undefined ? null : await ctx.files.signedUrl(file);
  };
  return await Promise.all(
    rows.map(async (row): Promise<Voice> => {
      const { id, name, state, error, seconds, uses, usedAt, createdAt } = row;
      const isMade = state === 'success' || state === 'normal';
      const isHere = service !== null && voiceAt(row.copies, service.id) !== null;
      return {
        ...{ id, name, state, seconds, uses, language: row.language },
        error: error === null ? null : translate(language, error.code, error.params),
        languages: isMade && isHere ? [...(service?.languages ?? [])] : [],
        isElsewhere: isMade && !isHere,
        sampleUrl: (await urlOf(id, 'sample')) ?? '',
        consent: {
          ...{ kind: row.consentKind, name: row.consentName, sentence: row.consentSentence },
          ...{ at: row.consentAt.toISOString(), url: await urlOf(id, 'consent') },
        },
        usedAt: usedAt?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
      };
    }),
  );
}

/** What a service calls a voice; null where it has not made it. */
export const voiceAt = (copies: readonly VoiceCopy[], service: string): string | null =>
  copies.find((copy) => copy.service === service)?.voice ?? null;

/** @throws expected `voices:missing` (404) */
export async function ownVoice(tx: Tx, { accountId, id }: Own): Promise<VoiceRow> {
  const row = await tx.scope(accountId).find(voicesClones, eq(voicesClones.id, id));
  return row ?? fail('voices:missing', {}, { kind: 'not-found' });
}

/** Changes a voice, and says so. @returns it; undefined where it is gone, or not as `where` says */
export async function changeVoice(
  ctx: ServerContext,
  tx: Tx,
  { accountId, id }: Own,
  { from, ...values }: Partial<VoiceRow> & { from?: readonly VoiceRow['state'][] },
): Promise<VoiceRow | undefined> {
  const same = eq(voicesClones.id, id);
  const where = from === undefined ? same : ([same, inArray(voicesClones.state, [...from])] as const);
  const [row] = await tx.scope(accountId).update(voicesClones, where, { ...values, updatedAt: ctx.clock.now() });
  if (row !== undefined) await ctx.events.publish(tx, voicesChanged, { accountId, data: { id } });
  return row;
}

/** @throws expected `voices:missing` (404) */
export async function renameVoice(
  ctx: ServerContext,
  own: Own,
  name: string,
  language: MessageLanguage,
): Promise<Voice> {
  const row = await ctx.db.transaction((tx) => changeVoice(ctx, tx, own, { name }));
  return row === undefined ? fail('voices:missing', {}, { kind: 'not-found' }) : await presentVoice(ctx, row, language);
}
